/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A program in several sources, about 12 million instructions, that memsim/tests/check/check-builds
 * builds again and again: with its objects in another order, with padding between them, from folders
 * and to programs with longer names.  None of this changes what it does.
 *
 * With SLOW defined as 1 to 10, it does about 1% more work than needed, each time in another line,
 * which a comment "slow N" marks.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifndef SLOW
#define SLOW 0
#endif

/* The work of one source each; what they return is printed, so that nothing is left out. */
uint64_t words_count(void);
uint64_t matrix_multiply(void);
uint64_t tree_fill(void);
uint64_t text_format(void);
uint64_t list_walk(void);
uint64_t numbers_sort(void);

/* A generator of the same numbers in each run. */
static inline uint32_t next_number(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}
