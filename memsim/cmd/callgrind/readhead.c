/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads heads, "KEY: TEXT", and the sums that they have (reading.h). */
#include <inttypes.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "reading.h"

enum { BUILD_ID_MOST = 2 * 64 }; /* digits */

static const char *keep(struct msim_calls_reader *reader, const char *text)
{
    return msim_counts_keep(&reader->calls->counts, msim_copy(text));
}

static bool read_positions(struct msim_calls_reader *reader, const char *at)
{
    static const char *const words[] = {"instr", "bb", "line"};
    char room[64];
    reader->positions = 0;
    reader->line_at = reader->address_at = MSIM_POSITIONS;
    for (at = msim_calls_skip_blanks(at); *at; at = msim_calls_skip_blanks(at)) {
        size_t length = strcspn(at, " \t"), i = 0;
        while (i < 3 && (strlen(words[i]) != length || strncmp(at, words[i], length) != 0))
            i++;
        if (i == 3 || reader->positions == MSIM_POSITIONS)
            return MSIM_WRONG(reader, "positions: expected instr, bb or line, found %s",
                              msim_calls_found(at, true, room));
        if (i == 2)
            reader->line_at = reader->positions;
        if (i == 0)
            reader->address_at = reader->positions;
        reader->base[reader->positions++] = 0;
        at += length;
    }
    reader->calls->has_instructions = reader->address_at < MSIM_POSITIONS;
    return reader->positions || MSIM_WRONG(reader, "positions: expected at least one");
}

static bool add_event(struct msim_calls_reader *reader, size_t number, const char *name,
                      size_t length)
{
    struct msim_counts *counts = &reader->calls->counts;
    char room[64];
    if (counts->total) {
        if (number < counts->events && !strncmp(counts->event[number], name, length) &&
            !counts->event[number][length])
            return true;
        return MSIM_WRONG(reader, "events: expected those of line %zu, found %s",
                          counts->events_line, msim_calls_found(name, true, room));
    }
    if (msim_counts_event(counts, name, length) < counts->events)
        return MSIM_WRONG(reader, "events: %s appears twice", msim_calls_found(name, true, room));
    if (counts->events == MSIM_EVENTS_MAX)
        return MSIM_WRONG(reader, "events: expected at most %d", MSIM_EVENTS_MAX);
    MSIM_PUSH(counts->event, counts->events,
              msim_counts_keep(counts, msim_copy_part(name, length)));
    return true;
}

static bool read_events(struct msim_calls_reader *reader, const char *at)
{
    struct msim_counts *counts = &reader->calls->counts;
    size_t number = 0;
    for (at = msim_calls_skip_blanks(at); *at; at = msim_calls_skip_blanks(at), number++) {
        size_t length = strcspn(at, " \t");
        if (!add_event(reader, number, at, length))
            return false;
        at += length;
    }
    if (!number)
        return MSIM_WRONG(reader, "events: expected at least one");
    if (number != counts->events)
        return MSIM_WRONG(reader, "events: expected the %zu of line %zu, found %zu", counts->events,
                          counts->events_line, number);
    if (!counts->total) {
        counts->events_line = reader->lines.line;
        counts->total = msim_zeroed(number, sizeof *counts->total);
        counts->magnitude = msim_zeroed(number, sizeof *counts->magnitude);
        reader->read = msim_zeroed(number, sizeof *reader->read);
        reader->summary = msim_zeroed(number, sizeof *reader->summary);
        reader->before = msim_zeroed(number, sizeof *reader->before);
    }
    return true;
}

/* What Callgrind says of each part is not what the profile is of. */
static void keep_desc(struct msim_calls_reader *reader, const char *text)
{
    struct msim_counts_source *source = reader->calls->counts.source;
    if (reader->calls->counts.total || !strncmp(text, "Timerange:", 10) ||
        !strncmp(text, "Trigger:", 8))
        return;
    MSIM_PUSH(source->desc, source->descs,
              (struct msim_counts_desc){(char *)keep(reader, text), reader->lines.line});
}

