/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known of units (coherence.h): a word of each, and a record of those that more than one core
 * had. */
#pragma once

#include "engine/machine/cores.h"
#include "engine/outer/outer.h"
#include "engine/ports/port.h"
#include "sharing.h"
#include "units.h"

enum { MSIM_COHERENT_LEVELS = 2 };

/* A level that cores share, in several instances. */
struct msim_shared_level {
    enum msim_level level;
    uint32_t sharing;
};

/* A core that lost the unit. */
struct msim_departed {
    uint64_t used;    /* what it had used of the unit when it lost it; */
    uint64_t written; /* what others wrote since then */
};

/* A unit that more than one core had. */
struct msim_unit {
    uint64_t held;   /* a bit for each core that may hold it, */
    uint64_t lost;   /* and for each that lost it to a write, and has not had it since */
    uint32_t owner;  /* MSIM_CORES_MAX: no core owns it */
    uint32_t misses; /* by coherence */
    bool modified;   /* by its owner */
    struct msim_departed departed[]; /* by core */
};

struct msim_coherence {
    const struct msim_cores *cores;
    struct msim_outer_levels *outer; /* whose lines are numbered by page frames; units are not */
    struct msim_units words;
    struct msim_table records;
    unsigned unit_shift, grain_shift;
    struct msim_port *data[MSIM_CORES_MAX];
    bool own_l2; /* each core has one to itself */
    struct msim_shared_level shared[MSIM_COHERENT_LEVELS];
    unsigned shared_levels;
    struct msim_sharing_observer observer;
};

/* The word of a unit: 0, one core + 1, or the number of a record; NEAR: its references are shown,
 * because of a neighbour. */
enum {
    MSIM_UNIT_NEAR = 1 << 29,
    MSIM_UNIT_MODIFIED = 1 << 30,
    MSIM_UNIT_CORE = MSIM_UNIT_NEAR - 1,
    MSIM_UNIT_RECORDS_MAX = 1 << 29
};
#define MSIM_UNIT_RECORD (UINT32_C(1) << 31)

/* NULL: the unit has none. */
static inline struct msim_unit *msim_unit_record(const struct msim_coherence *coherence,
                                                 uint32_t word)
{
    return word & MSIM_UNIT_RECORD
               ? msim_table_at(&coherence->records, word & (MSIM_UNIT_RECORDS_MAX - 1))
               : NULL;
}

static inline bool msim_unit_is_written(const struct msim_coherence *coherence, uint32_t word)
{
    const struct msim_unit *record = msim_unit_record(coherence, word);
    return record ? record->modified : word & MSIM_UNIT_MODIFIED;
}

/* The user of a unit: a core + 1; 0: no core; above MSIM_CORES_MAX: several, none of which owns it. */
static inline uint32_t msim_unit_user(const struct msim_coherence *coherence, uint32_t word)
{
    const struct msim_unit *record = msim_unit_record(coherence, word);
    return record ? record->owner + 1 : word & MSIM_UNIT_CORE;
}

/* The lines of a unit in an array, first to last. */
struct msim_unit_lines {
    uint64_t first, last;
};

static inline struct msim_unit_lines msim_unit_lines_in(const struct msim_coherence *coherence,
                                                        const struct msim_array *array,
                                                        uint64_t unit)
{
    if (array->shift >= coherence->unit_shift) {
        uint64_t line = unit >> (array->shift - coherence->unit_shift);
        return (struct msim_unit_lines){line, line};
    }
    unsigned bits = coherence->unit_shift - array->shift;
    return (struct msim_unit_lines){unit << bits, ((unit + 1) << bits) - 1};
}
