/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Comparing a line's counts with those of other runs; see changes.h. */
#include "changes.h"

#include <math.h>
#include <stdlib.h>

#include "cmd/base/grow.h"
#include "cmd/check/sides/side.h"
#include "cmd/counts/records.h"

/* A side, and for each of its other runs which of that run's parts is one of the side's. */
struct runs {
    const struct msim_side *side;
    const struct msim_more *more;
    const size_t *event; /* by msim_common */
    uint32_t **mate;
};

static uint32_t *find_mates(const struct msim_counts *side, const struct msim_counts *other)
{
    size_t pairs;
    struct msim_side_pair *pair = msim_pair_parts(side, other, &pairs);
    uint32_t *mate = msim_zeroed(side->parts, sizeof *mate);
    for (size_t i = 0; i < side->parts; i++)
        mate[i] = MSIM_NOTHING;
    for (size_t i = 0; i < pairs; i++)
        if (pair[i].base != MSIM_NOTHING)
            mate[pair[i].base] = pair[i].fresh;
    free(pair);
    return mate;
}

static struct runs runs_of(const struct msim_side *side, const struct msim_more *more,
                           const size_t *event)
{
    struct runs runs = {side, more, event, msim_zeroed(more->sides, sizeof *runs.mate)};
    for (size_t i = 0; i < more->sides; i++)
        runs.mate[i] = find_mates(&side->counts, &more->side[i].counts);
    return runs;
}

static void free_runs(struct runs *runs)
{
    for (size_t i = 0; i < runs->more->sides; i++)
        free(runs->mate[i]);
    free(runs->mate);
}

/* The counts of a line of a part, by the file's events; 0 of what is not there. */
static void read_line(struct msim_records *records, const struct msim_counts *counts, uint32_t part,
                      uint32_t line, int64_t *count)
{
    int64_t one[MSIM_EVENTS_MAX];
    for (size_t i = 0; i < counts->events; i++)
        count[i] = 0;
    if (part == MSIM_NOTHING)
        return;
    bool whole = msim_changes_are_whole(counts, part);
    msim_records_of_part(records, counts, part);
    for (size_t at = 0; at < records->records;) {
        bool is_it = whole || records->record[at].line == line;
        at = msim_records_line(records, counts, at, one);
        for (size_t i = 0; is_it && i < counts->events; i++)
            count[i] += one[i];
    }
}

/* Adds the other runs' counts of that place. */
static void sample(const struct runs *runs, struct msim_records *records,
                   struct msim_changed_place place, size_t events, struct msim_sample *samples)
{
    int64_t count[MSIM_EVENTS_MAX];
    for (size_t i = 0; i < runs->more->sides; i++) {
        uint32_t part = place.part == MSIM_NOTHING ? MSIM_NOTHING : runs->mate[i][place.part];
        read_line(records, &runs->more->side[i].counts, part, place.line, count);
        for (size_t k = 0; k < events; k++)
            msim_sample_add(&samples[k], (long double)count[runs->event[k]]);
    }
}

static bool is_steady(const struct msim_changes *changes, const struct msim_change *change,
                      const struct runs *base, const struct runs *fresh,
                      struct msim_records *records, size_t events)
{
    struct msim_sample old[MSIM_EVENTS_MAX] = {{0}}, new[MSIM_EVENTS_MAX] = {{0}};
    for (size_t i = 0; i < events; i++) {
        msim_sample_add(&old[i], (long double)change->base[i]);
        msim_sample_add(&new[i], (long double)change->fresh[i]);
    }
    sample(base, records, change->from, events, old);
    sample(fresh, records, change->to, events, new);
    for (size_t i = 0; i < events; i++)
        if (changes->watched[i] &&
            fabsl(new[i].mean - old[i].mean) > msim_samples_vary(&old[i], &new[i]))
            return true;
    return false;
}

void msim_changes_leave_out_varying(struct msim_changes *changes, const struct msim_sides *sides)
{
    const struct msim_common *common = &sides->common;
    struct msim_records records = {0};
    size_t kept = 0;
    if (!sides->more_base.sides && !sides->more_fresh.sides)
        return;
    struct runs base = runs_of(&sides->base, &sides->more_base, common->base),
                fresh = runs_of(&sides->fresh, &sides->more_fresh, common->fresh);
    for (size_t i = 0; i < changes->changes; i++) {
        struct msim_change change = changes->change[i];
        if (is_steady(changes, &change, &base, &fresh, &records, common->events))
            changes->change[kept++] = change;
        else
            free(change.base);
    }
    changes->small += changes->changes - kept;
    changes->changes = kept;
    msim_records_clear(&records);
    free_runs(&base);
    free_runs(&fresh);
}
