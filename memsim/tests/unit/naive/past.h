/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The oracle of stores that pass by the caches (engine/combining/buffers.h): buffers with a flag for
 * each byte, the one taken first first; and a log of all that came into the last level and was sent,
 * which is searched from the end for a line that comes.
 */
#pragma once

#include "engine/combining/buffers.h"
#include "naive.h"

enum naive_past_fault {
    NAIVE_PAST_RIGHT,
    NAIVE_PAST_KEEPS,       /* caches keep the lines */
    NAIVE_PAST_ONE_LINE,    /* they lose only the first line of a store */
    NAIVE_PAST_WAITS,       /* a whole line waits for room */
    NAIVE_PAST_YOUNGEST,    /* the buffer taken last has to go */
    NAIVE_PAST_NO_FENCE,    /* fences do nothing */
    NAIVE_PAST_LOADS_ALONE, /* prefetches do not have lines sent */
    NAIVE_PAST_LAST_SITE,   /* a line belongs to the store that was last */
    NAIVE_PAST_LATE,        /* a line is back that came as late as one too many */
    NAIVE_PAST_STAYS_BACK,  /* a line may be back twice */
    NAIVE_PAST_LOSES_DIRTY, /* what caches give up is not written */
    NAIVE_PAST_EACH_BYTE,   /* bytes that are stored again are written twice */
    NAIVE_PAST_OF_CORES,    /* what follows is of several cores: */
    NAIVE_PAST_ALL_CORES = NAIVE_PAST_OF_CORES, /* fences are those of all */
    NAIVE_PAST_OTHERS_KEEP,                     /* other cores keep the lines */
    NAIVE_PAST_FAULTS
};

enum { NAIVE_PAST_CORES = 8 };

struct naive_past_buffer {
    uint64_t line;
    uint32_t site;
    unsigned core;
    bool stored[64];
};

/* Line + 1; 0: one came from memory, or it was back. */
struct naive_past_event {
    uint64_t line;
    uint32_t site;
};

struct naive_past {
    struct naive_past_buffer buffer[NAIVE_PAST_CORES * MSIM_BUFFERS + 1]; /* of all cores */
    unsigned used, on;
    uint64_t unit;  /* bytes of the longest line */
    uint64_t lines; /* of the last level; 0: there is none after D1 */
    enum msim_level last;
    struct naive_past_event *log;
    size_t logged;
    enum naive_past_fault fault;
    uint64_t count[UNIT_SITES_MAX][MSIM_PAST_COUNTS];
};

struct naive_past *naive_past_new(const struct msim_machine *machine);
void naive_past_free(struct naive_past *past);

void naive_past_store(struct naive *naive, uint32_t site, uint64_t first, uint32_t size);
void naive_past_fence(struct naive_past *past);

/* The bytes come into a cache; `asked`: by a load, store or fetch. */
void naive_past_meet(struct naive_past *past, uint64_t first, uint64_t last, bool asked);

/* A line came into the level from the one after it. */
void naive_past_comes(struct naive_past *past, enum msim_level level);

/* What is left is counted. */
void naive_past_end(struct naive_past *past);

/* True: the profile has other counts, from this observer's column on, of which `text` says one. */
bool naive_past_differs(const struct naive_past *past, const struct msim_profile *profile,
                        unsigned column, char *text, size_t room);
