/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The reader of units.h.  Reading stops at the first error.  The tables before the counts are those
 * of files of objects, which that reader takes.
 */
#include "units.h"

#include <inttypes.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/data/objects/reading.h"
#include "engine/share/processes.h"

#define MAGIC "# memsim share "

enum { VERSION = 1, CORES_MAX = 1 << 20, UNIT_MAX = 1 << 20 };

struct reader {
    struct msim_objects_reader data;
    struct msim_shared *shared;
    bool counts, other, total, ended;   /* there was such a line */
    uint64_t left[MSIM_SHARED_COUNTS];  /* of the unit read last, without its parts so far, */
    uint64_t added[MSIM_SHARED_COUNTS]; /* and of all units and others together */
};

/* --- The head ----------------------------------------------------------------------------- */

/* A number from `least` to `most` that is there once. */
static bool take_fact(struct reader *reader, const char *what, const char *text, uint64_t least,
                      uint64_t most, uint64_t *number)
{
    if (*number)
        return MSIM_WRONG(&reader->data, "expected one line '# %s: ', found another", what);
    return msim_line_reader_number(&reader->data.lines, what, text, number) &&
           ((*number >= least && *number <= most) ||
            MSIM_WRONG(&reader->data,
                       "%s: expected a number from %" PRIu64 " to %" PRIu64 ", found %s", what,
                       least, most, text));
}

static bool take_unit_bytes(struct reader *reader, const char *text)
{
    uint64_t *bytes = &reader->shared->bytes;
    return take_fact(reader, "unit", text, 1, UNIT_MAX, bytes) &&
           (!(*bytes & (*bytes - 1)) ||
            MSIM_WRONG(&reader->data, "unit: expected a power of two, found %s", text));
}

static bool take_cores(struct reader *reader, const char *text)
{
    uint64_t cores = reader->shared->cores;
    bool good = take_fact(reader, "cores", text, 1, CORES_MAX, &cores);
    reader->shared->cores = (uint32_t)cores;
    return good;
}

static bool take_counts_line(struct reader *reader, char *text)
{
    char *field[MSIM_SHARED_COUNTS];
    if (reader->counts)
        return MSIM_WRONG(&reader->data, "expected one line '# counts', found another");
    if (!reader->shared->cores || !reader->shared->bytes || !reader->data.instructions)
        return MSIM_WRONG(
            &reader->data,
            "expected '# cores: ', '# unit: ' and '# instructions: ' before the counts");
    size_t fields = msim_cut_tabs(text, field, MSIM_SHARED_COUNTS);
    for (size_t i = 0; i < MSIM_SHARED_COUNTS; i++)
        if (i >= fields || strcmp(field[i], msim_shared_counts[i]) != 0)
            return MSIM_WRONG(&reader->data, "counts: expected %s, found '%.40s'",
                              msim_shared_counts[i], i < fields ? field[i] : "");
    reader->counts = true;
    return fields == MSIM_SHARED_COUNTS ||
           MSIM_WRONG(&reader->data, "counts: expected %d, found %zu", MSIM_SHARED_COUNTS, fields);
}

static bool take_thread(struct reader *reader, char *text)
{
    struct msim_shared *shared = reader->shared;
    struct msim_shared_life life;
    char *field[3];
    if (msim_cut_tabs(text, field, 3) != 3)
        return MSIM_WRONG(&reader->data, "thread: expected three numbers");
    if (!msim_objects_take_reference(&reader->data, "thread", field[0], INT32_MAX, &life.thread) ||
        !msim_objects_take_count(&reader->data, "began", field[1], &life.began) ||
        !msim_objects_take_count(&reader->data, "ended", field[2], &life.ended))
        return false;
    if (shared->lives && life.thread <= shared->life[shared->lives - 1].thread)
        return MSIM_WRONG(&reader->data,
                          "thread: expected a number above %" PRIu32 ", found %" PRIu32,
                          shared->life[shared->lives - 1].thread, life.thread);
    MSIM_PUSH(shared->life, shared->lives, life);
    return true;
}

static bool take_remark(struct reader *reader, char *line)
{
    char *text;
    if ((text = msim_after(line, "# cores: ")) != NULL)
        return take_cores(reader, text);
    if ((text = msim_after(line, "# unit: ")) != NULL)
        return take_unit_bytes(reader, text);
    if ((text = msim_after(line, "# transfer: ")) != NULL)
        return take_fact(reader, "transfer", text, 1, UINT32_MAX, &reader->shared->transfer);
    if ((text = msim_after(line, "# thread: ")) != NULL)
        return take_thread(reader, text);
    if ((text = msim_after(line, "# counts\t")) != NULL)
        return take_counts_line(reader, text);
    reader->shared->processes |= !strcmp(line, "# note: " MSIM_SHARE_PROCESSES);
    return msim_objects_take_remark(&reader->data, line);
}

/* --- Units and parts ---------------------------------------------------------------------- */

