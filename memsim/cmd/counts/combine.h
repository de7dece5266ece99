/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What `memsim diff` does besides reading two profiles. */
#pragma once

#include "counts.h"

/* If each side of a difference has one object that the other one lacks, they are two versions of
 * the same program: makes them one, with the name after the change. */
void msim_counts_match_objects(struct msim_counts *counts);
