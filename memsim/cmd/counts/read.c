/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads profiles; see read.h.
 *
 * One pass over the bytes.  Records, which are nearly all of a file, are read in place.  What is
 * read becomes part of the set at once, so a set with an error can only be freed.
 */
#include "read.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "records.h"
#include "unlike.h"

struct reader {
    struct msim_line_reader lines;
    struct msim_counts *counts;
    const struct msim_renaming *renaming;
    uint32_t source, file, function, object, inlined;
    uint32_t part, section; /* MSIM_NOTHING: no line since the last `fn=` or object */
    uint32_t region;        /* of all that follows */
    bool left_out;          /* it is not in the selection */
    bool has_lines;         /* since the last `fl=# part:` */
    const char *base;       /* what follows "desc: Base totals:"; NULL: no such line */
    size_t base_line;
    int64_t *sum; /* of the section */
};

/* The section, the file or the function of what is left out. */
enum { LEFT_OUT = 0 };

#define WRONG(reader, ...) msim_line_reader_fail(&(reader)->lines, __VA_ARGS__)

static const char base_name[] = "Base totals:";
/* The words of cg_annotate. */
static const char unspecified[] = "<unspecified>";
static const char object_name[] = "fl=# object: ", inlined_name[] = "fl=# inlined: ";
static const char part_name[] = "fl=# part: ", part_base_name[] = "fl=# base: ";

/* Quotes the rest of the line for a message. */
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
        reader->base_line = reader->lines.line;
        return;
    }
    struct msim_counts_source *source = &counts->source[reader->source];
    size_t number = source->descs++;
    source->desc = msim_room(source->desc, number, sizeof *source->desc);
    source->desc[number] = (struct msim_counts_desc){text, reader->lines.line};
}

static bool add_event(struct reader *reader, const char *name)
{
    struct msim_counts *counts = reader->counts;
    char room[64];
    if (msim_counts_event(counts, name, strlen(name)) < counts->events)
        return WRONG(reader, "events: %s appears twice", found(name, room));
    if (counts->events == MSIM_EVENTS_MAX)
        return WRONG(reader, "events: expected at most %d", MSIM_EVENTS_MAX);
    counts->event = msim_room(counts->event, counts->events, sizeof *counts->event);
    counts->event[counts->events++] = name;
    return true;
}

/* The first source sets the events, and the others must have the same.  A carriage return is a
 * blank here: if the last name ended in one, it would become part of the line's end when the set is
 * written. */
static bool read_events(struct reader *reader, char *at)
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
            return WRONG(reader, "events: %s, which %s does not have", found(name, room),
                         counts->source[0].name);
        if (reader->source && strcmp(counts->event[number], name) != 0)
            return WRONG(reader, "events: %s, where %s has '%s'", found(name, room),
                         counts->source[0].name, counts->event[number]);
    }
    if (!number)
        return WRONG(reader, "events: expected at least one");
    if (number < counts->events)
        return WRONG(reader, "events: no '%s', which %s has", counts->event[number],
                     counts->source[0].name);
    return true;
}

static bool read_head(struct reader *reader)
{
    char room[64], *line;
    const char *wanted = "cmd:";
    struct msim_counts *counts = reader->counts;
    while ((line = msim_line_reader_next(&reader->lines)) != NULL) {
        if (*wanted == 'c' && !strncmp(line, "desc:", 5)) {
            keep_desc(reader, skip_blanks(line + 5));
            continue;
        }
        if (strncmp(line, wanted, strlen(wanted)) != 0)
            return WRONG(reader, "expected %s'%s', found %s", *wanted == 'c' ? "'desc:' or " : "",
                         wanted, found(line, room));
        if (*wanted == 'e')
            return read_events(reader, line + 7);
        counts->source[reader->source].command = skip_blanks(line + 4);
        wanted = "events:";
    }
    reader->lines.line++;
    return WRONG(reader, "expected '%s', found the end of the file", wanted);
}

/* --- counts ------------------------------------------------------------------------------------- */

