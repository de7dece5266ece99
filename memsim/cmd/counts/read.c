/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading a file of counts in Cachegrind's format.
 *
 *     desc: TEXT              any number of them
 *     cmd: TEXT
 *     events: EVENT ...
 *     fl=FILE                 then functions and lines; # comments and empty lines may stand between
 *     fn=FUNCTION
 *     LINE COUNT ...
 *     summary: COUNT ...
 *
 * One pass over the bytes.  Whatever they are, the result is either a set that is right, where every
 * line of every section is known to be good, or an error with its line.  What is read becomes part of
 * the set as it is read, so a set with an error can only be freed.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "line.h"
#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"

struct reader {
    struct msim_counts *counts;
    const struct msim_renaming *renaming;
    char *at;        /* the next line */
    const char *end; /* behind the last byte, where a 0 is */
    size_t line;     /* number of the one that is read */
    uint32_t source, file, function, section;
    const char *base; /* "desc: Base totals:": what is behind it */
    size_t base_line;
    int64_t *sum; /* of the section */
};

static const char base_name[] = "Base totals:";

__attribute__((format(printf, 2, 3))) static bool fault(struct reader *reader, const char *format,
                                                        ...)
{
    va_list values;
    struct msim_counts *counts = reader->counts;
    counts->error.file = counts->source[reader->source].name;
    counts->error.line = reader->line;
    va_start(values, format);
    vsnprintf(counts->error.text, sizeof counts->error.text, format, values);
    va_end(values);
    return false;
}

/* What was found, as a message can show it. */
static const char *found(const char *at, char room[static 64])
{
    char part[48];
    size_t length = strcspn(at, "\n");
    if (!length)
        return "an empty line";
    snprintf(part, sizeof part, "%.*s", length < 40 ? (int)length : 40, at);
    room[0] = '\'';
    msim_utf8_clean(room + 1, 60, part, 32);
    strcat(room, "'");
    return room;
}

/* Cuts off the next line and counts it; NULL: an error.  Call it only where there is one. */
static char *next_line(struct reader *reader)
{
    char *line = reader->at;
    char *end = memchr(line, '\n', (size_t)(reader->end - line));
    reader->line++;
    if (!end) {
        fault(reader, "the file is cut short in this line");
        return NULL;
    }
    if (end > line && end[-1] == '\r') {
        fault(reader, "a carriage return at the end of the line: the file was converted");
        return NULL;
    }
    *end = 0;
    reader->at = end + 1;
    return line;
}

static char *skip_blanks(char *at)
{
    return at + strspn(at, " \t");
}

/* --- head --------------------------------------------------------------------------------------- */

static void keep_desc(struct reader *reader, char *text)
{
    struct msim_counts *counts = reader->counts;
    if (!strncmp(text, base_name, sizeof base_name - 1)) {
        reader->base = text + sizeof base_name - 1;
        reader->base_line = reader->line;
        return;
    }
    size_t number = counts->source[reader->source].descs++;
    if (reader->source) {
        counts->descs_differ |= number >= counts->descs || strcmp(counts->desc[number], text) != 0;
        return;
    }
    counts->desc = msim_room(counts->desc, counts->descs, sizeof *counts->desc);
    counts->desc[counts->descs++] = text;
}

static bool add_event(struct reader *reader, const char *name)
{
    struct msim_counts *counts = reader->counts;
    char room[64];
    if (msim_counts_event(counts, name, strlen(name)) < counts->events)
        return fault(reader, "events: %s is there twice", found(name, room));
    if (counts->events == MSIM_EVENTS_MAX)
        return fault(reader, "events: expected at most %d", MSIM_EVENTS_MAX);
    counts->event = msim_room(counts->event, counts->events, sizeof *counts->event);
    counts->event[counts->events++] = name;
    return true;
}

