/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines that store past the caches (docs/hints.md): in what pieces it is sent, and whether it did harm.
 *
 *     copy.c:9  4,096 stores past the caches, in 1,024 lines: 100% whole, 0% in part, 0% left
 *     tree.c:31  512 stores past the caches, in 512 lines: 0% whole, 100% in part, 0% left
 *       100% were in a cache; 90% came back: ordinary stores would do
 *
 * What it says to do: with many parts, to store each line whole before the next ones; with many lines
 * that came back, to store them as others.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/wrap.h"
#include "cmd/listing/export.h"
#include "present.h"

enum { SHOWN = 10, ROW = 4, MANY = 10 /* percent that are worth a word */ };

enum event { ISSUED, LINES, WHOLE, PART, LEFT, HAD, BACK, EVENTS };

static const char *const names[EVENTS] = {"NtIssued", "NtLines", "NtWhole", "NtPart",
                                          "NtLeft",   "NtHad",   "NtBack"};

struct line {
    uint32_t file, number;
    int64_t of[EVENTS];
};

struct lines {
    const struct msim_counts *counts;
    size_t event[EVENTS]; /* counts->events: the file does not have it */
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
    for (int i = 0; i < EVENTS; i++)
        if (lines->event[i] < lines->counts->events)
            line.of[i] = count[lines->event[i]];
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
    for (int i = 0; i < EVENTS; i++)
        lines->event[i] = msim_counts_event(counts, names[i], strlen(names[i]));
    if (counts->base || lines->event[ISSUED] == counts->events)
        return false;
    msim_each_line(counts, take_line, lines);
    if (lines->lines)
        qsort(lines->line, lines->lines, sizeof *lines->line, by_issued);
    return true;
}

/* --- Printing ------------------------------------------------------------------------------- */

static int percent(int64_t part, int64_t of)
{
    return of > 0 ? (int)(100 * (double)part / (double)of + 0.5) : 0;
}

/* "50% were in a cache; 90% came back: ordinary stores would do"; NULL: there is nothing to say. */
static char *advice(const struct line *line)
{
    int part = percent(line->of[PART], line->of[LINES]);
    int back = percent(line->of[BACK], line->of[LINES]);
    int had = percent(line->of[HAD], line->of[LINES]);
    char *caches =
        had >= MANY ? msim_printed("%d%% were in a cache; ", had) : msim_printed("%s", "");
    char *text = NULL;
    if (back >= MANY)
        text = msim_printed("%s%d%% came back: ordinary stores would do", caches, back);
    else if (part >= MANY)
        text = msim_printed("%sstore each line whole before the next ones", caches);
    else if (had >= MANY)
        text = msim_printed("%d%% were in a cache, which loses them", had);
    free(caches);
    return text;
}

static void put(const struct msim_view *view, const struct line *line, FILE *to)
{
    const char *file = msim_base_name(view->counts->file[line->file].name);
    char *text = msim_printed(
        "%s:%" PRIu32
        "  %s stores past the caches, in %s lines: %d%% whole, %d%% in part, %d%% left",
        file, line->number, msim_human_count((uint64_t)line->of[ISSUED]).text,
        msim_human_count((uint64_t)line->of[LINES]).text, percent(line->of[WHOLE], line->of[LINES]),
        percent(line->of[PART], line->of[LINES]), percent(line->of[LEFT], line->of[LINES]));
    fputs("  ", to);
    msim_wrap(to, text, 2, 4, view->width);
    free(text);
    text = advice(line);
    if (!text)
        return;
    fputs("    ", to);
    msim_wrap(to, text, 4, 6, view->width);
    free(text);
}

void msim_annotate_past(const struct msim_view *view, FILE *to)
{
    struct lines lines;
    if (!find(&lines, view->counts) || !lines.lines)
        return;
    fprintf(to, "Lines that store past the caches, most stores first%s\n",
            lines.lines > SHOWN ? " (ten of them)" : "");
    for (size_t i = 0; i < lines.lines && i < SHOWN; i++)
        put(view, &lines.line[i], to);
    fputc('\n', to);
    free(lines.line);
}

void msim_past_json(const struct msim_view *view, struct msim_json *json)
{
    struct lines lines;
    if (!find(&lines, view->counts))
        return;
    struct msim_export out = msim_export_json(
        json, "stores_past", ROW, "file,line,issued,lines,whole,part,left,had,back", NULL);
    for (size_t i = 0; i < lines.lines; i++) {
        const struct line *line = &lines.line[i];
        msim_export_row(&out);
        msim_export_text(&out, view->counts->file[line->file].name);
        msim_export_number(&out, line->number);
        for (int k = 0; k < EVENTS; k++)
            msim_export_number_if(&out, lines.event[k] < view->counts->events,
                                  (uint64_t)line->of[k]);
        msim_export_end(&out);
    }
    msim_export_done(&out);
    free(lines.line);
}
