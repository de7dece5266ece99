/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The oracle of several cores: the rules of engine/coherence/coherence.h, with everything looked
 * for in all caches at each reference, and written down at once.
 */
#pragma once

#include "engine/machine/cores.h"
#include "naive.h"

enum { NAIVE_CORES = 8, NAIVE_BITS = 64, NAIVE_CHAINS = 16384 };

enum naive_cores_fault {
    NAIVE_CORES_RIGHT,
    NAIVE_CORES_NO_LOSS,    /* no core loses a copy */
    NAIVE_CORES_KEEPS_L2,   /* only D1 loses it */
    NAIVE_CORES_KEEPS_FAR,  /* levels that others share keep it */
    NAIVE_CORES_OWNS,       /* a line that was read stays owned */
    NAIVE_CORES_DISOWNS,    /* it never does */
    NAIVE_CORES_LOST_READS, /* a core's earlier use of the bytes does not count */
    NAIVE_CORES_LOST_NOW,   /* its use of them now does not */
    NAIVE_CORES_OLD_WRITES, /* writes from before it lost the line count */
    NAIVE_CORES_REPLACED,   /* a copy that was replaced is lost, too */
    NAIVE_CORES_FETCHES,    /* fetches bring no line back */
    NAIVE_CORES_SUPPLIED,   /* a line from another core misses L3, too */
    NAIVE_CORES_OF_LINES,   /* what follows is of lines that are written back: */
    NAIVE_CORES_GIVES_CLEAN =
        NAIVE_CORES_OF_LINES,  /* what one core reads of another is not written on */
    NAIVE_CORES_STAYS_DIRTY,   /* or is, and stays dirty */
    NAIVE_CORES_KEEPS_OTHERS,  /* an inclusive level takes its lines from one core alone */
    NAIVE_CORES_LOSES_WRITTEN, /* what a far level had, and is taken away, is not written on */
    NAIVE_CORES_PASSES_BY,     /* a write that brings in nothing takes nothing from others */
    NAIVE_CORES_OF_LENGTHS,    /* and where lines have several lengths: */
    NAIVE_CORES_CLEANS_FIRST =
        NAIVE_CORES_OF_LENGTHS, /* of a unit, the first line alone is clean, */
    NAIVE_CORES_LOSES_REST,     /* what a write does not make dirty elsewhere is not written on, */
    NAIVE_CORES_LOSES_FAR,      /* or, of what far levels had, */
    NAIVE_CORES_WRITES_UNIT,    /* only a unit of it is */
    NAIVE_CORES_OF_EXCLUSIVE,   /* and where L3 is exclusive: */
    NAIVE_CORES_NONE_INSIDE =
        NAIVE_CORES_OF_EXCLUSIVE, /* what it lacks comes from none of its cores, */
    NAIVE_CORES_ALL_INSIDE,       /* or from others, too */
    NAIVE_CORES_MOVES_SHARED,     /* a line that others have leaves it */
    NAIVE_CORES_GIVES_MEMORY,     /* what is written on passes it */
    NAIVE_CORES_CLEANS_MOVED,     /* with MOESI, too, what came dirty from it is written on */
    NAIVE_CORES_FAULTS
};

/* What the oracle knows of a unit. */
struct naive_unit {
    uint64_t number;
    int owner; /* -1: none */
    bool modified;
    bool lost[NAIVE_CORES], had[NAIVE_CORES];
    bool touched[NAIVE_CORES][NAIVE_BITS]; /* in D1, since the line came there */
    bool used[NAIVE_CORES][NAIVE_BITS];    /* the same when it was lost, */
    bool written[NAIVE_CORES][NAIVE_BITS]; /* and what others wrote since */
    struct naive_unit *next;
};

struct naive_cores {
    struct msim_cores machine;
    struct naive_level level[NAIVE_CORES][MSIM_LEVELS]; /* shared instances have the same blocks */
    uint64_t unit, grain;                               /* bytes */
    bool private_l2;
    unsigned on;
    struct naive_unit *units[NAIVE_CHAINS]; /* by number */
    enum naive_cores_fault fault;
    uint64_t true_shared, false_shared; /* of all sites */
};

/* Makes it the oracle of several cores; `machine` has them. */
void naive_cores_start(struct naive *naive, const struct msim_machine *machine);
void naive_cores_end(struct naive *naive);

/* The core that runs reads these bytes into an L2 that it has to itself.  True: another one supplies
 * some. */
bool naive_cores_read(struct naive *naive, uint64_t first, uint64_t last);

/* The same of a line of its D1, which lacks it; nothing of it was used. */
bool naive_cores_read_line(struct naive *naive, uint64_t first);

/* True: another core than the one that runs has the line, and there are several. */
bool naive_cores_others_hold(const struct naive *naive, uint64_t line);

/* True: a core holds some of them, which it has modified. */
bool naive_cores_changed(struct naive *naive, uint64_t first, uint64_t last);

/* The core that runs stores `size` bytes from `stored` past the caches, which give up the lines of the
 * bytes first..last: others do here.  True: one had some. */
bool naive_cores_pass(struct naive *naive, uint64_t *count, uint64_t first, uint64_t last,
                      uint64_t stored, uint32_t size);

/* What is run next runs on this core. */
void naive_run_on(struct naive *naive, unsigned core);
