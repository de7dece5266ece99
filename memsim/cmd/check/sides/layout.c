/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pairing, and what is layout; see layout.h. */
#include "layout.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/index.h"
#include "cmd/counts/records.h"
#include "engine/machine/counts.h"
#include "strings.h"

static void add(struct msim_region_numbers *numbers, size_t *used, size_t first, uint32_t number)
{
    for (size_t i = first; i < *used; i++)
        if (numbers->number[i] == number)
            return;
    MSIM_PUSH(numbers->number, *used, number);
}

/* Adds the names of the file's regions to `names`; number 1 is the first of them. */
static struct msim_region_numbers region_numbers(const struct msim_counts *counts,
                                                 struct msim_names *names)
{
    const struct msim_regions *regions = &counts->regions;
    struct msim_region_numbers numbers = {msim_zeroed(regions->count + 2, sizeof(size_t)), NULL};
    size_t used = 0;
    for (uint32_t i = 0; i < regions->count || !i; i++) {
        size_t first = used;
        numbers.first[i] = first;
        add(&numbers, &used, first, 0);
        for (uint32_t at = regions->only ? 0 : i; at; at = regions->region[at].outer)
            add(&numbers, &used, first, msim_names_number(names, regions->region[at].name) + 1);
        numbers.first[i + 1] = used;
    }
    return numbers;
}

/* Adds the names of the file's regions to `names`; number 1 is the first of them. */
static void region_numbers_free(struct msim_region_numbers *numbers)
{
    MSIM_FREE(numbers->first, numbers->number);
    *numbers = (struct msim_region_numbers){0};
}

/* The totals of all numbers, of `names` and the whole run, `events` for each; from malloc. */
static int64_t *region_totals(const struct msim_counts *counts,
                              const struct msim_region_numbers *numbers, size_t names)
{
    const struct msim_regions *regions = &counts->regions;
    int64_t *total = msim_zeroed((names + 1) * counts->events, sizeof *total);
    for (size_t i = 1; i < regions->count; i++) {
        const int64_t *own = msim_region_total(regions, i);
        for (size_t k = numbers->first[i]; k < numbers->first[i + 1]; k++)
            for (size_t e = 0; e < counts->events; e++)
                total[numbers->number[k] * counts->events + e] += own[e];
    }
    memcpy(total, counts->total, counts->events * sizeof *total);
    return total;
}

bool msim_is_work(const char *event)
{
    enum msim_kind kind;
    return msim_count_named(event, &kind) == MSIM_REFS;
}

const char *msim_companion(const char *event)
{
    enum msim_kind kind;
    enum msim_count count = msim_count_named(event, &kind);
    for (int i = 0; i < MSIM_ALL_COUNTS; i++)
        if (msim_is_full_count((enum msim_count)i) && msim_counted[i].misses == count)
            return msim_counted[i].column[kind].name;
    return NULL;
}

/* The numbers of Ir, Dr and Dw by msim_common; `events`: there is no such event. */
static void find_work(const struct msim_common *common, size_t event[static MSIM_STRING_EVENTS])
{
    static const char *const names[MSIM_STRING_EVENTS] = {"Ir", "Dr", "Dw"};
    for (size_t i = 0; i < MSIM_STRING_EVENTS; i++)
        event[i] = msim_common_event(common, names[i]);
}

/* One side of a string function: what is read of it. */
struct reading {
    const struct msim_counts *counts;
    const struct msim_region_numbers *numbers;
    size_t event[MSIM_STRING_EVENTS]; /* the side's numbers of Ir, Dr, Dw; MSIM_EVENTS_MAX: none */
    uint32_t entry;                   /* the function's first line; 0: there are no lines */
};

static struct reading reading_of(const struct msim_sides *sides, bool fresh)
{
    const struct msim_common *common = &sides->common;
    struct reading reading = {.counts = fresh ? &sides->fresh.counts : &sides->base.counts,
                              .numbers = fresh ? &sides->fresh_numbers : &sides->base_numbers};
    size_t event[MSIM_STRING_EVENTS];
    find_work(common, event);
    for (size_t i = 0; i < MSIM_STRING_EVENTS; i++)
        reading.event[i] = event[i] == common->events ? MSIM_EVENTS_MAX
                           : fresh                    ? common->fresh[event[i]]
                                                      : common->base[event[i]];
    return reading;
}

/* Adds a line to the counts of the whole run and of the regions that it was counted in. */
static void add_record(const struct reading *reading, const struct msim_record *record,
                       uint32_t region, struct msim_string_counts *to)
{
    int64_t count[MSIM_EVENTS_MAX + 1] = {0};
    const struct msim_region_numbers *numbers = reading->numbers;
    msim_record_read(record, reading->counts, count);
    for (size_t k = numbers->first[region]; k < numbers->first[region + 1]; k++) {
        struct msim_string_counts *of = &to[numbers->number[k]];
        for (size_t i = 0; i < MSIM_STRING_EVENTS; i++)
            of->count[i] += reading->event[i] < MSIM_EVENTS_MAX ? count[reading->event[i]] : 0;
        if (record->line == reading->entry && record->line && *reading->event < MSIM_EVENTS_MAX)
            of->calls += count[*reading->event];
    }
}

/* What one side counted in a string function, by the numbers of regions; from malloc. */
static struct msim_string_counts *string_counts(struct reading reading, uint32_t part, size_t names)
{
    const struct msim_counts *counts = reading.counts;
    struct msim_string_counts *to = msim_zeroed(names + 1, sizeof *to);
    struct msim_records records = {0};
    msim_records_of_part(&records, counts, part);
    reading.entry = records.records ? records.record[0].line : 0;
    for (uint32_t i = counts->part[part].first; i != MSIM_NOTHING; i = counts->section[i].next) {
        msim_records_of_section(&records, counts, i);
        for (size_t k = 0; k < records.records; k++)
            add_record(&reading, &records.record[k], counts->section[i].region, to);
    }
    msim_records_clear(&records);
    return to;
}

