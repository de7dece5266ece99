/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Several runs of one side, as memsim run --runs=N makes them (files/operand.h).  The one in the middle by its instructions is the side; the others say what varies.
 */
#include "side.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"

static bool has_same_events(const struct msim_counts *a, const struct msim_counts *b)
{
    bool same = a->events == b->events;
    for (size_t i = 0; same && i < a->events; i++)
        same = !strcmp(a->event[i], b->event[i]);
    return same;
}

static int64_t instructions(const struct msim_side *side)
{
    size_t event = msim_counts_event(&side->counts, "Ir", 2);
    return event < side->counts.events ? side->counts.total[event] : 0;
}

static int by_instructions(const void *a, const void *b)
{
    int64_t left = instructions(a), right = instructions(b);
    return (left > right) - (left < right);
}

void msim_runs_load(struct msim_side *side, struct msim_side **others, const char *const *name,
                    size_t runs, const char *only)
{
    struct msim_side *all = msim_zeroed(runs, sizeof *all);
    for (size_t i = 0; i < runs; i++) {
        msim_side_load(&all[i], name[i], only);
        if (!has_same_events(&all[0].counts, &all[i].counts))
            msim_bad_input("%s has other events than %s: give all runs the same options", name[i],
                           name[0]);
    }
    qsort(all, runs, sizeof *all, by_instructions);
    *side = all[(runs - 1) / 2];
    memmove(&all[(runs - 1) / 2], &all[(runs - 1) / 2 + 1], (runs / 2) * sizeof *all);
    *others = all;
}
