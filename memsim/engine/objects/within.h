/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What objects missed in each calling context, and how often they were referred to.
 *
 * Cost: a look-up each time that something is added; 156 bytes for each object in each context, and 256 KB.
 * References are added to 16 bytes that are found by a hash, and to the counts when these make room.
 */
#ifndef MSIM_ENGINE_OBJECTS_WITHIN_H
#define MSIM_ENGINE_OBJECTS_WITHIN_H

#include "uses.h"

enum { MSIM_RECENT_WITHIN_BITS = 14 };

struct msim_object_in {
    uint32_t object, context;
    uint32_t same_hash;
    struct msim_use_counts counts[MSIM_KINDS];
};

/* An element, and references that it does not know yet. */
struct msim_recent_within {
    uint32_t object, context;
    uint32_t element; /* + 1; 0: none */
    uint16_t reads, writes;
};

struct msim_within {
    struct msim_table table;
    struct msim_lookup lookup;
    struct msim_recent_within recent[1 << MSIM_RECENT_WITHIN_BITS]; /* by hash */
};

void msim_within_init(struct msim_within *within, const struct msim_mem *mem);

/* The counts of an object in a context; NULL: there is no room. */
struct msim_object_in *msim_within(struct msim_within *within, uint32_t object, uint32_t context);

static inline struct msim_object_in *msim_within_at(const struct msim_within *within,
                                                    uint32_t number)
{
    return msim_table_at(&within->table, number);
}

/* An object is referred to in a context; its counts are there from now on. */
void msim_within_begin(struct msim_within *within, uint32_t object, uint32_t context);

/* It was referred to so often; the counts know it when they are settled. */
void msim_within_refer(struct msim_within *within, uint32_t object, uint32_t context, bool write,
                       uint32_t times);

/* All elements know their references. */
void msim_within_settle(struct msim_within *within);

/* Sets all counts to zero; they must be settled. */
void msim_within_clear(struct msim_within *within);

#endif
