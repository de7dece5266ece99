/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The text: what ran, the strips (strips.c), phases, intervals and marks. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/utf8.h"
#include "cmd/base/wrap.h"
#include "cmd/columns/sampled.h"
#include "cmd/listing/aligned.h"
#include "cmd/names/labels.h"
#include "phases.h"
#include "present.h"

enum { BAR = 10, NAME_LEAST = 15, NAME_ROOM = 1024 };

struct table {
    const struct msim_time_view *view;
    FILE *to;
    struct msim_aligned cells; /* rows: the phases, then the lines of intervals */
    size_t each;               /* rows of a line of intervals */
    double most;               /* of the first column, in these lines */
    bool beside;               /* lines have the heap and page-ins, */
    bool bar;                  /* and a bar: there is room */
    size_t columns;            /* that there is room for */
    struct msim_labels names;  /* of functions, in */
    size_t room;               /* columns */
};

/* The end of the line of intervals that begins with this row. */
static size_t end_of(const struct table *table, size_t row)
{
    size_t rows = table->view->timed->rows;
    return rows - row > table->each ? row + table->each : rows;
}

/* --- Cells -------------------------------------------------------------------------------- */

static void add_cells(struct table *table, size_t from, size_t end)
{
    const struct msim_columns *show = table->view->show;
    int64_t sum[MSIM_EVENTS_MAX];
    msim_time_sum(table->view->timed, from, end, sum);
    for (size_t i = 0; i < show->columns; i++)
        msim_aligned_cell(
            &table->cells, "%s",
            msim_value_or_average(&table->view->timed->counts, &show->column[i], sum).text);
}

static void make_cells(struct table *table)
{
    const struct msim_time_view *view = table->view;
    table->cells = (struct msim_aligned){.indent = 1, .gap = 1};
    for (size_t i = 0; i < view->show->columns; i++)
        msim_aligned_head(&table->cells, "%s", view->show->column[i].name);
    for (size_t i = 0; i < view->phases->phases; i++)
        add_cells(table, view->phases->phase[i].row, view->phases->phase[i].end);
    for (size_t row = 0; view->lines && row < view->timed->rows; row = end_of(table, row))
        add_cells(table, row, end_of(table, row));
}

/* Decides which columns there is room for beside the others. */
static void fit_columns(struct table *table)
{
    enum { OTHERS = 25 };
    struct msim_aligned *cells = &table->cells;
    size_t used = OTHERS, width = table->view->width;
    for (; table->columns < cells->columns; table->columns++) {
        used += cells->gap + msim_aligned_width(cells, table->columns);
        if (width && table->columns && used + NAME_LEAST > width)
            break;
    }
}

static void put_left_out(const struct table *table)
{
    if (table->columns == table->cells.columns)
        return;
    char *text = msim_copy("(no room for");
    for (size_t i = table->columns; i < table->cells.columns; i++) {
        char *more = msim_printed("%s %s", text, table->cells.head[i]);
        free(text);
        text = more;
    }
    char *all = msim_printed("%s: --width, --show)", text);
    msim_wrap(table->to, all, 0, 1, table->view->width);
    MSIM_FREE(text, all);
}

/* Writes the columns' names; returns how wide they are. */
static size_t put_names(struct table *table)
{
    return msim_aligned_put_heads(&table->cells, table->columns, table->to);
}

static void put_cells(struct table *table, size_t row)
{
    msim_aligned_put(&table->cells, row, table->columns, table->to);
}

static void put_short(FILE *to, int width, uint64_t number)
{
    fprintf(to, "%*s", width, msim_human_short((double)number, false).text);
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100 * ((double)part / (double)whole) : 0;
}

/* All functions, so that they are different in one width. */
static void fit_names(struct table *table, size_t room)
{
    const struct msim_timed *timed = table->view->timed;
    if (room == table->room)
        return;
    msim_labels_free(&table->names);
    table->room = room;
    for (size_t i = 0; i < timed->functions; i++) {
        const char *name = timed->function[i].name;
        msim_labels_next(&table->names, 0);
        msim_labels_put(&table->names, *name == '/' ? MSIM_LABEL_PATH : MSIM_LABEL_NAME, "%s",
                        name);
    }
    msim_labels_fit(&table->names, room);
}

