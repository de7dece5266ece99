/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The profile: one row of counts per site, with references and misses for each kind of access.
 *
 * Misses are added as they happen.  References cost nothing at run time, because they follow from
 * how often each segment ran (msim_profile_add_segment).  Only conditional accesses are counted one
 * by one.
 */
#pragma once

#include "counts.h"
#include "stream/dict.h"

struct msim_profile {
    const struct msim_dict *dict;
    struct msim_table rows;  /* by site */
    bool keeps_times;        /* set this before anything runs, for */
    struct msim_table times; /* how often each segment ran, uint64_t */
};

void msim_profile_init(struct msim_profile *profile, const struct msim_mem *mem,
                       const struct msim_dict *dict);

/* Adds rows for new sites of the dictionary; call after describing code. */
void msim_profile_extend(struct msim_profile *profile);

static inline struct msim_row *msim_profile_row(const struct msim_profile *profile, uint32_t site)
{
    return msim_table_at(&profile->rows, site);
}

/* How often a segment ran, if that is kept; what set counts to 0 since makes no difference. */
static inline uint64_t msim_profile_times(const struct msim_profile *profile, uint32_t segment)
{
    return *MSIM_TABLE_AT(&profile->times, segment, uint64_t);
}

/* Calls `add` with the references that a segment makes if it runs `times` times, without
 * conditional ones. */
void msim_segment_refs(const struct msim_segment *segment, uint64_t times,
                       void (*add)(void *self, uint32_t site, enum msim_kind kind, uint64_t times),
                       void *self);

/* Adds the references of a segment that ran `times` times. */
void msim_profile_add_segment(struct msim_profile *profile, uint32_t segment, uint64_t times);

/* The sum of all rows. */
struct msim_row msim_profile_total(const struct msim_profile *profile);

/* Resets all counts: a forked child counts only what it runs itself. */
void msim_profile_clear(struct msim_profile *profile);
