/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which growth of instructions is layout.
 *
 * The string functions of C libraries (strlen, memcpy, ...) take other paths where their arguments
 * are aligned in another way or come near the end of a page, so their counts change when data
 * moves: in rebuilds of one program that differ in nothing but layout, by up to a quarter
 * (docs/check.md).  Nothing else did.
 *
 * How often such a function was called, the count of its first line says.  What it counts beyond
 * BASE in proportion to the calls is layout, up to a few instructions for each call; more than that
 * is longer strings.  Where the library has no line numbers, up to a quarter of its count is
 * layout.
 */
#pragma once

#include "cmd/counts/counts.h"

/* True: it is a string function of a C library.  `object`: the name of its object without folders;
 * "": unknown. */
bool msim_is_string_function(const char *function, const char *object);

/* True: an object of that name is the C library or its loader. */
bool msim_is_c_library(const char *object);

enum { MSIM_STRING_EVENTS = 3 }; /* Ir, Dr, Dw */

/* One side of a string function: its counts, and those of instructions in its first line, 0 if
 * there are no line numbers. */
struct msim_string_counts {
    int64_t count[MSIM_STRING_EVENTS], calls;
};

/* How much of an event's change from `base` to `fresh` is layout. */
int64_t msim_string_layout(const struct msim_string_counts *base,
                           const struct msim_string_counts *fresh, size_t event);