/* "parse 72%", in at most `room` columns. */
static void put_function(struct table *table, uint32_t function, double share, size_t room)
{
    enum { SHARE = sizeof " 100%" - 1 };
    if (function == MSIM_NOTHING) {
        fputc('-', table->to);
        return;
    }
    fit_names(table, room - SHARE);
    fprintf(table->to, "%s %.0f%%", msim_labels_text(&table->names, function), share);
}

static size_t room_left(const struct msim_time_view *view, size_t used)
{
    return view->width > used + NAME_LEAST ? view->width - used : NAME_LEAST;
}

/* --- Phases ------------------------------------------------------------------------------- */

/* "; D1m 3.2 times the run's" */
static void put_difference(const struct table *table, const struct msim_phase *phase)
{
    const char *name = table->view->show->column[phase->column].name;
    const char *pti = strstr(name, ":PTI");
    int length = pti ? (int)(pti - name) : (int)strlen(name);
    if (phase->times < 0)
        fprintf(table->to, "; no %.*s", length, name);
    else if (phase->times > 0 && phase->times < 0.005)
        fprintf(table->to, "; hardly any %.*s", length, name);
    else if (phase->times > 0)
        fprintf(table->to, "; %.*s %.*f times the run's", length, name,
                phase->times < 0.095 ? 2 : 1, phase->times);
}

/* What there is room for: the function, the region, the difference. */
static void put_phase_name(struct table *table, const struct msim_phase *phase, size_t room)
{
    enum { DIFFERENCE = 26, REGION = 20 };
    const struct msim_timed *timed = table->view->timed;
    bool differs = room >= DIFFERENCE + NAME_LEAST;
    room -= differs ? DIFFERENCE : 0;
    bool region = phase->part < timed->parts && room >= REGION + NAME_LEAST;
    room -= region ? REGION : 0;
    int64_t sum[MSIM_EVENTS_MAX];
    msim_time_sum(timed, phase->row, phase->end, sum);
    put_function(table, phase->function, percent(phase->instructions, (uint64_t)sum[0]), room);
    if (region) {
        char name[NAME_ROOM];
        msim_time_part_name(timed, phase->part, name, sizeof name);
        fputs(" in ", table->to);
        msim_utf8_put(table->to, name, REGION - 4);
    }
    if (differs)
        put_difference(table, phase);
    fputc('\n', table->to);
}

static void put_phases(struct table *table)
{
    const struct msim_time_view *view = table->view;
    const struct msim_timed *timed = view->timed;
    uint64_t whole = msim_time_last(timed) - msim_time_first(timed);
    fprintf(table->to, "\nphase     from  share");
    size_t used = 23 + put_names(table);
    fputs("  mostly\n", table->to);
    for (size_t i = 0; i < view->phases->phases; i++) {
        const struct msim_phase *phase = &view->phases->phase[i];
        fprintf(table->to, "%5zu", i + 1);
        put_short(table->to, 9, timed->row[phase->row].from);
        fprintf(table->to, " %5.1f%%",
                percent(msim_timed_length(timed, phase->row, phase->end), whole));
        put_cells(table, i);
        fputs("  ", table->to);
        put_phase_name(table, phase, room_left(view, used));
    }
    put_left_out(table);
}

/* --- Intervals ---------------------------------------------------------------------------- */

static void find_most(struct table *table)
{
    const struct msim_time_view *view = table->view;
    for (size_t row = 0; row < view->timed->rows; row = end_of(table, row)) {
        double value =
            msim_time_value(view->timed, &view->show->column[0], row, end_of(table, row));
        table->most = value > table->most ? value : table->most;
    }
}

