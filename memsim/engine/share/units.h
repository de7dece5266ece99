/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What was counted on units that cores take from each other, by part of a unit: bytes that one
 * instruction of one thread refers to, in one object.
 *
 * A unit is found by its number (its address / its bytes), a part by what makes it one.  The parts
 * of a unit are chained in the order in which they were first seen.  Memory may be used again for
 * another object while cores share it: then it has parts of both.
 *
 * Cost: two look-ups by hash for each reference; at most MSIM_SHARE_UNITS units and
 * MSIM_SHARE_PARTS parts, about 80 bytes each.  What does not fit is added up in `others`.
 */
#pragma once

#include "stream/lookup.h"

enum { MSIM_SHARE_UNITS = 1 << 20, MSIM_SHARE_PARTS = 1 << 22 };

/* A reference that reads and writes counts as both. */
enum msim_share_count {
    MSIM_SHARE_READS,
    MSIM_SHARE_WRITES,
    MSIM_SHARE_TRUE,        /* coherence misses for bytes that others wrote, */
    MSIM_SHARE_FALSE,       /* and for others of the unit alone */
    MSIM_SHARE_FROM_CORE,   /* references that got the unit from another core */
    MSIM_SHARE_INVALIDATED, /* copies that other cores lost */
    MSIM_SHARE_COUNTS
};

struct msim_share_counts {
    uint64_t count[MSIM_SHARE_COUNTS];
};

static inline void msim_share_add(struct msim_share_counts *to,
                                  const struct msim_share_counts *adds)
{
    for (unsigned i = 0; i < MSIM_SHARE_COUNTS; i++)
        to->count[i] += adds->count[i];
}

static inline uint64_t msim_share_misses(const struct msim_share_counts *counts)
{
    return counts->count[MSIM_SHARE_TRUE] + counts->count[MSIM_SHARE_FALSE];
}

struct msim_share_part_key {
    uint64_t unit; /* its number */
    uint32_t offset, size;
    uint32_t thread, site, object;
};

struct msim_share_part {
    struct msim_share_part_key key;
    int64_t at; /* its offset in the object, when it was first seen */
    struct msim_share_counts counts;
    uint32_t next; /* part of the unit; 0: none */
    uint32_t same_hash;
};

struct msim_share_unit {
    uint64_t number;
    uint32_t first, last; /* of its parts */
    uint32_t same_hash;
};

struct msim_share_units {
    struct msim_table units, parts; /* element 0 of both is unused */
    struct msim_lookup unit_lookup, part_lookup;
    struct msim_share_counts others;
};

void msim_share_units_init(struct msim_share_units *units, const struct msim_mem *mem,
                           uint32_t units_most, uint32_t parts_most);

/* Adds to a part, which is made if it is new; `at` is its offset in the object. */
void msim_share_units_count(struct msim_share_units *units, const struct msim_share_part_key *key,
                            int64_t at, const struct msim_share_counts *adds);

/* Sets all counts to zero. */
void msim_share_units_clear(struct msim_share_units *units);

static inline struct msim_share_unit *msim_share_unit_at(const struct msim_share_units *units,
                                                         uint32_t number)
{
    return msim_table_at(&units->units, number);
}

static inline struct msim_share_part *msim_share_part_at(const struct msim_share_units *units,
                                                         uint32_t number)
{
    return msim_table_at(&units->parts, number);
}

/* The unit with this number; 0: no such unit. */
uint32_t msim_share_unit_find(const struct msim_share_units *units, uint64_t number);

/* The sum over a unit's parts; 0 has none. */
struct msim_share_counts msim_share_unit_sum(const struct msim_share_units *units, uint32_t number);
