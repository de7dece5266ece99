/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads files of allocations; see allocread.h.
 *
 * The reader of profiles reads the file.  Then the events, the numbers in the `desc:` lines and the
 * rows are taken from the set.
 */
#include "allocread.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/counts/read.h"
#include "cmd/counts/records.h"

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

#define WRONG(reader, ...) msim_line_reader_fail(&(reader)->lines, __VA_ARGS__)

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

/* --- memusage's table --------------------------------------------------------------------------- */

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

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
    return found == numbers || WRONG(reader, "expected %zu numbers, found %zu", numbers, found);
}

static bool take_call(struct reader *reader, char *text)
{
    struct msim_allocated *alloc = reader->alloc;
    uint64_t number[3];
    const char *function = msim_cut_word(&text);
    if (!take_numbers(reader, text, number, 3))
        return false;
    alloc->call = msim_room(alloc->call, alloc->calls, sizeof *alloc->call);
    alloc->call[alloc->calls++] =
        (struct msim_alloc_call){function, number[0], number[1], number[2]};
    return true;
}

static bool add_requests(struct reader *reader, uint64_t count)
{
    return !__builtin_add_overflow(reader->requests, count, &reader->requests) ||
           WRONG(reader, "expected a sum of the sizes' counts below 2^64");
}

static bool take_large(struct reader *reader, char *text)
{
    if (reader->has_large)
        return WRONG(reader, "expected one line 'desc: size large', found another");
    reader->has_large = true;
    return take_numbers(reader, text, &reader->alloc->large, 1) &&
           add_requests(reader, reader->alloc->large);
}

static bool take_size(struct reader *reader, char *text)
{
    struct msim_allocated *alloc = reader->alloc;
    uint64_t number[2], least = alloc->sizes ? alloc->size[alloc->sizes - 1].least + 1 : 0;
    if (begins(text, "large "))
        return take_large(reader, text + strlen("large "));
    if (!take_numbers(reader, text, number, 2))
        return false;
    if (number[0] % MSIM_SIZE_BUCKET || number[0] >= MSIM_SIZE_LARGE || number[0] < least)
        return WRONG(reader,
                     "size: expected a multiple of %d from %" PRIu64 " to %d, found %" PRIu64,
                     MSIM_SIZE_BUCKET, least, MSIM_SIZE_LARGE - 1, number[0]);
    alloc->size = msim_room(alloc->size, alloc->sizes, sizeof *alloc->size);
    alloc->size[alloc->sizes++] = (struct msim_alloc_size){number[0], number[1]};
    return add_requests(reader, number[1]);
}

static bool take_time(struct reader *reader, char *text)
{
    struct msim_allocated *alloc = reader->alloc;
    uint64_t number[3];
    if (!take_numbers(reader, text, number, 3))
        return false;
    alloc->time = msim_room(alloc->time, alloc->times, sizeof *alloc->time);
    alloc->time[alloc->times++] = (struct msim_alloc_time){number[0], number[1], number[2]};
    return true;
}

/* Ignores unknown descriptions: later versions may write more. */
static bool take_desc(struct reader *reader, char *text)
{
    struct msim_allocated *alloc = reader->alloc;
    if (begins(text, "call "))
        return take_call(reader, text + strlen("call "));
    if (begins(text, "at "))
        return take_time(reader, text + strlen("at "));
    if (begins(text, "size "))
        return take_size(reader, text + strlen("size "));
    for (size_t i = 0; i < MSIM_FACTS; i++) {
        if (!begins(text, facts[i].name))
            continue;
        if (alloc->known[i])
            return WRONG(reader, "expected one line 'desc: %s...', found another", facts[i].name);
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

/* --- rows --------------------------------------------------------------------------------------- */

/* Finds the column of each event. */
static bool find_events(struct reader *reader, size_t *column)
{
    const struct msim_counts *profile = &reader->alloc->profile;
    reader->lines.line = profile->events_line;
    for (size_t i = 0; i < MSIM_ALLOC_EVENTS; i++) {
        const char *name = msim_alloc_event_name((enum msim_alloc_event)i);
        column[i] = msim_counts_event(profile, name, strlen(name));
        if (column[i] == profile->events)
            return WRONG(
                reader,
                "expected 'events: Allocs Bytes Frees PeakBytes Temp Failed', found no %s: "
                "not a file of allocations",
                name);
    }
    return true;
}

static void add_row(struct msim_allocated *alloc, const struct msim_counts_part *part,
                    const struct msim_record *record, const size_t *column)
{
    int64_t count[MSIM_EVENTS_MAX];
    const struct msim_counts_function *function = &alloc->profile.function[part->function];
    bool known = part->object != MSIM_NOTHING;
    struct msim_alloc_row row = {.object = known ? alloc->profile.object.name[part->object] : NULL,
                                 .file = alloc->profile.file[function->file].name,
                                 .function = function->name,
                                 .line = record->line};
    msim_record_read(record, &alloc->profile, count);
    for (size_t i = 0; i < MSIM_ALLOC_EVENTS; i++)
        row.count[i] = (uint64_t)count[column[i]];
    alloc->row = msim_room(alloc->row, alloc->rows, sizeof row);
    alloc->row[alloc->rows++] = row;
}

/* Adds rows by section, as these are in the order of the file; a part may have several. */
static void add_rows(struct msim_allocated *alloc, const size_t *column)
{
    const struct msim_counts *profile = &alloc->profile;
    struct msim_records records = {0};
    uint32_t *part_of = msim_zeroed(profile->sections, sizeof *part_of);
    for (uint32_t i = 0; i < profile->parts; i++)
        for (uint32_t of = profile->part[i].first; of != MSIM_NOTHING;
             of = profile->section[of].next)
            part_of[of] = i;
    for (uint32_t i = 0; i < profile->sections; i++) {
        msim_records_of_section(&records, profile, i);
        for (size_t at = 0; at < records.records; at++)
            add_row(alloc, &profile->part[part_of[i]], &records.record[at], column);
    }
    free(records.record);
    free(part_of);
}

bool msim_allocated_read(struct msim_allocated *alloc, const char *name, char *bytes, size_t size)
{
    size_t column[MSIM_ALLOC_EVENTS];
    *alloc = (struct msim_allocated){.name = name, .profile = {.no_negatives = true}};
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
    if (!good || !take_descs(&reader))
        return false;
    alloc->command = profile->source[0].command;
    for (size_t i = 0; i < MSIM_ALLOC_EVENTS; i++)
        alloc->total[i] = (uint64_t)profile->total[column[i]];
    add_rows(alloc, column);
    return true;
}
