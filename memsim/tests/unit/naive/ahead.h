/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The oracle of prefetchers: D1, L2 and L3 as engine/prefetchers says, over the levels of naive.h;
 * and of what the program prefetches.
 *
 * What was prefetched is a list of blocks and sites for each cache.  After each block that is used
 * or brought in, those that the cache does not hold any more leave the list.
 */
#pragma once

#include "naive.h"

enum { NAIVE_FATES = 5, NAIVE_AHEAD_MAX = 1 << 16, NAIVE_PLACES = 256, NAIVE_STREAMS = 32 };

enum naive_ahead_fault {
    NAIVE_AHEAD_RIGHT,
    NAIVE_AHEAD_UNUSED_LATE, /* a line that goes unused is only missed at the end */
    NAIVE_AHEAD_ANY_SITE,    /* it counts where it is used, not where it was caused */
    NAIVE_AHEAD_BLIND,       /* prefetches of D1 are not shown to L2's prefetchers */
    NAIVE_AHEAD_HINT_LATE,   /* the program's prefetches come after all accesses of a segment */
    NAIVE_AHEAD_HINT_D1,     /* those for L2 come into D1 */
    NAIVE_AHEAD_HINT_HELD,   /* those for L2 do not look into D1 */
    NAIVE_AHEAD_OF_CORES,    /* what follows is of several cores: */
    NAIVE_AHEAD_UNREAD =
        NAIVE_AHEAD_OF_CORES, /* no core knows that another has what comes ahead into its L2 */
    NAIVE_AHEAD_CHANGED,      /* levels that cores share get what a core has modified */
    NAIVE_AHEAD_FAULTS
};

struct naive_ahead_line {
    uint64_t block;
    uint32_t site;
    bool hint; /* the program asked for it */
};

struct naive_place {
    uint64_t instr, last, done;
    int64_t step;
    bool alike;
};

struct naive_stream {
    uint64_t line, done, used;
    int64_t steps;
};

/* A prefetcher: its name without the number, and the number. */
struct naive_prefetcher {
    char name[24];
    uint64_t ahead, now;
    struct naive_place place[NAIVE_PLACES];
    struct naive_stream stream[NAIVE_STREAMS];
};

/* A cache of D1, L2 or L3. */
struct naive_ahead_level {
    struct naive_prefetcher *with;
    unsigned used;
    struct naive_ahead_line line[NAIVE_AHEAD_MAX];
    unsigned lines;
};

enum { NAIVE_AHEAD_CORES = 8 };

struct naive_ahead {
    struct naive_ahead_level *level[NAIVE_AHEAD_CORES][3]; /* those of shared caches are the same */
    unsigned cores, on;
    bool taken;    /* another core took a line from some cache */
    uint32_t site; /* of the reference of one core among several; */
    bool found;    /* it is the first to use a line that came ahead */
    enum naive_ahead_fault fault;
    bool hints; /* the program's are followed */
    uint64_t count[UNIT_SITES_MAX][NAIVE_FATES][3], hinted[UNIT_SITES_MAX][NAIVE_FATES][3];
};

/* NULL: nothing comes ahead into any level of the machine. */
struct naive_ahead *naive_ahead_new(const struct msim_machine *machine);

/* The machine has several cores, whose caches are known (cores.h). */
void naive_ahead_share(struct naive *naive, const struct msim_machine *machine);
void naive_ahead_free(struct naive_ahead *ahead);

/* A reference by the instruction at this address: adds what it misses to `count`. */
void naive_ahead_reference(struct naive *naive, uint64_t *count, uint64_t instr, uint32_t site,
                           enum msim_kind kind, uint64_t first, uint32_t size, bool writes);

/* One core among several refers to the line of D1 next. */
void naive_ahead_refers(struct naive *naive, uint64_t block);

/* The program asks for the line of an address, for L2 or for D1. */
void naive_ahead_hint(struct naive *naive, uint32_t site, uint64_t address, bool for_l2);

/* Lines left the caches: what was prefetched of them was not used. */
void naive_ahead_lost(struct naive *naive);

/* What is left is counted; its lines count no more. */
void naive_ahead_end(struct naive *naive);

/* True: the profile has other counts of what became of prefetches, of which `text` says one.  Those of
 * the program are in the first columns of observers. */
bool naive_ahead_differs(const struct naive_ahead *ahead, const struct msim_profile *profile,
                         char *text, size_t room);

/* What the row has of the program's prefetches of D1 or L2; there are none of L3. */
uint64_t naive_ahead_hinted(const struct msim_row *row, int level, int fate);