/* The events of the first source, or the same again. */
static bool read_events(struct reader *reader, char *at)
{
    struct msim_counts *counts = reader->counts;
    size_t number = 0;
    char room[64];
    for (at = skip_blanks(at); *at; number++) {
        char *name = at;
        at += strcspn(at, " \t");
        char *next = skip_blanks(at);
        *at = 0;
        at = next;
        if (!reader->source && !add_event(reader, name))
            return false;
        if (reader->source && number >= counts->events)
            return fault(reader, "events: %s too, which %s does not have", found(name, room),
                         counts->source[0].name);
        if (reader->source && strcmp(counts->event[number], name) != 0)
            return fault(reader, "events: %s, where %s has '%s'", found(name, room),
                         counts->source[0].name, counts->event[number]);
    }
    if (!number)
        return fault(reader, "events: expected at least one");
    if (number < counts->events)
        return fault(reader, "events: without '%s', which %s has", counts->event[number],
                     counts->source[0].name);
    return true;
}

static bool read_head(struct reader *reader)
{
    char room[64], *line;
    const char *wanted = "cmd:";
    struct msim_counts *counts = reader->counts;
    while (reader->at < reader->end) {
        if (!(line = next_line(reader)))
            return false;
        if (*wanted == 'c' && !strncmp(line, "desc:", 5)) {
            keep_desc(reader, skip_blanks(line + 5));
            continue;
        }
        if (strncmp(line, wanted, strlen(wanted)) != 0)
            return fault(reader, "expected %s'%s', found %s", *wanted == 'c' ? "'desc:' or " : "",
                         wanted, found(line, room));
        if (*wanted == 'e')
            return read_events(reader, line + 7);
        counts->source[reader->source].command = skip_blanks(line + 4);
        wanted = "events:";
    }
    reader->line++;
    return fault(reader, "expected '%s', found the end of the file", wanted);
}

/* --- counts ------------------------------------------------------------------------------------- */

/* Reads the counts at reader->at, and moves to the next line. */
static bool take_counts(struct reader *reader, const char *at, int64_t *count, size_t *given)
{
    char room[64];
    struct msim_counts *counts = reader->counts;
    enum msim_line_fault wrong = msim_read_counts(&at, count, counts->events, given);
    size_t bad = 0;
    switch (wrong) {
    case MSIM_LINE_GOOD:
        reader->at += at + 1 - reader->at;
        return true;
    case MSIM_LINE_TOO_MANY:
        return fault(reader, "expected at most %zu counts, as there are events, found %s too",
                     counts->events, found(at, room));
    case MSIM_LINE_TOO_LARGE:
        return fault(reader, "a count beyond 64 bits with a sign: %s", found(at, room));
    case MSIM_LINE_NO_COUNT:
        break;
    }
    bad = strcspn(at, " \t\n");
    if (at + bad == reader->end)
        return fault(reader, "the file is cut short in this line");
    if (at[bad] == '\n' && at[bad - 1] == '\r')
        return fault(reader, "a carriage return at the end of the line: the file was converted");
    return fault(reader, "expected a count, found %s", found(at, room));
}

/* A summary, or the totals of the base. */
static bool take_all_counts(struct reader *reader, const char *what, const char *at, int64_t *count)
{
    size_t given;
    if (!take_counts(reader, at, count, &given))
        return false;
    if (given < reader->counts->events)
        return fault(reader, "%s: expected %zu counts, found %zu", what, reader->counts->events,
                     given);
    return true;
}

static bool add_magnitudes(struct reader *reader, const int64_t *count, size_t given)
{
    uint64_t *magnitude = reader->counts->magnitude;
    for (size_t i = 0; i < given; i++) {
        magnitude[i] += (uint64_t)(count[i] < 0 ? -count[i] : count[i]);
        if (magnitude[i] > INT64_MAX)
            return fault(reader, "%s: the sum is beyond 64 bits with a sign",
                         reader->counts->event[i]);
        reader->sum[i] += count[i];
    }
    return true;
}

