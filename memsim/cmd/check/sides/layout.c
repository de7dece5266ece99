/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pairing, and what is layout; see layout.h. */
#include "layout.h"

#include <stdio.h>
#include <string.h>

#include "cmd/counts/records.h"
#include "strings.h"

bool msim_is_work(const char *event)
{
    return !strcmp(event, "Ir") || !strcmp(event, "Dr") || !strcmp(event, "Dw");
}

/* I or D, T for a TLB, the level, m, and r or w. */
bool msim_companion(const char *event, char name[static 16])
{
    const char *at = event;
    if (*at != 'I' && *at != 'D')
        return false;
    at++;
    at += *at == 'T';
    at += *at >= '1' && *at <= '9';
    if (at == event + 1 || at[0] != 'm' || (at[1] != 'r' && at[1] != 'w') || at[2])
        return false;
    snprintf(name, 16, "%.*sf%c", (int)(at - event), event, at[1]);
    return true;
}

/* The numbers of Ir, Dr and Dw by msim_common; `events`: there is no such event. */
static void find_work(const struct msim_common *common, size_t event[static MSIM_STRING_EVENTS])
{
    static const char *const names[MSIM_STRING_EVENTS] = {"Ir", "Dr", "Dw"};
    for (size_t i = 0; i < MSIM_STRING_EVENTS; i++)
        for (event[i] = 0; event[i] < common->events; event[i]++)
            if (!strcmp(common->name[event[i]], names[i]))
                break;
}

/* Reads what one side counted in a string function; `number` are the side's numbers of events. */
static struct msim_string_counts string_counts(const struct msim_counts *counts, uint32_t part,
                                               const size_t *number, const size_t *event,
                                               size_t events)
{
    struct msim_string_counts is = {{0}, 0};
    struct msim_records records = {0};
    int64_t count[MSIM_EVENTS_MAX];
    const int64_t *total = msim_part_total(counts, part);
    for (size_t i = 0; i < MSIM_STRING_EVENTS; i++)
        is.count[i] = event[i] < events ? total[number[event[i]]] : 0;
    msim_records_of_part(&records, counts, part);
    if (records.records && records.record[0].line && *event < events) {
        msim_records_line(&records, counts, 0, count);
        is.calls = count[number[*event]];
    }
    msim_records_clear(&records);
    return is;
}

static bool is_string_part(const struct msim_counts *counts, uint32_t number)
{
    const struct msim_counts_part *part = &counts->part[number];
    const char *object = part->object == MSIM_NOTHING ? "" : counts->object.name[part->object];
    const char *slash = strrchr(object, '/');
    return msim_is_string_function(counts->function[part->function].name,
                                   slash ? slash + 1 : object);
}

/* What of a string function's growth is layout, by Ir, Dr and Dw.  false: it is no string function, or
 * only one side has it. */
static bool find_moved(const struct msim_sides *sides, const struct msim_pair *pair,
                       const size_t *event, int64_t moved[static MSIM_STRING_EVENTS])
{
    const struct msim_common *common = &sides->common;
    if (pair->base == MSIM_NOTHING || pair->fresh == MSIM_NOTHING ||
        !is_string_part(&sides->fresh.counts, pair->fresh))
        return false;
    struct msim_string_counts base =
        string_counts(&sides->base.counts, pair->base, common->base, event, common->events);
    struct msim_string_counts fresh =
        string_counts(&sides->fresh.counts, pair->fresh, common->fresh, event, common->events);
    for (size_t i = 0; i < MSIM_STRING_EVENTS; i++)
        moved[i] = event[i] < common->events ? msim_string_layout(&base, &fresh, i) : 0;
    return true;
}

bool msim_pair_is_layout(const struct msim_sides *sides, const struct msim_pair *pair)
{
    const struct msim_common *common = &sides->common;
    size_t event[MSIM_STRING_EVENTS];
    int64_t moved[MSIM_STRING_EVENTS];
    find_work(common, event);
    if (!find_moved(sides, pair, event, moved))
        return false;
    const int64_t *base = msim_part_total(&sides->base.counts, pair->base);
    const int64_t *fresh = msim_part_total(&sides->fresh.counts, pair->fresh);
    for (size_t i = 0; i < MSIM_STRING_EVENTS; i++)
        if (event[i] < common->events &&
            fresh[common->fresh[event[i]]] - base[common->base[event[i]]] != moved[i])
            return false;
    return true;
}

void msim_sides_pair(struct msim_sides *sides)
{
    const struct msim_common *common = &sides->common;
    size_t event[MSIM_STRING_EVENTS];
    int64_t moved[MSIM_STRING_EVENTS];
    sides->pair = msim_pair_parts(&sides->base.counts, &sides->fresh.counts, &sides->pairs);
    find_work(common, event);
    for (size_t i = 0; i < sides->pairs; i++)
        if (find_moved(sides, &sides->pair[i], event, moved))
            for (size_t k = 0; k < MSIM_STRING_EVENTS; k++)
                if (event[k] < common->events)
                    sides->moved[common->fresh[event[k]]] += moved[k];
}
