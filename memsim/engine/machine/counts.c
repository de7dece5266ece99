/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The counts of counts.h. */
#include "counts.h"

/* Has the level a companion?  A fully associative one is its own. */
static bool has_companion(const struct msim_machine *machine, enum msim_level level)
{
    const struct msim_geometry *normal = &machine->level[level],
                               *huge = &machine->huge_level[level];
    return normal->units && (msim_geometry_sets(level, normal) > 1 ||
                             (msim_is_tlb(level) && machine->huge && huge->units &&
                              msim_geometry_sets(level, huge) > 1));
}

static bool has_full_count(const struct msim_machine *machine, enum msim_kind kind,
                           enum msim_count count)
{
    bool all = machine->layout == MSIM_LAYOUT_ALL;
    switch (count) {
    case MSIM_FULL_L1:
        return all && has_companion(machine, kind == MSIM_FETCH ? MSIM_I1 : MSIM_D1);
    case MSIM_FULL_T1:
        return all && !machine->huge &&
               has_companion(machine, kind == MSIM_FETCH ? MSIM_ITLB : MSIM_DTLB);
    case MSIM_FULL_L2:
        return has_companion(machine, MSIM_L2);
    case MSIM_FULL_L3:
        return has_companion(machine, MSIM_L3);
    default:
        return msim_has_count(machine, kind, MSIM_MISS_T2) &&
               (has_companion(machine, MSIM_L2TLB) ||
                has_companion(machine, kind == MSIM_FETCH ? MSIM_L2ITLB : MSIM_L2DTLB));
    }
}

bool msim_has_count(const struct msim_machine *machine, enum msim_kind kind, enum msim_count count)
{
    const struct msim_geometry *level = machine->level;
    bool fetch = kind == MSIM_FETCH;
    switch (count) {
    case MSIM_REFS:
        return true;
    case MSIM_MISS_L1:
        return level[fetch ? MSIM_I1 : MSIM_D1].units != 0;
    case MSIM_MISS_L2:
        return level[MSIM_L2].units != 0;
    case MSIM_MISS_L3:
        return level[MSIM_L3].units != 0;
    case MSIM_MISS_T1:
        return level[fetch ? MSIM_ITLB : MSIM_DTLB].units != 0;
    case MSIM_MISS_T2:
        return level[fetch ? MSIM_ITLB : MSIM_DTLB].units != 0 &&
               (level[MSIM_L2TLB].units || level[fetch ? MSIM_L2ITLB : MSIM_L2DTLB].units);
    case MSIM_TRUE_SHARED:
    case MSIM_FALSE_SHARED:
    case MSIM_TAKEN:
    case MSIM_INVALIDATED:
        return !fetch && msim_machine_cores(machine) > 1;
    default:
        return machine->layout && has_full_count(machine, kind, count);
    }
}

void msim_row_add(struct msim_row *to, const struct msim_row *from)
{
    for (unsigned kind = 0; kind < MSIM_KINDS; kind++)
        for (unsigned i = 0; i < MSIM_ALL_COUNTS; i++)
            to->count[kind][i] += from->count[kind][i];
}

void msim_row_subtract(struct msim_row *to, const struct msim_row *from)
{
    for (unsigned kind = 0; kind < MSIM_KINDS; kind++)
        for (unsigned i = 0; i < MSIM_ALL_COUNTS; i++)
            to->count[kind][i] -= from->count[kind][i];
}

bool msim_row_is_zero(const struct msim_row *row)
{
    uint64_t any = 0;
    for (unsigned kind = 0; kind < MSIM_KINDS; kind++)
        for (unsigned i = 0; i < MSIM_ALL_COUNTS; i++)
            any |= row->count[kind][i];
    return any == 0;
}
