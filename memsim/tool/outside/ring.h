/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A ring of chunks that one process fills and another reads.
 *
 *     reader                 writer
 *       v                      v
 *     [ chunk ][ chunk ][ chunk ][ free  ][ free  ]      chunk being filled
 *
 * The writer fills a chunk of its own, which stays in its CPU's cache, and copies it into the ring
 * when it is full.  Recording right into the ring took twice as long, because each line had to be
 * fetched from the other CPU first.
 *
 * Processes on two CPUs wake each other rarely: it takes long, and the one that is woken is often put
 * on the CPU of the other, where they then take turns.  So the writer, if the ring is full, sleeps a
 * little until half of it is free.  The reader, if it is empty, sleeps longer and longer, and is woken
 * when half of it is full.
 */
#ifndef MSIM_TOOL_OUTSIDE_RING_H
#define MSIM_TOOL_OUTSIDE_RING_H

#include "pub_tool_basics.h"

#include "stream/dict.h"
#include "times.h"

/* A chunk of whole records, and how much of the dictionary there was when it ended. */
struct msim_slot {
    uint64_t *words, *end;
    struct msim_dict_counts counts;
};

struct msim_ring;

/* Does the other process live? */
typedef Bool msim_other_lives(void);

/* `times`: where both add how long they waited. */
struct msim_ring *msim_ring_new(const struct msim_mem *mem, struct msim_times *times);

/* The chunk that the writer fills: always the same. */
uint64_t *msim_ring_chunk(const struct msim_ring *ring);

/* The writer hands over the chunk, and waits until it may hand over another.  False: the reader is
 * dead. */
Bool msim_ring_put(struct msim_ring *ring, uint64_t *end, const struct msim_dict_counts *counts,
                   msim_other_lives *reader_lives);

/* No more chunks will come for this reader. */
void msim_ring_stop(struct msim_ring *ring);

/* A new reader will come; it begins with the next chunk. */
void msim_ring_start(struct msim_ring *ring);

/* The reader waits for the next chunk.  NULL: there will be none, as the writer stopped or died. */
const struct msim_slot *msim_ring_next(struct msim_ring *ring, msim_other_lives *writer_lives);

/* The reader is done with the chunk. */
void msim_ring_done(struct msim_ring *ring);

/* Has the writer said that it stopped? */
Bool msim_ring_is_stopped(const struct msim_ring *ring);

#endif
