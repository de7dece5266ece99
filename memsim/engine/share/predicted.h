/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which lines of pairs (near.h) are worth reporting.
 *
 * Of each pair at most two: that of twice the length and, where a block of the heap is in it, the
 * worst of those that begin elsewhere; variables are where the program has put them, but blocks are
 * where there was room.  A line is reported if it has two false misses or more, of which at least
 * half are new: the pair's units have fewer misses by coherence as they are.
 */
#pragma once

#include "share.h"

struct msim_predicted {
    uint64_t pair;
    unsigned line;
    uint32_t unit; /* of near->parts */
    struct msim_share_counts sum;
};

struct msim_predicted_list {
    struct msim_predicted *at; /* most misses first, then by address and length */
    uint32_t used;
};

void msim_predicted_make(struct msim_predicted_list *list, const struct msim_share *share);