static bool read_version(struct msim_calls_reader *reader, const char *text)
{
    uint64_t version;
    if (!msim_line_reader_number(&reader->lines, "version", text, &version))
        return false;
    return version == 1 ||
           MSIM_WRONG(reader, "version %" PRIu64 " is not known; this memsim reads version 1",
                      version);
}

/* Each part of memsim's files must have the sums that it says. */
static bool read_summary(struct msim_calls_reader *reader, const char *text)
{
    const struct msim_counts *counts = &reader->calls->counts;
    int64_t count[MSIM_EVENTS_MAX];
    size_t given;
    if (!counts->total)
        return MSIM_WRONG(reader, "expected 'events:' before the sums");
    if (!msim_calls_read_counts(reader, text, count, &given))
        return false;
    for (size_t i = 0; i < counts->events && reader->by_memsim && reader->summary_line; i++)
        if (count[i] != reader->summary[i])
            return MSIM_WRONG(reader, "expected %" PRId64 " %s as in line %zu, found %" PRId64,
                              reader->summary[i], counts->event[i], reader->summary_line, count[i]);
    memcpy(reader->summary, count, counts->events * sizeof *count);
    reader->summary_line = reader->lines.line;
    return true;
}

bool msim_calls_check_summary(struct msim_calls_reader *reader)
{
    const struct msim_counts *counts = &reader->calls->counts;
    if (!reader->by_memsim)
        return true;
    if (!reader->summary_line)
        return MSIM_WRONG(reader, "the file is cut short: expected 'totals:', found its end");
    for (size_t i = 0; i < counts->events; i++) {
        int64_t sum = counts->total[i] - reader->before[i];
        if (reader->summary[i] == sum)
            continue;
        reader->lines.line = reader->summary_line;
        return MSIM_WRONG(reader, "totals: %s is %" PRId64 ", but the lines sum up to %" PRId64,
                          counts->event[i], reader->summary[i], sum);
    }
    return true;
}

/* A part of a file of several: its sums are of what follows. */
static bool begin_part(struct msim_calls_reader *reader)
{
    const struct msim_counts *counts = &reader->calls->counts;
    if (!reader->summary_line)
        return true;
    if (!msim_calls_check_summary(reader))
        return false;
    memcpy(reader->before, counts->total, counts->events * sizeof *reader->before);
    reader->summary_line = 0;
    return true;
}

bool msim_calls_read_head(struct msim_calls_reader *reader, const char *line, bool *is_head)
{
    struct msim_counts_source *source = reader->calls->counts.source;
    size_t length = strspn(line, "abcdefghijklmnopqrstuvwxyz");
    const char *text = line + length + 1;
    *is_head = length && line[length] == ':';
    if (!*is_head)
        return true;
    text = msim_calls_skip_blanks(text);
    reader->has_head = true;
    if (!strncmp(line, "version:", 8))
        return read_version(reader, text);
    if (!strncmp(line, "creator:", 8))
        reader->by_memsim = !strncmp(text, "memsim", 6);
    else if (!strncmp(line, "cmd:", 4) && !*source->command)
        source->command = keep(reader, text);
    else if (!strncmp(line, "part:", 5))
        return begin_part(reader);
    else if (!strncmp(line, "desc:", 5))
        keep_desc(reader, text);
    else if (!strncmp(line, "positions:", 10))
        return read_positions(reader, text);
    else if (!strncmp(line, "events:", 7))
        return read_events(reader, text);
    else if (!strncmp(line, "summary:", 8) || !strncmp(line, "totals:", 7))
        return read_summary(reader, text);
    return true;
}

/* "# build-id: HEX OBJECT" */
bool msim_calls_read_build_id(struct msim_calls_reader *reader, char *at)
{
    struct msim_call_profile *calls = reader->calls;
    char room[64];
    size_t digits = strspn(at, "0123456789abcdef");
    if (!digits || digits % 2 || digits > BUILD_ID_MOST || at[digits] != ' ' || !at[digits + 1])
        return MSIM_WRONG(reader, "build-id: expected hexadecimal digits and a name, found %s",
                          msim_calls_found(at, false, room));
    at[digits] = 0;
    msim_calls_add_build_id(calls, msim_names_number(&calls->object, at + digits + 1), at);
    return true;
}
