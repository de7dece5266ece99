/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads files of allocations; see alloc.h.
 *
 * The reader of profiles reads the file.  Then the events, the numbers in the `desc:` lines and the
 * rows are taken from the set.
 */
#include "alloc.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/counts/read.h"
#include "cmd/counts/records.h"

static const char *const names[MSIM_ALLOC_EVENTS] = {"Allocs", "Bytes",  "Frees",   "PeakBytes",
                                                     "Temp",   "Failed", "EndBytes"};

const char *msim_alloc_event_name(enum msim_alloc_event event)
{
    return names[event];
}

enum msim_alloc_event msim_alloc_event_named(const char *name)
{
    size_t i = 0;
    while (i < MSIM_ALLOC_EVENTS && strcmp(name, names[i]) != 0)
        i++;
    return (enum msim_alloc_event)i;
}

void msim_allocated_free(struct msim_allocated *alloc)
{
    MSIM_FREE(alloc->call, alloc->size, alloc->time, alloc->region, alloc->span, alloc->thread,
              alloc->row);
    msim_alloc_paths_free(&alloc->paths);
    msim_counts_free(&alloc->profile);
}

bool msim_alloc_selected(const struct msim_allocated *alloc, size_t region)
{
    uint32_t number = region ? alloc->region[region - 1].number : 0;
    return alloc->profile.regions.region[number].selected;
}

struct ranked {
    uint64_t count;
    size_t row;
};

