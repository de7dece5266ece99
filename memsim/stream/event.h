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
 *     MSIM_EVENT_MAP    word 1   first address that is mapped from now on, whatever was there before
 *                       word 2   address behind the last one
 *                       word 3   where that begins in the file
 *                       word 4   MSIM_MAP_ bits, and the file's name (a string; "": no file) << 32
 *     MSIM_EVENT_UNMAP  words 1, 2 as above: nothing is mapped there any more
 *                       word 3   1: the mapping stays, and only what was in its pages is gone
 *     MSIM_EVENT_MOVE   word 1   first address, of pages that are
 *                       word 2   there now
 *                       word 3   bytes
 *     MSIM_EVENT_PROTECT words 1, 2 as above, word 3: MSIM_MAP_READ, _WRITE and _EXEC from now on
 *     MSIM_EVENT_KERNEL word 1   first address of memory that the kernel read or wrote for the program
 *                       word 2   bytes
 *                       word 3   MSIM_KERNEL_ bits, and the site of the instruction << 32
 *                       word 4   address of the instruction that asked for it
 *     MSIM_EVENT_FORK   word 1   0; the process has a copy from now on, or is one
 *     MSIM_EVENT_TIME   word 1   microseconds since the start; only if somebody asked for them
 *
 * A heap event is recorded when the outermost recognised function has returned; what it called is not.
 * One that was left by a longjmp or an exception did not happen.
 */
#ifndef MSIM_STREAM_EVENT_H
#define MSIM_STREAM_EVENT_H

#include "dict.h"
#include "stream.h"

enum msim_event {
    MSIM_EVENT_HEAP = 1,
    MSIM_EVENT_CLOCK = 2,
    MSIM_EVENT_STACKS = 3,
    MSIM_EVENT_MAP = 4,
    MSIM_EVENT_UNMAP = 5,
    MSIM_EVENT_MOVE = 6,
    MSIM_EVENT_PROTECT = 7,
    MSIM_EVENT_KERNEL = 8,
    MSIM_EVENT_FORK = 9,
    MSIM_EVENT_TIME = 10
};

enum {
    MSIM_HEAP_WORDS = 4,
    MSIM_CLOCK_WORDS = 2,
    MSIM_STACKS_WORDS = 1,
    MSIM_MAP_WORDS = 4,
    MSIM_UNMAP_WORDS = 3,
    MSIM_MOVE_WORDS = 3,
    MSIM_PROTECT_WORDS = 3,
    MSIM_KERNEL_WORDS = 4,
    MSIM_FORK_WORDS = 1,
    MSIM_TIME_WORDS = 1,
    MSIM_EVENT_WORDS_MAX = 4
};

/* No address is above this. */
#define MSIM_ADDRESSES (UINT64_C(1) << 57)

/* What a mapping is. */
enum {
    MSIM_MAP_READ = 1,
    MSIM_MAP_WRITE = 2,
    MSIM_MAP_EXEC = 4,
    MSIM_MAP_SHARED = 8,
    MSIM_MAP_STACK = 16,   /* of the main thread; all that it may grow to */
    MSIM_MAP_HEAP = 32,    /* what brk gives out */
    MSIM_MAP_POPULATE = 64 /* the kernel fills it at once */
};

/* START: it did so before the program's first instruction. */
enum { MSIM_KERNEL_WRITE = 1, MSIM_KERNEL_START = 2 };

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

/* The upper half of a word: a number of the dictionary. */
static inline uint32_t msim_event_upper(uint64_t word)
{
    return (uint32_t)(word >> 32);
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
    case MSIM_EVENT_MAP:
        return MSIM_MAP_WORDS;
    case MSIM_EVENT_UNMAP:
        return MSIM_UNMAP_WORDS;
    case MSIM_EVENT_MOVE:
        return MSIM_MOVE_WORDS;
    case MSIM_EVENT_PROTECT:
        return MSIM_PROTECT_WORDS;
    case MSIM_EVENT_KERNEL:
        return MSIM_KERNEL_WORDS;
    case MSIM_EVENT_FORK:
        return MSIM_FORK_WORDS;
    case MSIM_EVENT_TIME:
        return MSIM_TIME_WORDS;
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

/* NULL: the record is an event as described above, and what it names is there; else what it should have
 * been. */
const char *msim_event_expected(const struct msim_dict *dict, const uint64_t *record);

#endif
