/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Dividing the counts of contexts (parts/contexts.h) further, among the inlined calls that their
 * code is in.
 *
 * The context of a segment's code is known when it runs, and its inlined calls are known
 * beforehand: so only how often a segment ran in each context is counted, and its references
 * follow.  What cannot be had so, conditional accesses, is counted one by one, and so are misses,
 * by the outer levels, in memory of their own, as they may be in another process.
 *
 * Segments without inlined code are not looked at: what is not found here is the context's own.
 *
 * Cost: a comparison and an addition for each segment with inlined code, or a look-up where it ran
 * in another context before; a look-up for each miss of such code.  32 bytes for each pair of a
 * context and a segment, 288 for each pair of a context and inlined calls that missed.
 */
#pragma once

#include "pairs.h"
#include "stream/dict.h"

enum { MSIM_RECENT_RUNS_BITS = 13 };

/* What the next run of a segment with inlined code is counted in. */
struct msim_inlined_slot {
    uint64_t *times;
    uint32_t context; /* that it ran in last */
};

struct msim_inlined_counter {
    const struct msim_dict *dict;
    struct msim_table slots;      /* by segment, after one for each kind of event */
    struct msim_pairs runs;       /* how often, by context and segment, */
    struct msim_pairs references; /* and what is counted besides, by context and inlined calls */
    struct msim_pairs misses;
    uint32_t recent[1 << MSIM_RECENT_RUNS_BITS]; /* by hash: runs looked up before, + 1; 0: none */
    struct msim_row surplus;                     /* for what finds no room */
};

void msim_inlined_init(struct msim_inlined_counter *counter, const struct msim_mem *mem,
                       const struct msim_dict *dict);

/* Call before new segments run. */
void msim_inlined_extend(struct msim_inlined_counter *counter);

/* The segment of a slot runs in another context. */
void msim_inlined_transition(struct msim_inlined_counter *counter, struct msim_inlined_slot *slot,
                             uint32_t segment, uint32_t context);

/* True: the segment has inlined code. */
bool msim_inlined_is_in(const struct msim_dict *dict, const struct msim_segment *segment);

/* A segment with inlined code runs in this context. */
static inline void msim_inlined_run(struct msim_inlined_counter *counter, uint64_t header,
                                    uint32_t context)
{
    struct msim_inlined_slot *slot = MSIM_TABLE_AT(
        &counter->slots, (uint32_t)(header >> MSIM_WORDS_BITS), struct msim_inlined_slot);
    if (slot->context != context)
        msim_inlined_transition(counter, slot, msim_header_segment(header), context);
    ++*slot->times;
}

/* A conditional access that happened. */
void msim_inlined_reference(struct msim_inlined_counter *counter, uint32_t context, uint32_t site,
                            enum msim_kind kind);

/* Misses.  Changes nothing that the other functions need. */
void msim_inlined_miss(struct msim_inlined_counter *counter, uint32_t context, uint32_t site,
                       enum msim_kind kind, enum msim_count count, uint64_t times);

typedef void msim_inlined_add(void *self, uint32_t context, uint32_t inlined,
                              const struct msim_row *row);

/* Calls `add` with all that is not the contexts' own, in no order, several times for the same
 * context and inlined calls. */
void msim_inlined_each(const struct msim_inlined_counter *counter, msim_inlined_add *add,
                       void *self);

/* The same piece by piece: how many pieces there are, the context of one, and what it has. */
uint32_t msim_inlined_pieces(const struct msim_inlined_counter *counter);
uint32_t msim_inlined_context(const struct msim_inlined_counter *counter, uint32_t piece);
void msim_inlined_piece(const struct msim_inlined_counter *counter, uint32_t piece,
                        msim_inlined_add *add, void *self);

/* Gives what is counted for a number of a context to the one that `settled` says it stands for. */
void msim_inlined_settle(struct msim_inlined_counter *counter,
                         uint32_t (*settled)(const void *self, uint32_t context), const void *self);

/* Resets all counts. */
void msim_inlined_clear(struct msim_inlined_counter *counter);
