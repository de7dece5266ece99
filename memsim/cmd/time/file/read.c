/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reader of set.h: lines and fields are cut in place.  Reading stops at the first error. */
#include "set.h"

#include <inttypes.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "engine/base/about.h"

#define MAGIC "# memsim time "

enum { VERSION = 1 };

struct reader {
    struct msim_line_reader lines;
    struct msim_timed *timed;
    bool totals, ended;
};

static bool take_number(struct reader *reader, const char *what, const char *text, uint64_t *number)
{
    return msim_line_reader_number(&reader->lines, what, text, number);
}

/* --- The head ----------------------------------------------------------------------------- */

/* "1000000 i" */
static bool take_interval(struct reader *reader, char *text)
{
    struct msim_timed *timed = reader->timed;
    char *number = msim_cut_word(&text);
    if (timed->interval)
        return MSIM_WRONG(reader, "expected one line '# interval: ', found another");
    if (!take_number(reader, "interval", number, &timed->interval))
        return false;
    for (int unit = 0; msim_timed_units[unit]; unit++)
        if (!strcmp(text, msim_timed_units[unit])) {
            timed->unit = (enum msim_timed_unit)unit;
            return timed->interval ||
                   MSIM_WRONG(reader, "interval: expected a number from 1, found 0");
        }
    return MSIM_WRONG(reader, "interval: expected a number and i, ms or B, found '%.40s'", text);
}

static bool take_function(struct reader *reader, char *text)
{
    struct msim_timed *timed = reader->timed;
    char *file = strchr(text, '\t');
    if (!file || strchr(file + 1, '\t'))
        return MSIM_WRONG(reader, "function: expected a name and a file, separated by a tab");
    *file++ = 0;
    MSIM_PUSH(timed->function, timed->functions, (struct msim_timed_function){text, file});
    return timed->functions < UINT32_MAX || MSIM_WRONG(reader, "expected fewer functions");
}

static bool take_part(struct reader *reader, char *text)
{
    struct msim_timed *timed = reader->timed;
    if (!*text)
        return MSIM_WRONG(reader, "part: expected the name of a region, found none");
    MSIM_PUSH(timed->part, timed->listed, msim_names_number(&timed->part_name, text));
    timed->parts = timed->part_name.count;
    return timed->listed < UINT32_MAX || MSIM_WRONG(reader, "expected fewer parts");
}

static bool take_mark(struct reader *reader, char *text)
{
    struct msim_timed *timed = reader->timed;
    struct msim_timed_mark mark;
    char *thread = strchr(text, '\t'), *after = thread ? strchr(thread + 1, '\t') : NULL;
    if (!after)
        return MSIM_WRONG(reader,
                          "mark: expected instructions, a thread and a text, separated by tabs");
    *thread++ = *after++ = 0;
    mark.text = after;
    if (!take_number(reader, "mark", text, &mark.at) ||
        !take_number(reader, "thread", thread, &mark.thread))
        return false;
    if (timed->marks && mark.at < timed->mark[timed->marks - 1].at)
        return MSIM_WRONG(reader, "mark: expected marks in order");
    MSIM_PUSH(timed->mark, timed->marks, mark);
    return true;
}

/* Letters and digits. */
static bool is_event(const char *name)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    return *name && !name[strspn(name, allowed)];
}

/* Makes the set of counts from the names of events. */
static bool take_events(struct reader *reader, char *const *field, size_t events)
{
    struct msim_counts *counts = &reader->timed->counts;
    for (size_t i = 0; i < events; i++) {
        if (!is_event(field[i]) ||
            msim_counts_event(counts, field[i], strlen(field[i])) < counts->events)
            return MSIM_WRONG(reader, "expected names of events, each once, found '%.40s'",
                              field[i]);
        MSIM_PUSH(counts->event, counts->events, field[i]);
    }
    counts->events_line = reader->lines.line;
    counts->total = msim_zeroed(events, sizeof *counts->total);
    counts->magnitude = msim_zeroed(events, sizeof *counts->magnitude);
    return msim_counts_event(counts, "Ir", 2) == 0 ||
           MSIM_WRONG(reader, "expected Ir as first event");
}

/* "# from\tto\t[ms\t]Ir\t...\tparts\tfunctions" */
static bool take_columns(struct reader *reader, char *line)
{
    struct msim_timed *timed = reader->timed;
    char *field[MSIM_TIMED_FIELDS];
    if (!timed->interval || timed->counts.events)
        return MSIM_WRONG(reader, timed->interval ? "expected one line of columns, found another"
                                                  : "expected '# interval: ' before the columns");
    size_t fields = msim_cut_tabs(line, field, MSIM_TIMED_FIELDS), first = timed->unit ? 3 : 2;
    if (fields > MSIM_TIMED_FIELDS || fields < first + 3 || strcmp(field[1], "to") != 0 ||
        (timed->unit && strcmp(field[2], msim_timed_units[timed->unit]) != 0) ||
        strcmp(field[fields - 2], "parts") != 0 || strcmp(field[fields - 1], "functions") != 0)
        return MSIM_WRONG(reader,
                          "expected the columns from, to, %s1 to %d events, parts and functions",
                          timed->unit == MSIM_TIMED_MS      ? "ms, "
                          : timed->unit == MSIM_TIMED_BYTES ? "B, "
                                                            : "",
                          MSIM_EVENTS_MAX);
    return take_events(reader, field + first, fields - first - 2);
}

