/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The attachments of attach.h. */
#include "attach.h"

static bool exists(const struct msim_observed *column, const struct msim_machine *machine)
{
    return !column->exists || column->exists(machine);
}

unsigned msim_columns_of(const struct msim_observer *observer, const struct msim_machine *machine)
{
    unsigned used = 0;
    for (unsigned i = 0; i < observer->observed_used; i++)
        used += exists(&observer->observed[i], machine);
    return used;
}

/* Columns of one may depend on what another one describes. */
static void describe_all(struct msim_machine *machine, const struct msim_options *options)
{
    for (unsigned i = 0; i < msim_observers_used; i++) {
        const struct msim_observer *observer = msim_observers[i];
        if (observer->describe && msim_options_ask_for(options, observer) &&
            msim_columns_of(observer, machine))
            observer->describe(options->own[i], machine);
    }
}

bool msim_attach_columns(struct msim_machine *machine, const struct msim_options *options,
                         struct msim_refusal *refusal)
{
    unsigned used = 0;
    describe_all(machine, options);
    for (unsigned i = 0; i < msim_observers_used; i++) {
        const struct msim_observer *observer = msim_observers[i];
        bool asked = msim_options_ask_for(options, observer);
        unsigned wanted = asked ? msim_columns_of(observer, machine) : 0;
        if (wanted > MSIM_OBSERVED_MAX - used) {
            *refusal = (struct msim_refusal){observer->options.option->name, NULL,
                                             "other observers have its columns: leave out one"};
            return false;
        }
        for (unsigned k = 0; wanted && k < observer->observed_used; k++)
            if (exists(&observer->observed[k], machine))
                machine->observed[used++] = &observer->observed[k];
    }
    return true;
}

static void attach_timer(struct msim_sim *sim, const struct msim_observing *one)
{
    struct msim_timer timer;
    one->observer->timer(one->self, &timer);
    msim_sim_attach_timer(sim, &timer);
}

static void attach_branches(struct msim_sim *sim, const struct msim_observing *one)
{
    struct msim_branch_observer branches;
    one->observer->branches(one->self, &branches);
    msim_sim_attach_branches(sim, &branches);
}

static void attach_contexts(struct msim_sim *sim, const struct msim_observing *one)
{
    struct msim_context_observer contexts;
    one->observer->contexts(one->self, &contexts);
    msim_sim_attach_contexts(sim, &contexts);
}

static void attach_pages(struct msim_sim *sim, const struct msim_observing *one)
{
    struct msim_page_observer pages;
    one->observer->pages(one->self, &pages);
    msim_sim_attach_pages(sim, &pages);
}

static void attach_attribution(struct msim_sim *sim, const struct msim_observing *one)
{
    const struct msim_observer *of = one->observer;
    bool records = msim_observing_takes(one, MSIM_INPUT_RECORDS);
    struct msim_attribution attribution = {
        of->attribute, of->outcomes, records ? of->record : NULL, records ? of->passed : NULL,
        of->waited,    one->self};
    msim_sim_attach_attribution(sim, &attribution);
}

static void attach_sharing(struct msim_sim *sim, const struct msim_observing *one)
{
    bool near = msim_observing_takes(one, MSIM_INPUT_NEAR);
    struct msim_sharing_observer sharing = {one->observer->shared,
                                            near ? one->observer->near : NULL, one->self};
    msim_sim_attach_sharing(sim, &sharing);
}

/* Shows a record to all that see segments, where there are several. */
static void show_segment(void *self, const uint64_t *record)
{
    const struct msim_segments_seen *seen = self;
    for (unsigned i = 0; i < seen->used; i++)
        if (seen->by[i]->observer->segment)
            seen->by[i]->observer->segment(seen->by[i]->self, record);
}

static void show_completed(void *self, const uint64_t *record)
{
    const struct msim_segments_seen *seen = self;
    for (unsigned i = 0; i < seen->used; i++)
        if (seen->by[i]->observer->completed)
            seen->by[i]->observer->completed(seen->by[i]->self, record);
}

static void attach_segments(struct msim_sim *sim, const struct msim_observing *one,
                            struct msim_segments_seen *seen)
{
    const struct msim_observer *of = one->observer;
    const struct msim_segment_observer alone = {
        .from = of->segments_from ? of->segments_from(one->self) : NULL,
        .segment = of->segment,
        .completed = of->completed,
        .skipped = of->skipped,
        .self = one->self};
    const struct msim_segment_observer several = {
        .segment = show_segment, .completed = show_completed, .self = seen};
    seen->by[seen->used++] = one;
    msim_sim_attach_segments(sim, seen->used == 1 ? &alone : &several);
}

void msim_attach(struct msim_sim *sim, const struct msim_mem *mem, const struct msim_observing *one,
                 struct msim_segments_seen *segments)
{
    const struct msim_observer *of = one->observer;
    void *self = one->self;
    if ((of->segment || of->completed) && msim_observing_takes(one, MSIM_INPUT_SEGMENTS))
        attach_segments(sim, one, segments);
    if (of->misses || of->served)
        msim_sim_attach_misses(
            sim, &(struct msim_miss_observer){of->misses, of->served, of->wrote, self});
    if (of->moved)
        msim_sim_attach_traffic(sim, &(struct msim_traffic_observer){of->moved, self});
    if (of->timer && sim->cores.coherence)
        attach_timer(sim, one);
    if (of->branches)
        attach_branches(sim, one);
    if (of->contexts)
        attach_contexts(sim, one);
    if (of->pages && msim_observing_takes(one, MSIM_INPUT_PAGES))
        attach_pages(sim, one);
    if (of->attribute)
        attach_attribution(sim, one);
    if (of->shared)
        attach_sharing(sim, one);
    if (of->ran)
        msim_parts_attach(&sim->parts, &(struct msim_interval_observer){of->ran, self});
    if (of->regions)
        msim_parts_attach_regions(&sim->parts, &(struct msim_region_observer){of->regions, self},
                                  mem);
}
