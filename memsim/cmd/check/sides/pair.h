/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which functions of two files of counts are the same.
 *
 * A unit is a function's code of one source file in one object.  Rebuilt elsewhere, a program and
 * its sources have other paths, and compilers put other endings on the names of clones, so units
 * are matched in steps, each among those that are left:
 *
 *     1. by function, the file's path, and the object's name without folders
 *     2. by function and the names of file and object without folders
 *     3. the same without endings like ".constprop.0" or ".llvm.1234"
 *     4. by function and object, where just one unit is left on each side: it moved to another file
 *
 * Of several candidates, those are matched whose files' paths end alike.  If each side has one
 * object that the other one lacks, these are the program under two names.
 */
#pragma once

#include "cmd/counts/counts.h"

/* MSIM_NOTHING: the other side has no such unit. */
struct msim_side_pair {
    uint32_t base, fresh; /* parts */
};

/* Pairs all parts of both; `*pairs` is the length of the list, which is from malloc. */
struct msim_side_pair *msim_pair_parts(const struct msim_counts *base,
                                       const struct msim_counts *fresh, size_t *pairs);
