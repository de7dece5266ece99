/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads the files of sweeps; see read.h.
 *
 * Lines and fields are cut in place, so names need no copies.  Reading stops at the first error.
 */
#include <inttypes.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "engine/base/about.h"
#include "engine/machine/names.h"
#include "set.h"

#define MAGIC "# memsim sweep "

enum { VERSION = 1, CELL_FIELDS = 8, SHARE_FIELDS = 10, MOST_FIELDS = 10 };

struct reader {
    struct msim_line_reader lines;
    struct msim_swept *sweep;
    struct msim_swept_place place; /* of the last line read */
    const char *command, *machine;
    uint64_t cells;
    bool ended;
};

static bool take_number(struct reader *reader, const char *what, const char *text, uint64_t *number)
{
    return msim_line_reader_number(&reader->lines, what, text, number);
}

/* Cuts a line at its tabs and returns the number of fields; the first MOST_FIELDS are in
 * `field`. */
static int cut(char *line, char **field)
{
    int fields = 0;
    for (;;) {
        if (fields < MOST_FIELDS)
            field[fields] = line;
        fields++;
        line = strchr(line, '\t');
        if (!line)
            return fields;
        *line++ = 0;
    }
}

/* Takes four fields: level, size, ways, line. */
static bool take_key(struct reader *reader, char **field, struct msim_cell_key *key)
{
    key->level = msim_level_named(field[0]);
    if (key->level == MSIM_LEVELS)
        return MSIM_WRONG(
            reader, "expected a level (I1 D1 L2 L3 ITLB DTLB L2TLB L2ITLB L2DTLB), found '%.40s'",
            field[0]);
    bool tlb = msim_is_tlb(key->level);
    if (!take_number(reader, tlb ? "entries" : "size", field[1], &key->size) ||
        !take_number(reader, "ways", field[2], &key->ways) ||
        !take_number(reader, tlb ? "page" : "line", field[3], &key->line))
        return false;
    if (!key->size || !key->line)
        return MSIM_WRONG(reader, "%s: expected a number from 1, found 0",
                          !key->line ? tlb ? "page" : "line"
                          : tlb      ? "entries"
                                     : "size");
    uint64_t lines = tlb ? key->size : key->size / key->line;
    if (!lines || (!tlb && key->size % key->line))
        return MSIM_WRONG(reader, "expected a size that is a multiple of the line, found %s and %s",
                          field[1], field[3]);
    if (key->ways && lines % key->ways)
        return MSIM_WRONG(reader, "ways: expected 0 (full) or a divisor of %" PRIu64 ", found %s",
                          lines, field[2]);
    return true;
}

static bool take_misses(struct reader *reader, char **field, struct msim_missed *misses)
{
    return take_number(reader, "read misses", field[0], &misses->read) &&
           take_number(reader, "write misses", field[1], &misses->write) &&
           take_number(reader, "instruction misses", field[2], &misses->instruction);
}

/* Compares without a sum, which could overflow. */
static bool are_at_most(const struct msim_missed *misses, uint64_t references)
{
    if (misses->read > references)
        return false;
    references -= misses->read;
    return misses->write <= references && misses->instruction <= references - misses->write;
}

static bool take_cell(struct reader *reader, char *line)
{
    char *field[MOST_FIELDS];
    struct msim_swept_cell cell = {.place = reader->place};
    if (!reader->command || !reader->machine)
        return MSIM_WRONG(reader, "expected '# %s: ...' before the first cell",
                          reader->command ? "machine" : "command");
    int fields = cut(line, field);
    if (fields != CELL_FIELDS)
        return MSIM_WRONG(reader, "expected a cell of %d fields separated by tabs, found %d",
                          CELL_FIELDS, fields);
    if (!take_key(reader, field, &cell.key) ||
        !take_number(reader, "references", field[4], &cell.references) ||
        !take_misses(reader, field + 5, &cell.misses))
        return false;
    if (!are_at_most(&cell.misses, cell.references))
        return MSIM_WRONG(reader,
                          "expected no more misses than references, found %s + %s + %s of %s",
                          field[5], field[6], field[7], field[4]);
    struct msim_swept *sweep = reader->sweep;
    MSIM_PUSH(sweep->cell, sweep->cells, cell);
    reader->cells++;
    return true;
}

