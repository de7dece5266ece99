/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Write-combining buffers: where stores that pass by the caches wait until their lines are sent to
 * memory.  docs/hints.md has the model for users.
 *
 *     store    takes a buffer for each line of 64 bytes that it has bytes of and that has none; if
 *              all are taken, the line that has waited longest is sent
 *     sent     when all its bytes were stored, it is whole; if it has to go before, it is a part
 *     meet     what comes into a cache has the lines sent first that share a line of any cache
 *     empty    a fence, or caches that are emptied, have all sent
 *
 * Each of several cores has buffers of its own, which it fills and its fences empty; what comes into any
 * core's cache has lines sent from all.  What is sent, and comes into the last level, is one order.
 *
 * Whoever stores has the caches give up these lines before.  So a line in a buffer is in no cache,
 * and who asks for it is seen by the levels after the first.
 *
 * What becomes of a line counts where the store is that took its buffer; each store, and whether a
 * cache had its line, where that store is.  Lines that are not sent yet at the end are left.  So
 *
 *     lines = whole + part + left
 *
 * for each source line, context and part.  All is also added up here, for comparison with the sums of
 * rows (msim_buffers_wrong).
 *
 * Cost: for a store a look at each buffer that is taken.
 */
#pragma once

#include "sent.h"

enum { MSIM_BUFFERS = 10, MSIM_BUFFER_SHIFT = 6 };

enum msim_past {
    MSIM_PAST_ISSUED,
    MSIM_PAST_LINES,
    MSIM_PAST_WHOLE,
    MSIM_PAST_PART,
    MSIM_PAST_LEFT,
    MSIM_PAST_HAD,
    MSIM_PAST_BACK,
    MSIM_PAST_COUNTS
};

struct msim_buffer {
    uint64_t line, bytes; /* a bit for each that was stored */
    uint32_t core;        /* whose it is */
    struct msim_prefetch_cause cause;
};

struct msim_buffers {
    bool on;
    uint32_t core; /* that stores */
    unsigned used;
    struct msim_buffer *buffer; /* of all cores; the one taken first, first */
    unsigned shift;   /* of the longest line of any cache, and at least that of a buffer */
    unsigned columns; /* the observer's column (machine/counts.h) for MSIM_PAST_ISSUED; others
                         follow */
    unsigned counts;  /* how many it has: all, or none for what is last */
    const struct msim_prefetch_counter *counter;
    uint64_t total[MSIM_PAST_COUNTS];
    struct msim_sent_lines sent;
    /* Is told of each line that takes a buffer; NULL: nobody is. */
    void (*takes)(void *self, uint64_t line);
    void *self;
};

/* Of a machine with caches. */
void msim_buffers_init(struct msim_buffers *buffers, const struct msim_mem *mem,
                       const struct msim_machine *machine,
                       const struct msim_prefetch_counter *counter);

/* A store of `size` bytes from `first`, whose lines no cache has any more; `had`: one did.  Returns
 * how many of its bytes were in no buffer. */
unsigned msim_buffers_store(struct msim_buffers *buffers, const struct msim_prefetch_cause *cause,
                            uint64_t first, uint32_t size, bool had);

/* The lines of these bytes are about to come into a cache that does not have them. */
void msim_buffers_meet(struct msim_buffers *buffers, uint64_t first, uint64_t last);

/* A fence of the core: all that it has are sent. */
void msim_buffers_fence(struct msim_buffers *buffers);

/* The caches are emptied: all are sent, and what was sent is forgotten. */
void msim_buffers_empty(struct msim_buffers *buffers);

/* What is left is counted; false: any more. */
void msim_buffers_leave(struct msim_buffers *buffers, bool counted);

/* Counts of parts from `part` on were forgotten, or all; `rows`: the sum of what remains. */
void msim_buffers_forget(struct msim_buffers *buffers, uint32_t part, const struct msim_row *rows);

/* True: `rows`, the sum of all rows, is not what was counted here, or the sum does not hold. */
bool msim_buffers_wrong(const struct msim_buffers *buffers, const struct msim_row *rows);