/* Eighths of a letter, so that small differences show. */
static void put_bar(const struct table *table, double value)
{
    static const char *const eighths[] = {"",
                                          "\xe2\x96\x8f",
                                          "\xe2\x96\x8e",
                                          "\xe2\x96\x8d",
                                          "\xe2\x96\x8c",
                                          "\xe2\x96\x8b",
                                          "\xe2\x96\x8a",
                                          "\xe2\x96\x89"};
    double part = table->most > 0 && value > 0 ? value / table->most * BAR * 8 : 0;
    size_t all = (size_t)(part + 0.5), letters = (all + 7) / 8;
    fputs("  ", table->to);
    for (size_t i = 0; i < all / 8; i++)
        fputs("\xe2\x96\x88", table->to);
    fprintf(table->to, "%s%*s", eighths[all % 8], (int)(BAR - (letters < BAR ? letters : BAR)), "");
}

/* The heap and page-ins of rows from..end, if they are known. */
static void put_beside(const struct table *table, size_t from, size_t end)
{
    const struct msim_timed *timed = table->view->timed;
    const struct msim_beside *beside = table->view->beside;
    uint64_t first = timed->row[from].from;
    uint64_t last = end == timed->rows ? UINT64_MAX : timed->row[end - 1].to;
    if (table->beside && beside->heaps)
        fprintf(table->to, " %9s",
                msim_human_short((double)msim_beside_heap(beside, first, last), true).text);
    if (table->beside && beside->pages)
        fprintf(table->to, " %8" PRIu64, msim_beside_pages(beside, first, last));
}

static void put_line(struct table *table, size_t row, size_t end, size_t used)
{
    const struct msim_timed *timed = table->view->timed;
    size_t functions;
    int64_t sum[MSIM_EVENTS_MAX];
    put_short(table->to, 9, timed->row[row].from);
    if (timed->unit)
        put_short(table->to, 9, row ? timed->row[row - 1].clock : 0);
    put_cells(table, table->view->phases->phases + row / table->each);
    put_beside(table, row, end);
    if (table->bar)
        put_bar(table, msim_time_value(timed, &table->view->show->column[0], row, end));
    fputs("  ", table->to);
    struct msim_timed_share *share = msim_time_functions(timed, row, end, &functions);
    msim_time_sum(timed, row, end, sum);
    put_function(table, functions ? share[0].number : MSIM_NOTHING,
                 functions ? percent(share[0].instructions, (uint64_t)sum[0]) : 0,
                 room_left(table->view, used));
    free(share);
    fputc('\n', table->to);
}

/* Decides what there is room for beside the columns, which need `used`. */
static void use_room(struct table *table, size_t used)
{
    enum { HEAP = 10, PAGES = 9 };
    const struct msim_beside *beside = table->view->beside;
    size_t room =
        table->view->width > used + 2 + NAME_LEAST ? table->view->width - used - 2 - NAME_LEAST : 0;
    size_t needed = (beside->heaps ? HEAP : 0) + (beside->pages ? PAGES : 0);
    table->beside = needed && room >= needed;
    room -= table->beside ? needed : 0;
    table->bar = room >= BAR + 2;
}

/* The head of the table; returns the columns before the function. */
static size_t put_line_names(struct table *table)
{
    const struct msim_time_view *view = table->view;
    size_t used = 9, name = msim_utf8_length(view->show->column[0].name);
    fprintf(table->to, "\n%9s", "from");
    if (view->timed->unit)
        used += (size_t)fprintf(table->to, "%9s", msim_timed_units[view->timed->unit]);
    used += put_names(table);
    use_room(table, used);
    if (table->beside && view->beside->heaps)
        used += (size_t)fprintf(table->to, " %9s", "heap");
    if (table->beside && view->beside->pages)
        used += (size_t)fprintf(table->to, " %8s", "page-ins");
    if (table->bar) {
        fputs("  ", table->to);
        msim_utf8_put(table->to, view->show->column[0].name, BAR);
        fprintf(table->to, "%*s", (int)(name < BAR ? BAR - name : 0), "");
        used += BAR + 2;
    }
    fputs("  mostly\n", table->to);
    return used + 2;
}