static bool take_counts(struct reader *reader, char **field, uint64_t *count)
{
    for (size_t i = 0; i < MSIM_SHARED_COUNTS; i++)
        if (!msim_objects_take_count(&reader->data, msim_shared_counts[i], field[i], &count[i]))
            return false;
    return true;
}

/* Adds to what all units and others have; all sums stay below 2^63, those of misses, too. */
static bool add(struct reader *reader, const uint64_t *count)
{
    uint64_t *added = reader->added;
    for (size_t i = 0; i < MSIM_SHARED_COUNTS; i++) {
        added[i] += count[i];
        if (added[i] > INT64_MAX)
            return MSIM_WRONG(&reader->data, "expected a sum of all %s below 2^63",
                              msim_shared_counts[i]);
    }
    return msim_shared_misses(added) <= INT64_MAX ||
           MSIM_WRONG(&reader->data, "expected a sum of all misses below 2^63");
}

/* True: the unit that was read last has all its parts. */
static bool check_unit(struct reader *reader)
{
    const struct msim_shared *shared = reader->shared;
    if (!shared->units)
        return true;
    if (!shared->unit[shared->units - 1].parts)
        return MSIM_WRONG(&reader->data, "unit: expected a part of the unit before");
    for (size_t i = 0; i < MSIM_SHARED_COUNTS; i++)
        if (reader->left[i])
            return MSIM_WRONG(&reader->data,
                              "unit: the parts of the unit before have %" PRIu64
                              " fewer %s than it has",
                              reader->left[i], msim_shared_counts[i]);
    return true;
}

static void add_unit(struct reader *reader, const struct msim_shared_unit *unit)
{
    struct msim_shared *shared = reader->shared;
    memcpy(reader->left, unit->count, sizeof reader->left);
    MSIM_PUSH(shared->unit, shared->units, *unit);
}

static bool take_unit(struct reader *reader, char **field)
{
    const struct msim_shared *shared = reader->shared;
    struct msim_shared_unit unit = {.bytes = shared->bytes, .part = shared->parts};
    if (shared->units && shared->unit[shared->units - 1].predicted)
        return MSIM_WRONG(&reader->data, "unit: expected it before the lines that are predicted");
    if (!check_unit(reader) ||
        !msim_line_reader_number(&reader->data.lines, "address", field[1], &unit.address) ||
        !take_counts(reader, field + 2, unit.count) || !add(reader, unit.count))
        return false;
    if (unit.address % shared->bytes)
        return MSIM_WRONG(&reader->data, "address: expected a multiple of %" PRIu64 ", found %s",
                          shared->bytes, field[1]);
    add_unit(reader, &unit);
    return true;
}

/* Its counts are no part of the totals. */
static bool take_predicted(struct reader *reader, char **field)
{
    const struct msim_shared *shared = reader->shared;
    struct msim_shared_unit unit = {.predicted = true, .part = shared->parts};
    if (!check_unit(reader) ||
        !msim_line_reader_number(&reader->data.lines, "address", field[1], &unit.address) ||
        !msim_line_reader_number(&reader->data.lines, "bytes", field[2], &unit.bytes) ||
        !take_counts(reader, field + 3, unit.count))
        return false;
    if (unit.bytes != shared->bytes && unit.bytes != 2 * shared->bytes)
        return MSIM_WRONG(&reader->data, "bytes: expected %" PRIu64 " or %" PRIu64 ", found %s",
                          shared->bytes, 2 * shared->bytes, field[2]);
    if (msim_shared_misses(unit.count) > INT64_MAX)
        return MSIM_WRONG(&reader->data, "expected misses below 2^63");
    add_unit(reader, &unit);
    return true;
}

static bool take_place(struct reader *reader, char **field, struct msim_shared_part *part)
{
    struct msim_objects_reader *data = &reader->data;
    uint64_t offset, size, bytes = reader->shared->unit[reader->shared->units - 1].bytes;
    if (!msim_objects_take_reference(data, "thread", field[1], INT32_MAX, &part->thread) ||
        !msim_objects_take_reference(data, "site", field[2], data->objects->sites, &part->site) ||
        !msim_objects_take_known(data, "object", field[3], data->objects->objects, &part->object) ||
        !msim_objects_take_offset(data, "at", field[4], &part->at) ||
        !msim_objects_take_count(data, "offset", field[5], &offset) ||
        !msim_objects_take_count(data, "size", field[6], &size))
        return false;
    if (offset >= bytes)
        return MSIM_WRONG(&reader->data, "offset: expected a number below %" PRIu64 ", found %s",
                          bytes, field[5]);
    if (!size || size > bytes - offset)
        return MSIM_WRONG(&reader->data, "size: expected a number from 1 to %" PRIu64 ", found %s",
                          bytes - offset, field[6]);
    part->offset = (uint32_t)offset;
    part->size = (uint32_t)size;
    return true;
}

