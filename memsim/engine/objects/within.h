/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What objects missed in each calling context. */
#ifndef MSIM_ENGINE_OBJECTS_WITHIN_H
#define MSIM_ENGINE_OBJECTS_WITHIN_H

#include "uses.h"

enum { MSIM_RECENT_WITHIN_BITS = 13 };

struct msim_object_in {
    uint32_t object, context;
    uint32_t same_hash;
    struct msim_use_counts counts[MSIM_KINDS];
};

struct msim_within {
    struct msim_table table;
    struct msim_lookup lookup;
    uint32_t recent[1 << MSIM_RECENT_WITHIN_BITS]; /* by hash: an element, + 1; 0: none */
};

void msim_within_init(struct msim_within *within, const struct msim_mem *mem);

/* The counts of an object in a context; NULL: there is no room. */
struct msim_object_in *msim_within(struct msim_within *within, uint32_t object, uint32_t context);

static inline struct msim_object_in *msim_within_at(const struct msim_within *within,
                                                    uint32_t number)
{
    return msim_table_at(&within->table, number);
}

void msim_within_clear(struct msim_within *within);

#endif
