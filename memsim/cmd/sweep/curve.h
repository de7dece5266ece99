/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A miss curve: one level's misses at every size, for one associativity and one line, in total, for
 * the ten costliest functions, and for all others together.
 *
 * A function "fits" in the smallest size from which on its misses are at most 1.1 times those at
 * the largest size, or below 1% of those at the smallest: larger caches gain it nothing.  If only
 * the largest size is such a size, and only by the first rule, it may still be too small: the
 * misses are still falling where the grid ends.
 */
#pragma once

#include "cmd/sweep/file/set.h"

enum { MSIM_CURVE_FUNCTIONS = 10 };

/* At fewer than two sizes, nothing can be said. */
#define MSIM_FIT_UNKNOWN SIZE_MAX

struct msim_curve_function {
    const char *function, *file;
    const struct msim_missed **at; /* by point; NULL: unknown there */
    uint64_t sum;
    size_t fits; /* the point; `points`: still falling; or MSIM_FIT_UNKNOWN */
};

struct msim_curve {
    enum msim_level level;
    uint64_t ways, line;
    const char *why; /* how ways and line were chosen; "" if there was no choice */
    size_t points;
    const struct msim_swept_cell **cell; /* by point, by ascending size */
    size_t fits;                         /* the total's */
    size_t functions;
    struct msim_curve_function function[MSIM_CURVE_FUNCTIONS]; /* the costliest first */
    struct msim_missed *others; /* the total without these, by point */
    bool *others_known;
    bool has_others; /* they have misses somewhere, and functions are known at all */
};

/* Makes the curve of the level whose cells begin at `from`, for the machine's line or, if that was
 * not swept, the largest, and for the largest associativity with that line. */
void msim_curve_make(struct msim_curve *curve, const struct msim_swept *sweep, size_t from,
                     enum msim_of of);
void msim_curve_free(struct msim_curve *curve);

/* The size in which it fits, in words: "2M", "no gain above 512K", "more than 16M", "-". */
void msim_curve_fits(const struct msim_curve *curve, size_t fits, char *to, size_t room);
