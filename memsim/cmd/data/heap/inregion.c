/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The selection of inregion.h. */
#include "inregion.h"

#include <stdlib.h>

#include "cmd/base/grow.h"

/* The peak's line is the last one, wherever its snapshot stands. */
const struct msim_alloc_time **msim_heaped_times(const struct msim_heaped *heap,
                                                 const struct msim_allocated *alloc)
{
    const struct msim_alloc_time **times = msim_zeroed(heap->snapshots, sizeof *times);
    size_t next = 0;
    bool good = alloc->times == heap->snapshots;
    for (size_t i = 0; good && i < heap->snapshots; i++) {
        bool is_peak = heap->snapshot[i].tree == MSIM_PEAK;
        times[i] = &alloc->time[is_peak ? alloc->times - 1 : next];
        next += !is_peak;
        good = times[i]->time == heap->snapshot[i].time;
    }
    if (good)
        return times;
    free(times);
    return NULL;
}

/* --- Spans ------------------------------------------------------------------------------------ */

static int by_start(const void *left, const void *right)
{
    const struct msim_alloc_span *a = left, *b = right;
    return a->from != b->from ? (a->from > b->from) - (a->from < b->from)
                              : (a->to > b->to) - (a->to < b->to);
}

static void add_span(struct msim_heaped_in_region *in, struct msim_alloc_span span)
{
    MSIM_PUSH(in->span, in->spans, span);
}

static void join(struct msim_heaped_in_region *in)
{
    size_t kept = 0;
    msim_sort(in->span, in->spans, sizeof *in->span, by_start);
    for (size_t i = 0; i < in->spans; i++) {
        struct msim_alloc_span *last = kept ? &in->span[kept - 1] : NULL;
        if (!last || in->span[i].from > last->to)
            in->span[kept++] = in->span[i];
        else if (in->span[i].to > last->to)
            last->to = in->span[i].to;
    }
    in->spans = kept;
}

/* What lies between the spans, up to the last snapshot. */
static void invert(struct msim_heaped_in_region *in, uint64_t end)
{
    struct msim_alloc_span *span = in->span;
    size_t spans = in->spans;
    uint64_t from = 0;
    in->span = NULL;
    in->spans = 0;
    for (size_t i = 0; i < spans; i++) {
        if (span[i].from > from)
            add_span(in, (struct msim_alloc_span){from, span[i].from});
        from = span[i].to;
    }
    if (end > from)
        add_span(in, (struct msim_alloc_span){from, end});
    free(span);
}

static void select_spans(struct msim_heaped_in_region *in, const struct msim_allocated *alloc,
                         bool none)
{
    for (size_t i = 0; i < alloc->regions; i++) {
        const struct msim_alloc_region *region = &alloc->region[i];
        if (!none && !msim_alloc_selected(alloc, i + 1))
            continue;
        for (size_t k = 0; k < region->spans; k++)
            add_span(in, alloc->span[region->span + k]);
        if (none)
            continue;
        if (!in->has_most ||
            msim_alloc_moment_total(&region->most) > msim_alloc_moment_total(&in->most))
            in->most = region->most;
        in->has_most = true;
    }
    join(in);
}

/* --- All -------------------------------------------------------------------------------------- */

bool msim_heaped_select(struct msim_heaped_in_region *in, const struct msim_heaped *heap,
                        const struct msim_allocated *alloc)
{
    const char *only = alloc->profile.regions.only;
    bool none = !*only;
    *in = (struct msim_heaped_in_region){.name = none ? "-" : only};
    select_spans(in, alloc, none);
    if (!heap)
        return true;
    if (none)
        invert(in, heap->snapshot[heap->snapshots - 1].time);
    const struct msim_alloc_time **times = msim_heaped_times(heap, alloc);
    if (!times)
        return false;
    in->snapshot = msim_zeroed(heap->snapshots, sizeof *in->snapshot);
    for (size_t i = 0; i < heap->snapshots; i++) {
        in->snapshot[i] = msim_alloc_selected(alloc, times[i]->region);
        in->snapshots += in->snapshot[i];
    }
    free(times);
    return true;
}

static uint64_t moved(uint64_t time, const struct msim_alloc_time *const *times, size_t used,
                      bool bytes)
{
    size_t i = 0;
    while (i + 2 < used && times[i + 1]->time <= time)
        i++;
    const struct msim_alloc_time *a = times[i], *b = times[i + 1 < used ? i + 1 : i];
    double from = (double)(bytes ? a->bytes : a->calls), to = (double)(bytes ? b->bytes : b->calls);
    double way =
        b->time > a->time ? ((double)time - (double)a->time) / (double)(b->time - a->time) : 0;
    way = way < 0 ? 0 : way > 1 ? 1 : way;
    return (uint64_t)(from + way * (to - from));
}

void msim_heaped_in_region_by(struct msim_heaped_in_region *in,
                              const struct msim_alloc_time *const *times, size_t used, bool bytes)
{
    for (size_t i = 0; i < in->spans; i++) {
        in->span[i].from = moved(in->span[i].from, times, used, bytes);
        in->span[i].to = moved(in->span[i].to, times, used, bytes);
    }
    in->most.time = moved(in->most.time, times, used, bytes);
}

void msim_heaped_in_region_free(struct msim_heaped_in_region *in)
{
    MSIM_FREE(in->snapshot, in->span);
}