static int compare(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

size_t *msim_allocated_order(const struct msim_allocated *alloc, enum msim_alloc_event event)
{
    struct ranked *ranked = msim_zeroed(alloc->rows, sizeof *ranked);
    size_t *order = msim_zeroed(alloc->rows, sizeof *order);
    for (size_t i = 0; i < alloc->rows; i++)
        ranked[i] = (struct ranked){alloc->row[i].count[event], i};
    qsort(ranked, alloc->rows, sizeof *ranked, compare);
    for (size_t i = 0; i < alloc->rows; i++)
        order[i] = ranked[i].row;
    free(ranked);
    return order;
}

struct reader {
    struct msim_allocated *alloc;
    struct msim_line_reader lines; /* for errors only; at the line that is looked at */
    uint64_t requests;             /* the number of all sizes together */
    bool has_large;
};

static const struct {
    const char *name;
    size_t numbers;
} facts[MSIM_FACTS] = {
    {"realloc ", 3}, {"foreign-frees ", 1}, {"missed-frees ", 1}, {"peak ", 2}, {"never-freed ", 2},
};

bool msim_allocated_is(const char *bytes)
{
    for (const char *line = bytes; *line; line += *line == '\n') {
        if (!strncmp(line, "events:", 7))
            return true;
        if (!strncmp(line, "time_unit:", 10) || line[0] == '#')
            return false;
        line += strcspn(line, "\n");
    }
    return false;
}

/* --- memusage's table ------------------------------------------------------------------------- */

/* Reads the rest of the line, which must be `numbers` numbers. */
static bool take_numbers(struct reader *reader, char *text, uint64_t *number, size_t numbers)
{
    size_t found = 0;
    for (char *rest = text; *rest; found++) {
        char *word = msim_cut_word(&rest);
        if (found < numbers &&
            !msim_line_reader_number(&reader->lines, "a count", word, &number[found]))
            return false;
    }
    return found == numbers ||
           MSIM_WRONG(reader, "expected %zu numbers, found %zu", numbers, found);
}

static bool take_call(struct reader *reader, char *text)
{
    struct msim_allocated *alloc = reader->alloc;
    uint64_t number[3];
    const char *function = msim_cut_word(&text);
    if (!take_numbers(reader, text, number, 3))
        return false;
    MSIM_PUSH(alloc->call, alloc->calls,
              (struct msim_alloc_call){function, number[0], number[1], number[2]});
    return true;
}

static bool add_requests(struct reader *reader, uint64_t count)
{
    return !__builtin_add_overflow(reader->requests, count, &reader->requests) ||
           MSIM_WRONG(reader, "expected a sum of the sizes' counts below 2^64");
}

static bool take_large(struct reader *reader, char *text)
{
    if (reader->has_large)
        return MSIM_WRONG(reader, "expected one line 'desc: size large', found another");
    reader->has_large = true;
    return take_numbers(reader, text, &reader->alloc->large, 1) &&
           add_requests(reader, reader->alloc->large);
}

static bool take_size(struct reader *reader, char *text)
{
    struct msim_allocated *alloc = reader->alloc;
    uint64_t number[2], least = alloc->sizes ? alloc->size[alloc->sizes - 1].least + 1 : 0;
    if (msim_after(text, "large "))
        return take_large(reader, text + strlen("large "));
    if (!take_numbers(reader, text, number, 2))
        return false;
    if (number[0] % MSIM_SIZE_BUCKET || number[0] >= MSIM_SIZE_LARGE || number[0] < least)
        return MSIM_WRONG(reader,
                          "size: expected a multiple of %d from %" PRIu64 " to %d, found %" PRIu64,
                          MSIM_SIZE_BUCKET, least, MSIM_SIZE_LARGE - 1, number[0]);
    MSIM_PUSH(alloc->size, alloc->sizes, (struct msim_alloc_size){number[0], number[1]});
    return add_requests(reader, number[1]);
}

static size_t words_of(const char *text)
{
    size_t words = 0;
    for (; *text; text += strspn(text, " "), words++)
        text += strcspn(text, " ");
    return words;
}

/* With a region where the run has regions. */
static bool take_time(struct reader *reader, char *text)
{
    struct msim_allocated *alloc = reader->alloc;
    uint64_t number[4] = {0};
    if (!take_numbers(reader, text, number, words_of(text) == 4 ? 4 : 3))
        return false;
    if (number[3] > alloc->regions)
        return MSIM_WRONG(reader, "expected a region from 0 to %zu, found %" PRIu64, alloc->regions,
                          number[3]);
    MSIM_PUSH(alloc->time, alloc->times,
              (struct msim_alloc_time){number[0], number[1], number[2], (size_t)number[3]});
    return true;
}

/* --- regions ---------------------------------------------------------------------------------- */

static bool take_region(struct reader *reader, char *text)
{
    struct msim_allocated *alloc = reader->alloc;
    uint64_t number[3];
    struct msim_alloc_region region = {.span = alloc->spans};
    for (size_t i = 0; i < 3; i++)
        if (!msim_line_reader_number(&reader->lines, "a number", msim_cut_word(&text), &number[i]))
            return false;
    region.number = msim_region_read(&alloc->profile.regions, text, &region.live);
    if (region.number == MSIM_NOTHING)
        return MSIM_WRONG(reader,
                          "expected four numbers and names of regions, with tabs between them");
    region.lasted = number[0];
    region.live_most = number[1];
    region.kept = number[2];
    MSIM_PUSH(alloc->region, alloc->regions, region);
    return true;
}

static bool take_moment(struct reader *reader, char *text, struct msim_alloc_moment *moment)
{
    uint64_t number[4], total;
    if (!take_numbers(reader, text, number, 4))
        return false;
    if (__builtin_add_overflow(number[1], number[2], &total) ||
        __builtin_add_overflow(total, number[3], &total))
        return MSIM_WRONG(reader, "expected heap, extra and stacks with a sum below 2^64");
    *moment = (struct msim_alloc_moment){number[0], number[1], number[2], number[3]};
    return true;
}

static bool take_span(struct reader *reader, char *text, struct msim_alloc_region *region)
{
    struct msim_allocated *alloc = reader->alloc;
    uint64_t number[2];
    if (!take_numbers(reader, text, number, 2))
        return false;
    uint64_t before = region->spans ? alloc->span[alloc->spans - 1].to : 0;
    if (number[0] > number[1] || number[0] < before)
        return MSIM_WRONG(reader, "expected times in their order, from %" PRIu64 " on", before);
    MSIM_PUSH(alloc->span, alloc->spans, (struct msim_alloc_span){number[0], number[1]});
    region->spans++;
    return true;
}

/* "region-began ..." and the like, of the region that was named last; unknown ones are ignored. */
static bool take_of_region(struct reader *reader, char *text)
{
    struct msim_allocated *alloc = reader->alloc;
    static const char *const names[] = {"began ", "most ", "ended ", "open "};
    size_t which = 0;
    while (which < 4 && !msim_after(text, names[which]))
        which++;
    if (which == 4)
        return true;
    if (!alloc->regions)
        return MSIM_WRONG(reader, "expected 'desc: region ...' before it");
    struct msim_alloc_region *region = &alloc->region[alloc->regions - 1];
    struct msim_alloc_moment *const moments[] = {&region->began, &region->most, &region->ended};
    text += strlen(names[which]);
    return which < 3 ? take_moment(reader, text, moments[which]) : take_span(reader, text, region);
}

static bool take_frees(struct reader *reader, char *text)
{
    struct msim_allocated *alloc = reader->alloc;
    uint64_t number[5], least = alloc->threads ? alloc->thread[alloc->threads - 1].thread + 1 : 0;
    if (!take_numbers(reader, text, number, 5))
        return false;
    if (number[0] < least || number[0] > MSIM_REGION_THREAD_MAX)
        return MSIM_WRONG(reader, "expected a thread from %" PRIu64 " to %d, found %" PRIu64, least,
                          MSIM_REGION_THREAD_MAX, number[0]);
    if (number[3] > number[1] || number[4] > number[2])
        return MSIM_WRONG(reader, "expected no more blocks and bytes of others than in all");
    MSIM_PUSH(alloc->thread, alloc->threads,
              (struct msim_alloc_thread){number[0], number[1], number[2], number[3], number[4]});
    return true;
}

/* Ignores unknown descriptions: later versions may write more. */
static bool take_desc(struct reader *reader, char *text)
{
    struct msim_allocated *alloc = reader->alloc;
    if (msim_after(text, "call "))
        return take_call(reader, text + strlen("call "));
    if (msim_after(text, "at "))
        return take_time(reader, text + strlen("at "));
    if (msim_after(text, "size "))
        return take_size(reader, text + strlen("size "));
    if (msim_after(text, "region "))
        return take_region(reader, text + strlen("region "));
    if (msim_after(text, "region-"))
        return take_of_region(reader, text + strlen("region-"));
    if (msim_after(text, "thread-frees "))
        return take_frees(reader, text + strlen("thread-frees "));
    for (size_t i = 0; i < MSIM_FACTS; i++) {
        if (!msim_after(text, facts[i].name))
            continue;
        if (alloc->known[i])
            return MSIM_WRONG(reader, "expected one line 'desc: %s...', found another",
                              facts[i].name);
        alloc->known[i] = true;
        return take_numbers(reader, text + strlen(facts[i].name), alloc->fact[i], facts[i].numbers);
    }
    return true;
}

static bool take_descs(struct reader *reader)
{
    const struct msim_counts *profile = &reader->alloc->profile;
    const struct msim_counts_source *source = &profile->source[0];
    for (size_t i = 0; i < source->descs; i++) {
        reader->lines.line = source->desc[i].line;
        if (!take_desc(reader, source->desc[i].text))
            return false;
    }
    return true;
}

/* --- paths ------------------------------------------------------------------------------------ */

/* Paths that are not those of the lines say nothing. */
static void check_sums(struct msim_allocated *alloc)
{
    uint64_t sum[MSIM_ALLOC_EVENTS] = {0};
    struct msim_alloc_paths *paths = &alloc->paths;
    bool good = alloc->events == MSIM_ALLOC_EVENTS;
    for (size_t i = 0; i < paths->places && good; i++) {
        const struct msim_alloc_place *place = &paths->place[i];
        good = place->region <= alloc->regions;
        if (!good || !msim_alloc_selected(alloc, place->region))
            continue;
        for (size_t k = 0; k < MSIM_ALLOC_EVENTS; k++)
            good &= !__builtin_add_overflow(sum[k], place->count[k], &sum[k]);
    }
    if (!good || memcmp(sum, alloc->total, sizeof sum) != 0)
        paths->places = 0;
}

static bool take_paths(struct reader *reader)
{
    const struct msim_counts_source *source = &reader->alloc->profile.source[0];
    for (size_t i = 0; i < source->heaps; i++) {
        reader->lines.line = source->heap[i].line;
        if (!msim_alloc_paths_take(&reader->alloc->paths, &reader->lines, source->heap[i].text))
            return false;
    }
    return true;
}

/* --- rows ------------------------------------------------------------------------------------- */

/* Finds the column of each event; only the last may be missing. */
static bool find_events(struct reader *reader, size_t *column)
{
    const struct msim_counts *profile = &reader->alloc->profile;
    reader->lines.line = profile->events_line;
    for (size_t i = 0; i < MSIM_ALLOC_EVENTS; i++) {
        const char *name = msim_alloc_event_name((enum msim_alloc_event)i);
        column[i] = msim_counts_event(profile, name, strlen(name));
        reader->alloc->events = i + (column[i] < profile->events);
        if (column[i] == profile->events && i < MSIM_END_BYTES)
            return MSIM_WRONG(
                reader,
                "expected 'events: Allocs Bytes Frees PeakBytes Temp Failed', found no %s: "
                "not a file of allocations",
                name);
    }
    return true;
}

static void add_row(struct msim_allocated *alloc, const struct msim_counts_part *part,
                    uint32_t line, const int64_t *count, const size_t *column)
{
    const struct msim_counts_function *function = &alloc->profile.function[part->function];
    bool known = part->object != MSIM_NOTHING;
    struct msim_alloc_row row = {.object = known ? alloc->profile.object.name[part->object] : NULL,
                                 .file = alloc->profile.file[function->file].name,
                                 .function = function->name,
                                 .line = line};
    for (size_t i = 0; i < alloc->events; i++)
        row.count[i] = (uint64_t)count[column[i]];
    MSIM_PUSH(alloc->row, alloc->rows, row);
}

/* Adds a row for each line of a part, which may be in several regions. */
static void add_rows_of_regions(struct msim_allocated *alloc, const size_t *column)
{
    const struct msim_counts *profile = &alloc->profile;
    struct msim_records records = {0};
    int64_t count[MSIM_EVENTS_MAX];
    for (uint32_t i = 0; i < profile->parts; i++) {
        msim_records_of_part(&records, profile, i);
        for (size_t at = 0, next; at < records.records; at = next) {
            memset(count, 0, sizeof count);
            next = msim_records_line(&records, profile, at, count);
            add_row(alloc, &profile->part[i], records.record[at].line, count, column);
        }
    }
    free(records.record);
}

/* Adds rows by section, as these are in the order of the file; a part may have several. */
static void add_rows(struct msim_allocated *alloc, const size_t *column)
{
    const struct msim_counts *profile = &alloc->profile;
    struct msim_records records = {0};
    int64_t count[MSIM_EVENTS_MAX];
    uint32_t *part_of = msim_zeroed(profile->sections, sizeof *part_of);
    for (uint32_t i = 0; i < profile->parts; i++)
        for (uint32_t of = profile->part[i].first; of != MSIM_NOTHING;
             of = profile->section[of].next)
            part_of[of] = i;
    for (uint32_t i = 0; i < profile->sections; i++) {
        msim_records_of_section(&records, profile, i);
        for (size_t at = 0; at < records.records; at++) {
            msim_record_read(&records.record[at], profile, count);
            add_row(alloc, &profile->part[part_of[i]], records.record[at].line, count, column);
        }
    }
    MSIM_FREE(records.record, part_of);
}

bool msim_allocated_read(struct msim_allocated *alloc, const char *name, char *bytes, size_t size,
                         const char *only)
{
    size_t column[MSIM_ALLOC_EVENTS];
    *alloc = (struct msim_allocated){.name = name,
                                     .profile = {.no_negatives = true, .regions = {.only = only}}};
    struct msim_counts *profile = &alloc->profile;
    struct reader reader = {.alloc = alloc, .lines = {.file = name, .error = &profile->error}};
    bool good = msim_counts_read(profile, name, bytes, size, false, NULL);
    if (!good && (!profile->events_line || profile->error.line <= profile->events_line))
        return false;
    /* That the file has other events matters more than what is wrong after them. */
    struct msim_file_error error = profile->error;
    profile->error.line = 0;
    if (!find_events(&reader, column))
        return false;
    profile->error = error;
    if (!good || !take_descs(&reader) || !take_paths(&reader))
        return false;
    alloc->command = profile->source[0].command;
    for (size_t i = 0; i < alloc->events; i++)
        alloc->total[i] = (uint64_t)profile->total[column[i]];
    if (msim_has_regions(&profile->regions))
        add_rows_of_regions(alloc, column);
    else
        add_rows(alloc, column);
    check_sums(alloc);
    return true;
}