static bool is_string_part(const struct msim_counts *counts, uint32_t number)
{
    const struct msim_counts_part *part = &counts->part[number];
    const char *object = part->object == MSIM_NOTHING ? "" : counts->object.name[part->object];
    return msim_is_string_function(counts->function[part->function].name, msim_base_name(object));
}

static bool is_string_pair(const struct msim_sides *sides, const struct msim_side_pair *pair)
{
    return pair->base != MSIM_NOTHING && pair->fresh != MSIM_NOTHING &&
           is_string_part(&sides->fresh.counts, pair->fresh);
}

bool msim_pair_is_layout(const struct msim_sides *sides, const struct msim_side_pair *pair)
{
    if (!is_string_pair(sides, pair))
        return false;
    struct msim_string_counts *base =
        string_counts(reading_of(sides, false), pair->base, sides->regions);
    struct msim_string_counts *fresh =
        string_counts(reading_of(sides, true), pair->fresh, sides->regions);
    bool all = true;
    for (size_t i = 0; i < MSIM_STRING_EVENTS; i++)
        all &= fresh->count[i] - base->count[i] == msim_string_layout(base, fresh, i);
    MSIM_FREE(base, fresh);
    return all;
}

/* Adds what of a string function's growth is layout, in the whole run and in each region. */
static void add_moved(struct msim_sides *sides, const struct msim_side_pair *pair)
{
    struct reading reading = reading_of(sides, true);
    size_t events = sides->fresh.counts.events;
    struct msim_string_counts *base =
        string_counts(reading_of(sides, false), pair->base, sides->regions);
    struct msim_string_counts *fresh = string_counts(reading, pair->fresh, sides->regions);
    for (size_t i = 0; i <= sides->regions; i++)
        for (size_t k = 0; k < MSIM_STRING_EVENTS; k++)
            if (reading.event[k] < MSIM_EVENTS_MAX)
                sides->moved[i * events + reading.event[k]] +=
                    msim_string_layout(&base[i], &fresh[i], k);
    MSIM_FREE(base, fresh);
}

/* Whether a file has a region with that number. */
static bool is_in(const struct msim_counts *counts, const struct msim_region_numbers *numbers,
                  size_t number)
{
    for (size_t i = 0; number && counts->regions.count && i < numbers->first[counts->regions.count];
         i++)
        if (numbers->number[i] == number)
            return true;
    return !number;
}

/* Regions that only these runs have get further names, which do not count. */
static void add_up(struct msim_sides *sides, struct msim_more *more)
{
    more->totals = msim_zeroed(more->sides, sizeof *more->totals);
    for (size_t i = 0; i < more->sides; i++) {
        const struct msim_counts *counts = &more->side[i].counts;
        struct msim_region_numbers numbers = region_numbers(counts, &sides->names);
        more->totals[i] = region_totals(counts, &numbers, sides->names.count);
        region_numbers_free(&numbers);
    }
}

static void compare_regions(struct msim_sides *sides)
{
    const struct msim_counts *base = &sides->base.counts, *fresh = &sides->fresh.counts;
    sides->base_numbers = region_numbers(base, &sides->names);
    sides->fresh_numbers = region_numbers(fresh, &sides->names);
    sides->regions = sides->names.count;
    sides->base_totals = region_totals(base, &sides->base_numbers, sides->regions);
    sides->fresh_totals = region_totals(fresh, &sides->fresh_numbers, sides->regions);
    sides->moved = msim_zeroed((sides->regions + 1) * fresh->events, sizeof *sides->moved);
    sides->totals = msim_zeroed(sides->regions + 1, sizeof *sides->totals);
    for (size_t i = 0; i <= sides->regions; i++)
        sides->totals[i] = (struct msim_totals){
            i ? sides->names.name[i - 1] : NULL,
            is_in(base, &sides->base_numbers, i) ? sides->base_totals + i * base->events : NULL,
            is_in(fresh, &sides->fresh_numbers, i) ? sides->fresh_totals + i * fresh->events : NULL,
            sides->moved + i * fresh->events};
    add_up(sides, &sides->more_base);
    add_up(sides, &sides->more_fresh);
}

void msim_sides_compare(struct msim_sides *sides)
{
    msim_common_make(&sides->common, &sides->base, &sides->fresh);
    compare_regions(sides);
    sides->pair = msim_pair_parts(&sides->base.counts, &sides->fresh.counts, &sides->pairs);
    for (size_t i = 0; i < sides->pairs; i++)
        if (is_string_pair(sides, &sides->pair[i]))
            add_moved(sides, &sides->pair[i]);
}

static void free_more(struct msim_more *more)
{
    for (size_t i = 0; i < more->sides; i++) {
        msim_side_free(&more->side[i]);
        if (more->totals)
            free(more->totals[i]);
    }
    MSIM_FREE(more->totals, more->side);
}

void msim_sides_free(struct msim_sides *sides)
{
    free_more(&sides->more_base);
    free_more(&sides->more_fresh);
    MSIM_FREE(sides->totals, sides->pair, sides->base_totals, sides->fresh_totals, sides->moved);
    msim_names_free(&sides->names);
    region_numbers_free(&sides->base_numbers);
    region_numbers_free(&sides->fresh_numbers);
    msim_side_free(&sides->base);
    msim_side_free(&sides->fresh);
}
