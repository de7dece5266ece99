/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The contract of prefetchers: which blocks are brought into L2 or L3 before they are asked for.
 *
 * A prefetcher is one file and one row in prefetchers.list.  With a row, --policy=LEVEL:NAME gives
 * it to a level.
 *
 * It sees what reaches its level, in the order of the program: references that missed the level
 * before, each once, as its first block, also if it lies in two.  After a reference it answers
 * with blocks.  One that the level holds stays as it is; others are brought in, as if they were
 * used then, and into the levels after it.
 *
 * Prefetches count nowhere.  What a reference finds because of one is a hit.
 *
 * Blocks are numbers of lines, address / line size.  Addresses are virtual, also where levels are
 * indexed by physical ones (ports/pageframes.h), so a prefetcher that cannot leave a page of
 * physical memory must stay within 4 KB by itself; a page that it brings something of is touched.
 * What it knows is in its own state, and depends on what it saw alone, so it is the same in a
 * replay and in another process.
 *
 * Refused (replacement.c, sweep/grid.c): several cores, which would have to be notified of lines
 * that come; companions and sweeps, which see references alone; other levels.
 *
 * Cost: without one, a comparison for each reference that reaches L2 or L3.
 */
#pragma once

#include "stream/mem.h"
#include "stream/stream.h"

enum { MSIM_PREFETCHES = 16 };

struct msim_demand {
    uint64_t block;
    uint32_t site; /* of the instruction (stream/dict.h) */
    enum msim_kind kind;
    bool missed;
};

struct msim_prefetcher {
    /* Makes its state for a level with lines of 1 << shift bytes; NULL: it has none. */
    void *(*make)(const struct msim_mem *mem, unsigned shift);
    /* Puts at most MSIM_PREFETCHES blocks into `blocks`; returns how many. */
    unsigned (*see)(void *self, const struct msim_demand *demand, uint64_t *blocks);
    /* The level was emptied; NULL: that changes nothing. */
    void (*empty)(void *self);
};

enum {
#define ROW(name) MSIM_PREFETCHER_##name,
#include "prefetchers.list"
#undef ROW
    MSIM_PREFETCHERS
};

/* The same name, as long as the tool runs; NULL: there is none such. */
const char *msim_prefetcher_name(const char *name);

/* NULL: none of this name. */
const struct msim_prefetcher *msim_prefetcher_named(const char *name);
