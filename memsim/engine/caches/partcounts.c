/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The counts of partcounts.h. */
#include "partcounts.h"

/* --- One pair ----------------------------------------------------------------------------- */

struct taking {
    const struct msim_part_taker *taker;
    uint32_t part;
};

static void take_refs(void *self, uint32_t site, enum msim_kind kind, uint64_t times)
{
    const struct taking *taking = self;
    taking->taker->take(taking->taker->self, taking->part, site, kind, MSIM_REFS, times);
}

static void take_times(const struct msim_parts *parts, uint32_t number,
                       const struct msim_part_taker *taker)
{
    const struct msim_pair *pair = msim_small_pair(&parts->times.small, number);
    struct taking taking = {taker, pair->first};
    uint64_t times = msim_small_times_at(&parts->times, number);
    if (times)
        msim_segment_refs(msim_dict_segment_at(parts->hot->dict, pair->second), times, take_refs,
                          &taking);
}

static void take_row(const struct msim_small_rows *rows, uint32_t number,
                     const struct msim_part_taker *taker)
{
    const struct msim_pair *pair = msim_small_pair(&rows->small, number);
    struct msim_row row = msim_small_rows_at(rows, number);
    for (unsigned kind = 0; kind < MSIM_KINDS; kind++)
        for (unsigned count = 0; count < MSIM_ALL_COUNTS; count++)
            if (row.count[kind][count])
                taker->take(taker->self, pair->first, pair->second, kind, count,
                            row.count[kind][count]);
}

void msim_part_counts_take(const struct msim_parts *parts, const struct msim_part_taker *taker)
{
    for (uint32_t i = 0; i < parts->times.small.table.used; i++)
        take_times(parts, i, taker);
    for (uint32_t i = 0; i < parts->refs.small.table.used; i++)
        take_row(&parts->refs, i, taker);
    for (uint32_t i = 0; i < parts->misses.small.table.used; i++)
        take_row(&parts->misses, i, taker);
}

/* --- One part ----------------------------------------------------------------------------- */

static struct msim_part_pairs by_part(const struct msim_pairs *pairs, uint32_t parts,
                                      const struct msim_mem *mem)
{
    uint32_t used = pairs->table.used;
    struct msim_part_pairs sorted = {
        .first = msim_get(mem, ((size_t)parts + 2) * sizeof *sorted.first, 8),
        .number = msim_get(mem, ((size_t)used + 1) * sizeof *sorted.number, 8)};
    uint32_t *next = sorted.first + 1; /* of each part; it becomes where the next one begins */
    for (uint32_t i = 0; i < used; i++)
        next[msim_small_pair(pairs, i)->first + 1]++;
    for (uint32_t part = 0; part < parts; part++)
        next[part + 1] += next[part];
    for (uint32_t i = 0; i < used; i++)
        sorted.number[next[msim_small_pair(pairs, i)->first]++] = i;
    return sorted;
}

void msim_part_counts_init(struct msim_part_counts *counts, const struct msim_parts *parts,
                           const struct msim_mem *mem)
{
    uint32_t used = parts->open.tree.parts.used;
    *counts = (struct msim_part_counts){.parts = parts,
                                        .times = by_part(&parts->times.small, used, mem),
                                        .refs = by_part(&parts->refs.small, used, mem),
                                        .misses = by_part(&parts->misses.small, used, mem)};
}

static bool has_any(const struct msim_part_pairs *pairs, uint32_t part)
{
    return pairs->first[part] != pairs->first[part + 1];
}

bool msim_part_counts_any(const struct msim_part_counts *counts, uint32_t part)
{
    return has_any(&counts->times, part) || has_any(&counts->refs, part) ||
           has_any(&counts->misses, part);
}

void msim_part_counts_take_of(const struct msim_part_counts *counts, uint32_t part,
                              const struct msim_part_taker *taker)
{
    const struct msim_parts *parts = counts->parts;
    for (uint32_t i = counts->times.first[part]; i < counts->times.first[part + 1]; i++)
        take_times(parts, counts->times.number[i], taker);
    for (uint32_t i = counts->refs.first[part]; i < counts->refs.first[part + 1]; i++)
        take_row(&parts->refs, counts->refs.number[i], taker);
    for (uint32_t i = counts->misses.first[part]; i < counts->misses.first[part + 1]; i++)
        take_row(&parts->misses, counts->misses.number[i], taker);
}
