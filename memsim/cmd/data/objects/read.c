/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reader of set.h: the head, the end, and which line is which.  Reading stops at the first
 * error. */
#include "set.h"

#include <inttypes.h>
#include <string.h>

#include "reading.h"

#define MAGIC "# memsim objects "

enum { VERSION = 1 };

/* --- The head ----------------------------------------------------------------------------- */

static bool take_references(struct msim_objects_reader *reader, const char *text)
{
    bool all = !strcmp(text, "accesses");
    if (!all && strcmp(text, "misses") != 0)
        return MSIM_WRONG(reader, "references: expected misses or accesses, found '%.40s'", text);
    if (reader->references)
        return MSIM_WRONG(reader, "expected one line '# references: ', found another");
    reader->references = true;
    reader->objects->accesses = all;
    return true;
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
    struct msim_object_set *objects = reader->objects;
    char *field[MSIM_OBJECTS_EVENTS];
    if (objects->events)
        return MSIM_WRONG(reader, "expected one line '# events', found another");
    if (!reader->references || !reader->instructions)
        return MSIM_WRONG(reader,
                          "expected '# references: ' and '# instructions: ' before the events");
    size_t events = msim_cut_tabs(text, field, MSIM_OBJECTS_EVENTS);
    if (events > MSIM_OBJECTS_EVENTS)
        return MSIM_WRONG(reader, "events: expected at most %d, found %zu", MSIM_OBJECTS_EVENTS,
                          events);
    for (size_t i = 0; i < events; i++) {
        if (!is_event(field[i]) || msim_objects_event_named(objects, field[i]) < objects->events)
            return MSIM_WRONG(reader, "expected names of events, each once, found '%.40s'",
                              field[i]);
        objects->event[objects->events++] = field[i];
    }
    return !strcmp(field[0], "Refs") ||
           MSIM_WRONG(reader, "expected Refs as first event, found '%.40s'", field[0]);
}

/* "CyBusy\t12\tCyDep\t3...": the cycles of no object. */
static bool take_other(struct msim_objects_reader *reader, char *text)
{
    struct msim_object_set *objects = reader->objects;
    char *field[2 * MSIM_OBJECTS_EVENTS];
    size_t fields = msim_cut_tabs(text, field, 2 * MSIM_OBJECTS_EVENTS);
    if (!objects->events || objects->parts)
        return MSIM_WRONG(reader, "expected one line #other, after the events");
    if (fields > 2 * MSIM_OBJECTS_EVENTS || fields % 2)
        return MSIM_WRONG(reader, "#other: expected at most %d names with counts, found %zu fields",
                          MSIM_OBJECTS_EVENTS, fields);
    for (size_t i = 0; i < fields; i += 2) {
        for (size_t k = 0; k < i; k += 2)
            if (!strcmp(field[i], field[k]))
                return MSIM_WRONG(reader, "#other: expected names each once, found '%.40s'",
                                  field[i]);
        if (!is_event(field[i]))
            return MSIM_WRONG(reader, "#other: expected a name, found '%.40s'", field[i]);
        objects->part[objects->parts] = field[i];
        if (!msim_objects_take_count(reader, field[i], field[i + 1],
                                     &objects->other[objects->parts++]))
            return false;
    }
    return true;
}

/* --- The end ------------------------------------------------------------------------------ */

/* "#total\tread\t1\t2...": */
static bool take_total(struct msim_objects_reader *reader, char *line)
{
    struct msim_object_set *objects = reader->objects;
    char *field[MSIM_OBJECTS_FIELDS];
    enum msim_access_kind access;
    size_t fields = msim_cut_tabs(line, field, MSIM_OBJECTS_FIELDS);
    reader->in_use = false;
    if (!objects->events)
        return MSIM_WRONG(reader, "expected a line '# events' before #total");
    if (fields != objects->events + 2)
        return MSIM_WRONG(reader,
                          "#total: expected read, write or fetch and %zu counts, found %zu fields",
                          objects->events, fields - 1);
    if (!msim_objects_take_access(reader, field[1], &access))
        return false;
    if (reader->totals & 1U << access)
        return MSIM_WRONG(reader, "expected one line #total for %s, found another",
                          msim_accesses[access]);
    reader->totals |= 1U << access;
    if (!msim_objects_take_counts(reader, field + 2, objects->total[access]))
        return false;
    for (size_t i = 0; i < objects->events; i++)
        if (objects->total[access][i] != reader->sum[access][i])
            return MSIM_WRONG(reader,
                              "#total: %s of %s is %" PRIu64 ", but the cells have %" PRIu64,
                              objects->event[i], msim_accesses[access], objects->total[access][i],
                              reader->sum[access][i]);
    return true;
}

