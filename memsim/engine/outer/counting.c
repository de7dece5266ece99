/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Divides counts of counting.h among parts. */
#include "counting.h"

void msim_add_divided(struct msim_outer_levels *outer, const struct msim_ref *ref,
                      enum msim_count count, uint64_t times, bool whose)
{
    if (outer->off)
        return;
    outer->total.count[ref->kind][count] += times;
    if (outer->part)
        msim_small_rows_count(outer->part_misses, outer->part, ref->site, ref->kind, count, times);
    if (whose && outer->contexts)
        msim_contexts_miss_in_part(outer->contexts, outer->context_number, outer->part, ref->kind,
                                   count, times);
}
