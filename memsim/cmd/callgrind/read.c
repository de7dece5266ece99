/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads heads, costs and calls; see read.h. */
#include "read.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "cmd/files/infile.h"
#include "reading.h"

static const char tree_line[] = "# memsim tree:", build_id_line[] = "# build-id: ";

enum { BUILD_ID_MOST = 2 * 64 }; /* digits */

/* --- fields ------------------------------------------------------------------------------------- */

const char *msim_calls_found(const char *at, bool word, char room[static 64])
{
    char part[48];
    size_t length = word ? strcspn(at, " ") : strlen(at);
    if (!length)
        return *at ? "a blank" : "the end of the line";
    snprintf(part, sizeof part, "%.*s", length < 40 ? (int)length : 40, at);
    room[0] = '\'';
    msim_utf8_clean(room + 1, 60, part, 32);
    strcat(room, "'");
    return room;
}

/* A number at *at, decimal or with 0x in front; false: there is none, or it is too large. */
static bool take_number(const char **at, uint64_t *number)
{
    static const char digits[] = "0123456789abcdef";
    const char *from = *at, *digit;
    bool hex = from[0] == '0' && from[1] == 'x';
    uint64_t value = 0, radix = hex ? 16 : 10;
    from += hex ? 2 : 0;
    const char *first = from;
    for (; *from && (digit = memchr(digits, *from, radix)) != NULL; from++)
        if (__builtin_mul_overflow(value, radix, &value) ||
            __builtin_add_overflow(value, (uint64_t)(digit - digits), &value))
            return false;
    *number = value;
    *at = from;
    return from > first;
}

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

bool msim_calls_read_field(struct msim_calls_reader *reader, const char *what, const char **at,
                           uint64_t limit, uint64_t *number)
{
    const char *from = *at;
    char room[64];
    if (!take_number(&from, number) || *number > limit || (*from && *from != ' '))
        return MSIM_WRONG(reader, "%s: expected a number up to %" PRIu64 ", found %s", what, limit,
                          msim_calls_found(*at, true, room));
    *at = skip_blanks(from);
    return true;
}

bool msim_calls_read_counts(struct msim_calls_reader *reader, const char *at, int64_t *count,
                            size_t *given)
{
    const struct msim_counts *counts = &reader->calls->counts;
    char room[64];
    size_t i = 0;
    for (at = skip_blanks(at); *at; i++) {
        uint64_t value;
        const char *from = at;
        if (i == counts->events)
            return MSIM_WRONG(reader, "expected at most %zu counts, one for each event, found %s",
                              counts->events, msim_calls_found(at, true, room));
        if (!take_number(&at, &value) || value > INT64_MAX || (*at && *at != ' ' && *at != '\t'))
            return MSIM_WRONG(reader, "%s: expected a number below 2^63, found %s",
                              counts->event[i], msim_calls_found(from, true, room));
        count[i] = (int64_t)value;
        at = skip_blanks(at);
    }
    *given = i;
    for (; i < counts->events; i++)
        count[i] = 0;
    return true;
}

bool msim_calls_read_name(struct msim_calls_reader *reader, const char *key,
                          struct msim_compressed *table, struct msim_names *names, const char *text,
                          uint32_t *name)
{
    char room[64];
    switch (msim_compressed_name(table, names, text, name)) {
    case MSIM_COMPRESSED_GOOD:
        return true;
    case MSIM_COMPRESSED_UNKNOWN:
        return MSIM_WRONG(reader, "%s=: expected a number that has a name above, found %s", key,
                          msim_calls_found(text, false, room));
    default:
        return MSIM_WRONG(reader, "%s=: expected a number below 2^64, found %s", key,
                          msim_calls_found(text, false, room));
    }
}

struct position {
    uint64_t address;
    uint32_t line;
};

/* Reads a position, of all its parts, and moves *at past it.  With `moves` it is what the next ones
 * are relative to. */
static bool read_position(struct msim_calls_reader *reader, const char **at, bool moves,
                          struct position *position)
{
    char room[64];
    *position = (struct position){0, 0};
    for (size_t i = 0; i < reader->positions; i++) {
        uint64_t base = reader->base[i], value = base, by;
        const char *from = *at, sign = *from;
        if (sign == '*') {
            from++;
        } else {
            bool relative = sign == '+' || sign == '-';
            from += relative;
            if (!take_number(&from, &by))
                return MSIM_WRONG(reader,
                                  "position: expected a number below 2^64, +N, -N or *, found %s",
                                  msim_calls_found(*at, true, room));
            value = !relative ? by : sign == '+' ? base + by : base - by;
        }
        if (*from && *from != ' ' && *from != '\t')
            return MSIM_WRONG(reader, "position: expected a blank after it, found %s",
                              msim_calls_found(*at, true, room));
        if (i == reader->line_at && value >= UINT32_MAX)
            return MSIM_WRONG(reader, "line: expected a number from 0 to %" PRIu32 ", found %s",
                              UINT32_MAX - 1, msim_calls_found(*at, true, room));
        if (i == reader->line_at)
            position->line = (uint32_t)value;
        if (i == reader->address_at)
            position->address = value;
        if (moves)
            reader->base[i] = value;
        *at = skip_blanks(from);
    }
    return true;
}

