/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads what the contexts of the tree count in the regions of the run:
 *
 *     #P TIMES NAME<tab>NAME...
 *     #Q CONTEXT COUNT ...
 *
 * If regions are selected, the contexts get what they count there, and the profile is theirs: its
 * totals are those of the regions.  How often functions were called remains that of the whole run,
 * where they count anything.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "reading.h"

/* What contexts count in the selected regions; of what is in none, in all regions. */
struct msim_calls_chosen {
    uint32_t *place; /* by context: its row, + 1; 0: it counts nothing there */
    int64_t *count;
    size_t rows;
};

static struct msim_regions *regions_of(struct msim_calls_reader *reader)
{
    return &reader->calls->counts.regions;
}

bool msim_calls_read_region(struct msim_calls_reader *reader, const char *at)
{
    struct msim_regions *regions = regions_of(reader);
    char room[64];
    uint64_t times;
    const char *text = msim_counts_keep(&reader->calls->counts, msim_copy(at));
    reader->region = msim_region_read(regions, (char *)(uintptr_t)text, &times);
    if (reader->region == MSIM_NOTHING)
        return MSIM_WRONG(reader, "expected '#P TIMES NAME<tab>NAME...', found %s",
                          msim_calls_found(at, false, room));
    regions->region[reader->region].times += times;
    return true;
}

static int64_t *chosen_row(struct msim_calls_reader *reader, uint64_t context)
{
    struct msim_calls_chosen *chosen = reader->chosen;
    size_t events = reader->calls->counts.events;
    if (!chosen) {
        chosen = reader->chosen = msim_zeroed(1, sizeof *chosen);
        chosen->place = msim_zeroed(reader->calls->contexts, sizeof *chosen->place);
    }
    if (!chosen->place[context]) {
        chosen->count = msim_room(chosen->count, chosen->rows, events * sizeof *chosen->count);
        memset(chosen->count + chosen->rows * events, 0, events * sizeof *chosen->count);
        chosen->place[context] = (uint32_t)++chosen->rows;
    }
    return chosen->count + (chosen->place[context] - 1) * events;
}

bool msim_calls_read_in_region(struct msim_calls_reader *reader, const char *at)
{
    struct msim_regions *regions = regions_of(reader);
    const struct msim_counts *counts = &reader->calls->counts;
    int64_t count[MSIM_EVENTS_MAX];
    uint64_t context;
    size_t given;
    if (!reader->region)
        return MSIM_WRONG(reader, "expected '#P' before the first '#Q'");
    if (!msim_calls_read_field(reader, "context", &at, UINT64_MAX, &context))
        return false;
    if (!context || context >= reader->calls->contexts)
        return MSIM_WRONG(reader, "context: expected one of those above, 1 to %zu, found %" PRIu64,
                          reader->calls->contexts - 1, context);
    if (!msim_calls_read_counts(reader, at, count, &given))
        return false;
    int64_t *total = msim_region_total(regions, reader->region);
    bool rest = regions->only && !*regions->only;
    int64_t *row = rest || (regions->only && regions->region[reader->region].selected)
                       ? chosen_row(reader, context)
                       : NULL;
    for (size_t i = 0; i < given; i++) {
        if (__builtin_add_overflow(total[i], count[i], &total[i]) || total[i] > counts->total[i])
            return MSIM_WRONG(reader, "expected a sum of %s of at most %" PRId64 ", the total",
                              counts->event[i], counts->total[i]);
        if (row)
            row[i] += count[i];
    }
    return true;
}

/* Replaces the counts of a context; true: it counts something. */
static bool replace(struct msim_call_profile *calls, const struct msim_calls_chosen *chosen,
                    size_t context, bool rest)
{
    size_t events = calls->counts.events;
    int64_t own[MSIM_EVENTS_MAX] = {0};
    bool some = false;
    uint32_t place = chosen ? chosen->place[context] : 0;
    if (rest)
        msim_context_add(calls, context, own);
    for (size_t i = 0; i < events; i++) {
        int64_t in = place ? chosen->count[(place - 1) * events + i] : 0;
        own[i] = rest ? own[i] - in : in;
        calls->counts.total[i] += own[i];
        some |= own[i] != 0;
    }
    msim_calls_pack(calls, context, own, events);
    return some;
}

void msim_calls_select_regions(struct msim_calls_reader *reader)
{
    struct msim_call_profile *calls = reader->calls;
    const struct msim_regions *regions = regions_of(reader);
    if (!regions->only || !calls->contexts)
        return;
    bool *counts = msim_zeroed(calls->contexts, sizeof *counts);
    memset(calls->counts.total, 0, calls->counts.events * sizeof *calls->counts.total);
    for (size_t i = calls->contexts; i-- > 0;) {
        counts[i] |= replace(calls, reader->chosen, i, !*regions->only);
        counts[calls->context[i].parent] |= counts[i];
        if (!counts[i])
            calls->context[i].calls = 0;
    }
    for (size_t i = 0; i < calls->counts.events; i++)
        calls->counts.magnitude[i] = (uint64_t)calls->counts.total[i];
    free(counts);
}

void msim_calls_free_chosen(struct msim_calls_reader *reader)
{
    if (reader->chosen)
        MSIM_FREE(reader->chosen->place, reader->chosen->count);
    free(reader->chosen);
}
