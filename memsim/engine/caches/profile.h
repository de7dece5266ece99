/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The counts: one row for every source place, references and misses per kind of access.
 *
 * Misses are added as they happen.  References need no work at run time: they follow from how often
 * each segment was executed (msim_profile_add_segment), but for conditional accesses, which are
 * counted when they happen.
 */
#ifndef MSIM_ENGINE_CACHES_PROFILE_H
#define MSIM_ENGINE_CACHES_PROFILE_H

#include "engine/machine/counts.h"
#include "stream/dict.h"

struct msim_profile {
    const struct msim_dict *dict;
    struct msim_table rows; /* by site */
};

void msim_profile_init(struct msim_profile *profile, const struct msim_mem *mem,
                       const struct msim_dict *dict);

/* Makes rows for the sites that the dictionary has gained; call after describing code. */
void msim_profile_extend(struct msim_profile *profile);

static inline struct msim_row *msim_profile_row(const struct msim_profile *profile, uint32_t site)
{
    return msim_table_at(&profile->rows, site);
}

/* Adds the references of `times` executions of a segment. */
void msim_profile_add_segment(struct msim_profile *profile, uint32_t segment, uint64_t times);

/* The sum of all rows. */
struct msim_row msim_profile_total(const struct msim_profile *profile);

/* All counts to zero: a forked child counts what it runs itself. */
void msim_profile_clear(struct msim_profile *profile);

#endif
