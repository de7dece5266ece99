/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes the functions of a program in the order of their first execution, for a linker.
 *
 * A detailed list of page-ins has them, each with the offset of its first instruction in the file.
 * The symbol that linkers know is read from the file itself, if it still exists.
 */
#pragma once

#include <stdio.h>

#include "cmd/data/pages/read.h"

enum msim_linker { MSIM_LLD, MSIM_GOLD, MSIM_GNU_LD };

/* The first object with functions whose name has the same last part as `wanted`, or
 * MSIM_NOTHING. */
uint32_t msim_paged_named(const struct msim_paged *paged, const char *wanted);

/* Writes the object's functions, except those that the linker cannot take. */
void msim_paged_order(const struct msim_paged *paged, uint32_t object, enum msim_linker linker,
                      FILE *to);
