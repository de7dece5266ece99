/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Events: the records of the stream that are no segments (stream.h).  They stand where they happened:
 * after the segments that led to them.
 *
 *     MSIM_EVENT_HEAP   word 1   function (enum msim_heap_call), and the stack (calls.h) << 32
 *                       word 2   bytes asked for; UINT64_MAX if their number does not fit
 *                       word 3   address of the block that was returned; 0: none
 *                       word 4   address of the block that was given (free, realloc); 0: none
 *     MSIM_EVENT_CLOCK  word 1   instructions that ran since the last clock event and are in no segment
 *                                of the stream (where only counts are wanted, segments are not recorded)
 *                       word 2   milliseconds since the start; 0 unless somebody asked for them
 *     MSIM_EVENT_STACKS word 1   bytes of all threads' stacks, from now on
 *     MSIM_EVENT_MAP    word 1   address, and
 *                       word 2   bytes that were mapped, unmapped, or mapped otherwise
 *                       word 3   what they are from now on, enum msim_map
 *
 * A heap event is recorded when the outermost recognised function has returned; what it called is not.
 * One that was left by a longjmp or an exception did not happen.
 */
#ifndef MSIM_STREAM_EVENT_H
#define MSIM_STREAM_EVENT_H

#include "stream.h"

enum msim_event {
    MSIM_EVENT_HEAP = 1,
    MSIM_EVENT_CLOCK = 2,
    MSIM_EVENT_STACKS = 3,
    MSIM_EVENT_MAP = 5
};

enum { MSIM_HEAP_WORDS = 4, MSIM_CLOCK_WORDS = 2, MSIM_STACKS_WORDS = 1 };

enum { MSIM_MAP_WORDS = 3 };

/* The break and anonymous mappings are heap, whoever made them; all else is not. */
enum msim_map { MSIM_MAP_OTHER, MSIM_MAP_HEAP };

/* Which function it was.  What has no name of its own here is the one that does the same. */
enum msim_heap_call {
    MSIM_HEAP_MALLOC,
    MSIM_HEAP_CALLOC,
    MSIM_HEAP_REALLOC, /* and reallocarray; of address 0 it allocates, to size 0 it frees */
    MSIM_HEAP_FREE,    /* and cfree */
    MSIM_HEAP_ALIGNED, /* memalign, posix_memalign, aligned_alloc, valloc, pvalloc */
    MSIM_HEAP_NEW,     /* every operator new */
    MSIM_HEAP_DELETE,
    MSIM_HEAP_OTHER, /* --alloc-fn */
    MSIM_HEAP_MAP,   /* --pages-as-heap: mmap, brk that grows, mremap's new place */
    MSIM_HEAP_UNMAP,
    MSIM_HEAP_CALLS
};

static inline uint64_t msim_event_header(enum msim_event event, uint32_t words)
{
    return (uint64_t)event << MSIM_WORDS_BITS | words;
}

static inline enum msim_event msim_event_of(uint64_t header)
{
    return (enum msim_event)(header >> MSIM_WORDS_BITS);
}

static inline enum msim_heap_call msim_heap_call_of(const uint64_t *record)
{
    return (enum msim_heap_call)(record[1] & 0xff);
}

static inline uint32_t msim_heap_stack_of(const uint64_t *record)
{
    return (uint32_t)(record[1] >> 32);
}

#endif