/* --- The end ------------------------------------------------------------------------------ */

static bool take_totals(struct reader *reader, char *text)
{
    struct msim_timed *timed = reader->timed;
    char *field[MSIM_TIMED_FIELDS];
    int64_t total[MSIM_EVENTS_MAX];
    size_t events = timed->counts.events;
    if (reader->totals || !events)
        return MSIM_WRONG(reader, "expected one line #total after the columns");
    size_t fields = msim_cut_tabs(text, field, MSIM_TIMED_FIELDS);
    if (fields != events)
        return MSIM_WRONG(reader, "#total: expected %zu counts, found %zu", events, fields);
    if (!msim_timed_counts_read(timed, &reader->lines, field, total))
        return false;
    for (size_t i = 0; i < events; i++)
        if (total[i] != timed->counts.total[i])
            return MSIM_WRONG(reader, "#total: %s is %" PRId64 ", but the intervals have %" PRId64,
                              timed->counts.event[i], total[i], timed->counts.total[i]);
    reader->totals = true;
    return true;
}

static bool take_end(struct reader *reader, const char *text)
{
    uint64_t rows;
    if (!take_number(reader, "#end", text, &rows))
        return false;
    if (!reader->totals)
        return MSIM_WRONG(reader, "expected a line #total before #end");
    reader->ended = true;
    return rows == reader->timed->rows ||
           MSIM_WRONG(reader, "expected %" PRIu64 " intervals, found %zu", rows,
                      reader->timed->rows);
}

/* --- Lines -------------------------------------------------------------------------------- */

static bool take_remark(struct reader *reader, char *line)
{
    struct msim_timed *timed = reader->timed;
    char *text;
    if ((text = msim_after(line, "# command: ")) != NULL)
        timed->command = text;
    else if ((text = msim_after(line, "# machine: ")) != NULL)
        timed->machine = text;
    else if ((text = msim_after(line, "# cycles: ")) != NULL)
        msim_counts_keep_cycles(&timed->counts, text);
    else if ((text = msim_after(line, "# sampled: ")) != NULL)
        msim_counts_keep_sampled(&timed->counts, text);
    else if ((text = msim_after(line, "# interval: ")) != NULL)
        return take_interval(reader, text);
    else if ((text = msim_after(line, "# joined: ")) != NULL)
        return take_number(reader, "joined", text, &timed->joined);
    else if ((text = msim_after(line, "# function: ")) != NULL)
        return take_function(reader, text);
    else if ((text = msim_after(line, "# part: ")) != NULL)
        return take_part(reader, text);
    else if ((text = msim_after(line, "# mark: ")) != NULL)
        return take_mark(reader, text);
    else if ((text = msim_after(line, "# marks left out: ")) != NULL)
        return take_number(reader, "marks left out", text, &timed->marks_left_out);
    else if (msim_after(line, "# from\t"))
        return take_columns(reader, line);
    else if ((text = msim_after(line, "# note: ")) != NULL)
        msim_take_incomplete(text, &timed->incomplete);
    return true;
}

static bool take_line(struct reader *reader, char *line)
{
    if (reader->lines.line == 1)
        return msim_line_reader_version(&reader->lines, line + strlen(MAGIC), VERSION);
    if (reader->ended)
        return MSIM_WRONG(reader, "expected nothing after the line #end");
    if (!strncmp(line, "#total\t", 7))
        return take_totals(reader, line + 7);
    if (!strncmp(line, "#end\t", 5))
        return take_end(reader, line + 5);
    if (line[0] == '#')
        return take_remark(reader, line);
    if (!reader->timed->counts.events || reader->totals)
        return MSIM_WRONG(reader, "expected intervals after the line of columns and before #total");
    return msim_timed_row_read(reader->timed, &reader->lines, line);
}

bool msim_timed_read(struct msim_timed *timed, const char *name, char *bytes, size_t size)
{
    struct reader reader = {.timed = timed};
    *timed = (struct msim_timed){
        .name = name, .command = "", .machine = "", .joined = 1, .bytes = bytes};
    timed->counts.source = msim_room(NULL, 0, sizeof *timed->counts.source);
    timed->counts.source[0] = (struct msim_counts_source){.name = name, .command = ""};
    timed->counts.sources = 1;
    msim_line_reader_open(&reader.lines, name, bytes, size, &timed->error);
    if (!msim_line_reader_begins(&reader.lines, MAGIC, VERSION))
        return false;
    for (char *line; (line = msim_line_reader_next(&reader.lines)) != NULL;)
        if (!take_line(&reader, line))
            return false;
    if (!reader.ended)
        return MSIM_WRONG(&reader, "the file is cut short: its last line is not #end");
    return !timed->error.line;
}
