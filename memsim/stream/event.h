/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Events: the records of the stream that are not segments (stream.h).  Each is where it happened:
 * after the segments that led to it.
 *
 *     MSIM_EVENT_HEAP   word 1   function (enum msim_heap_call), for MSIM_HEAP_OTHER and
 *                                MSIM_HEAP_OTHER_FREE the allocator's number << 8 (0: the first
 *                                that is named), and the stack (calls.h) << 32
 *                       word 2   bytes requested; UINT64_MAX if the number does not fit
 *                       word 3   address of the block returned; 0: none
 *                       word 4   address of the block passed in (free, realloc); 0: none
 *     MSIM_EVENT_CLOCK  word 1   instructions that ran since the last clock event and are in no
 *                                segment of the stream (if only counts are wanted, segments are
 *                                not recorded)
 *                       word 2   milliseconds since the start; 0 unless requested
 *     MSIM_EVENT_STACKS word 1   bytes of all threads' stacks, from now on
 *     MSIM_EVENT_MAP    word 1   first address mapped from now on, replacing what was there
 *                       word 2   address after the last one
 *                       word 3   offset of the first address in the file
 *                       word 4   MSIM_MAP_ bits, and the file's name (a string; "": no file) << 32
 *     MSIM_EVENT_UNMAP  words 1, 2 as above: nothing is mapped there any more
 *                       word 3   1: the mapping stays, and only the contents of its pages are gone
 *     MSIM_EVENT_MOVE   word 1   old address of pages that were moved
 *                       word 2   new address
 *                       word 3   bytes
 *     MSIM_EVENT_PROTECT words 1, 2 as above, word 3: MSIM_MAP_READ, _WRITE and _EXEC from now on
 *     MSIM_EVENT_KERNEL word 1   first address that the kernel read or wrote for the program
 *                       word 2   bytes
 *                       word 3   MSIM_KERNEL_ bits, and the site of the instruction << 32
 *                       word 4   address of the instruction that caused it
 *     MSIM_EVENT_FORK   word 1   0; from now on the process has a copy, or is one
 *     MSIM_EVENT_TIME   word 1   microseconds since the start; only if requested
 *     MSIM_EVENT_POOL   word 1   what the program says of a memory pool (enum msim_pool_call), and
 *                                the stack << 32
 *                       word 2   the pool
 *                       word 3   address of the block; the start of what is kept; the new pool
 *                       word 4   bytes; of CREATE, MSIM_POOL_ bits
 *                       word 5   the block's new address (CHANGE)
 *
 *     MSIM_EVENT_THREAD word 1   the number of the thread that runs from now on: 1, 2, ... in the
 *                                order in which they began
 *     MSIM_EVENT_SIGNAL word 1   the number of the signal whose handler runs from now on; 0: the
 *                                handler that began last has returned
 *     MSIM_EVENT_PART   word 1   what the program, or an option, says of the parts of the run (enum
 *                                msim_part_call), and a text (a string) << 32
 *     MSIM_EVENT_TASK   word 1   what happens to a thread (enum msim_task_call), its number << 32
 *                       word 2   what msim_task_call says
 *
 * A heap event is recorded when the outermost recognised function has returned; the functions that
 * it calls are not recorded.  A call that a longjmp or an exception left did not happen.
 */
#pragma once

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
    MSIM_EVENT_TIME = 10,
    MSIM_EVENT_POOL = 11,
    MSIM_EVENT_THREAD = 12,
    MSIM_EVENT_SIGNAL = 13,
    MSIM_EVENT_PART = 14,
    MSIM_EVENT_TASK = 15
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
    MSIM_POOL_WORDS = 5,
    MSIM_THREAD_WORDS = 1,
    MSIM_SIGNAL_WORDS = 1,
    MSIM_PART_WORDS = 1,
    MSIM_TASK_WORDS = 2,
    MSIM_EVENT_WORDS_MAX = 5
};

/* The expected text in errors about an invalid event. */
#define MSIM_EVENT_EXPECTED "an event of a kind from 1 to 15"

/* The highest address. */
#define MSIM_ADDRESSES (UINT64_C(1) << 57)

/* Properties of a mapping. */
enum {
    MSIM_MAP_READ = 1,
    MSIM_MAP_WRITE = 2,
    MSIM_MAP_EXEC = 4,
    MSIM_MAP_SHARED = 8,
    MSIM_MAP_STACK = 16,    /* the main thread's stack, including what it may grow to */
    MSIM_MAP_HEAP = 32,     /* the break */
    MSIM_MAP_POPULATE = 64, /* the kernel fills it at once */
    MSIM_MAP_TOOL = 128     /* the tool's library that programs preload */
};

/* START: before the program's first instruction. */
enum { MSIM_KERNEL_WRITE = 1, MSIM_KERNEL_START = 2 };

/* The most bytes that one system call of Linux reads or writes. */
#define MSIM_KERNEL_MOST UINT64_C(0x7ffff000)

