/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Prints miss curves: sizes down, the total, the ten costliest functions and all others across;
 * then the function that each number stands for, and the size from which it fits.  A star marks
 * that size in the table.
 */
#include "present.h"

#include <string.h>

#include "cmd/base/human.h"
#include "cmd/base/utf8.h"
#include "cmd/base/wrap.h"
#include "cmd/names/labels.h"
#include "curve.h"
#include "engine/machine/names.h"

enum { SIZE_WIDTH = 8, GAP = 2, LEGEND = SIZE_WIDTH + 22, NAME_LEAST = 32 };

/* The columns: the total, its miss ratio (unless all are ratios), then the functions. */
struct sheet {
    const struct msim_curve *curve;
    const struct msim_swept_view *view;
};

static size_t columns_of(const struct sheet *sheet)
{
    return 1 + sheet->curve->functions + sheet->curve->has_others;
}

/* NULL: unknown. */
static const struct msim_missed *misses_at(const struct msim_curve *curve, size_t point,
                                           size_t column)
{
    if (!column)
        return &curve->cell[point]->misses;
    if (column <= curve->functions)
        return curve->function[column - 1].at[point];
    return curve->others_known[point] ? &curve->others[point] : NULL;
}

static size_t fits_at(const struct msim_curve *curve, size_t column)
{
    if (!column)
        return curve->fits;
    return column <= curve->functions ? curve->function[column - 1].fits : MSIM_FIT_UNKNOWN;
}

/* A "*" follows a number in a column of its own, so that numbers stay aligned. */
static void value_at(const struct sheet *sheet, size_t point, size_t column, char *to, size_t room)
{
    const struct msim_curve *curve = sheet->curve;
    const struct msim_swept_cell *cell = curve->cell[point];
    const struct msim_missed *misses = misses_at(curve, point, column);
    if (!misses) {
        snprintf(to, room, "- ");
        return;
    }
    uint64_t count = msim_missed_of(misses, sheet->view->of);
    struct msim_human human =
        sheet->view->ratio ? msim_human_percent(count, cell->references) : msim_human_count(count);
    snprintf(to, room, "%s%s", human.text, fits_at(curve, column) == point ? "*" : " ");
}

static void head_of(const struct msim_curve *curve, size_t column, char *to, size_t room)
{
    if (column > curve->functions)
        snprintf(to, room, "others ");
    else if (column)
        snprintf(to, room, "[%zu] ", column);
    else
        snprintf(to, room, "total ");
}

static size_t width_of(const struct sheet *sheet, size_t column)
{
    char text[48];
    head_of(sheet->curve, column, text, sizeof text);
    size_t width = strlen(text);
    for (size_t point = 0; point < sheet->curve->points; point++) {
        value_at(sheet, point, column, text, sizeof text);
        if (strlen(text) > width)
            width = strlen(text);
    }
    return width;
}

/* The end of the columns that fit side by side; at least one does. */
static size_t block_end(const struct sheet *sheet, size_t from)
{
    size_t used = SIZE_WIDTH, end = from;
    for (; end < columns_of(sheet); end++) {
        used += GAP + width_of(sheet, end);
        if (end > from && used > sheet->view->width)
            break;
    }
    return end;
}

/* Prints right-aligned text, without a blank at the end of a line. */
static void print_in(const struct sheet *sheet, size_t column, char *text, bool last, FILE *to)
{
    int width = (int)width_of(sheet, column);
    size_t length = strlen(text);
    if (last && text[length - 1] == ' ') {
        text[length - 1] = 0;
        width--;
    }
    fprintf(to, "%*s%*s", GAP, "", width, text);
}

