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
 *
 * A heap event is recorded when the outermost recognised function has returned; what it called is not.
 * One that was left by a longjmp or an exception did not happen.
 */
#ifndef MSIM_STREAM_EVENT_H
#define MSIM_STREAM_EVENT_H

#include "calls.h"
#include "stream.h"

enum msim_event { MSIM_EVENT_HEAP = 1, MSIM_EVENT_CLOCK = 2, MSIM_EVENT_STACKS = 3 };

enum {
    MSIM_HEAP_WORDS = 4,
    MSIM_CLOCK_WORDS = 2,
    MSIM_STACKS_WORDS = 1,
    MSIM_EVENT_WORDS_MAX = MSIM_HEAP_WORDS
};

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
    MSIM_HEAP_CALLS,                  /* those above allocate or free; the others have no stack: */
    MSIM_HEAP_AREA = MSIM_HEAP_CALLS, /* the break or an anonymous mapping is there now, word 3 */
    MSIM_HEAP_NO_AREA,                /* or is no more, word 4; for --huge=heap */
    MSIM_HEAP_FUNCTIONS
};

static inline uint64_t msim_event_header(enum msim_event event, uint32_t words)
{
    return (uint64_t)event << MSIM_WORDS_BITS | words;
}

static inline enum msim_event msim_event_of(uint64_t header)
{
    return (enum msim_event)(header >> MSIM_WORDS_BITS);
}

/* How many words it has; 0: there is no such event. */
static inline uint32_t msim_event_words(uint32_t event)
{
    switch (event) {
    case MSIM_EVENT_HEAP:
        return MSIM_HEAP_WORDS;
    case MSIM_EVENT_CLOCK:
        return MSIM_CLOCK_WORDS;
    case MSIM_EVENT_STACKS:
        return MSIM_STACKS_WORDS;
    default:
        return 0;
    }
}

static inline enum msim_heap_call msim_heap_call_of(const uint64_t *record)
{
    return (enum msim_heap_call)(record[1] & 0xff);
}

static inline uint32_t msim_heap_stack_of(const uint64_t *record)
{
    return (uint32_t)(record[1] >> 32);
}

/* NULL: the record is an event as described above, with a stack that there is; else what it should
 * have been. */
const char *msim_event_expected(const struct msim_calls *calls, const uint64_t *record);

#endif
