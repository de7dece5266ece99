/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What allocated, as a file of allocations has it (memsim.alloc.PID, see docs/format.md): memusage's
 * table and its histogram of sizes from the `desc` lines, and counts for each source line.
 *
 * Rows stand in the file's order, and their sums are `total`.  Buckets ascend, are multiples of 16 and
 * below 65536, and the sum of all sizes is below 2^64.  Strings point into the file's bytes, which the
 * set owns.
 */
#ifndef MSIM_CMD_HEAP_ALLOC_H
#define MSIM_CMD_HEAP_ALLOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmd/files/lines.h"

enum msim_alloc_event {
    MSIM_ALLOCS,
    MSIM_ALLOC_BYTES,
    MSIM_FREES,
    MSIM_PEAK_BYTES,
    MSIM_TEMP,
    MSIM_ALLOC_FAILED,
    MSIM_ALLOC_EVENTS
};

enum { MSIM_SIZE_BUCKET = 16, MSIM_SIZE_LARGE = 65536 };

struct msim_alloc_call {
    const char *function;
    uint64_t calls, bytes, failed;
};

struct msim_alloc_size {
    uint64_t least, count;
};

struct msim_alloc_row {
    const char *file, *function;
    uint64_t line;
    uint64_t count[MSIM_ALLOC_EVENTS];
};

/* What single `desc` lines tell, in the order of their names in alloc.c. */
enum msim_alloc_fact {
    MSIM_FACT_REALLOC, /* nomove, dec, free */
    MSIM_FACT_FOREIGN, /* frees */
    MSIM_FACT_MISSED,  /* frees */
    MSIM_FACT_PEAK,    /* heap, stacks */
    MSIM_FACT_LEFT,    /* blocks, bytes never freed */
    MSIM_FACTS
};

/* At a time of the timeline: calls of allocation functions so far, and bytes allocated and freed. */
struct msim_alloc_time {
    uint64_t time, calls, bytes;
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
    bool known[MSIM_FACTS];
    uint64_t fact[MSIM_FACTS][3];
    struct msim_alloc_row *row;
    size_t rows;
    uint64_t total[MSIM_ALLOC_EVENTS];
    char *bytes;
    struct msim_file_error error;
};

/* Reads a file; as msim_heaped_read. */
bool msim_allocated_read(struct msim_allocated *alloc, const char *name, char *bytes, size_t size);
void msim_allocated_free(struct msim_allocated *alloc);

/* Whether bytes, with a 0 behind them, are of this form rather than of Massif's: the events come first,
 * or the unit of the time. */
bool msim_allocated_is(const char *bytes);

/* "Allocs"; the event of that name, or MSIM_ALLOC_EVENTS. */
const char *msim_alloc_event_name(enum msim_alloc_event event);
enum msim_alloc_event msim_alloc_event_named(const char *name);

/* The numbers of the rows, those with most of the event first, equals in the file's order; to be freed. */
size_t *msim_allocated_order(const struct msim_allocated *alloc, enum msim_alloc_event event);

#endif