/* Fails with what msim_read_counts refused, at `at` in the line that was read last. */
static bool refuse_counts(struct reader *reader, enum msim_counts_refusal refusal, const char *at)
{
    char room[64];
    if (refusal == MSIM_COUNTS_TOO_MANY)
        return WRONG(reader, "expected at most %zu counts, one for each event, found another, %s",
                     reader->counts->events, found(at, room));
    if (refusal == MSIM_COUNTS_TOO_LARGE)
        return WRONG(reader, "expected a count from %s to 2^63 - 1, found %s",
                     reader->counts->no_negatives ? "0" : "-(2^63 - 1)", found(at, room));
    return WRONG(reader, "expected a count, found %s", found(at, room));
}

/* Reads a summary or the totals of the base: a count for each event. */
static bool read_totals(struct reader *reader, const char *what, const char *at, int64_t *count)
{
    size_t given, events = reader->counts->events;
    enum msim_counts_refusal refusal = msim_read_counts(&at, count, events, &given);
    if (refusal != MSIM_COUNTS_GOOD)
        return refuse_counts(reader, refusal, at);
    return given == events ||
           WRONG(reader, "%s: expected %zu counts, found %zu", what, events, given);
}

static bool check_signs(struct reader *reader, const int64_t *count, size_t given)
{
    for (size_t i = 0; i < given; i++)
        if (count[i] < 0)
            return WRONG(reader, "%s: expected a count from 0 to 2^63 - 1, found %" PRId64,
                         reader->counts->event[i], count[i]);
    return true;
}

