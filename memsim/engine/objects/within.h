/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What objects missed in each calling context, and how often they were referred to.
 *
 * Cost: a look-up each time that something is added; 50 bytes for each object in each context, 80
 * more if it missed there, and 256 KB.  References are added to 16 bytes that are found by a hash,
 * and to the counts when these make room.
 *
 * All together take no more than contexts may (--calls-limit); what is beyond that counts in
 * context 0, which is unknown.
 */
#pragma once

#include "engine/base/text.h"
#include "engine/parts/contexts.h"
#include "uses.h"

enum { MSIM_RECENT_WITHIN_BITS = 14 };

/* How often each level was missed, by reads and by writes. */
struct msim_object_missed {
    uint64_t count[2][MSIM_MISS_COUNTS];
};

struct msim_object_in {
    uint32_t object, context;
    uint32_t same_hash;
    uint32_t missed; /* its struct msim_object_missed, + 1; 0: it has none */
    uint64_t reads, writes;
};

/* An element, and references that are not added to it yet. */
struct msim_recent_within {
    uint32_t object, context;
    uint32_t element; /* + 1; 0: none */
    uint16_t reads, writes;
};

struct msim_within {
    struct msim_table table, missed;
    struct msim_lookup lookup;
    const struct msim_contexts *contexts; /* whose limit holds */
    bool bounded;                         /* something counts in context 0 because of it */
    struct msim_recent_within recent[1 << MSIM_RECENT_WITHIN_BITS]; /* by hash */
};

void msim_within_init(struct msim_within *within, const struct msim_mem *mem,
                      const struct msim_contexts *contexts);

/* The counts of an object in a context; NULL: there is no room. */
struct msim_object_in *msim_within(struct msim_within *within, uint32_t object, uint32_t context);

static inline struct msim_object_in *msim_within_at(const struct msim_within *within,
                                                    uint32_t number)
{
    return msim_table_at(&within->table, number);
}

/* Adds counts of reads or writes to the object in its context. */
void msim_within_add(struct msim_within *within, struct msim_object_in *in, enum msim_kind kind,
                     const struct msim_use_counts *adds);
struct msim_use_counts msim_within_counts(const struct msim_within *within,
                                          const struct msim_object_in *in, enum msim_kind kind);

/* An object is referred to in a context; its counts are there from now on. */
void msim_within_begin(struct msim_within *within, uint32_t object, uint32_t context);

/* The object was referred to this many times; the counts have it when they are settled. */
void msim_within_refer(struct msim_within *within, uint32_t object, uint32_t context, bool write,
                       uint32_t times);

/* Adds all references to their elements. */
void msim_within_settle(struct msim_within *within);

/* If the limit was reached, report it: in a line of the file after `start`, and to the user. */
void msim_within_put_bound(struct msim_text *text, const char *start,
                           const struct msim_within *within);
void msim_within_summary(const struct msim_within *within, const struct msim_lines *lines);

/* Sets all counts to zero; they must be settled. */
void msim_within_clear(struct msim_within *within);
