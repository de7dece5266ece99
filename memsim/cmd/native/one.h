/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One kernel, natively and simulated, as text. */
#pragma once

#include <stdio.h>

#include "native.h"

/* Simulates as many rounds as `rounds`, on that machine (simulate.h). */
void msim_kernel_put(const char *kernel, struct msim_effort effort, uint64_t rounds,
                     const char *machine, FILE *to);