/* The cycles of all objects and of none are counts, too. */
static bool check_parts(struct msim_objects_reader *reader)
{
    const struct msim_object_set *objects = reader->objects;
    for (size_t i = 0; i < objects->parts; i++) {
        size_t event = msim_objects_event_named(objects, objects->part[i]);
        uint64_t sum = objects->other[i];
        for (int access = 0; event < objects->events && access < MSIM_ACCESSES; access++)
            sum += objects->total[access][event];
        if (sum > INT64_MAX || sum < objects->other[i])
            return MSIM_WRONG(reader, "expected a sum of all %s below 2^63", objects->part[i]);
    }
    return true;
}

static bool take_end(struct msim_objects_reader *reader, const char *text)
{
    uint64_t objects;
    if (!msim_line_reader_number(&reader->lines, "#end", text, &objects))
        return false;
    if (reader->totals != 7)
        return MSIM_WRONG(reader,
                          "expected a line #total for each of read, write and fetch before #end");
    reader->ended = true;
    return (objects == reader->objects->objects ||
            MSIM_WRONG(reader, "expected %" PRIu64 " objects, found %" PRIu32, objects,
                       reader->objects->objects)) &&
           check_parts(reader) && msim_objects_group(reader);
}

/* --- Lines -------------------------------------------------------------------------------- */

static bool take_remark(struct msim_objects_reader *reader, char *line)
{
    struct msim_object_set *objects = reader->objects;
    char *text;
    if ((text = msim_after(line, "# cycles: ")) != NULL)
        objects->cycles = text;
    else if ((text = msim_after(line, "# sampled: ")) != NULL)
        objects->sampled = text;
    else if ((text = msim_after(line, "# references: ")) != NULL)
        return take_references(reader, text);
    else if ((text = msim_after(line, "# line: ")) != NULL)
        return msim_objects_take_line_size(reader, text);
    else if ((text = msim_after(line, "# peak: ")) != NULL)
        return msim_objects_take_count(reader, "peak", text, &objects->peak);
    else if ((text = msim_after(line, "# events\t")) != NULL)
        return take_events(reader, text);
    return msim_objects_take_remark(reader, line);
}

static bool take_table(struct msim_objects_reader *reader, char **field, size_t fields)
{
    if (!strcmp(field[0], "use") || !strcmp(field[0], "cell") || !strcmp(field[0], "in"))
        return MSIM_WRONG(reader, "expected a line '# events' before the first use, found '%.40s'",
                          field[0]);
    return msim_objects_take_table(reader, field, fields);
}

static bool take_counted(struct msim_objects_reader *reader, char **field, size_t fields)
{
    size_t events = reader->objects->events;
    if (reader->totals)
        return MSIM_WRONG(reader, "expected nothing but #total and #end after the first #total");
    if (!strcmp(field[0], "use"))
        return msim_objects_check_fields(reader, field[0], 9, fields) &&
               msim_objects_take_use(reader, field);
    if (!strcmp(field[0], "cell"))
        return msim_objects_check_fields(reader, field[0], 2 + events, fields) &&
               msim_objects_take_cell(reader, field);
    if (!strcmp(field[0], "in"))
        return msim_objects_check_fields(reader, field[0], 4 + events, fields) &&
               msim_objects_take_in(reader, field);
    if (!strcmp(field[0], "lines"))
        return msim_objects_check_fields(reader, field[0], 10, fields) &&
               msim_objects_take_lines(reader, field);
    if (!strcmp(field[0], "line"))
        return msim_objects_check_fields(reader, field[0], 4, fields) &&
               msim_objects_take_line(reader, field);
    return MSIM_WRONG(
        reader, "expected use, cell, in, lines or line after the events, found '%.40s'", field[0]);
}

static bool take_line(struct msim_objects_reader *reader, char *line)
{
    char *field[MSIM_OBJECTS_FIELDS], *text;
    if (reader->lines.line == 1)
        return msim_line_reader_version(&reader->lines, line + strlen(MAGIC), VERSION);
    if (reader->ended)
        return MSIM_WRONG(reader, "expected nothing after the line #end");
    if (msim_after(line, "#total\t"))
        return take_total(reader, line);
    if (msim_after(line, "#end\t"))
        return take_end(reader, line + 5);
    if ((text = msim_after(line, "#other\t")) != NULL)
        return take_other(reader, text);
    if (line[0] == '#')
        return take_remark(reader, line);
    size_t fields = msim_cut_tabs(line, field, MSIM_OBJECTS_FIELDS);
    return reader->objects->events ? take_counted(reader, field, fields)
                                   : take_table(reader, field, fields);
}

bool msim_objects_read(struct msim_object_set *objects, const char *name, char *bytes, size_t size)
{
    struct msim_objects_reader reader = {.objects = objects};
    char *line;
    msim_objects_start(objects, name, bytes);
    msim_line_reader_open(&reader.lines, name, bytes, size, &objects->error);
    if (msim_line_reader_begins(&reader.lines, MAGIC, VERSION))
        while ((line = msim_line_reader_next(&reader.lines)) != NULL)
            if (!take_line(&reader, line))
                break;
    if (!objects->error.line && !reader.ended)
        msim_line_reader_fail(&reader.lines, "the file is cut short: expected a line #end");
    return !objects->error.line;
}