/* --- head --------------------------------------------------------------------------------------- */

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
    for (at = skip_blanks(at); *at; at = skip_blanks(at)) {
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
    char *copy = msim_zeroed(length + 1, 1);
    memcpy(copy, name, length);
    counts->event = msim_room(counts->event, counts->events, sizeof *counts->event);
    counts->event[counts->events++] = msim_counts_keep(counts, copy);
    return true;
}

static bool read_events(struct msim_calls_reader *reader, const char *at)
{
    struct msim_counts *counts = &reader->calls->counts;
    size_t number = 0;
    for (at = skip_blanks(at); *at; at = skip_blanks(at), number++) {
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
    source->desc = msim_room(source->desc, source->descs, sizeof *source->desc);
    source->desc[source->descs++] =
        (struct msim_counts_desc){(char *)keep(reader, text), reader->lines.line};
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

static bool check_summary(struct msim_calls_reader *reader)
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
    if (!check_summary(reader))
        return false;
    memcpy(reader->before, counts->total, counts->events * sizeof *reader->before);
    reader->summary_line = 0;
    return true;
}

/* Reads "KEY: TEXT"; *is_head: whether it is such a line. */
static bool read_head(struct msim_calls_reader *reader, const char *line, bool *is_head)
{
    struct msim_counts_source *source = reader->calls->counts.source;
    size_t length = strspn(line, "abcdefghijklmnopqrstuvwxyz");
    const char *text = line + length + 1;
    *is_head = length && line[length] == ':';
    if (!*is_head)
        return true;
    text = skip_blanks(text);
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

/* --- costs -------------------------------------------------------------------------------------- */

/* Adds counts to `to` and to the totals of the function's lines, or of what was read. */
static bool add(struct msim_calls_reader *reader, int64_t *to, const int64_t *count, size_t given)
{
    const struct msim_counts *counts = &reader->calls->counts;
    for (size_t i = 0; i < given; i++) {
        if (__builtin_add_overflow(reader->read[i], count[i], &reader->read[i]))
            return MSIM_WRONG(reader, "expected a sum of all %s below 2^63", counts->event[i]);
        to[i] += count[i];
        if (!reader->in_call)
            counts->total[i] += count[i];
    }
    return true;
}

static void keep_cost(struct msim_calls_reader *reader, const struct position *position,
                      const int64_t *count)
{
    struct msim_calls *calls = reader->calls;
    struct msim_calls_cost cost = {.address = position->address,
                                   .function = reader->function,
                                   .file = reader->file,
                                   .line = position->line,
                                   .callee = MSIM_NOTHING};
    if (reader->in_call) {
        cost.callee = calls->edge[reader->edge].callee;
        cost.calls = reader->times;
    }
    msim_calls_add_cost(calls, cost, count);
}

static bool read_cost(struct msim_calls_reader *reader, const char *at)
{
    struct msim_calls *calls = reader->calls;
    int64_t count[MSIM_EVENTS_MAX];
    struct position position;
    size_t given;
    if (reader->function == MSIM_NOTHING)
        return MSIM_WRONG(reader, "expected 'fn=' before the first cost");
    if (!read_position(reader, &at, true, &position) ||
        !msim_calls_read_counts(reader, at, count, &given))
        return false;
    struct msim_calls_function *function = &calls->function[reader->function];
    uint32_t line = position.line;
    if (line && reader->file == function->file && (!function->line || line < function->line))
        function->line = line;
    int64_t *to = reader->in_call ? msim_calls_edge_count(calls, reader->edge)
                                  : msim_calls_self(calls, reader->function);
    bool good = add(reader, to, count, given);
    if (given && calls->keep_costs)
        keep_cost(reader, &position, count);
    reader->in_call = false;
    return good;
}

/* "calls=N POSITION": the line after it is the call's. */
static bool read_call(struct msim_calls_reader *reader, const char *at)
{
    struct msim_calls *calls = reader->calls;
    uint64_t times;
    struct position position;
    if (reader->function == MSIM_NOTHING)
        return MSIM_WRONG(reader, "expected 'fn=' before the first call");
    if (reader->callee_name == MSIM_NOTHING)
        return MSIM_WRONG(reader, "expected 'cfn=' before 'calls='");
    if (!msim_calls_read_field(reader, "calls", &at, INT64_MAX, &times))
        return false;
    if (*at && !read_position(reader, &at, false, &position))
        return false;
    uint32_t object =
        reader->callee_object != MSIM_NOTHING ? reader->callee_object : reader->object;
    uint32_t file = reader->callee_file != MSIM_NOTHING ? reader->callee_file : reader->file;
    uint32_t callee = msim_calls_function_of(calls, object, file, reader->callee_name);
    reader->edge = msim_calls_edge_of(calls, reader->function, callee);
    if (__builtin_add_overflow(reader->count, times, &reader->count) || reader->count > INT64_MAX)
        return MSIM_WRONG(reader, "calls: expected a sum of all below 2^63");
    calls->edge[reader->edge].calls += times;
    reader->times = times;
    reader->callee_object = reader->callee_file = reader->callee_name = MSIM_NOTHING;
    reader->in_call = true;
    return true;
}

/* "jump=N POSITION" or "jcnd=N/N POSITION".  The line after it has a position and no count. */
static bool read_jump(struct msim_calls_reader *reader, const char *at)
{
    uint64_t times;
    struct position position;
    char room[64];
    const char *from = at;
    if (!take_number(&at, &times) || (*at == '/' && (at++, !take_number(&at, &times))) ||
        *at != ' ')
        return MSIM_WRONG(reader, "jump: expected a number and a position, found %s",
                          msim_calls_found(from, false, room));
    at = skip_blanks(at);
    return read_position(reader, &at, false, &position);
}

/* --- names -------------------------------------------------------------------------------------- */

static uint32_t unknown(struct msim_names *names)
{
    return msim_names_number(names, "???");
}

static bool begin_function(struct msim_calls_reader *reader, const char *text)
{
    struct msim_calls *calls = reader->calls;
    uint32_t name;
    if (!msim_calls_read_name(reader, "fn", &reader->names, &calls->name, text, &name))
        return false;
    if (reader->function_file == MSIM_NOTHING)
        reader->function_file = unknown(&calls->file);
    reader->file = reader->function_file;
    reader->function = msim_calls_function_of(calls, reader->object, reader->function_file, name);
    return true;
}

enum key { OB, FL, FI, FE, FN, COB, CFI, CFL, CFN, CALLS, JUMP, JCND, JOB, JFI, JFN, KEYS };
static const char *const keys[KEYS] = {"ob",  "fl",    "fi",   "fe",   "fn",  "cob", "cfi", "cfl",
                                       "cfn", "calls", "jump", "jcnd", "job", "jfi", "jfn"};

static bool read_key(struct msim_calls_reader *reader, enum key key, const char *text)
{
    struct msim_calls *calls = reader->calls;
    uint32_t unused;
    struct msim_compressed *objects = &reader->objects, *files = &reader->files;
    switch (key) {
    case OB:
        reader->function = MSIM_NOTHING;
        return msim_calls_read_name(reader, "ob", objects, &calls->object, text, &reader->object);
    case FL:
        if (!msim_calls_read_name(reader, "fl", files, &calls->file, text, &reader->function_file))
            return false;
        reader->file = reader->function_file;
        return true;
    case FI:
    case FE:
        return msim_calls_read_name(reader, "fi", files, &calls->file, text, &reader->file);
    case FN:
        return begin_function(reader, text);
    case COB:
        return msim_calls_read_name(reader, "cob", objects, &calls->object, text,
                                    &reader->callee_object);
    case CFI:
    case CFL:
        return msim_calls_read_name(reader, "cfi", files, &calls->file, text, &reader->callee_file);
    case CFN:
        return msim_calls_read_name(reader, "cfn", &reader->names, &calls->name, text,
                                    &reader->callee_name);
    case CALLS:
        return read_call(reader, text);
    case JUMP:
    case JCND:
        return read_jump(reader, text);
    case JOB:
        return msim_calls_read_name(reader, "job", objects, &calls->object, text, &unused);
    case JFI:
        return msim_calls_read_name(reader, "jfi", files, &calls->file, text, &unused);
    default:
        return msim_calls_read_name(reader, "jfn", &reader->names, &calls->name, text, &unused);
    }
}

/* --- lines -------------------------------------------------------------------------------------- */

static bool read_body(struct msim_calls_reader *reader, const char *line)
{
    char room[64];
    const char *equals = strchr(line, '=');
    if (!reader->calls->counts.total)
        return MSIM_WRONG(reader, "expected 'events:' before %s",
                          msim_calls_found(line, false, room));
    if ((*line >= '0' && *line <= '9') || *line == '+' || *line == '-' || *line == '*')
        return read_cost(reader, line);
    for (int i = 0; equals && i < KEYS; i++)
        if (!strncmp(line, keys[i], (size_t)(equals - line)) && !keys[i][equals - line])
            return read_key(reader, (enum key)i, equals + 1);
    return MSIM_WRONG(reader,
                      "expected a cost or one of ob= fl= fi= fe= fn= cob= cfi= cfn= calls= "
                      "jump= jcnd=, found %s",
                      msim_calls_found(line, false, room));
}

/* "# build-id: HEX OBJECT" */
static bool read_build_id(struct msim_calls_reader *reader, char *at)
{
    struct msim_calls *calls = reader->calls;
    char room[64];
    size_t digits = strspn(at, "0123456789abcdef");
    if (!digits || digits % 2 || digits > BUILD_ID_MOST || at[digits] != ' ' || !at[digits + 1])
        return MSIM_WRONG(reader, "build-id: expected hexadecimal digits and a name, found %s",
                          msim_calls_found(at, false, room));
    at[digits] = 0;
    msim_calls_add_build_id(calls, msim_names_number(&calls->object, at + digits + 1), at);
    return true;
}

static bool read_line(struct msim_calls_reader *reader, char *line)
{
    size_t length = sizeof tree_line - 1;
    bool is_head;
    if (reader->in_tree && *line)
        return msim_calls_read_tree(reader, line);
    if (!*line)
        return true;
    if (reader->in_call && (*line < '0' || *line > '9') && !strchr("+-*", *line))
        return MSIM_WRONG(reader, "expected the cost of the call in the line before");
    if (reader->by_memsim && !strncmp(line, build_id_line, sizeof build_id_line - 1))
        return read_build_id(reader, line + sizeof build_id_line - 1);
    if (*line == '#')
        return strncmp(line, tree_line, length) != 0 ||
               msim_calls_begin_tree(reader, skip_blanks(line + length));
    if (!read_head(reader, line, &is_head))
        return false;
    return is_head || read_body(reader, line);
}

/* --- end ---------------------------------------------------------------------------------------- */

static bool read_all(struct msim_calls_reader *reader)
{
    struct msim_counts *counts = &reader->calls->counts;
    char *line;
    while ((line = msim_line_reader_next(&reader->lines)) != NULL)
        if (!read_line(reader, line))
            return false;
    if (counts->error.line)
        return false;
    if (!counts->total) {
        reader->lines.line++;
        return MSIM_WRONG(reader, "expected 'events:', found the end of the file");
    }
    if (reader->in_call)
        return MSIM_WRONG(reader, "the file is cut short: expected the cost of a call");
    for (size_t i = 0; i < counts->events; i++)
        counts->magnitude[i] = (uint64_t)counts->total[i];
    if (!msim_calls_end_tree(reader) || !check_summary(reader))
        return false;
    msim_calls_select_regions(reader);
    return true;
}

bool msim_calls_read(struct msim_calls *calls, const char *name, char *bytes, size_t size)
{
    struct msim_counts *counts = &calls->counts;
    struct msim_calls_reader reader = {.calls = calls,
                                       .positions = 1,
                                       .address_at = MSIM_POSITIONS,
                                       .function_file = MSIM_NOTHING,
                                       .file = MSIM_NOTHING,
                                       .function = MSIM_NOTHING,
                                       .callee_object = MSIM_NOTHING,
                                       .callee_file = MSIM_NOTHING,
                                       .callee_name = MSIM_NOTHING};
    counts->source = msim_room(counts->source, 0, sizeof *counts->source);
    counts->source[0] = (struct msim_counts_source){.name = name, .command = ""};
    counts->sources = 1;
    reader.object = unknown(&calls->object);
    msim_line_reader_open(&reader.lines, name, bytes, size, &counts->error);
    bool good = read_all(&reader);
    msim_compressed_free(&reader.objects);
    msim_compressed_free(&reader.files);
    msim_compressed_free(&reader.names);
    free(reader.read);
    free(reader.summary);
    free(reader.before);
    free(reader.tree_function);
    free(reader.tree_sum);
    msim_calls_free_chosen(&reader);
    return good;
}

void msim_calls_load(struct msim_calls *calls, const char *name)
{
    size_t size;
    char *bytes = msim_need_all(name, &size);
    bool good = msim_calls_read(calls, name, bytes, size);
    free(bytes);
    if (!good)
        msim_bad_file(&calls->counts.error);
}
