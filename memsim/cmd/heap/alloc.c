/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading files of allocations; see alloc.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "alloc.h"

#define EVENTS_LINE "events: Allocs Bytes Frees PeakBytes Temp Failed"

enum { MOST_COLUMNS = 64 };

struct reader {
    struct msim_allocated *alloc;
    struct msim_line_reader lines;
    const char *file, *function;
    enum msim_alloc_event column[MOST_COLUMNS];
    size_t columns;
    bool has_large, ended;
};

static const struct {
    const char *name;
    size_t numbers;
} facts[MSIM_FACTS] = {
    {"realloc ", 3}, {"foreign-frees ", 1}, {"missed-frees ", 1}, {"peak ", 2}, {"never-freed ", 2},
};

#define WRONG(reader, ...) msim_line_reader_fail(&(reader)->lines, __VA_ARGS__)

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* All numbers that are left in the line. */
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

static bool add(uint64_t *to, uint64_t count)
{
    *to += count;
    return *to >= count;
}

/* --- memusage's table --------------------------------------------------------------------------- */

static bool take_call(struct reader *reader, char *text)
{
    struct msim_allocated *alloc = reader->alloc;
    uint64_t number[3];
    struct msim_alloc_call call = {.function = msim_cut_word(&text)};
    if (!take_numbers(reader, text, number, 3))
        return false;
    call.calls = number[0];
    call.bytes = number[1];
    call.failed = number[2];
    alloc->call = msim_room(alloc->call, alloc->calls, sizeof call);
    alloc->call[alloc->calls++] = call;
    return true;
}

static bool take_large(struct reader *reader, char *text)
{
    if (reader->has_large)
        return WRONG(reader, "expected one line 'desc: size large', found another");
    reader->has_large = true;
    return take_numbers(reader, text, &reader->alloc->large, 1);
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
    return true;
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

/* What is not known is passed over: later versions may tell more. */
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

/* --- the head ----------------------------------------------------------------------------------- */

static bool take_events(struct reader *reader, char *text)
{
    bool found[MSIM_ALLOC_EVENTS] = {false};
    for (char *rest = text; *rest; reader->columns++) {
        const char *word = msim_cut_word(&rest);
        enum msim_alloc_event event = msim_alloc_event_named(word);
        if (reader->columns == MOST_COLUMNS)
            return WRONG(reader, "expected at most %d events", MOST_COLUMNS);
        if (event != MSIM_ALLOC_EVENTS && found[event])
            return WRONG(reader, "expected each event once, found another %s", word);
        if (event != MSIM_ALLOC_EVENTS)
            found[event] = true;
        reader->column[reader->columns] = event;
    }
    for (size_t i = 0; i < MSIM_ALLOC_EVENTS; i++)
        if (!found[i])
            return WRONG(reader,
                         "expected '" EVENTS_LINE "', found no %s: not a file of allocations",
                         msim_alloc_event_name((enum msim_alloc_event)i));
    return true;
}

static bool take_head(struct reader *reader)
{
    struct msim_allocated *alloc = reader->alloc;
    for (char *line; (line = msim_line_reader_next(&reader->lines)) != NULL;) {
        if (begins(line, "desc:")) {
            if (!take_desc(reader, line + 5 + (line[5] == ' ')))
                return false;
        } else if (begins(line, "cmd:") && !alloc->command) {
            alloc->command = line + 4 + (line[4] == ' ');
        } else if (begins(line, "events:") && alloc->command) {
            return take_events(reader, line + 7 + (line[7] == ' '));
        } else {
            return WRONG(reader, "expected '%s', found '%.40s'",
                         alloc->command ? EVENTS_LINE : "desc: ...' or 'cmd: ...", line);
        }
    }
    return WRONG(reader, "expected '%s', found the end of the file",
                 alloc->command ? EVENTS_LINE : "desc: ...' or 'cmd: ...");
}

/* --- the counts --------------------------------------------------------------------------------- */

static bool take_counts(struct reader *reader, char *text, uint64_t *count)
{
    uint64_t number[MOST_COLUMNS];
    if (!take_numbers(reader, text, number, reader->columns))
        return false;
    for (size_t i = 0; i < reader->columns; i++)
        if (reader->column[i] != MSIM_ALLOC_EVENTS)
            count[reader->column[i]] = number[i];
    return true;
}

static bool take_row(struct reader *reader, char *text)
{
    struct msim_allocated *alloc = reader->alloc;
    struct msim_alloc_row row = {.file = reader->file, .function = reader->function};
    if (text[0] < '0' || text[0] > '9')
        return WRONG(reader, "expected 'fl=', 'fn=', counts of a line or 'summary:', found '%.40s'",
                     text);
    if (!row.file || !row.function)
        return WRONG(reader, "expected '%s=...' before the first counts", row.file ? "fn" : "fl");
    if (!msim_line_reader_number(&reader->lines, "a line", msim_cut_word(&text), &row.line) ||
        !take_counts(reader, text, row.count))
        return false;
    for (size_t i = 0; i < MSIM_ALLOC_EVENTS; i++)
        if (!add(&alloc->total[i], row.count[i]))
            return WRONG(reader, "expected a sum of %s below 2^64",
                         msim_alloc_event_name((enum msim_alloc_event)i));
    alloc->row = msim_room(alloc->row, alloc->rows, sizeof row);
    alloc->row[alloc->rows++] = row;
    return true;
}

static bool take_summary(struct reader *reader, char *text)
{
    uint64_t count[MSIM_ALLOC_EVENTS];
    const uint64_t *total = reader->alloc->total;
    if (!take_counts(reader, text, count))
        return false;
    reader->ended = true;
    for (size_t i = 0; i < MSIM_ALLOC_EVENTS; i++)
        if (count[i] != total[i])
            return WRONG(reader, "expected the sum of %s, which is %" PRIu64 ", found %" PRIu64,
                         msim_alloc_event_name((enum msim_alloc_event)i), total[i], count[i]);
    return true;
}

static bool take_line(struct reader *reader, char *line)
{
    if (reader->ended)
        return WRONG(reader, "expected nothing behind the line 'summary:'");
    if (begins(line, "fl="))
        reader->file = line + 3;
    else if (begins(line, "fn="))
        reader->function = line + 3;
    else if (begins(line, "summary: "))
        return take_summary(reader, line + 9);
    else
        return take_row(reader, line);
    return true;
}

static bool check_sizes(struct reader *reader)
{
    uint64_t sum = reader->alloc->large;
    for (size_t i = 0; i < reader->alloc->sizes; i++)
        if (!add(&sum, reader->alloc->size[i].count))
            return WRONG(reader, "expected a sum of the sizes' counts below 2^64");
    return true;
}

bool msim_allocated_read(struct msim_allocated *alloc, const char *name, char *bytes, size_t size)
{
    *alloc = (struct msim_allocated){.name = name, .bytes = bytes};
    struct reader reader = {.alloc = alloc};
    msim_line_reader_open(&reader.lines, name, bytes, size, &alloc->error);
    if (!take_head(&reader) || !check_sizes(&reader))
        return false;
    for (char *line; (line = msim_line_reader_next(&reader.lines)) != NULL;)
        if (!take_line(&reader, line))
            return false;
    return reader.ended ? !alloc->error.line
                        : WRONG(&reader, "the file is cut short: its last line is not 'summary:'");
}
