/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The contract of prefetchers: which blocks are brought into D1, L2 or L3 before they are asked for.
 *
 * A prefetcher is one file and one row in prefetchers.list.  With a row, --prefetch=LEVEL:NAME gives
 * it to a level, and NAME:NUMBER chooses how far ahead it is, if it has a range for that.
 *
 * It sees what reaches its level, in the order of the program, each once, as its first block, also
 * if it lies in two.  D1 shows it references to data that miss, and those that are the first to find
 * a block that was prefetched: others are hits that nobody looks at.  L2 and L3 show it all that
 * missed the level before, prefetches of that level, too.  After each it answers with blocks; time
 * plays no part.  One that the level holds stays as it is; others are brought in, as if they were
 * used then, and are asked for from the level after it, which shows them to its own prefetchers.
 *
 * Blocks are numbers of lines, address / line size.  Addresses are virtual, also where levels are
 * indexed by physical ones (ports/pageframes.h), so a prefetcher that cannot leave a page of
 * physical memory must stay within 4 KB by itself (msim_same_page); a page that it brings something
 * of is touched.  What it knows is in its own state, and depends on what it saw alone, so it is the
 * same in a replay and in another process.
 *
 * Cost: without one, a comparison for each reference that misses a first level.
 */
#pragma once

#include "engine/machine/geometry.h"
#include "stream/mem.h"
#include "stream/stream.h"

enum { MSIM_PREFETCHES = 64, MSIM_PREFETCH_PAGE_SHIFT = 12 };

/* What reaches a level. */
struct msim_demand {
    uint64_t address, block;
    uint64_t instr; /* the address of the instruction; 0: unknown, as in L2 and L3 */
    uint32_t site;  /* of the instruction (stream/dict.h) */
    enum msim_kind kind;
    bool missed;
    bool first;    /* it is the first to find a block that was prefetched */
    bool prefetch; /* the level before asks for it ahead */
};

struct msim_prefetcher {
    uint32_t usual, least, most; /* how far ahead; `most` is 0: it has no such number */
    bool by_instruction;         /* only for D1, where instructions are known */
    /* Makes its state for a level with lines of 1 << shift bytes. */
    void *(*make)(const struct msim_mem *mem, unsigned shift, uint32_t ahead);
    /* Puts at most MSIM_PREFETCHES blocks into `blocks`; returns how many. */
    unsigned (*see)(void *self, const struct msim_demand *demand, uint64_t *blocks);
    /* The level was emptied; NULL: that changes nothing. */
    void (*empty)(void *self);
};

/* A prefetcher, and how far ahead it is. */
struct msim_prefetcher_choice {
    const struct msim_prefetcher *prefetcher;
    uint32_t ahead;
};

/* Reads NAME or NAME:NUMBER.  False: there is none such. */
bool msim_prefetcher_read(const char *name, struct msim_prefetcher_choice *choice);

/* What names with numbers look like, for messages; */
#define MSIM_PREFETCHER_FORMS                                                                      \
    " (and how far ahead: next:1 to next:16, stride:, streamer: or crossing:1 to 64)"
/* "the prefetchers are ..." */
extern const char msim_prefetchers_expected[];

/* Why a level cannot have it; NULL: it can. */
const char *msim_prefetcher_refuses(const struct msim_prefetcher_choice *choice,
                                    enum msim_level level);

/* True: both blocks are in the same 4 KB, or a block is larger than that. */
static inline bool msim_same_page(uint64_t block, uint64_t other, unsigned shift)
{
    unsigned bits = shift < MSIM_PREFETCH_PAGE_SHIFT ? MSIM_PREFETCH_PAGE_SHIFT - shift : 0;
    return block >> bits == other >> bits;
}
