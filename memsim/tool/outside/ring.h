/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A ring of chunks that one process writes and another reads.
 *
 *     reader                 writer
 *       v                      v
 *     [ chunk ][ chunk ][ chunk ][ free  ][ free  ]
 *
 * The writer fills a chunk of its own, which stays in its CPU's cache, and hands over a copy when
 * it is full.  Recording directly into the ring took twice as long, because each line had to be
 * fetched from the other CPU first.
 *
 * Processes on two CPUs wake each other rarely: it takes long, and the one that is woken is often
 * put on the CPU of the other, where they then run alternately.  So the writer sleeps briefly,
 * again and again, if the ring is full, until half of it is free.  The reader, if it is empty,
 * sleeps longer and longer, and is woken when half of it is full.
 */
#pragma once

#include "pub_tool_basics.h"

#include "stream/dict.h"

/* The last two: to the second stage. */
enum msim_slot_kind { MSIM_SLOT_RECORDS, MSIM_SLOT_MISSES, MSIM_SLOT_MAPPING };

/* A chunk: whole records, and the size of the dictionary when it ended; or what `kind` says.
 * `words` is aligned to 64 bytes. */
struct msim_slot {
    enum msim_slot_kind kind;
    const uint64_t *words, *end;
    struct msim_dict_counts counts;
};

struct msim_ring;

/* True: the other process lives. */
typedef Bool msim_other_lives(void);

/* The times that both sides took, in nanoseconds. */
struct msim_ring_times {
    uint64_t writer, reader; /* waiting for each other */
    uint64_t observing;      /* the reader, for observing chunks */
    uint64_t chunks;         /* chunks that it read */
};

/* A ring of this many chunks (a power of two) of up to `bytes`. */
struct msim_ring *msim_ring_new(const struct msim_mem *mem, uint32_t slots, uint32_t bytes,
                                struct msim_ring_times *times);

/* The writer hands over a copy of a chunk, and waits until it may hand over another.  False: the
 * reader is dead. */
Bool msim_ring_put(struct msim_ring *ring, const struct msim_slot *chunk,
                   msim_other_lives *reader_lives);

/* The writer says that no more chunks will come for this reader. */
void msim_ring_stop(struct msim_ring *ring);

/* Prepares for a new reader, which begins with the next chunk. */
void msim_ring_start(struct msim_ring *ring);

/* The reader passes chunk after chunk to `observe`, until the writer has stopped or died. */
void msim_ring_read(struct msim_ring *ring, msim_other_lives *writer_lives,
                    void (*observe)(const struct msim_slot *chunk));

/* True: the writer has said that no more chunks will come. */
Bool msim_ring_is_stopped(const struct msim_ring *ring);
