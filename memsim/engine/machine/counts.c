/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The counts of counts.h. */
#include "counts.h"

/* --- Which there are ---------------------------------------------------------------------- */

static bool always(const struct msim_machine *machine, enum msim_level level, bool of_data)
{
    (void)machine, (void)level, (void)of_data;
    return true;
}

static bool none(const struct msim_machine *machine, enum msim_level level, bool of_data)
{
    (void)machine, (void)level, (void)of_data;
    return false;
}

static bool misses(const struct msim_machine *machine, enum msim_level level, bool of_data)
{
    (void)of_data;
    return machine->level[level].units != 0;
}

static bool walks(const struct msim_machine *machine, enum msim_level level, bool of_data)
{
    return machine->level[of_data ? MSIM_DTLB : MSIM_ITLB].units != 0 &&
           (machine->level[MSIM_L2TLB].units || machine->level[level].units);
}

static bool traffic(const struct msim_machine *machine, enum msim_level level, bool of_data)
{
    (void)level;
    return machine->write && machine->level[of_data ? MSIM_D1 : MSIM_I1].units;
}

/* True: the level has a companion.  A fully associative one is its own. */
static bool has_companion(const struct msim_machine *machine, enum msim_level level)
{
    const struct msim_geometry *normal = &machine->level[level],
                               *huge = &machine->huge_level[level];
    return normal->units && (msim_geometry_sets(level, normal) > 1 ||
                             (msim_is_tlb(level) && machine->huge && huge->units &&
                              msim_geometry_sets(level, huge) > 1));
}

static bool first_full(const struct msim_machine *machine, enum msim_level level, bool of_data)
{
    (void)of_data;
    return machine->layout == MSIM_LAYOUT_ALL && !(msim_is_tlb(level) && machine->huge) &&
           has_companion(machine, level);
}

static bool outer_full(const struct msim_machine *machine, enum msim_level level, bool of_data)
{
    if (!machine->layout || (msim_is_tlb(level) && !walks(machine, level, of_data)))
        return false;
    return has_companion(machine, level) ||
           (msim_is_tlb(level) && has_companion(machine, MSIM_L2TLB));
}

static bool among_cores(const struct msim_machine *machine, enum msim_level level, bool of_data)
{
    (void)level, (void)of_data;
    return msim_machine_cores(machine) > 1;
}

const struct msim_counted msim_counted[] = {
#define COUNT(name, by, ...) [MSIM_##name] = {.counter = MSIM_BY_##by, __VA_ARGS__},
#include "counts.list"
#undef COUNT
};

/* Contexts keep what outer levels and cores count in arrays of their own. */
_Static_assert((int)MSIM_FULL_L1 == MSIM_COUNTS &&
                   (int)MSIM_TRUE_SHARED + MSIM_SHARED_COUNTS == MSIM_ALL_COUNTS,
               "rows with the same counter must stand together");

_Static_assert((int)MSIM_OBSERVED_MAX == (int)MSIM_OBSERVED_COUNTS * (int)MSIM_KINDS,
               "observers have other columns");

/* The column of an observer; NULL: it is not an observer's, or no observer has it. */
static const struct msim_observed *observed(const struct msim_machine *machine, enum msim_kind kind,
                                            enum msim_count count)
{
    unsigned i = count - msim_observed_count(0);
    return i < MSIM_OBSERVED_COUNTS ? machine->observed[kind * MSIM_OBSERVED_COUNTS + i] : NULL;
}

bool msim_has_count(const struct msim_machine *machine, enum msim_kind kind, enum msim_count count)
{
    const struct msim_counted *of = &msim_counted[count];
    bool of_data = kind != MSIM_FETCH;
    if (of->of_prefetchers)
        return msim_has_prefetchers(machine, (enum msim_level)(MSIM_D1 + kind));
    return of->column[kind].name ? of->exists(machine, of->level[of_data], of_data)
                                 : observed(machine, kind, count) != NULL;
}

const char *msim_event_name(const struct msim_machine *machine, enum msim_kind kind,
                            enum msim_count count)
{
    const char *name = msim_counted[count].column[kind].name;
    return name ? name : observed(machine, kind, count)->words.name;
}

enum msim_count msim_count_named(const char *column, enum msim_kind *kind)
{
    for (unsigned count = 0; count < MSIM_ALL_COUNTS; count++)
        for (*kind = 0; *kind < MSIM_KINDS; ++*kind) {
            const char *name = msim_counted[count].column[*kind].name;
            if (name && msim_same_text(name, column))
                return count;
        }
    return MSIM_ALL_COUNTS;
}

/* --- Rows --------------------------------------------------------------------------------- */

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
