/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads profiles; see read.h.
 *
 * One pass over the bytes.  Records, which are nearly all of a file, are read in place.  What is
 * read becomes part of the set at once, so a set with an error can only be freed.
 */
#include "read.h"

#include <inttypes.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/files/lines.h"
#include "cmd/patterns/inlined.h"
#include "reading.h"
#include "unlike.h"

static const char base_name[] = "Base totals:";
/* --- head ------------------------------------------------------------------------------------- */

static void keep_desc(struct msim_counts_reader *reader, char *text)
{
    struct msim_counts *counts = reader->counts;
    if (!strncmp(text, base_name, sizeof base_name - 1)) {
        reader->base = text + sizeof base_name - 1;
        reader->base_line = reader->lines.line;
        return;
    }
    struct msim_counts_source *source = &counts->source[reader->source];
    size_t number = source->descs++;
    source->desc = msim_room(source->desc, number, sizeof *source->desc);
    source->desc[number] = (struct msim_counts_desc){text, reader->lines.line};
}

static bool add_event(struct msim_counts_reader *reader, const char *name)
{
    struct msim_counts *counts = reader->counts;
    char room[64];
    if (msim_counts_event(counts, name, strlen(name)) < counts->events)
        return MSIM_WRONG(reader, "events: %s appears twice", msim_counts_found(name, room));
    if (counts->events == MSIM_EVENTS_MAX)
        return MSIM_WRONG(reader, "events: expected at most %d", MSIM_EVENTS_MAX);
    MSIM_PUSH(counts->event, counts->events, name);
    return true;
}

/* The first source sets the events, and the others must have the same.  A carriage return is a
 * blank here: if the last name ended in one, it would become part of the line's end when the set is
 * written. */
static bool read_events(struct msim_counts_reader *reader, char *at)
{
    static const char blanks[] = " \t\r";
    struct msim_counts *counts = reader->counts;
    size_t number = 0;
    char room[64];
    if (!reader->source)
        counts->events_line = reader->lines.line;
    for (at += strspn(at, blanks); *at; number++) {
        char *name = at;
        at += strcspn(at, blanks);
        char *next = at + strspn(at, blanks);
        *at = 0;
        at = next;
        if (!reader->source && !add_event(reader, name))
            return false;
        if (reader->source && number >= counts->events)
            return MSIM_WRONG(reader, "events: %s, which %s does not have",
                              msim_counts_found(name, room), counts->source[0].name);
        if (reader->source && strcmp(counts->event[number], name) != 0)
            return MSIM_WRONG(reader, "events: %s, where %s has '%s'",
                              msim_counts_found(name, room), counts->source[0].name,
                              counts->event[number]);
    }
    if (!number)
        return MSIM_WRONG(reader, "events: expected at least one");
    if (number < counts->events)
        return MSIM_WRONG(reader, "events: no '%s', which %s has", counts->event[number],
                          counts->source[0].name);
    return true;
}

static bool read_head(struct msim_counts_reader *reader)
{
    char room[64], *line;
    const char *wanted = "cmd:";
    struct msim_counts *counts = reader->counts;
    while ((line = msim_line_reader_next(&reader->lines)) != NULL) {
        if (*wanted == 'c' && !strncmp(line, "desc:", 5)) {
            keep_desc(reader, msim_counts_skip_blanks(line + 5));
            continue;
        }
        if (strncmp(line, wanted, strlen(wanted)) != 0)
            return MSIM_WRONG(reader, "expected %s'%s', found %s",
                              *wanted == 'c' ? "'desc:' or " : "", wanted,
                              msim_counts_found(line, room));
        if (*wanted == 'e')
            return read_events(reader, line + 7);
        counts->source[reader->source].command = msim_counts_skip_blanks(line + 4);
        wanted = "events:";
    }
    reader->lines.line++;
    return MSIM_WRONG(reader, "expected '%s', found the end of the file", wanted);
}

/* --- end -------------------------------------------------------------------------------------- */

/* Only comments and empty lines may follow the summary. */
static bool read_rest(struct msim_counts_reader *reader)
{
    char room[64];
    for (char *line; (line = msim_line_reader_next(&reader->lines)) != NULL;)
        if (*line != '#' && *msim_counts_skip_blanks(line))
            return MSIM_WRONG(reader, "expected nothing after 'summary:', found %s",
                              msim_counts_found(line, room));
    return !reader->lines.error->line;
}

