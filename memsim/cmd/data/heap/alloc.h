/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a program allocated, from a file of allocations (memsim.alloc.PID, see docs/format.md).
 * This is a profile whose events are allocations, with memusage's table and its histogram of sizes
 * in `desc:` lines.
 *
 * allocread.c makes it.  Rows are in the order of the file and add up to `total`.  Sizes ascend,
 * are multiples of MSIM_SIZE_BUCKET below MSIM_SIZE_LARGE, and the sum of their counts and of
 * `large` is below 2^64.  Strings point into the profile.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmd/counts/counts.h"
#include "paths.h"

enum msim_alloc_event {
    MSIM_ALLOCS,
    MSIM_ALLOC_BYTES,
    MSIM_FREES,
    MSIM_PEAK_BYTES,
    MSIM_TEMP,
    MSIM_ALLOC_FAILED,
    MSIM_END_BYTES, /* older files do not have them */
    MSIM_ALLOC_EVENTS
};

enum { MSIM_SIZE_BUCKET = 16, MSIM_SIZE_LARGE = 65536 };

/* The calls of one allocation function. */
struct msim_alloc_call {
    const char *function;
    uint64_t calls, bytes, failed;
};

/* Requests of sizes from `least` to `least` + MSIM_SIZE_BUCKET - 1. */
struct msim_alloc_size {
    uint64_t least, count;
};

/* A source line that allocates. */
struct msim_alloc_row {
    const char *file, *function, *object; /* object: NULL: unknown */
    uint64_t line;
    uint64_t count[MSIM_ALLOC_EVENTS];
};

/* Numbers that have a `desc:` line of their own. */
enum msim_alloc_fact {
    MSIM_FACT_REALLOC, /* nomove, dec, free */
    MSIM_FACT_FOREIGN, /* frees of what was not a live block */
    MSIM_FACT_MISSED,  /* frees that were not seen */
    MSIM_FACT_PEAK,    /* bytes of the heap, of stacks */
    MSIM_FACT_LEFT,    /* blocks and bytes that were never freed */
    MSIM_FACTS
};

/* A time of the timeline: the calls of allocation functions, and the bytes allocated and freed,
 * until then. */
struct msim_alloc_time {
    uint64_t time, calls, bytes;
    size_t region; /* in which it is, + 1; 0: in none */
};

/* The heap at a time. */
struct msim_alloc_moment {
    uint64_t time, heap, extra, stacks;
};

struct msim_alloc_span {
    uint64_t from, to;
};

/* A region of the run, with those inside it. */
struct msim_alloc_region {
    uint32_t number;                /* in profile.regions */
    uint64_t lasted;                /* how long it was open */
    uint64_t live, live_most, kept; /* bytes allocated in it that were never freed; the most that
                                       were live at once; that were live when it ended last */
    struct msim_alloc_moment began, most, ended; /* first; the largest heap meanwhile; last */
    size_t span, spans;                          /* when it was open: in `span` of the file */
};

/* What a thread freed; others: blocks that another one allocated. */
struct msim_alloc_thread {
    uint64_t thread, frees, bytes, others, others_bytes;
};

struct msim_allocated {
    const char *name; /* of the file */
    const char *command;
    struct msim_alloc_call *call;
    size_t calls;
    struct msim_alloc_size *size;
    size_t sizes;
    uint64_t large; /* requests of MSIM_SIZE_LARGE bytes or more */
    struct msim_alloc_time *time;
    size_t times;
    struct msim_alloc_region *region; /* outer ones precede those inside them */
    size_t regions;
    struct msim_alloc_span *span;
    size_t spans;
    struct msim_alloc_thread *thread; /* by number; those that freed anything */
    size_t threads;
    bool known[MSIM_FACTS];
    uint64_t fact[MSIM_FACTS][3];
    struct msim_alloc_row *row;
    size_t rows;
    struct msim_alloc_paths paths; /* none: the file does not have them, or they do not add up */
    uint64_t total[MSIM_ALLOC_EVENTS];
    size_t events; /* the first of MSIM_ALLOC_EVENTS: those that the file has */
    struct msim_counts profile;
};

static inline uint64_t msim_alloc_moment_total(const struct msim_alloc_moment *moment)
{
    return moment->heap + moment->extra + moment->stacks;
}

/* True: the region, a number + 1, is in the selection (profile.regions). 0: what is in no
 * region. */
bool msim_alloc_selected(const struct msim_allocated *alloc, size_t region);

void msim_allocated_free(struct msim_allocated *alloc);

/* An event's name, such as "Allocs"; and the event of a name, or MSIM_ALLOC_EVENTS. */
const char *msim_alloc_event_name(enum msim_alloc_event event);
enum msim_alloc_event msim_alloc_event_named(const char *name);

/* Makes rows those of the user's lines: what library code allocates belongs to the line that calls
 * it. */
void msim_allocated_fold(struct msim_allocated *alloc, const struct msim_mine *mine);

/* Returns the numbers of the rows, from malloc: those with most of the event first, equal ones in
 * the order of the file. */
size_t *msim_allocated_order(const struct msim_allocated *alloc, enum msim_alloc_event event);

/* Whether bytes, with a 0 after them, are such a file and not one in Massif's format: there are
 * events before any unit of time. */
bool msim_allocated_is(const char *bytes);

/* Reads such a file; `only`: of which regions (cmd/counts/regions.h).  `name` must stay; `bytes`,
 * from malloc, are `size` bytes and a 0 after them, and belong to `alloc` from now on.  false: see
 * alloc->profile.error; `alloc` must be freed all the same. */
bool msim_allocated_read(struct msim_allocated *alloc, const char *name, char *bytes, size_t size,
                         const char *only);
