/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines that prefetch (docs/hints.md): what became of it, and, if a core was simulated, how far ahead
 * they are and would have to be.
 *
 *     gather.c:14  4,096 prefetches: 0% redundant, 99% used, 0% evicted unused, 1% left
 *       4.0 rounds ahead, late by 60.2 of 266.0 cycles: 6 would do
 *
 * A round is one run of the prefetch.  What it takes without waiting for late lines is the time from
 * asking to use for each round, less what lines that were late cost for each prefetch.  As many
 * rounds as a line takes to arrive would do.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/wrap.h"
#include "cmd/listing/export.h"
#include "present.h"

enum { SHOWN = 10, ROW = 4 };

/* What a line has of each column, of both levels. */
enum event {
    ISSUED,
    REDUNDANT,
    USED,
    UNUSED,
    LEFT,
    TIMED,
    LATE,
    LATE_CY,
    HELD,
    LEAD,
    TAKES,
    ROUNDS
};
enum { FATES = LEFT + 1, EVENTS = ROUNDS + 1 };

static const char *const names[2][EVENTS] = {
    {"D1SwIssued", "D1SwRedundant", "D1SwUsed", "D1SwUnused", "D1SwLeft", "SwTimed", "SwLate",
     "SwLateCy", "SwHeldCy", "SwLeadCy", "SwTakesCy", "SwRounds"},
    {"L2SwIssued", "L2SwRedundant", "L2SwUsed", "L2SwUnused", "L2SwLeft"},
};

struct line {
    uint32_t file, number;
    int64_t of[EVENTS];
};

struct lines {
    const struct msim_counts *counts;
    size_t event[2][EVENTS]; /* counts->events: the file does not have it */
    struct line *line;
    size_t lines;
};

/* --- Finding -------------------------------------------------------------------------------- */

static void take_line(void *context, uint32_t file, const struct msim_record *record,
                      size_t records, const int64_t *count)
{
    struct lines *lines = context;
    struct line line = {.file = file, .number = record->line};
    (void)records;
    for (int level = 0; level < 2; level++)
        for (int i = 0; i < EVENTS; i++)
            if (lines->event[level][i] < lines->counts->events)
                line.of[i] += count[lines->event[level][i]];
    if (line.of[ISSUED] > 0)
        MSIM_PUSH(lines->line, lines->lines, line);
}

static int by_issued(const void *one, const void *other)
{
    const struct line *a = one, *b = other;
    if (a->of[ISSUED] != b->of[ISSUED])
        return a->of[ISSUED] < b->of[ISSUED] ? 1 : -1;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* False: the file does not have such columns, or is a difference. */
static bool find(struct lines *lines, const struct msim_counts *counts)
{
    *lines = (struct lines){.counts = counts};
    for (int level = 0; level < 2; level++)
        for (int i = 0; i < EVENTS; i++)
            lines->event[level][i] = names[level][i] ? msim_counts_event(counts, names[level][i],
                                                                         strlen(names[level][i]))
                                                     : counts->events;
    if (counts->base || lines->event[0][ISSUED] == counts->events)
        return false;
    msim_each_line(counts, take_line, lines);
    if (lines->lines)
        qsort(lines->line, lines->lines, sizeof *lines->line, by_issued);
    return true;
}

/* --- Times ---------------------------------------------------------------------------------- */

static double ratio(int64_t over, int64_t under)
{
    return (double)over / (double)under;
}

/* How many rounds ahead would do; 0: that cannot be told. */
static uint64_t needed(const struct line *line)
{
    if (line->of[TIMED] <= 0 || line->of[ROUNDS] <= 0 || line->of[LEAD] <= 0)
        return 0;
    double takes = ratio(line->of[TAKES], line->of[TIMED]);
    double round = ratio(line->of[LEAD], line->of[ROUNDS]);
    double alone = round - ratio(line->of[HELD], line->of[ISSUED]);
    double rounds = takes / (alone > 0 ? alone : round);
    uint64_t whole = (uint64_t)rounds;
    return whole < 1 || rounds > (double)whole ? whole + 1 : whole;
}

/* "late by 60.2 of 266.0 cycles" */
static char *lateness(const struct line *line)
{
    return line->of[LATE] ? msim_printed("late by %.1f of %.1f cycles",
                                         ratio(line->of[LATE_CY], line->of[TIMED]),
                                         ratio(line->of[TAKES], line->of[TIMED]))
                          : msim_printed("never late");
}

static char *times_of(const struct line *line)
{
    uint64_t rounds = needed(line);
    char *late = lateness(line), *text;
    if (rounds)
        text = msim_printed("%.1f rounds ahead, %s: %" PRIu64 " would do",
                            ratio(line->of[ROUNDS], line->of[TIMED]), late, rounds);
    else
        text = msim_printed("in the round of its use, %s: ask %.0f cycles before it", late,
                            ratio(line->of[TAKES], line->of[TIMED]));
    free(late);
    return text;
}

/* --- Printing ------------------------------------------------------------------------------- */

static int percent(const struct line *line, enum event event)
{
    return (int)(100 * ratio(line->of[event], line->of[ISSUED]) + 0.5);
}

static void put(const struct msim_view *view, const struct line *line, FILE *to)
{
    char *text = msim_printed(
        "%s:%" PRIu32 "  %s prefetches: %d%% redundant, %d%% used, %d%% evicted unused, %d%% left",
        msim_base_name(view->counts->file[line->file].name), line->number,
        msim_human_count((uint64_t)line->of[ISSUED]).text, percent(line, REDUNDANT),
        percent(line, USED), percent(line, UNUSED), percent(line, LEFT));
    fputs("  ", to);
    msim_wrap(to, text, 2, 4, view->width);
    free(text);
    if (line->of[TIMED] <= 0)
        return;
    text = times_of(line);
    fputs("    ", to);
    msim_wrap(to, text, 4, 6, view->width);
    free(text);
}

void msim_annotate_prefetches(const struct msim_view *view, FILE *to)
{
    struct lines lines;
    if (!find(&lines, view->counts) || !lines.lines)
        return;
    fprintf(to, "Lines that prefetch, most prefetches first%s\n",
            lines.lines > SHOWN ? " (ten of them)" : "");
    for (size_t i = 0; i < lines.lines && i < SHOWN; i++)
        put(view, &lines.line[i], to);
    fputc('\n', to);
    free(lines.line);
}

void msim_prefetches_json(const struct msim_view *view, struct msim_json *json)
{
    struct lines lines;
    if (!find(&lines, view->counts))
        return;
    struct msim_export out = msim_export_json(
        json, "prefetches", ROW,
        "file,line,issued,redundant,used,unused,left,timed,late,late cycles,held cycles,lead "
        "cycles,takes cycles,rounds,needed",
        NULL);
    for (size_t i = 0; i < lines.lines; i++) {
        const struct line *line = &lines.line[i];
        uint64_t rounds = needed(line);
        msim_export_row(&out);
        msim_export_text(&out, view->counts->file[line->file].name);
        msim_export_number(&out, line->number);
        for (int k = 0; k < EVENTS; k++)
            msim_export_number_if(&out, k < FATES || line->of[TIMED] > 0, (uint64_t)line->of[k]);
        msim_export_number_if(&out, rounds, rounds);
        msim_export_end(&out);
    }
    msim_export_done(&out);
    free(lines.line);
}
