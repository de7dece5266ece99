/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A miss curve: one level's misses at every size, with one associativity and one line, in total and for
 * the ten costliest functions.
 *
 * A function "fits" from the smallest size on from which its misses stay at most 1.1 times those
 * at the largest size, or below 1% of those at the smallest: a larger cache gains it nothing then.
 * If that is the largest size only, and by the first rule only, nothing tells that it is enough: the
 * misses are still falling where the grid ends.
 */
#ifndef MSIM_CMD_SWEEP_CURVE_H
#define MSIM_CMD_SWEEP_CURVE_H

#include "cmd/sweep/file/set.h"

enum { MSIM_CURVE_FUNCTIONS = 10 };

/* Fewer than two sizes are known. */
#define MSIM_FIT_UNKNOWN SIZE_MAX

struct msim_curve_function {
    const char *function, *file;
    const struct msim_missed **at; /* by point; NULL: not known there */
    uint64_t sum;
    size_t fits; /* the point; or `points`: still falling; or MSIM_FIT_UNKNOWN */
};

struct msim_curve {
    enum msim_level level;
    uint64_t ways, line;
    const char *why; /* how they were chosen; "" if there was no choice */
    size_t points;
    const struct msim_swept_cell **cell; /* by point, sizes ascending */
    size_t fits;                         /* of the total */
    size_t functions;
    struct msim_curve_function function[MSIM_CURVE_FUNCTIONS]; /* the costliest first */
};

/* The curve of the level whose cells begin at `from`.  Among the lines there are, the machine's is taken
 * or else the largest; with that, the most ways. */
void msim_curve_make(struct msim_curve *curve, const struct msim_swept *sweep, size_t from,
                     enum msim_of of);
void msim_curve_free(struct msim_curve *curve);

/* What to say of it: "2M", "512K or less", "more than 16M", "-". */
void msim_curve_fits(const struct msim_curve *curve, size_t fits, char *to, size_t room);

#endif
