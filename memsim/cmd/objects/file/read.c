/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reader of read.h: the head, the end, and which line is which.  Reading stops at the first
 * error. */
#include "read.h"

#include <inttypes.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "engine/base/about.h"
#include "reading.h"

#define MAGIC "# memsim objects "

enum { VERSION = 1 };

#define WRONG(...) msim_line_reader_fail(&reader->lines, __VA_ARGS__)

/* --- The head ----------------------------------------------------------------------------- */

static bool take_references(struct msim_objects_reader *reader, const char *text)
{
    bool all = !strcmp(text, "accesses");
    if (!all && strcmp(text, "misses") != 0)
        return WRONG("references: expected misses or accesses, found '%.40s'", text);
    if (reader->references)
        return WRONG("expected one line '# references: ', found another");
    reader->references = true;
    reader->objects->accesses = all;
    return true;
}

static bool take_instructions(struct msim_objects_reader *reader, const char *text)
{
    if (reader->instructions)
        return WRONG("expected one line '# instructions: ', found another");
    reader->instructions = true;
    return msim_objects_take_count(reader, "instructions", text, &reader->objects->instructions);
}

/* Letters, digits and underscores. */
static bool is_event(const char *name)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    return *name && !name[strspn(name, allowed)];
}

/* "Refs\tL1m\t..." */
static bool take_events(struct msim_objects_reader *reader, char *text)
{
    struct msim_objects *objects = reader->objects;
    char *field[MSIM_OBJECTS_EVENTS];
    if (objects->events)
        return WRONG("expected one line '# events', found another");
    if (!reader->references || !reader->instructions)
        return WRONG("expected '# references: ' and '# instructions: ' before the events");
    size_t events = msim_cut_tabs(text, field, MSIM_OBJECTS_EVENTS);
    if (events > MSIM_OBJECTS_EVENTS)
        return WRONG("events: expected at most %d, found %zu", MSIM_OBJECTS_EVENTS, events);
    for (size_t i = 0; i < events; i++) {
        if (!is_event(field[i]) || msim_objects_event_named(objects, field[i]) < objects->events)
            return WRONG("expected names of events, each once, found '%.40s'", field[i]);
        objects->event[objects->events++] = field[i];
    }
    return !strcmp(field[0], "Refs") ||
           WRONG("expected Refs as first event, found '%.40s'", field[0]);
}

/* --- The end ------------------------------------------------------------------------------ */

/* "#total\tread\t1\t2...": */
static bool take_total(struct msim_objects_reader *reader, char *line)
{
    struct msim_objects *objects = reader->objects;
    char *field[MSIM_OBJECTS_FIELDS];
    enum msim_access access;
    size_t fields = msim_cut_tabs(line, field, MSIM_OBJECTS_FIELDS);
    reader->in_use = false;
    if (!objects->events)
        return WRONG("expected a line '# events' before #total");
    if (fields != objects->events + 2)
        return WRONG("#total: expected read, write or fetch and %zu counts, found %zu fields",
                     objects->events, fields - 1);
    if (!msim_objects_take_access(reader, field[1], &access))
        return false;
    if (reader->totals & 1U << access)
        return WRONG("expected one line #total for %s, found another", msim_accesses[access]);
    reader->totals |= 1U << access;
    if (!msim_objects_take_counts(reader, field + 2, objects->total[access]))
        return false;
    for (size_t i = 0; i < objects->events; i++)
        if (objects->total[access][i] != reader->sum[access][i])
            return WRONG("#total: %s of %s is %" PRIu64 ", but the cells have %" PRIu64,
                         objects->event[i], msim_accesses[access], objects->total[access][i],
                         reader->sum[access][i]);
    return true;
}

static bool take_end(struct msim_objects_reader *reader, const char *text)
{
    uint64_t objects;
    if (!msim_line_reader_number(&reader->lines, "#end", text, &objects))
        return false;
    if (reader->totals != 7)
        return WRONG("expected a line #total for each of read, write and fetch before #end");
    reader->ended = true;
    return (objects == reader->objects->objects ||
            WRONG("expected %" PRIu64 " objects, found %" PRIu32, objects,
                  reader->objects->objects)) &&
           msim_objects_group(reader);
}

/* --- Lines -------------------------------------------------------------------------------- */

/* What follows `key` in the line; NULL: it does not begin with it. */
static char *after(char *line, const char *key)
{
    size_t length = strlen(key);
    return strncmp(line, key, length) ? NULL : line + length;
}

static bool take_remark(struct msim_objects_reader *reader, char *line)
{
    struct msim_objects *objects = reader->objects;
    char *text;
    if ((text = after(line, "# command: ")) != NULL)
        objects->command = text;
    else if ((text = after(line, "# machine: ")) != NULL)
        objects->machine = text;
    else if ((text = after(line, "# cycles: ")) != NULL)
        objects->cycles = text;
    else if ((text = after(line, "# references: ")) != NULL)
        return take_references(reader, text);
    else if ((text = after(line, "# line: ")) != NULL)
        return msim_objects_take_line_size(reader, text);
    else if ((text = after(line, "# instructions: ")) != NULL)
        return take_instructions(reader, text);
    else if ((text = after(line, "# peak: ")) != NULL)
        return msim_objects_take_count(reader, "peak", text, &objects->peak);
    else if ((text = after(line, "# build-id: ")) != NULL)
        return msim_objects_take_build_id(reader, text);
    else if ((text = after(line, "# events\t")) != NULL)
        return take_events(reader, text);
    objects->killed |= !strcmp(line, "# note: " MSIM_ABOUT_KILLED);
    return true;
}

