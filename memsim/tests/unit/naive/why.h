/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The oracle of reasons: for each level all lines that it ever had, the one used last first, and
 * which of them other cores took.  What the reasons are is written in docs/why.md.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct naive_level;

enum { NAIVE_WHY_LEVELS = 3, NAIVE_REASONS = 6, NAIVE_WHY_INSTANCES = 32 };

enum naive_reason { NAIVE_NEW, NAIVE_CAP, NAIVE_CONF, NAIVE_CORE, NAIVE_PF, NAIVE_PASSED };

enum naive_why_fault {
    NAIVE_WHY_RIGHT,
    NAIVE_WHY_ONE_MORE,     /* the companion has a line more */
    NAIVE_WHY_ONE_LESS,     /* or less */
    NAIVE_WHY_FIFO,         /* hits do not count as uses */
    NAIVE_WHY_LAST_LINE,    /* of several lines that missed, the last one says why */
    NAIVE_WHY_NEVER_TAKEN,  /* what other cores took is forgotten */
    NAIVE_WHY_ALWAYS_TAKEN, /* that it came back is */
    NAIVE_WHY_FETCHES,      /* fetches are no uses */
    NAIVE_WHY_OF_AHEAD,     /* what follows is of lines that come ahead, or are stored past: */
    NAIVE_WHY_BROUGHT_USED = NAIVE_WHY_OF_AHEAD, /* what a prefetch brings is used then */
    NAIVE_WHY_ALWAYS_EARLY,                      /* what was used after that came too early, too */
    NAIVE_WHY_FOUND_EARLY, /* a prefetch of the level before finds it, which is no use */
    NAIVE_WHY_NEVER_EARLY, /* no line did */
    NAIVE_WHY_STAYS_PAST,  /* what came back was stored past */
    NAIVE_WHY_NEVER_PAST,  /* nothing was */
    NAIVE_WHY_FAULTS
};

/* What became of a line: another core took it, or a store past the level; or it was prefetched, and not
 * used since. */
struct naive_known_line {
    uint64_t block;
    bool taken, past, early;
};

/* An instance of a level, which its array of blocks identifies. */
struct naive_why_level {
    const uint64_t *blocks;
    uint64_t lines; /* that it holds */
    uint64_t *used; /* the one used last first */
    uint64_t used_count, used_room;
    struct naive_known_line *known;
    uint64_t known_count, known_room;
    int reason; /* why the reference missed; -1: it did not */
};

struct naive_why {
    struct naive_why_level level[NAIVE_WHY_INSTANCES];
    unsigned levels;
    int column[NAIVE_WHY_LEVELS][NAIVE_REASONS]; /* of the machine's observed ones; -1: none */
    enum naive_why_fault fault;
    bool fetches;  /* the reference is a fetch, */
    bool prefetch; /* or a prefetch; */
    bool passing;  /* what leaves a level was stored past it */
};

void naive_why_free(struct naive_why *why);

/* The level was asked for a block, which it had or not. */
void naive_why_use(struct naive_why *why, const struct naive_level *level, uint64_t block,
                   bool missed);

/* Another core took the block from the level, which had it, or a store past it did. */
void naive_why_take(struct naive_why *why, const struct naive_level *level, uint64_t block);

/* Why the reference missed the level; -1: it did not.  The next reference begins. */
int naive_why_end(struct naive_why *why, const struct naive_level *level);