static bool read_summary(struct msim_counts_reader *reader)
{
    int64_t count[MSIM_EVENTS_MAX];
    struct msim_counts *counts = reader->counts;
    struct msim_counts_source *source = &counts->source[reader->source];
    msim_counts_end_section(reader, reader->lines.next);
    char *line = msim_line_reader_next(&reader->lines);
    if (!line || !msim_counts_read_totals(reader, "summary", line + strlen("summary:"), count))
        return false;
    for (size_t i = 0; i < counts->events; i++) {
        if (count[i] != source->total[i])
            return MSIM_WRONG(reader,
                              "summary: %s is %" PRId64 ", but its lines sum up to %" PRId64,
                              counts->event[i], count[i], source->total[i]);
    }
    return read_rest(reader);
}

static bool read_body(struct msim_counts_reader *reader)
{
    const char *line;
    while ((line = msim_line_reader_peek(&reader->lines)) != NULL) {
        bool is_record = *line >= '0' && *line <= '9';
        if (!is_record && !strncmp(line, "summary:", 8))
            return read_summary(reader);
        if (!(is_record ? msim_counts_read_record(reader) : msim_counts_read_name(reader, line)))
            return false;
    }
    reader->lines.line++;
    return MSIM_WRONG(reader, "the file is cut short: expected 'summary:', found its end");
}

/* The totals of the base come before the events, but can only be read after them. */
static bool read_base(struct msim_counts_reader *reader)
{
    int64_t count[MSIM_EVENTS_MAX];
    struct msim_counts *counts = reader->counts;
    size_t line = reader->lines.line;
    if (!reader->base)
        return true;
    reader->lines.line = reader->base_line;
    if (!msim_counts_read_totals(reader, "desc: Base totals", reader->base, count))
        return false;
    counts->bases++;
    if (!reader->source)
        counts->base = msim_zeroed(counts->events, sizeof *counts->base);
    bool selected = counts->regions.region[0].selected;
    if (!counts->source[0].negative &&
        !msim_counts_add_base(reader, msim_region_base(&counts->regions, 0), count, false))
        return false;
    if (selected && !msim_counts_add_base(reader, counts->base, count, false))
        return false;
    reader->lines.line = line;
    return true;
}

static void begin_source(struct msim_counts_reader *reader, const char *name, char *bytes,
                         bool negative)
{
    struct msim_counts *counts = reader->counts;
    MSIM_PUSH(counts->source, counts->sources,
              (struct msim_counts_source){
                  .name = name, .command = "", .bytes = bytes, .negative = negative});
}

static bool read_all(struct msim_counts_reader *reader)
{
    struct msim_counts *counts = reader->counts;
    if (!read_head(reader))
        return false;
    if (!counts->total) {
        counts->total = msim_zeroed(counts->events, sizeof *counts->total);
        counts->magnitude = msim_zeroed(counts->events, sizeof *counts->magnitude);
        counts->left_out = msim_zeroed(counts->events, sizeof *counts->left_out);
        msim_regions_start(&counts->regions, counts->events);
    }
    counts->descs_differ |=
        msim_counts_are_unlike(&counts->source[0], &counts->source[reader->source]);
    reader->left_out = !counts->regions.region[0].selected;
    counts->source[reader->source].total = msim_zeroed(counts->events, sizeof(int64_t));
    return read_base(reader) && read_body(reader);
}

bool msim_counts_read(struct msim_counts *counts, const char *name, char *bytes, size_t size,
                      bool negative, const struct msim_renaming *renaming)
{
    int64_t sum[MSIM_EVENTS_MAX] = {0};
    struct msim_counts_reader reader = {.counts = counts,
                                        .renaming = renaming,
                                        .source = (uint32_t)counts->sources,
                                        .file = MSIM_NOTHING,
                                        .function = MSIM_NOTHING,
                                        .object = MSIM_NOTHING,
                                        .inlined = MSIM_NOTHING,
                                        .at = MSIM_NOTHING,
                                        .within = MSIM_NOTHING,
                                        .folds = counts->mine &&
                                                 msim_can_fold_inlined(counts->mine, bytes),
                                        .section = MSIM_NOTHING,
                                        .loads = counts->waits.loads,
                                        .sum = sum};
    begin_source(&reader, name, bytes, negative);
    msim_line_reader_open(&reader.lines, name, bytes, size, &counts->error);
    return read_all(&reader);
}

void msim_counts_load(struct msim_counts *counts, const char *name, bool negative,
                      const struct msim_renaming *renaming)
{
    size_t size;
    char *bytes = msim_need_all(name, &size);
    if (!msim_counts_read(counts, name, bytes, size, negative, renaming))
        msim_bad_file(&counts->error);
}