/* The lines of tables, which come before "# events", and their numbers of fields. */
static const struct {
    const char *name;
    size_t fields;
    bool (*take)(struct msim_objects_reader *reader, char **field);
} tables[] = {
    {"file", 2, msim_objects_take_file},       {"function", 4, msim_objects_take_function},
    {"frame", 5, msim_objects_take_frame},     {"stack", 3, msim_objects_take_stack},
    {"context", 3, msim_objects_take_context}, {"life", 11, msim_objects_take_life}};

static bool check_fields(struct msim_objects_reader *reader, const char *keyword, size_t expected,
                         size_t fields)
{
    return fields == expected ||
           WRONG("%s: expected %zu fields separated by tabs, found %zu", keyword, expected, fields);
}

static bool take_table(struct msim_objects_reader *reader, char **field, size_t fields)
{
    if (!strcmp(field[0], "object"))
        return msim_objects_take_object(reader, field, fields);
    if (!strcmp(field[0], "site"))
        return msim_objects_take_site(reader, field, fields);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (!strcmp(field[0], tables[i].name))
            return check_fields(reader, field[0], tables[i].fields, fields) &&
                   tables[i].take(reader, field);
    return WRONG("expected %s, found '%.40s'",
                 !strcmp(field[0], "use") || !strcmp(field[0], "cell") || !strcmp(field[0], "in")
                     ? "a line '# events' before the first use"
                     : "file, function, frame, stack, site, context, object or life",
                 field[0]);
}

static bool take_counted(struct msim_objects_reader *reader, char **field, size_t fields)
{
    size_t events = reader->objects->events;
    if (reader->totals)
        return WRONG("expected nothing but #total and #end after the first #total");
    if (!strcmp(field[0], "use"))
        return check_fields(reader, field[0], 9, fields) && msim_objects_take_use(reader, field);
    if (!strcmp(field[0], "cell"))
        return check_fields(reader, field[0], 2 + events, fields) &&
               msim_objects_take_cell(reader, field);
    if (!strcmp(field[0], "in"))
        return check_fields(reader, field[0], 4 + events, fields) &&
               msim_objects_take_in(reader, field);
    if (!strcmp(field[0], "lines"))
        return check_fields(reader, field[0], 10, fields) && msim_objects_take_lines(reader, field);
    if (!strcmp(field[0], "line"))
        return check_fields(reader, field[0], 4, fields) && msim_objects_take_line(reader, field);
    return WRONG("expected use, cell, in, lines or line after the events, found '%.40s'", field[0]);
}

static bool take_line(struct msim_objects_reader *reader, char *line)
{
    char *field[MSIM_OBJECTS_FIELDS];
    if (reader->lines.line == 1)
        return msim_line_reader_version(&reader->lines, line + strlen(MAGIC), VERSION);
    if (reader->ended)
        return WRONG("expected nothing after the line #end");
    if (after(line, "#total\t"))
        return take_total(reader, line);
    if (after(line, "#end\t"))
        return take_end(reader, line + 5);
    if (line[0] == '#')
        return take_remark(reader, line);
    size_t fields = msim_cut_tabs(line, field, MSIM_OBJECTS_FIELDS);
    return reader->objects->events ? take_counted(reader, field, fields)
                                   : take_table(reader, field, fields);
}

/* Checked before the first line is read: a file of another kind may not even have one. */
static bool check_magic(struct msim_objects_reader *reader, const char *bytes, size_t size)
{
    if (!size)
        return WRONG("expected '" MAGIC "%d', found an empty file", VERSION);
    int shown = (int)strcspn(bytes, "\n");
    return !strncmp(bytes, MAGIC, strlen(MAGIC)) ||
           WRONG("expected '" MAGIC "%d', found '%.*s'", VERSION, shown < 40 ? shown : 40, bytes);
}

/* Elements 0 of the tables. */
static void make_unknown(struct msim_objects *objects)
{
    objects->file = msim_zeroed(1, sizeof *objects->file);
    objects->build_id = msim_zeroed(1, sizeof *objects->build_id);
    objects->function = msim_zeroed(1, sizeof *objects->function);
    objects->frame = msim_zeroed(1, sizeof *objects->frame);
    objects->stack = msim_zeroed(1, sizeof *objects->stack);
    objects->life_of = msim_zeroed(1, sizeof *objects->life_of);
    objects->site = msim_zeroed(1, sizeof *objects->site);
    objects->context = msim_zeroed(1, sizeof *objects->context);
    objects->object = msim_zeroed(1, sizeof *objects->object);
    objects->file[0] = objects->function[0].name = objects->function[0].source = "";
    objects->frame[0].source = objects->site[0].source = "";
}

bool msim_objects_read(struct msim_objects *objects, const char *name, char *bytes, size_t size)
{
    struct msim_objects_reader reader = {.objects = objects};
    char *line;
    *objects = (struct msim_objects){.name = name, .bytes = bytes};
    make_unknown(objects);
    msim_line_reader_open(&reader.lines, name, bytes, size, &objects->error);
    if (check_magic(&reader, bytes, size))
        while ((line = msim_line_reader_next(&reader.lines)) != NULL)
            if (!take_line(&reader, line))
                break;
    if (!objects->error.line && !reader.ended)
        msim_line_reader_fail(&reader.lines, "the file is cut short: expected a line #end");
    return !objects->error.line;
}