static bool add_counts(struct reader *reader, const int64_t *count, size_t given)
{
    struct msim_counts *counts = reader->counts;
    uint64_t *magnitude = reader->left_out ? counts->left_out : counts->magnitude;
    for (size_t i = 0; i < given; i++) {
        magnitude[i] += (uint64_t)(count[i] < 0 ? -count[i] : count[i]);
        if (counts->magnitude[i] + counts->left_out[i] > INT64_MAX)
            return WRONG(reader, "expected a sum of %s below 2^63", reader->counts->event[i]);
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
static bool refuse_record(struct reader *reader, enum msim_counts_refusal refusal, const char *at)
{
    char room[64];
    char *line = msim_line_reader_next(&reader->lines);
    if (!line)
        return false;
    if (reader->file == MSIM_NOTHING)
        return WRONG(reader, "expected 'fl=' before the first line of counts");
    if (at > line)
        return refuse_counts(reader, refusal, at);
    bool is_number = strchr(" \t", line[strspn(line, "0123456789")]) != NULL;
    return WRONG(reader, "expected a line number%s, found %s", is_number ? " below 2^32" : "",
                 found(line, room));
}

static const char *renamed(struct reader *reader, const char *name, const void *rules)
{
    char *other = rules ? reader->renaming->rename(rules, name) : NULL;
    return other ? msim_counts_keep(reader->counts, other) : name;
}

/* Begins a section at the next line, of the function and the object named last. */
static bool begin_section(struct reader *reader)
{
    struct msim_counts *counts = reader->counts;
    const void *rules = reader->renaming ? reader->renaming->function_rules : NULL;
    reader->has_lines = true;
    if (reader->left_out) {
        reader->section = LEFT_OUT;
        return true;
    }
    if (counts->sections == MSIM_NOTHING - 1)
        return WRONG(reader, "expected at most 2^32 - 2 lines 'fn='");
    if (reader->function == MSIM_NOTHING)
        reader->function =
            msim_counts_function_named(counts, reader->file, renamed(reader, unspecified, rules));
    reader->part = msim_counts_part_in(counts, reader->function, reader->object);
    reader->section = (uint32_t)counts->sections;
    counts->section = msim_room(counts->section, counts->sections, sizeof *counts->section);
    counts->section[counts->sections++] =
        (struct msim_counts_section){reader->lines.next, reader->lines.next, MSIM_NOTHING,
                                     reader->source,     reader->inlined,    reader->region};
    struct msim_counts_part *part = &counts->part[reader->part];
    if (part->first == MSIM_NOTHING)
        part->first = reader->section;
    else
        counts->section[part->last].next = reader->section;
    part->last = reader->section;
    return true;
}

static bool read_record(struct reader *reader)
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

/* --- names -------------------------------------------------------------------------------------- */

static void add_sum(int64_t *total, const struct reader *reader)
{
    bool negative = reader->counts->source[reader->source].negative;
    for (size_t i = 0; i < reader->counts->events; i++)
        total[i] += negative ? -reader->sum[i] : reader->sum[i];
}

/* Adds the counts since `fn=` to the function, the region and the source. */
static void end_section(struct reader *reader, const char *end)
{
    struct msim_counts *counts = reader->counts;
    if (reader->section == MSIM_NOTHING)
        return;
    int64_t *base = msim_region_base(&counts->regions, reader->region);
    bool negative = counts->source[reader->source].negative;
    add_sum(msim_region_total(&counts->regions, reader->region), reader);
    if (!reader->left_out) {
        counts->section[reader->section].end = end;
        add_sum(msim_function_total(counts, reader->function), reader);
        add_sum(msim_part_total(counts, reader->part), reader);
        add_sum(counts->total, reader);
    }
    for (size_t i = 0; i < counts->events; i++) {
        counts->source[reader->source].total[i] += reader->sum[i];
        base[i] += negative ? reader->sum[i] : 0;
        reader->sum[i] = 0;
    }
    reader->section = MSIM_NOTHING;
}

static bool begin_file(struct reader *reader, const char *name)
{
    const void *rules = reader->renaming ? reader->renaming->file_rules : NULL;
    reader->function = MSIM_NOTHING;
    reader->file = LEFT_OUT;
    if (reader->left_out)
        return true;
    reader->file = msim_counts_file_named(reader->counts, renamed(reader, name, rules));
    return true;
}

static bool begin_function(struct reader *reader, const char *name)
{
    struct msim_counts *counts = reader->counts;
    const void *rules = reader->renaming ? reader->renaming->function_rules : NULL;
    if (reader->file == MSIM_NOTHING)
        return WRONG(reader, "expected 'fl=' before the first 'fn='");
    reader->function = LEFT_OUT;
    if (reader->left_out)
        return true;
    reader->function =
        msim_counts_function_named(counts, reader->file, renamed(reader, name, rules));
    return true;
}

/* "???" is an object that is not known. */
static bool begin_object(struct reader *reader, const char *name)
{
    bool known = strcmp(name, "???") != 0 && !reader->left_out;
    reader->object = known ? msim_names_number(&reader->counts->object, name) : MSIM_NOTHING;
    reader->file = reader->function = reader->inlined = MSIM_NOTHING;
    return true;
}

/* Adds a word to the end of `text`, which is allocated, and leaves room for a tab. */
static void add_word(struct reader *reader, const char *word, size_t length, const void *rules,
                     char **text)
{
    char *copy = msim_zeroed(length + 1, 1);
    memcpy(copy, word, length);
    char *other = rules ? reader->renaming->rename(rules, copy) : NULL;
    const char *name = other ? other : copy;
    size_t used = *text ? strlen(*text) : 0;
    char *longer = msim_zeroed(used + strlen(name) + 2, 1);
    if (used)
        memcpy(longer, *text, used);
    strcpy(longer + used, name);
    for (char *at = longer + used; (at = strchr(at, '\t')) != NULL;)
        *at = ' ';
    free(*text);
    free(other);
    free(copy);
    *text = longer;
}

/* Inlined calls, "FUNCTION<tab>LINE<tab>FILE", from the innermost outwards; NULL: something else. */
static char *take_inlined(struct reader *reader, const char *at)
{
    const struct msim_renaming *to = reader->renaming;
    const void *rules[] = {to ? to->function_rules : NULL, NULL, to ? to->file_rules : NULL};
    char *text = NULL;
    for (size_t words = 0;; at++) {
        size_t length = strcspn(at, "\t");
        bool is_line = words % 3 == 1;
        if (is_line && (strspn(at, "0123456789") != length || !length || length > 10))
            break;
        if (is_line && reader->counts->no_lines)
            add_word(reader, "0", 1, NULL, &text);
        else
            add_word(reader, at, length, rules[words % 3], &text);
        at += length;
        if (!*at && ++words % 3 == 0)
            return text;
        if (!*at)
            break;
        strcat(text, "\t");
        words++;
    }
    free(text);
    return NULL;
}

static bool begin_inlined(struct reader *reader, const char *name)
{
    char room[64], *text = take_inlined(reader, name);
    reader->file = reader->function = MSIM_NOTHING;
    if (!text)
        return WRONG(reader, "expected 'fl=# inlined: FUNCTION<tab>LINE<tab>FILE', found %s",
                     found(name, room));
    if (!reader->left_out)
        reader->inlined = msim_names_number(&reader->counts->inlined, text);
    free(text);
    return true;
}

/* Everything is named anew in a region. */
static bool begin_part(struct reader *reader, char *text)
{
    uint64_t times;
    char room[64];
    struct msim_regions *regions = &reader->counts->regions;
    const char *line = found(text, room);
    uint32_t region = msim_region_read(regions, text, &times);
    if (region == MSIM_NOTHING)
        return WRONG(reader, "expected 'fl=# part: TIMES NAME<tab>NAME...', found %s", line);
    if (regions->region[region].times > INT64_MAX - times)
        return WRONG(reader, "expected a sum of times below 2^63, found %s", line);
    if (!reader->counts->source[reader->source].negative)
        regions->region[region].times += times;
    reader->file = reader->function = reader->object = reader->inlined = MSIM_NOTHING;
    reader->region = region;
    reader->left_out = !regions->region[region].selected;
    reader->has_lines = false;
    return true;
}

/* Adds to the totals of what was subtracted, or takes from them. */
static bool add_base(struct reader *reader, int64_t *base, const int64_t *count, bool take)
{
    for (size_t i = 0; i < reader->counts->events && base; i++)
        if (__builtin_add_overflow(base[i], take ? -count[i] : count[i], &base[i]) ||
            base[i] < -INT64_MAX)
            return WRONG(reader, "expected sums of what was subtracted below 2^63");
    return true;
}

/* What was subtracted in a region was not subtracted in the rest. */
static bool read_part_base(struct reader *reader, const char *at)
{
    int64_t count[MSIM_EVENTS_MAX];
    struct msim_counts *counts = reader->counts;
    struct msim_regions *regions = &counts->regions;
    if (!reader->region || reader->has_lines)
        return WRONG(reader, "expected 'fl=# base:' only after 'fl=# part:'");
    if (!read_totals(reader, "fl=# base", at, count))
        return false;
    if (counts->source[0].negative)
        return true;
    bool counts_it = regions->region[0].selected == reader->left_out;
    return add_base(reader, msim_region_base(regions, reader->region), count, false) &&
           add_base(reader, msim_region_base(regions, 0), count, true) &&
           (!counts_it || add_base(reader, counts->base, count, reader->left_out));
}

/* --- end ---------------------------------------------------------------------------------------- */

/* Only comments and empty lines may follow the summary. */
static bool read_rest(struct reader *reader)
{
    char room[64];
    for (char *line; (line = msim_line_reader_next(&reader->lines)) != NULL;)
        if (*line != '#' && *skip_blanks(line))
            return WRONG(reader, "expected nothing after 'summary:', found %s", found(line, room));
    return !reader->lines.error->line;
}

static bool read_summary(struct reader *reader)
{
    int64_t count[MSIM_EVENTS_MAX];
    struct msim_counts *counts = reader->counts;
    struct msim_counts_source *source = &counts->source[reader->source];
    end_section(reader, reader->lines.next);
    char *line = msim_line_reader_next(&reader->lines);
    if (!line || !read_totals(reader, "summary", line + strlen("summary:"), count))
        return false;
    for (size_t i = 0; i < counts->events; i++) {
        if (count[i] != source->total[i])
            return WRONG(reader, "summary: %s is %" PRId64 ", but its lines sum up to %" PRId64,
                         counts->event[i], count[i], source->total[i]);
    }
    return read_rest(reader);
}

/* Moves past a comment or an empty line, which stay in the section with their newlines. */
static bool pass_comment(struct reader *reader, const char *line)
{
    const char *text = line + strspn(line, " \t");
    const char *newline = *line == '#' ? strchr(line, '\n') : *text == '\n' ? text : NULL;
    if (newline)
        msim_line_reader_pass(&reader->lines, newline);
    return newline != NULL;
}

/* Reads the line at `begin`, which is neither a record nor the summary. */
static bool read_name(struct reader *reader, const char *begin)
{
    char room[64], *line;
    if (pass_comment(reader, begin))
        return true;
    if (!(line = msim_line_reader_next(&reader->lines)))
        return false;
    if (!strncmp(line, object_name, strlen(object_name))) {
        end_section(reader, begin);
        return begin_object(reader, line + strlen(object_name));
    }
    if (!strncmp(line, part_name, strlen(part_name))) {
        end_section(reader, begin);
        return begin_part(reader, line + strlen(part_name));
    }
    if (!strncmp(line, part_base_name, strlen(part_base_name)))
        return read_part_base(reader, line + strlen(part_base_name));
    if (!strncmp(line, inlined_name, strlen(inlined_name))) {
        end_section(reader, begin);
        return begin_inlined(reader, line + strlen(inlined_name));
    }
    if (!strncmp(line, "fl=", 3)) {
        end_section(reader, begin);
        return begin_file(reader, line + 3);
    }
    if (!strncmp(line, "fn=", 3)) {
        end_section(reader, begin);
        return begin_function(reader, line + 3);
    }
    return WRONG(reader, "expected 'fl=', 'fn=', 'summary:' or a line of counts, found %s",
                 found(line, room));
}

static bool read_body(struct reader *reader)
{
    const char *line;
    while ((line = msim_line_reader_peek(&reader->lines)) != NULL) {
        bool is_record = *line >= '0' && *line <= '9';
        if (!is_record && !strncmp(line, "summary:", 8))
            return read_summary(reader);
        if (!(is_record ? read_record(reader) : read_name(reader, line)))
            return false;
    }
    reader->lines.line++;
    return WRONG(reader, "the file is cut short: expected 'summary:', found its end");
}

/* The totals of the base come before the events, but can only be read after them. */
static bool read_base(struct reader *reader)
{
    int64_t count[MSIM_EVENTS_MAX];
    struct msim_counts *counts = reader->counts;
    size_t line = reader->lines.line;
    if (!reader->base)
        return true;
    reader->lines.line = reader->base_line;
    if (!read_totals(reader, "desc: Base totals", reader->base, count))
        return false;
    counts->bases++;
    if (!reader->source)
        counts->base = msim_zeroed(counts->events, sizeof *counts->base);
    bool selected = counts->regions.region[0].selected;
    if (!counts->source[0].negative &&
        !add_base(reader, msim_region_base(&counts->regions, 0), count, false))
        return false;
    if (selected && !add_base(reader, counts->base, count, false))
        return false;
    reader->lines.line = line;
    return true;
}

static void begin_source(struct reader *reader, const char *name, char *bytes, bool negative)
{
    struct msim_counts *counts = reader->counts;
    counts->source = msim_room(counts->source, counts->sources, sizeof *counts->source);
    counts->source[counts->sources++] = (struct msim_counts_source){
        .name = name, .command = "", .bytes = bytes, .negative = negative};
}

static bool read_all(struct reader *reader)
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
    struct reader reader = {.counts = counts,
                            .renaming = renaming,
                            .source = (uint32_t)counts->sources,
                            .file = MSIM_NOTHING,
                            .function = MSIM_NOTHING,
                            .object = MSIM_NOTHING,
                            .inlined = MSIM_NOTHING,
                            .section = MSIM_NOTHING,
                            .sum = sum};
    begin_source(&reader, name, bytes, negative);
    msim_line_reader_open(&reader.lines, name, bytes, size, &counts->error);
    return read_all(&reader);
}