static bool take_part(struct reader *reader, char **field)
{
    struct msim_shared *shared = reader->shared;
    struct msim_shared_part part;
    if (!shared->units)
        return MSIM_WRONG(&reader->data, "expected a line 'unit' before the first part");
    if (!take_place(reader, field, &part) || !take_counts(reader, field + 7, part.count))
        return false;
    for (size_t i = 0; i < MSIM_SHARED_COUNTS; i++) {
        if (part.count[i] > reader->left[i])
            return MSIM_WRONG(&reader->data, "part: the parts of the unit have more %s than it has",
                              msim_shared_counts[i]);
        reader->left[i] -= part.count[i];
    }
    if (!part.count[MSIM_SHARED_READS] && !part.count[MSIM_SHARED_WRITES])
        return MSIM_WRONG(&reader->data, "part: expected reads or writes");
    MSIM_PUSH(shared->part, shared->parts, part);
    shared->unit[shared->units - 1].parts++;
    return true;
}

/* --- The end ------------------------------------------------------------------------------ */

static bool take_other(struct reader *reader, char **field)
{
    reader->other = true;
    return check_unit(reader) && take_counts(reader, field + 1, reader->shared->other) &&
           add(reader, reader->shared->other);
}

static bool take_total(struct reader *reader, char **field, size_t fields)
{
    uint64_t *total = reader->shared->total;
    if (!reader->other || reader->total)
        return MSIM_WRONG(&reader->data, "expected one line #total, after the line other");
    reader->total = true;
    if (!msim_objects_check_fields(&reader->data, "#total", 1 + MSIM_SHARED_COUNTS, fields) ||
        !take_counts(reader, field + 1, total))
        return false;
    for (size_t i = 0; i < MSIM_SHARED_COUNTS; i++)
        if (total[i] != reader->added[i])
            return MSIM_WRONG(&reader->data,
                              "#total: %s is %" PRIu64 ", but units and other have %" PRIu64,
                              msim_shared_counts[i], total[i], reader->added[i]);
    return true;
}

static bool take_end(struct reader *reader, const char *text)
{
    uint64_t units;
    if (!msim_line_reader_number(&reader->data.lines, "#end", text, &units))
        return false;
    if (!reader->total)
        return MSIM_WRONG(&reader->data, "expected a line #total before #end");
    if (units != reader->shared->units)
        return MSIM_WRONG(&reader->data,
                          "expected %" PRIu64 " units and predicted lines, found %zu", units,
                          reader->shared->units);
    reader->ended = true;
    msim_shared_make_uses(reader->shared);
    return msim_objects_group(&reader->data);
}

/* --- Lines -------------------------------------------------------------------------------- */

static bool take_counted(struct reader *reader, char **field, size_t fields)
{
    static const struct {
        const char *name;
        size_t fields;
        bool (*take)(struct reader *reader, char **field);
    } lines[] = {{"unit", 2 + MSIM_SHARED_COUNTS, take_unit},
                 {"part", 7 + MSIM_SHARED_COUNTS, take_part},
                 {"predicted", 3 + MSIM_SHARED_COUNTS, take_predicted},
                 {"other", 1 + MSIM_SHARED_COUNTS, take_other}};
    if (reader->other)
        return MSIM_WRONG(&reader->data,
                          "expected nothing but #total and #end after the line other");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!strcmp(field[0], lines[i].name))
            return msim_objects_check_fields(&reader->data, field[0], lines[i].fields, fields) &&
                   lines[i].take(reader, field);
    return MSIM_WRONG(&reader->data,
                      "expected unit, part, predicted or other after the counts, found '%.40s'",
                      field[0]);
}

static bool take_line(struct reader *reader, char *line)
{
    char *field[MSIM_OBJECTS_FIELDS];
    if (reader->data.lines.line == 1)
        return msim_line_reader_version(&reader->data.lines, line + strlen(MAGIC), VERSION);
    if (reader->ended)
        return MSIM_WRONG(&reader->data, "expected nothing after the line #end");
    if (msim_after(line, "#end\t"))
        return take_end(reader, line + 5);
    if (line[0] == '#' && !msim_after(line, "#total\t"))
        return take_remark(reader, line);
    size_t fields = msim_cut_tabs(line, field, MSIM_OBJECTS_FIELDS);
    if (line[0] == '#')
        return take_total(reader, field, fields);
    return reader->counts ? take_counted(reader, field, fields)
                          : msim_objects_take_table(&reader->data, field, fields);
}

bool msim_shared_read(struct msim_shared *shared, const char *name, char *bytes, size_t size)
{
    struct msim_object_set *data = &shared->data;
    struct reader reader = {.data = {.objects = data}, .shared = shared};
    struct msim_line_reader *lines = &reader.data.lines;
    char *line;
    *shared = (struct msim_shared){.cores = 0};
    msim_objects_start(data, name, bytes);
    msim_line_reader_open(lines, name, bytes, size, &data->error);
    if (msim_line_reader_begins(lines, MAGIC, VERSION))
        while ((line = msim_line_reader_next(lines)) != NULL)
            if (!take_line(&reader, line))
                break;
    if (!data->error.line && !reader.ended)
        msim_line_reader_fail(lines, "the file is cut short: expected a line #end");
    return !data->error.line;
}
