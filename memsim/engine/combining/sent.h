/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines that stores sent to memory past the caches, and that come into a cache again too soon: an
 * ordinary store would have kept them in the last level.
 *
 * Model: a last level of N lines, fully associative, that replaces the oldest.  What comes into the
 * real one from memory, and what is sent, has a number each.  A line that was sent as number n would
 * be there as long as fewer than N others came: up to number n + N - 1.
 *
 *     N = 4     sent: a = 7     then come 8, 9, 10     a comes again: it is back; after 11 it is not
 *
 * Numbers are places in a ring of N, in which each replaces what came N before it.  A line that is
 * back is forgotten, and one that is sent twice is there once.
 *
 * Cost: a comparison for each line that comes while none was sent, and else a look into the ring; a
 * search in a hash when one comes that no cache has.  From the first line that is sent on, 32 to 40
 * bytes for each line of the last level.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/parts/cause.h"
#include "stream/mem.h"

struct msim_sent_line {
    uint64_t line; /* + 1; 0: none */
    struct msim_prefetch_cause cause;
    uint32_t next; /* of those with the same hash: its place + 1; 0: none */
};

struct msim_sent_lines {
    const struct msim_mem *mem;
    struct msim_sent_line *ring; /* NULL: none was sent yet */
    uint32_t *first;             /* by hash: place + 1; 0: none */
    uint64_t mask;               /* of hashes */
    uint32_t lines;              /* N; 0: there is no such level */
    uint32_t place;              /* of the last number */
    uint32_t used;               /* how many lines are there */
};

void msim_sent_init(struct msim_sent_lines *sent, const struct msim_mem *mem, uint64_t lines);

/* A number is taken: what has its place is too old. */
void msim_sent_pass(struct msim_sent_lines *sent);

/* A line comes into the last level from memory. */
static inline void msim_sent_comes(struct msim_sent_lines *sent)
{
    if (sent->used)
        msim_sent_pass(sent);
}

/* A line is sent. */
void msim_sent_add(struct msim_sent_lines *sent, uint64_t line,
                   const struct msim_prefetch_cause *cause);

/* A line comes that no cache has: true if it is back, and whose it is. */
bool msim_sent_back(struct msim_sent_lines *sent, uint64_t line, struct msim_prefetch_cause *cause);

/* All are forgotten. */
void msim_sent_empty(struct msim_sent_lines *sent);

/* Those of parts from `part` on count nowhere. */
void msim_sent_forget(struct msim_sent_lines *sent, uint32_t part);
