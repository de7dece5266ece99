/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads costs and calls; see read.h. */
#include "read.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/files/filename.h"
#include "cmd/files/lines.h"
#include "reading.h"

static const char tree_line[] = "# memsim tree:", build_id_line[] = "# build-id: ";

/* --- positions -------------------------------------------------------------------------------- */

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
            if (!msim_calls_take_number(&from, &by))
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
        *at = msim_calls_skip_blanks(from);
    }
    return true;
}

/* --- costs ------------------------------------------------------------------------------------ */

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
    struct msim_call_profile *calls = reader->calls;
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
    struct msim_call_profile *calls = reader->calls;
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
    struct msim_call_profile *calls = reader->calls;
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
    if (!msim_calls_take_number(&at, &times) ||
        (*at == '/' && (at++, !msim_calls_take_number(&at, &times))) || *at != ' ')
        return MSIM_WRONG(reader, "jump: expected a number and a position, found %s",
                          msim_calls_found(from, false, room));
    at = msim_calls_skip_blanks(at);
    return read_position(reader, &at, false, &position);
}

/* --- names ------------------------------------------------------------------------------------ */

static uint32_t unknown(struct msim_names *names)
{
    return msim_names_number(names, "???");
}

static bool begin_function(struct msim_calls_reader *reader, const char *text)
{
    struct msim_call_profile *calls = reader->calls;
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
    struct msim_call_profile *calls = reader->calls;
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

/* --- lines ------------------------------------------------------------------------------------ */

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
        return msim_calls_read_build_id(reader, line + sizeof build_id_line - 1);
    if (*line == '#')
        return strncmp(line, tree_line, length) != 0 ||
               msim_calls_begin_tree(reader, msim_calls_skip_blanks(line + length));
    if (!msim_calls_read_head(reader, line, &is_head))
        return false;
    return is_head || read_body(reader, line);
}

/* --- end -------------------------------------------------------------------------------------- */

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
    if (!msim_calls_end_tree(reader) || !msim_calls_check_summary(reader))
        return false;
    msim_calls_select_regions(reader);
    return true;
}

bool msim_calls_read(struct msim_call_profile *calls, const char *name, char *bytes, size_t size)
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
    MSIM_FREE(reader.read, reader.summary, reader.before, reader.tree_function, reader.tree_sum);
    msim_calls_free_chosen(&reader);
    return good;
}

void msim_calls_load(struct msim_call_profile *calls, const char *name)
{
    size_t size;
    char *bytes = msim_need_all(name, &size);
    bool good = msim_calls_read(calls, name, bytes, size);
    free(bytes);
    if (!good)
        msim_bad_file(&calls->counts.error);
}

char *msim_calls_beside_pages(const char *pages)
{
    char *name = msim_name_beside(pages, ".pagein.", ".calls.");
    if (!name)
        msim_bad_input("%s: a list of page-ins has no contexts; name the profile of calls, "
                       "memsim.calls.PID, of a run with --calls=yes",
                       pages);
    if (access(name, R_OK) != 0)
        msim_bad_input("%s: a list of page-ins has no contexts, and there is no %s; to make one: "
                       "memsim run --calls=yes -- COMMAND",
                       pages, name);
    return name;
}

/* The value of a line "# KEY: VALUE" in the head of a list, up to its newline; NULL: it has
 * none. */
static const char *value_of(const char *bytes, const char *key)
{
    size_t length = strlen(key);
    while (*bytes == '#') {
        if (bytes[1] == ' ' && !strncmp(bytes + 2, key, length) &&
            !strncmp(bytes + 2 + length, ": ", 2))
            return bytes + length + 4;
        bytes += strcspn(bytes, "\n");
        bytes += *bytes == '\n';
    }
    return NULL;
}

void msim_calls_need_pages(const struct msim_call_profile *calls, const char *name)
{
    if (msim_counts_event(&calls->counts, "Pfx", 3) == calls->counts.events)
        msim_bad_input(
            "%s:%zu: has no counts of pages; they are there if the run had --pagein=yes, "
            "which is the default, beside --calls=yes",
            name, calls->counts.events_line);
}

static int64_t faults_of(const struct msim_call_profile *calls)
{
    int64_t sum = 0;
    for (size_t i = 0; i < calls->counts.events; i++)
        if (!strncmp(calls->counts.event[i], "Pf", 2))
            sum += calls->counts.total[i];
    return sum;
}

void msim_calls_check_pages(const struct msim_call_profile *calls, const char *name,
                            const char *pages)
{
    size_t size;
    char *bytes = msim_need_all(pages, &size);
    const char *count = value_of(bytes, "minor-faults-predicted");
    const char *command = value_of(bytes, "command"), *of = calls->counts.source[0].command;
    bool same = !command || (!strncmp(command, of, strlen(of)) && command[strlen(of)] == '\n');
    same = same && (!count || (int64_t)strtoull(count, NULL, 10) == faults_of(calls));
    if (!same)
        msim_bad_input("%s is not of the run that wrote %s: the commands or the numbers of faults "
                       "differ",
                       name, pages);
    free(bytes);
}
