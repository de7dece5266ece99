/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Who calls a function, and what it spends in its callees.
 *
 * With a tree, each list divides the function's inclusive cost: every context in it belongs to the
 * caller of the function's outermost context above it, and to the callee of its innermost one, or
 * to the function itself.  So each list has exactly the function's inclusive cost as its sum, with
 * recursion, too.  With edges alone, the lists are the edges as recorded.
 */
#pragma once

#include "frames.h"

enum msim_relation_kind {
    MSIM_RELATION_FRAME,
    MSIM_RELATION_THREAD,  /* the program or a thread began with the function */
    MSIM_RELATION_SIGNAL,  /* the kernel called it, as a handler of that signal */
    MSIM_RELATION_INLINED, /* a caller or callee by inlining */
    MSIM_RELATION_SELF     /* the function's own cost */
};

struct msim_relation {
    enum msim_relation_kind kind;
    uint32_t frame; /* or the signal */
    uint64_t calls;
};

/* Starts zeroed. */
struct msim_relations {
    struct msim_relation *relation;
    int64_t *count; /* for each */
    size_t relations;
    struct msim_index index;
};

struct msim_related {
    struct msim_relations callers, callees;
    uint64_t recursive; /* calls of the function from itself */
};

void msim_related_make(struct msim_related *related, const struct msim_call_profile *calls,
                       const struct msim_profile_frames *frames, uint32_t frame);

void msim_related_free(struct msim_related *related);
