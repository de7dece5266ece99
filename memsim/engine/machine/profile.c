/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rows of counts of profile.h. */
#include "profile.h"

enum { SITES_MAX = 1 << 25 };

void msim_profile_init(struct msim_profile *profile, const struct msim_mem *mem,
                       const struct msim_dict *dict)
{
    profile->dict = dict;
    profile->keeps_times = false;
    msim_table_init(&profile->rows, mem, sizeof(struct msim_row), SITES_MAX);
    msim_table_init(&profile->times, mem, sizeof(uint64_t), MSIM_SEGMENTS_MAX);
}

void msim_profile_extend(struct msim_profile *profile)
{
    while (profile->rows.used < profile->dict->sites.used)
        msim_table_add(&profile->rows);
    while (profile->keeps_times && profile->times.used < profile->dict->segments.used)
        msim_table_add(&profile->times);
}

void msim_segment_refs(const struct msim_segment *segment, uint64_t times,
                       void (*add)(void *self, uint32_t site, enum msim_kind kind, uint64_t times),
                       void *self)
{
    for (unsigned i = segment->continued; i < segment->instrs_used; i++)
        add(self, segment->instrs[i].site, MSIM_FETCH, times);
    for (unsigned i = 0; i < segment->accesses_used; i++) {
        const struct msim_access *access = &segment->accesses[i];
        if (!access->maybe)
            add(self, segment->instrs[access->instr].site, msim_access_kind(access), times);
    }
}

static void add_refs(void *self, uint32_t site, enum msim_kind kind, uint64_t times)
{
    msim_profile_row(self, site)->count[kind][MSIM_REFS] += times;
}

void msim_profile_add_segment(struct msim_profile *profile, uint32_t number, uint64_t times)
{
    msim_segment_refs(msim_dict_segment_at(profile->dict, number), times, add_refs, profile);
    if (profile->keeps_times)
        *MSIM_TABLE_AT(&profile->times, number, uint64_t) += times;
}

struct msim_row msim_profile_total(const struct msim_profile *profile)
{
    struct msim_row total = {0};
    for (uint32_t site = 0; site < profile->rows.used; site++)
        msim_row_add(&total, msim_profile_row(profile, site));
    return total;
}

void msim_profile_clear(struct msim_profile *profile)
{
    for (uint32_t site = 0; site < profile->rows.used; site++)
        *msim_profile_row(profile, site) = (struct msim_row){0};
    for (uint32_t number = 0; number < profile->times.used; number++)
        *MSIM_TABLE_AT(&profile->times, number, uint64_t) = 0;
}
