/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shows what each thread allocated and freed, from a file of allocations of a run that was divided
 * by thread. */
#pragma once

#include <stdio.h>

#include "cmd/data/heap/alloc.h"

/* Each as one table, by number; `width`: of text, in columns. */
void msim_heaped_threads_text(const struct msim_allocated *alloc, size_t width, FILE *to);
void msim_heaped_threads_json(const struct msim_allocated *alloc, size_t width, FILE *to);
void msim_heaped_threads_csv(const struct msim_allocated *alloc, size_t width, FILE *to);