static void put_intervals(struct table *table)
{
    size_t rows = table->view->timed->rows, used;
    if (!table->view->lines)
        return;
    find_most(table);
    used = put_line_names(table);
    for (size_t row = 0; row < rows; row = end_of(table, row))
        put_line(table, row, end_of(table, row), used);
    if (table->each > 1)
        fprintf(table->to, "a line is %zu intervals (--rows=%zu shows each)\n", table->each, rows);
}

/* --- The rest ----------------------------------------------------------------------------- */

static void put_marks(const struct msim_time_view *view, FILE *to)
{
    const struct msim_timed *timed = view->timed;
    uint64_t shown = timed->marks < view->marks ? timed->marks : view->marks;
    uint64_t more = timed->marks - shown + timed->marks_left_out;
    if (shown)
        fprintf(to, "\n%15s %7s  mark\n", "instructions", "thread");
    for (size_t i = 0; i < shown; i++) {
        const struct msim_timed_mark *mark = &timed->mark[i];
        fprintf(to, "%15s %7" PRIu64 "  ", msim_human_count(mark->at).text, mark->thread);
        msim_utf8_put(to, mark->text, room_left(view, 25));
        fputc('\n', to);
    }
    if (more)
        fprintf(to, "%s%s more mark%s\n", shown ? "" : "\n", msim_human_count(more).text,
                more == 1 ? "" : "s");
}

/* What Cy is, unless it is estimated. */
static void put_simulated(const struct msim_counts *counts, FILE *to)
{
    char words[40];
    msim_event_phrase(counts, "Cy", false, words, sizeof words);
    if (*msim_cycles_note(counts, "Cy"))
        fprintf(to, "Cy: %s\n", words);
}

/* In intervals, as the file has them. */
static void put_unsampled(const struct msim_time_view *view, FILE *to)
{
    const struct msim_timed *timed = view->timed;
    struct msim_unsampled_sum sum = {0};
    for (size_t row = 0; row < timed->rows; row++) {
        int64_t count[MSIM_EVENTS_MAX];
        msim_time_sum(timed, row, row + 1, count);
        msim_unsampled_add(&sum, &timed->counts, count);
    }
    msim_unsampled_put(&sum, &timed->counts, "intervals", view->width, to);
}

static void put_head(const struct msim_time_view *view, FILE *to)
{
    const struct msim_timed *timed = view->timed;
    msim_wrap(to, timed->command, 0, 0, view->width);
    uint64_t length = msim_time_last(timed) - msim_time_first(timed);
    fprintf(to, "%s instructions in %s interval%s of %s %s", msim_human_count(length).text,
            msim_human_count(timed->rows).text, timed->rows == 1 ? "" : "s",
            msim_human_count(timed->interval * timed->joined).text,
            timed->unit == MSIM_TIMED_MS      ? "ms"
            : timed->unit == MSIM_TIMED_BYTES ? "bytes allocated and freed"
                                              : "instructions");
    fputc('\n', to);
    put_simulated(&timed->counts, to);
    put_unsampled(view, to);
    for (int i = 0; i < 2; i++)
        if (view->beside->note[i]) {
            msim_wrap(to, view->beside->note[i], 0, 0, view->width);
        }
}

void msim_time_text(const struct msim_time_view *view, FILE *to)
{
    struct table table = {.view = view, .to = to, .each = 1};
    put_head(view, to);
    if (!view->timed->rows) {
        fputs("no instruction was executed\n", to);
        return;
    }
    if (view->lines)
        table.each = (view->timed->rows + view->lines - 1) / view->lines;
    make_cells(&table);
    fit_columns(&table);
    msim_time_strips(view, to);
    put_phases(&table);
    put_intervals(&table);
    put_marks(view, to);
    msim_aligned_free(&table.cells);
    msim_labels_free(&table.names);
}
