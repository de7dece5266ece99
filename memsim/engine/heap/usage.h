/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Usage: how often each heap function was called, for how many bytes, and for which sizes, as in
 * the table and the histogram of memusage.
 *
 * As in memusage, a failed call counts with the bytes that it requested; a realloc counts with the
 * bytes that it adds; reallocs to size 0 are counted separately, their bytes as freed.  Unlike in
 * memusage, what new and the aligned functions allocate is not counted a second time for malloc.
 */
#pragma once

#include "engine/base/text.h"
#include "stream/event.h"

enum { MSIM_BUCKET = 16, MSIM_BUCKETS = 65536 / MSIM_BUCKET };

struct msim_usage {
    struct {
        uint64_t calls, bytes, failed;
    } call[MSIM_HEAP_CALLS];
    uint64_t nomove, dec, freed;  /* reallocs: in place; to a smaller size; to size 0 */
    uint64_t foreign;             /* frees of anything but a live block */
    uint64_t missed;              /* allocations of a block that was live: its free was not seen */
    uint64_t sizes[MSIM_BUCKETS]; /* by request / MSIM_BUCKET, */
    uint64_t large;               /* and requests of 65536 bytes and more */
};

/* Counts a call that requests memory.  UINT64_MAX: more bytes than 64 bits can express. */
void msim_usage_request(struct msim_usage *usage, enum msim_heap_call call, uint64_t bytes,
                        bool failed);

/* Counts a realloc, or a call of an allocator that resizes, of a block of `before` bytes; `moved`:
 * to another address. */
void msim_usage_resize(struct msim_usage *usage, enum msim_heap_call call, uint64_t before,
                       uint64_t bytes, bool moved, bool failed);

void msim_usage_free(struct msim_usage *usage, enum msim_heap_call call, uint64_t bytes);

/* "malloc", "calloc". */
const char *msim_heap_call_name(enum msim_heap_call call);

/* Writes the table: at most twelve lines; functions that were never called have no line. */
void msim_usage_table(const struct msim_usage *usage, struct msim_line *line);

/* Writes all counts as `desc:` lines (docs/format.md). */
void msim_usage_describe(const struct msim_usage *usage, struct msim_text *text);
