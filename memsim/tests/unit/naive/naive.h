/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The oracle: caches and TLBs too simple to be wrong, over the same stream as the simulator.
 *
 * A level is an array of block numbers, each set's most recently used first, searched from the
 * front.  The set is the block modulo the number of sets.  The conventions are those of
 * engine/sim.h: each instruction is one reference and each access is one, in the program's order,
 * an instruction before its accesses; a reference uses all blocks it covers, counts at most one
 * miss per level, and goes whole to the next level if it missed; a modify is a read; a `block`
 * access is cut to the smallest line; a conditional access without an address does not count.
 *
 * A model can be given a fault, to show that the comparison would find it.
 */
#pragma once

#include "engine/machine/geometry.h"
#include "engine/machine/profile.h"
#include "frames.h"

enum { UNIT_SITES_MAX = 1024, NAIVE_CHANGES_MAX = 4096 };

enum naive_fault {
    NAIVE_RIGHT,
    NAIVE_DROPS_RECORD,   /* one record, number fault_at */
    NAIVE_MOVES_ONE,      /* one reference, the first to hit from number fault_at on */
    NAIVE_FIFO,           /* a hit does not make a block the youngest */
    NAIVE_DATA_LATE,      /* a segment's accesses come after all its fetches */
    NAIVE_COUNTS_TWICE,   /* a reference in two lines may miss twice */
    NAIVE_ONE_BLOCK,      /* only the first block of a reference is used */
    NAIVE_NOT_CUT,        /* `block` accesses are not cut */
    NAIVE_MODIFY_WRITES,  /* a modify is a write */
    NAIVE_COUNTS_ABSENT,  /* conditional accesses always happen */
    NAIVE_CONTINUED,      /* a continued instruction is fetched again */
    NAIVE_NEXT_ONE_BLOCK, /* a later level sees only the first of several blocks */
    NAIVE_SPLIT_TLB,      /* a shared L2TLB is asked only by the data side */
    NAIVE_POWER_OF_TWO,   /* sets are found by a mask */
    NAIVE_VIRTUAL_L2,     /* L2 is indexed by virtual pages, */
    NAIVE_VIRTUAL_L3,     /* or L3 */
    NAIVE_FAULTS_OF_ALL,  /* those below are found where lines are followed (lines.h) */
    NAIVE_FORGETS_DIRTY = NAIVE_FAULTS_OF_ALL, /* a dirty line of D1 is not written back */
    NAIVE_WRITTEN_IS_USED,                     /* a line that is written to is the youngest */
    NAIVE_DROPS_INNER,                         /* what an inclusive level takes back is clean */
    NAIVE_KEEPS_INNER,                         /* an inclusive level takes nothing back */
    NAIVE_KEEPS_MOVED,                         /* a line that moves in stays, too */
    NAIVE_MOVES_CLEAN,                         /* or is clean */
    NAIVE_READS_AGAIN,                         /* what L3 has is read from memory, too */
    NAIVE_FAULTS
};

struct naive_level {
    uint64_t sets, ways, line;   /* sets 0: no such level */
    uint32_t cut;                /* of a `block` access it uses no more bytes; 0: all it is given */
    uint64_t *blocks;            /* with a policy by way; else the most recently used first */
    const char *replaces;        /* the name of the policy, */
    struct naive_policy *policy; /* NULL: LRU */
    bool physical;               /* its blocks are those of physical pages */
};

/* What an event of a mapping said: `bytes` from `first` are heap, or not; the last that speaks of
 * an address counts. */
struct naive_change {
    uint64_t first, bytes;
    bool heap;
};

struct naive_ahead;
struct naive_cores;
struct naive_lines;
struct naive_past;
struct naive_policy;
struct naive_why;

struct naive {
    struct naive_ahead *ahead; /* prefetchers (ahead.h); NULL: there are none */
    struct naive_why *why;     /* why.h; NULL: it is not asked */
    struct naive_cores *cores; /* cores.h; NULL: one */
    struct naive_lines *lines; /* lines.h; NULL: they are not followed */
    struct naive_past *past;   /* past.h; NULL: no store passes by the caches */
    const struct msim_dict *dict;
    struct naive_level level[MSIM_LEVELS], huge_level[MSIM_LEVELS];
    struct naive_level full[MSIM_LEVELS], huge_full[MSIM_LEVELS]; /* companions, in one set */
    struct naive_frames *frames;
    enum msim_huge huge;
    uint64_t huge_first, huge_last;
    struct naive_change change[NAIVE_CHANGES_MAX];
    unsigned changes;
    uint32_t cut;
    bool private_l2;   /* of several cores: each has one to itself, */
    bool modify_reads; /* and a modify does not write */
    bool block;        /* the reference is of a `block` access */
    enum naive_fault fault;
    uint64_t fault_at, records, references;
    struct msim_row row[UNIT_SITES_MAX];
};

/* `machine` has passed msim_machine_check. */
struct naive *naive_new(const struct msim_dict *dict, const struct msim_machine *machine);
void naive_free(struct naive *naive);

/* The level has this policy; NULL or "": LRU. */
void naive_follow(struct naive_level *level, const char *name);
void naive_free_level(struct naive_level *level);

/* --- For the oracle of several cores -------------------------------------------------------- */

bool naive_has(const struct naive *naive, const struct naive_level *level, uint64_t block);

/* The block's page gets a frame if it has none. */
void naive_touch_page(const struct naive *naive, const struct naive_level *level, uint64_t block);

/* Uses one block: true if it was not there. */
bool naive_touch(const struct naive *naive, struct naive_level *level, uint64_t block);

void naive_remove(const struct naive *naive, struct naive_level *level, uint64_t block);

/* A reference to data: true if it missed D1; *from_core: another core supplies it.  `passes`: a write
 * that brings in nothing. */
bool naive_cores_data(struct naive *naive, uint64_t *count, uint64_t first, uint32_t size,
                      bool writes, bool passes, bool *from_core);

/* A fetch that missed I1: true if another core supplies it. */
bool naive_cores_fetch(struct naive *naive, uint64_t first, uint32_t size);

/* --- Running -------------------------------------------------------------------------------- */

void naive_run(struct naive *naive, const uint64_t *words, const uint64_t *end);