static bool read_line(struct reader *reader)
{
    int64_t count[MSIM_EVENTS_MAX];
    size_t given;
    const char *at = reader->at;
    char room[64];
    uint64_t line = 0;
    reader->line++;
    if (reader->section == MSIM_NOTHING)
        return fault(reader, "expected 'fl=' and 'fn=' before the first line of counts");
    for (; *at >= '0' && *at <= '9'; at++) {
        line = line * 10 + (unsigned)(*at - '0');
        if (line > UINT32_MAX)
            return fault(reader, "expected a line's number below 2^32, found %s",
                         found(reader->at, room));
    }
    if (*at != ' ' && *at != '\t' && *at != '\n' && *at)
        return fault(reader, "expected a line's number, found %s", found(reader->at, room));
    if (!take_counts(reader, at, count, &given))
        return false;
    return add_magnitudes(reader, count, given);
}

/* --- names -------------------------------------------------------------------------------------- */

/* Adds what was counted since `fn=` to the function and the source. */
static void end_section(struct reader *reader, const char *end)
{
    struct msim_counts *counts = reader->counts;
    if (reader->section == MSIM_NOTHING)
        return;
    struct msim_counts_section *section = &counts->section[reader->section];
    struct msim_counts_source *source = &counts->source[reader->source];
    int64_t *total = msim_function_total(counts, reader->function);
    section->end = end;
    for (size_t i = 0; i < counts->events; i++) {
        total[i] += source->negative ? -reader->sum[i] : reader->sum[i];
        source->total[i] += reader->sum[i];
        reader->sum[i] = 0;
    }
    reader->section = MSIM_NOTHING;
}

static const char *renamed(struct reader *reader, const char *name, const void *rules)
{
    char *other = rules ? reader->renaming->rename(rules, name) : NULL;
    return other ? msim_counts_keep(reader->counts, other) : name;
}

static bool begin_file(struct reader *reader, const char *name)
{
    const void *rules = reader->renaming ? reader->renaming->file_rules : NULL;
    reader->file = msim_counts_file_named(reader->counts, renamed(reader, name, rules));
    return true;
}

static bool begin_function(struct reader *reader, const char *name)
{
    struct msim_counts *counts = reader->counts;
    const void *rules = reader->renaming ? reader->renaming->function_rules : NULL;
    if (reader->file == MSIM_NOTHING)
        return fault(reader, "expected 'fl=' before the first 'fn='");
    if (counts->sections == MSIM_NOTHING - 1)
        return fault(reader, "expected at most 2^32 - 2 times 'fn='");
    uint32_t number =
        msim_counts_function_named(counts, reader->file, renamed(reader, name, rules));
    struct msim_counts_function *function = &counts->function[number];
    reader->function = number;
    reader->section = (uint32_t)counts->sections;
    counts->section = msim_room(counts->section, counts->sections, sizeof *counts->section);
    counts->section[counts->sections++] =
        (struct msim_counts_section){reader->at, reader->at, MSIM_NOTHING, reader->source};
    if (function->first == MSIM_NOTHING)
        function->first = reader->section;
    else
        counts->section[function->last].next = reader->section;
    function->last = reader->section;
    return true;
}

/* --- end ---------------------------------------------------------------------------------------- */

/* Nothing but comments and empty lines may be left. */
static bool read_rest(struct reader *reader)
{
    char room[64];
    while (reader->at < reader->end) {
        char *line = next_line(reader);
        if (!line)
            return false;
        if (*line != '#' && *skip_blanks(line))
            return fault(reader, "expected nothing behind 'summary:', found %s", found(line, room));
    }
    return true;
}

static bool read_summary(struct reader *reader)
{
    int64_t count[MSIM_EVENTS_MAX];
    struct msim_counts *counts = reader->counts;
    struct msim_counts_source *source = &counts->source[reader->source];
    end_section(reader, reader->at);
    reader->line++;
    if (!take_all_counts(reader, "summary:", reader->at + strlen("summary:"), count))
        return false;
    for (size_t i = 0; i < counts->events; i++) {
        if (count[i] != source->total[i])
            return fault(reader,
                         "summary: %s is %" PRId64 " there, but its lines sum up to %" PRId64,
                         counts->event[i], count[i], source->total[i]);
        counts->total[i] += source->negative ? -count[i] : count[i];
    }
    return read_rest(reader);
}

