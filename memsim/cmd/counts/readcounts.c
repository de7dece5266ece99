/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads records, in place, and totals (reading.h). */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "read.h"
#include "reading.h"
#include "records.h"

/* The word of cg_annotate. */
static const char unspecified[] = "<unspecified>";

const char *msim_counts_found(const char *at, char room[static 64])
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

char *msim_counts_skip_blanks(char *at)
{
    return at + strspn(at, " \t");
}

/* Fails with what msim_read_counts refused, at `at` in the line that was read last. */
static bool refuse_counts(struct msim_counts_reader *reader, enum msim_counts_refusal refusal,
                          const char *at)
{
    char room[64];
    if (refusal == MSIM_COUNTS_TOO_MANY)
        return MSIM_WRONG(reader,
                          "expected at most %zu counts, one for each event, found another, %s",
                          reader->counts->events, msim_counts_found(at, room));
    if (refusal == MSIM_COUNTS_TOO_LARGE)
        return MSIM_WRONG(reader, "expected a count from %s to 2^63 - 1, found %s",
                          reader->counts->no_negatives ? "0" : "-(2^63 - 1)",
                          msim_counts_found(at, room));
    return MSIM_WRONG(reader, "expected a count, found %s", msim_counts_found(at, room));
}

bool msim_counts_read_totals(struct msim_counts_reader *reader, const char *what, const char *at,
                             int64_t *count)
{
    size_t given, events = reader->counts->events;
    enum msim_counts_refusal refusal = msim_read_counts(&at, count, events, &given);
    if (refusal != MSIM_COUNTS_GOOD)
        return refuse_counts(reader, refusal, at);
    return given == events ||
           MSIM_WRONG(reader, "%s: expected %zu counts, found %zu", what, events, given);
}

static bool check_signs(struct msim_counts_reader *reader, const int64_t *count, size_t given)
{
    for (size_t i = 0; i < given; i++)
        if (count[i] < 0)
            return MSIM_WRONG(reader, "%s: expected a count from 0 to 2^63 - 1, found %" PRId64,
                              reader->counts->event[i], count[i]);
    return true;
}

static bool add_counts(struct msim_counts_reader *reader, const int64_t *count, size_t given)
{
    struct msim_counts *counts = reader->counts;
    uint64_t *magnitude = reader->left_out ? counts->left_out : counts->magnitude;
    for (size_t i = 0; i < given; i++) {
        magnitude[i] += (uint64_t)(count[i] < 0 ? -count[i] : count[i]);
        if (counts->magnitude[i] + counts->left_out[i] > INT64_MAX)
            return MSIM_WRONG(reader, "expected a sum of %s below 2^63", reader->counts->event[i]);
        reader->sum[i] += count[i];
    }
    return !counts->no_negatives || check_signs(reader, count, given);
}

/* Reads the number at the start of a record, and moves *at past it.  false: it is not a line
 * number. */
static bool read_line_number(const char **at)
{
    uint64_t line = 0;
    const char *digit = *at;
    for (; *digit >= '0' && *digit <= '9'; digit++) {
        line = line * 10 + (unsigned)(*digit - '0');
        if (line > UINT32_MAX)
            return false;
    }
    if (*digit != ' ' && *digit != '\t' && *digit != '\n' && *digit)
        return false;
    *at = digit;
    return true;
}

/* Cuts off the record that could not be read in place, and fails with what is wrong at `at`. */
static bool refuse_record(struct msim_counts_reader *reader, enum msim_counts_refusal refusal,
                          const char *at)
{
    char room[64];
    char *line = msim_line_reader_next(&reader->lines);
    if (!line)
        return false;
    if (reader->file == MSIM_NOTHING)
        return MSIM_WRONG(reader, "expected 'fl=' before the first line of counts");
    if (at > line)
        return refuse_counts(reader, refusal, at);
    bool is_number = strchr(" \t", line[strspn(line, "0123456789")]) != NULL;
    return MSIM_WRONG(reader, "expected a line number%s, found %s", is_number ? " below 2^32" : "",
                      msim_counts_found(line, room));
}

const char *msim_counts_renamed(struct msim_counts_reader *reader, const char *name,
                                const void *rules)
{
    char *other = rules ? reader->renaming->rename(rules, name) : NULL;
    return other ? msim_counts_keep(reader->counts, other) : name;
}

/* Begins a section at the next line, of the function and the object named last. */
static bool begin_section(struct msim_counts_reader *reader)
{
    struct msim_counts *counts = reader->counts;
    const void *rules = reader->renaming ? reader->renaming->function_rules : NULL;
    reader->has_lines = true;
    if (reader->left_out) {
        reader->section = MSIM_LEFT_OUT;
        return true;
    }
    if (counts->sections == MSIM_NOTHING - 1)
        return MSIM_WRONG(reader, "expected at most 2^32 - 2 lines 'fn='");
    if (reader->function == MSIM_NOTHING)
        reader->function = msim_counts_function_named(
            counts, reader->file, msim_counts_renamed(reader, unspecified, rules));
    reader->part = msim_counts_part_in(counts, reader->function, reader->object);
    reader->section = (uint32_t)counts->sections;
    MSIM_PUSH(counts->section, counts->sections,
              (struct msim_counts_section){reader->lines.next, reader->lines.next, MSIM_NOTHING,
                                           reader->source, reader->within, reader->region,
                                           reader->at});
    struct msim_counts_part *part = &counts->part[reader->part];
    if (part->first == MSIM_NOTHING)
        part->first = reader->section;
    else
        counts->section[part->last].next = reader->section;
    part->last = reader->section;
    return true;
}

bool msim_counts_read_record(struct msim_counts_reader *reader)
{
    int64_t count[MSIM_EVENTS_MAX];
    size_t given, events = reader->counts->events;
    enum msim_counts_refusal refusal = MSIM_COUNTS_GOOD;
    const char *at = msim_line_reader_peek(&reader->lines);
    if (reader->section == MSIM_NOTHING && reader->file != MSIM_NOTHING && !begin_section(reader))
        return false;
    if (reader->section == MSIM_NOTHING || !read_line_number(&at) ||
        (refusal = msim_read_counts(&at, count, events, &given)) != MSIM_COUNTS_GOOD || !*at)
        return refuse_record(reader, refusal, at);
    msim_line_reader_pass(&reader->lines, at);
    return add_counts(reader, count, given);
}
