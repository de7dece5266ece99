/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Hot records: what the simulator's loop needs of each segment, in one cache line.
 *
 * Neighbouring accesses from one base become a run if they lie within a few bytes: runs nearly
 * always lie in one granule, and then are one look-up.  Code is the range of granules that the
 * segment fetches from.  Segments with conditional accesses, those with prefetches, fences and
 * stores past the caches, where these count, and others that do not fit, are simulated access by
 * access.
 */
#pragma once

#include "engine/parts/contexts.h"
#include "engine/ports/port.h"
#include "stream/dict.h"
#include "stream/mem.h"

enum { MSIM_RUNS_INLINE = 5 };

/* The granule of records that are simulated access by access, and of events: it is in no front. */
#define MSIM_HOT_NOWHERE (MSIM_NO_GRANULE - 1)

/* The granule of segments that only continue an instruction, which was fetched before. */
#define MSIM_HOT_NOTHING (MSIM_NO_GRANULE - 2)

struct msim_run {
    int32_t offset; /* of the lowest byte, from the base in word `word` */
    uint8_t span;   /* highest byte - lowest byte */
    uint8_t word;
    uint8_t first;        /* access, */
    uint8_t accesses : 7; /* and how many */
    uint8_t writes : 1;   /* it writes, with several cores all its bytes; else it only reads */
};

enum { MSIM_RUN_ACCESSES = 127 };

enum msim_hot_flag {
    MSIM_HOT_INLINED = 1,  /* it has inlined code whose runs are counted */
    MSIM_HOT_RETURNS = 2,  /* it ends with a return */
    MSIM_HOT_BRANCHES = 4, /* it ends with a branch that is recorded */
    MSIM_HOT_ASKS = 0x80   /* the observer of contexts is asked for what follows; the sign */
};

struct msim_hot {
    uint64_t count;
    uint64_t code;     /* first granule fetched from, MSIM_HOT_NOWHERE or MSIM_HOT_NOTHING */
    uint16_t function; /* whose code it is (contexts.h) */
    uint8_t more;      /* granules after the first */
    uint8_t runs_used;
    uint8_t instrs;        /* begun in this segment; not one that it continues */
    uint8_t reads, writes; /* unconditional ones, for contexts.h */
    uint8_t flags;         /* for contexts.h, too: enum msim_hot_flag */
    union {
        struct msim_run near[MSIM_RUNS_INLINE];
        struct msim_run *far; /* if there are more */
    } runs;
};

_Static_assert(sizeof(struct msim_hot) == 1 << MSIM_WORDS_BITS,
               "a hot record is one cache line, found by the header without its words");

struct msim_hot_records {
    const struct msim_dict *dict;
    struct msim_table table; /* by segment, after one for each kind of event */
    struct msim_arena arena;
    unsigned shift;       /* address of code to granule */
    uint32_t block_max;   /* bytes of a `block` access that count */
    uint32_t most_instrs; /* instructions that any segment begins, at least 1 */
    const struct msim_contexts *contexts;
    bool shared; /* the core is one of several; set before there are segments */
    bool each;   /* every reference is simulated one by one; */
    bool hints;  /* those of the program count; set before there are segments */
    bool whole;  /* an observer must see all bytes of each access; set before there are any */
};

void msim_hot_init(struct msim_hot_records *records, const struct msim_mem *mem,
                   const struct msim_dict *dict, const struct msim_contexts *contexts,
                   unsigned shift, uint32_t block_max);

/* Makes the records of the dictionary's new segments. */
void msim_hot_extend(struct msim_hot_records *records);

static inline uint32_t msim_hot_used(const struct msim_hot_records *records)
{
    return records->table.used - MSIM_EVENTS;
}

static inline struct msim_hot *msim_hot_of(const struct msim_hot_records *records, uint32_t segment)
{
    return msim_table_at(&records->table, segment + MSIM_EVENTS);
}

/* The record for a header, whose bits are arranged for that. */
static inline struct msim_hot *msim_hot_by_header(const struct msim_hot_records *records,
                                                  uint64_t header)
{
    uint64_t block = header >> (MSIM_WORDS_BITS + MSIM_TABLE_SHIFT);
    uint64_t within = header & (uint64_t)(MSIM_TABLE_BLOCK - 1) << MSIM_WORDS_BITS;
    return (struct msim_hot *)(void *)(records->table.blocks[block] + within);
}

/* The function that may follow without asking: its own, or MSIM_FUNCTION_ASK. */
static inline uint16_t msim_hot_awaited(const struct msim_hot *hot)
{
    return hot->function | (uint16_t)((int8_t)hot->flags >> 7);
}

static inline const struct msim_run *msim_hot_runs(const struct msim_hot *hot)
{
    return hot->runs_used > MSIM_RUNS_INLINE ? hot->runs.far : hot->runs.near;
}

/* The bytes of the access that are simulated. */
static inline uint32_t msim_hot_size(const struct msim_hot_records *records,
                                     const struct msim_access *access)
{
    return access->block && access->size > records->block_max ? records->block_max : access->size;
}