/* A line that begins with no digit; the one with the summary is left. */
static bool read_name(struct reader *reader)
{
    char room[64], *begin = reader->at;
    char *line = next_line(reader);
    if (!line)
        return false;
    if (!strncmp(line, "fl=", 3)) {
        end_section(reader, begin);
        return begin_file(reader, line + 3);
    }
    if (!strncmp(line, "fn=", 3)) {
        end_section(reader, begin);
        return begin_function(reader, line + 3);
    }
    if (*line == '#' || !*skip_blanks(line)) {
        /* It stays within a section, where lines must end as they did. */
        reader->at[-1] = '\n';
        return true;
    }
    return fault(reader, "expected 'fl=', 'fn=', 'summary:' or a line of counts, found %s",
                 found(line, room));
}

static bool read_body(struct reader *reader)
{
    while (reader->at < reader->end) {
        if (*reader->at >= '0' && *reader->at <= '9') {
            if (!read_line(reader))
                return false;
        } else if (!strncmp(reader->at, "summary:", 8)) {
            return read_summary(reader);
        } else if (!read_name(reader)) {
            return false;
        }
    }
    reader->line++;
    return fault(reader, "the file is cut short: expected 'summary:', found its end");
}

/* The totals of the base come before the events and can be read after them only. */
static bool read_base(struct reader *reader)
{
    int64_t count[MSIM_EVENTS_MAX];
    struct msim_counts *counts = reader->counts;
    char *body = reader->at;
    size_t line = reader->line;
    if (!reader->base)
        return true;
    reader->line = reader->base_line;
    /* What follows the text is the next line, behind the 0 that took the place of the line's end. */
    char *end = (char *)reader->base + strlen(reader->base);
    *end = '\n';
    bool good = take_all_counts(reader, "desc: Base totals", reader->base, count);
    *end = 0;
    reader->at = body;
    if (!good)
        return false;
    reader->line = line;
    counts->bases++;
    if (!reader->source)
        counts->base = msim_zeroed(counts->events, sizeof *counts->base);
    for (size_t i = 0; i < counts->events && counts->base; i++)
        if (__builtin_add_overflow(counts->base[i], count[i], &counts->base[i]))
            return fault(reader, "desc: Base totals: their sum is beyond 64 bits with a sign");
    return true;
}

static void begin_source(struct reader *reader, const char *name, char *bytes, bool negative)
{
    struct msim_counts *counts = reader->counts;
    counts->source = msim_room(counts->source, counts->sources, sizeof *counts->source);
    counts->source[counts->sources++] = (struct msim_counts_source){
        .name = name, .command = "", .bytes = bytes, .negative = negative};
}

static bool read_all(struct reader *reader, size_t size)
{
    struct msim_counts *counts = reader->counts;
    char *zero = memchr(reader->at, 0, size);
    if (zero) {
        reader->line = 1;
        for (const char *at = reader->at; (at = memchr(at, '\n', (size_t)(zero - at))); at++)
            reader->line++;
        return fault(reader, "expected text, found a byte 0");
    }
    if (!read_head(reader))
        return false;
    if (!counts->total) {
        counts->total = msim_zeroed(counts->events, sizeof *counts->total);
        counts->magnitude = msim_zeroed(counts->events, sizeof *counts->magnitude);
    }
    counts->descs_differ |= counts->source[reader->source].descs != counts->descs;
    counts->source[reader->source].total = msim_zeroed(counts->events, sizeof(int64_t));
    return read_base(reader) && read_body(reader);
}

bool msim_counts_read(struct msim_counts *counts, const char *name, char *bytes, size_t size,
                      bool negative, const struct msim_renaming *renaming)
{
    int64_t sum[MSIM_EVENTS_MAX] = {0};
    struct reader reader = {.counts = counts,
                            .renaming = renaming,
                            .at = bytes,
                            .end = bytes + size,
                            .source = (uint32_t)counts->sources,
                            .file = MSIM_NOTHING,
                            .section = MSIM_NOTHING,
                            .sum = sum};
    begin_source(&reader, name, bytes, negative);
    return read_all(&reader, size);
}