static void print_block(const struct sheet *sheet, size_t from, size_t end, FILE *to)
{
    char text[48];
    fprintf(to, "\n%*s", SIZE_WIDTH, msim_is_tlb(sheet->curve->level) ? "entries" : "size");
    for (size_t column = from; column < end; column++) {
        head_of(sheet->curve, column, text, sizeof text);
        print_in(sheet, column, text, column + 1 == end, to);
    }
    fputc('\n', to);
    for (size_t point = 0; point < sheet->curve->points; point++) {
        msim_cell_size_text(&sheet->curve->cell[point]->key, text, sizeof text);
        fprintf(to, "%*s", SIZE_WIDTH, text);
        for (size_t column = from; column < end; column++) {
            value_at(sheet, point, column, text, sizeof text);
            print_in(sheet, column, text, column + 1 == end, to);
        }
        fputc('\n', to);
    }
}

static void add_function(struct msim_labels *labels, const struct msim_curve_function *function)
{
    msim_labels_next(labels, 0);
    msim_labels_put(labels, MSIM_LABEL_NAME, "%s", function->function);
    if (!strcmp(function->file, "???"))
        return;
    msim_labels_put(labels, MSIM_LABEL_PLACE, " (");
    msim_labels_put(labels, MSIM_LABEL_PATH, "%s", function->file);
    msim_labels_put(labels, MSIM_LABEL_PLACE, ")");
}

static void print_legend(const struct sheet *sheet, FILE *to)
{
    const struct msim_curve *curve = sheet->curve;
    char fits[64];
    struct msim_labels labels = {.count = 0};
    size_t width = sheet->view->width;
    for (size_t i = 0; i < curve->functions; i++)
        add_function(&labels, &curve->function[i]);
    msim_labels_fit(&labels, width > LEGEND + NAME_LEAST ? width - LEGEND : NAME_LEAST);
    msim_curve_fits(curve, curve->fits, fits, sizeof fits);
    fprintf(to, "\n%*s  %-18s  %s\n", SIZE_WIDTH, "", "fits in (*)", "function");
    fprintf(to, "%*s  %s\n", SIZE_WIDTH, "total", fits);
    for (size_t i = 0; i < curve->functions; i++) {
        char number[24];
        msim_curve_fits(curve, curve->function[i].fits, fits, sizeof fits);
        snprintf(number, sizeof number, "[%zu]", i + 1);
        fprintf(to, "%*s  %-18s  ", SIZE_WIDTH, number, fits);
        fprintf(to, "%s\n", msim_labels_text(&labels, i));
    }
    msim_labels_free(&labels);
    if (!curve->functions)
        fprintf(to, "%*s  (the file names no functions with misses here)\n", SIZE_WIDTH, "");
}

static void print_curve(const struct sheet *sheet, const struct msim_swept *sweep, size_t from,
                        FILE *to)
{
    const struct msim_curve *curve = sheet->curve;
    char ways[32], line[32], references[80];
    msim_ways_text(curve->ways, ways, sizeof ways);
    msim_line_text(curve->level, curve->line, line, sizeof line);
    msim_references_text(sweep, from, msim_swept_level_end(sweep, from), references,
                         sizeof references);
    struct msim_wrapped title;
    fprintf(msim_wrap_begin(&title), "\n%s, %s, %s%s%s%s: %s misses %s %s references\n",
            msim_level_name(curve->level), ways, line, *curve->why ? " (" : "", curve->why,
            *curve->why ? ")" : "", msim_of_names[sheet->view->of],
            sheet->view->ratio ? "in percent of" : "of", references);
    msim_wrap_end(&title, to, 4, sheet->view->width);
    for (size_t next, at = 0; at < columns_of(sheet); at = next) {
        next = block_end(sheet, at);
        print_block(sheet, at, next, to);
    }
    print_legend(sheet, to);
}

void msim_swept_curves(const struct msim_swept *sweep, const struct msim_swept_view *view, FILE *to)
{
    for (size_t from = 0; from < sweep->cells; from = msim_swept_level_end(sweep, from)) {
        struct msim_curve curve;
        msim_curve_make(&curve, sweep, from, view->of);
        struct sheet sheet = {.curve = &curve, .view = view};
        print_curve(&sheet, sweep, from, to);
        msim_curve_free(&curve);
    }
}