static bool take_share(struct reader *reader, char *line)
{
    char *field[MOST_FIELDS];
    struct msim_function_share share = {.place = reader->place};
    int fields = cut(line, field);
    if (fields != SHARE_FIELDS)
        return MSIM_WRONG(reader, "expected a function of %d fields separated by tabs, found %d",
                          SHARE_FIELDS, fields);
    if (!take_key(reader, field + 1, &share.key) || !take_misses(reader, field + 5, &share.misses))
        return false;
    share.function = field[8];
    share.file = field[9];
    struct msim_swept *sweep = reader->sweep;
    MSIM_PUSH(sweep->share, sweep->shares, share);
    return true;
}

static bool take_end(struct reader *reader, const char *count)
{
    uint64_t cells;
    if (!take_number(reader, "#end", count, &cells))
        return false;
    reader->ended = true;
    return cells == reader->cells ||
           MSIM_WRONG(reader, "expected %" PRIu64 " cells, found %" PRIu64, cells, reader->cells);
}

/* Takes "# command: " or "# machine: ", which each file has once, and all files the same. */
static bool take_same(struct reader *reader, const char *what, const char *text, const char **own,
                      const char **all)
{
    if (*own)
        return MSIM_WRONG(reader, "expected one line '# %s: ', found another", what);
    *own = text;
    if (!*all)
        *all = text;
    return !strcmp(text, *all) ||
           MSIM_WRONG(reader,
                      "not part of the first file's sweep: another %s, '%.60s', not '%.60s'", what,
                      text, *all);
}

static void take_fact(struct reader *reader, const char *fact)
{
    struct msim_swept *sweep = reader->sweep;
    if (reader->place.part)
        return;
    MSIM_PUSH(sweep->fact, sweep->facts, fact);
}

static bool take_line(struct reader *reader, char *line)
{
    reader->place.line = reader->lines.line;
    if (reader->place.line == 1)
        return msim_line_reader_version(&reader->lines, line + strlen(MAGIC), VERSION);
    if (reader->ended)
        return MSIM_WRONG(reader, "expected nothing after the line #end");
    if (line[0] != '#')
        return take_cell(reader, line);
    if (!strncmp(line, "#fn\t", 4))
        return take_share(reader, line);
    if (!strncmp(line, "#end\t", 5))
        return take_end(reader, line + 5);
    if (!strncmp(line, "# command: ", 11))
        return take_same(reader, "command", line + 11, &reader->command, &reader->sweep->command);
    if (!strncmp(line, "# note: ", 8))
        msim_take_incomplete(line + 8, &reader->sweep->incomplete);
    if (!strncmp(line, "# ", 2) && msim_fact_of(line + 2) != MSIM_FACTS)
        take_fact(reader, line + 2);
    if (!strncmp(line, "# machine: ", 11))
        return take_same(reader, "machine", line + 11, &reader->machine, &reader->sweep->machine);
    return true;
}

bool msim_swept_read(struct msim_swept *sweep, const char *name, char *bytes, size_t size)
{
    struct reader reader = {.sweep = sweep, .place = {.file = name, .part = sweep->files}};
    MSIM_PUSH(sweep->bytes, sweep->files, bytes);
    sweep->incomplete = NULL;
    msim_line_reader_open(&reader.lines, name, bytes, size, &sweep->error);
    if (!msim_line_reader_begins(&reader.lines, MAGIC, VERSION))
        return false;
    for (char *line; (line = msim_line_reader_next(&reader.lines)) != NULL;)
        if (!take_line(&reader, line))
            return false;
    return reader.ended ? !sweep->error.line
                        : MSIM_WRONG(&reader, "the file is cut short: its last line is not #end");
}
