/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Usage: how often each function of the heap was called, for how much, and for which sizes; the table and
 * the histogram of memusage.
 *
 * As memusage does: a call that failed counts with what it asked for; a realloc counts the bytes that it
 * adds, and those to size 0 are counted apart, their bytes as freed.  Unlike it, what new and the aligned functions take is not counted as malloc's again.
 */
#ifndef MSIM_ENGINE_HEAP_USAGE_H
#define MSIM_ENGINE_HEAP_USAGE_H

#include "stream/event.h"
#include "engine/base/lines.h"

enum { MSIM_BUCKET = 16, MSIM_BUCKETS = 65536 / MSIM_BUCKET };

struct msim_usage {
    struct {
        uint64_t calls, bytes, failed;
    } call[MSIM_HEAP_CALLS];
    uint64_t nomove, dec, freed;  /* reallocs: in place; to a smaller size; to size 0 */
    uint64_t foreign;             /* frees of what is no live block */
    uint64_t missed;              /* allocations where a block was live: its free was not seen */
    uint64_t sizes[MSIM_BUCKETS]; /* by request / MSIM_BUCKET, */
    uint64_t large;               /* and those of 65536 bytes and more */
};

/* A call that asks for memory.  UINT64_MAX bytes: more than can be said. */
void msim_usage_request(struct msim_usage *usage, enum msim_heap_call call, uint64_t bytes,
                        bool failed);

/* A realloc of a block of `before` bytes; `moved`: to another address. */
void msim_usage_resize(struct msim_usage *usage, uint64_t before, uint64_t bytes, bool moved,
                       bool failed);

void msim_usage_free(struct msim_usage *usage, enum msim_heap_call call, uint64_t bytes);

/* "malloc", "calloc". */
const char *msim_heap_call_name(enum msim_heap_call call);

/* The table, at most nine lines: functions that were never called have none. */
void msim_usage_table(const struct msim_usage *usage, struct msim_line *line);

/* All of it, as `desc:` lines (docs/format.md). */
void msim_usage_describe(const struct msim_usage *usage, struct msim_text *text);

#endif