/* Which function was called; functions not listed count as the one that does the same. */
enum msim_heap_call {
    MSIM_HEAP_MALLOC,
    MSIM_HEAP_CALLOC,
    MSIM_HEAP_REALLOC, /* and reallocarray; of address 0 it allocates, to size 0 it frees */
    MSIM_HEAP_FREE,    /* and cfree */
    MSIM_HEAP_ALIGNED, /* memalign, posix_memalign, aligned_alloc, valloc, pvalloc */
    MSIM_HEAP_NEW,     /* every operator new */
    MSIM_HEAP_DELETE,
    MSIM_HEAP_OTHER, /* --allocator; with an address passed in, as realloc */
    MSIM_HEAP_MAP,   /* --pages-as-heap: mmap, brk that grows, mremap's new place */
    MSIM_HEAP_UNMAP,
    MSIM_HEAP_OTHER_FREE,   /* --allocator: frees */
    MSIM_HEAP_REQUEST,      /* a request: a block; with an address passed in, a resized one */
    MSIM_HEAP_REQUEST_FREE, /* a request: the end of a block */
    MSIM_HEAP_CALLS
};

enum { MSIM_HEAP_ALLOCATORS = 16 /* the most that users may name */ };

/* Requests of a program about its memory pools. */
enum msim_pool_call {
    MSIM_POOL_CREATE,
    MSIM_POOL_DESTROY, /* all its blocks end, too */
    MSIM_POOL_ALLOC,
    MSIM_POOL_FREE,
    MSIM_POOL_TRIM,   /* blocks outside of this range end */
    MSIM_POOL_MOVE,   /* the pool has another address */
    MSIM_POOL_CHANGE, /* a block has another address and size */
    MSIM_POOL_CALLS
};

/* AUTO_FREE: the pool's blocks contain blocks of requests, which end with them. */
enum { MSIM_POOL_AUTO_FREE = 1 };

/* Requests and options about the parts of a run (engine/parts/open.h), for the running thread
 * unless stated otherwise.  The text is "" unless one is listed. */
enum msim_part_call {
    MSIM_PART_BEGIN,  /* a region; text: its name */
    MSIM_PART_END,    /* the same */
    MSIM_PART_MARK,   /* a moment; text: the program's name for it */
    MSIM_PART_TOGGLE, /* collection begins or ends */
    MSIM_PART_ZERO,   /* for all threads: counts since the last dump become 0 */
    MSIM_PART_DUMP,   /* for all threads: a stretch of the run ends; text: why */
    MSIM_PART_OFF,    /* code that runs up to MSIM_PART_ON is not in the stream */
    MSIM_PART_ON,     /* text: "flush" if caches and TLBs become empty */
    MSIM_PART_CALLS
};

#define MSIM_PART_FLUSH "flush"

/* What happens to a thread, and word 2.  tasks.h has the rules of all but POINTER. */
enum msim_task_call {
    MSIM_TASK_POINTER, /* its thread-local variables are next to this address from now on */
    MSIM_TASK_CREATED, /* it may run; the thread that created it; 0: none */
    MSIM_TASK_ENDED,   /* it has ended; the word that the kernel then clears; 0: none */
    MSIM_TASK_BLOCKED, /* it waits in the kernel from now on; its futex; 0: at none */
    MSIM_TASK_WOKEN,   /* it may run again; the thread that woke it; 0: unknown */
    MSIM_TASK_YIELDS,  /* it lets others run before it goes on; 0 */
    MSIM_TASK_CALLS
};

static inline uint64_t msim_event_header(enum msim_event event, uint32_t words)
{
    return (uint64_t)event << MSIM_WORDS_BITS | words;
}

static inline enum msim_event msim_event_of(uint64_t header)
{
    return (enum msim_event)(header >> MSIM_WORDS_BITS);
}

/* The upper half of a word: a number in the dictionary. */
static inline uint32_t msim_event_upper(uint64_t word)
{
    return (uint32_t)(word >> 32);
}

/* Number of words of an event; 0: there is no such event. */
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
    case MSIM_EVENT_POOL:
        return MSIM_POOL_WORDS;
    case MSIM_EVENT_THREAD:
        return MSIM_THREAD_WORDS;
    case MSIM_EVENT_SIGNAL:
        return MSIM_SIGNAL_WORDS;
    case MSIM_EVENT_PART:
        return MSIM_PART_WORDS;
    case MSIM_EVENT_TASK:
        return MSIM_TASK_WORDS;
    default:
        return 0;
    }
}

static inline enum msim_heap_call msim_heap_call_of(const uint64_t *record)
{
    return (enum msim_heap_call)(record[1] & 0xff);
}

/* For MSIM_HEAP_OTHER and MSIM_HEAP_OTHER_FREE. */
static inline uint32_t msim_heap_allocator_of(const uint64_t *record)
{
    return (uint32_t)record[1] >> 8;
}

/* Also for pools. */
static inline uint32_t msim_heap_stack_of(const uint64_t *record)
{
    return (uint32_t)(record[1] >> 32);
}

static inline enum msim_pool_call msim_pool_call_of(const uint64_t *record)
{
    return (enum msim_pool_call)(uint32_t)record[1];
}

static inline enum msim_part_call msim_part_call_of(const uint64_t *record)
{
    return (enum msim_part_call)(uint32_t)record[1];
}

static inline enum msim_task_call msim_task_call_of(const uint64_t *record)
{
    return (enum msim_task_call)(uint32_t)record[1];
}

/* The thread of a task event. */
static inline uint32_t msim_task_of(const uint64_t *record)
{
    return msim_event_upper(record[1]);
}

/* True: this part event empties caches and TLBs. */
bool msim_part_flushes(const struct msim_dict *dict, const uint64_t *record);

/* NULL: the record is an event as described above, and everything it names is in the dictionary.
 * Otherwise: what was expected. */
const char *msim_event_expected(const struct msim_dict *dict, const uint64_t *record);
