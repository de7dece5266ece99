/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of counts, fitted into a width; see cells.h. */
#include "cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/wrap.h"
#include "cmd/columns/sampled.h"
#include "cmd/columns/usual.h"

enum { SHARE_WIDTH = 9, SHARE_NARROW = 7, BRIEF_WIDTH = 6 };
enum { RULE = 80, TEXT_LEAST = 26 }; /* of a rule; the least for names and sources */

/* --- values ----------------------------------------------------------------------------------- */

static struct msim_value_text brief(const struct msim_column *column, const int64_t *count,
                                    size_t room)
{
    static const char units[] = " KMGTPEZY";
    struct msim_value_text made = msim_value_exact(column, count);
    if (column->kind != MSIM_COLUMN_COUNT || strlen(made.text) <= room)
        return made;
    double value = (double)msim_column_over(column, count);
    size_t unit = 0;
    /* Rounding must not turn three digits into four: 999.96K is 1.00M. */
    for (; fabs(value) >= 999.5 && unit < sizeof units - 2; unit++)
        value /= 1000;
    int decimals = fabs(value) < 9.995 ? 2 : fabs(value) < 99.95 ? 1 : 0;
    snprintf(made.text, sizeof made.text, "%.*f%c", decimals, value, units[unit]);
    return made;
}

static struct msim_value_text number_text(const struct msim_cells *table, size_t i,
                                          const int64_t *count, bool is_brief)
{
    const struct msim_column *column = &table->view->show.column[i];
    int64_t average[MSIM_EVENTS_MAX];
    bool marked = table->averages && msim_unsampled(table->view->counts, column, count, average);
    const int64_t *is = marked ? average : count;
    struct msim_value_text text =
        is_brief ? brief(column, is, BRIEF_WIDTH - (size_t)marked) : msim_value_exact(column, is);
    return marked ? msim_average_text(text) : text;
}

/* " ( 12.3%)", or " 12.3%" after a short number; above 1000%, without decimals; n/a of a total of
 * 0. */
static struct msim_value_text share_text(const struct msim_view *view,
                                         const struct msim_column *column, const int64_t *count,
                                         bool narrow)
{
    struct msim_value_text made = {""};
    char text[16] = "n/a";
    double share = msim_view_share(view, column, count);
    bool whole = msim_column_over(column, msim_counts_whole(view->counts)) != 0;
    if (column->kind != MSIM_COLUMN_COUNT || !msim_column_over(column, count))
        text[0] = 0;
    else if (whole && (share <= -999.5 || share >= 9999.5))
        strcpy(text, share < 0 ? "<-999%" : ">9999%");
    else if (whole)
        snprintf(text, sizeof text, "%.*f%%", share > -99.95 && share < 999.95, share);
    if (*text && !narrow)
        snprintf(made.text, sizeof made.text, " (%6s)", text);
    else
        snprintf(made.text, sizeof made.text, " %*s", (narrow ? SHARE_NARROW : SHARE_WIDTH) - 1,
                 text);
    return made;
}

/* --- layout ----------------------------------------------------------------------------------- */

void msim_cells_make(struct msim_cells *table, const struct msim_view *view)
{
    *table = (struct msim_cells){.view = view, .columns = view->show.columns};
    table->form = msim_zeroed(table->columns, sizeof *table->form);
    for (size_t i = 0; i < table->columns; i++) {
        const struct msim_column *column = &view->show.column[i];
        table->form[i] = (struct msim_cell_form){
            .shown = true, .share = column->kind == MSIM_COLUMN_COUNT, .most = 1};
    }
}

void msim_cells_free(struct msim_cells *table)
{
    free(table->form);
}

void msim_cells_measure(struct msim_cells *table, const int64_t *count)
{
    for (size_t i = 0; i < table->columns; i++) {
        struct msim_value_text text = number_text(table, i, count, false);
        unsigned width = (unsigned)strlen(text.text);
        if (width > table->form[i].most)
            table->form[i].most = width;
        table->form[i].any |= msim_column_over(&table->view->show.column[i], count) != 0;
    }
}

size_t msim_cells_width(const struct msim_cells *table)
{
    size_t width = 0;
    for (size_t i = 0; i < table->columns; i++)
        width += table->form[i].shown ? table->form[i].width + 1 : 0;
    return width;
}

static unsigned share_width(const struct msim_cell_form *form)
{
    return !form->share ? 0 : form->brief ? SHARE_NARROW : SHARE_WIDTH;
}

static void set_widths(struct msim_cells *table)
{
    for (size_t i = 0; i < table->columns; i++) {
        struct msim_cell_form *form = &table->form[i];
        unsigned name = (unsigned)strlen(table->view->show.column[i].name);
        bool is_count = table->view->show.column[i].kind == MSIM_COLUMN_COUNT;
        bool brief = form->brief && is_count && form->most > BRIEF_WIDTH;
        unsigned width = brief ? BRIEF_WIDTH : form->most;
        width += share_width(form);
        form->width = name > width ? name : width;
    }
}

static bool is_sorted_by(const struct msim_cells *table, size_t i)
{
    return !strcmp(table->view->show.column[i].name, table->view->sort.column[0].name);
}

/* The column to hide next: the last one if the user named them, else the one that costs least or,
 * of all events, has the smallest total. */
static size_t least_of(const struct msim_cells *table)
{
    const struct msim_view *view = table->view;
    size_t least = table->columns;
    double fewest = 0;
    for (size_t i = table->columns; i-- > 0;) {
        if (!table->form[i].shown || is_sorted_by(table, i))
            continue;
        if (view->named)
            return i;
        const struct msim_column *column = &view->show.column[i];
        double total =
            view->usual
                ? msim_column_cost(column, view->counts, view->cycles)
                : (double)msim_amount(msim_column_over(column, msim_counts_whole(view->counts)));
        if (least == table->columns || total < fewest) {
            least = i;
            fewest = total;
        }
    }
    return least;
}

/* A part of cycles that is 0 in all rows says nothing. */
static bool is_dropped(const struct msim_cells *table, size_t i)
{
    return table->drops_parts && !table->view->named && !table->form[i].any &&
           msim_event_is_cycles(table->view->show.column[i].name) && !is_sorted_by(table, i);
}

void msim_cells_fit(struct msim_cells *table, size_t width)
{
    for (size_t i = 0; i < table->columns; i++)
        table->form[i].shown &= !is_dropped(table, i);
    for (int step = 0;; step++) {
        set_widths(table);
        if (!width || msim_cells_width(table) <= width || step == 2)
            break;
        for (size_t i = 0; i < table->columns; i++) {
            bool keeps = is_sorted_by(table, i);
            table->form[i].share = table->form[i].share && keeps;
            table->form[i].brief = step == 1 && (!keeps || table->view->usual);
        }
    }
    while (width && msim_cells_width(table) > width && table->columns - table->left_out > 1) {
        size_t least = least_of(table);
        if (least == table->columns)
            break;
        table->form[least].shown = false;
        table->left_out++;
    }
}

/* --- rows ------------------------------------------------------------------------------------- */

static void print_cell(const struct msim_cells *table, size_t i, const int64_t *count, FILE *to)
{
    const struct msim_view *view = table->view;
    const struct msim_column *column = &view->show.column[i];
    const struct msim_cell_form *form = &table->form[i];
    struct msim_value_text number = {"."}, share = {""};
    snprintf(share.text, sizeof share.text, "%*s", (int)share_width(form), "");
    if (count) {
        number = number_text(table, i, count, form->brief);
        share = form->share ? share_text(view, column, count, form->brief) : share;
    }
    int gap = (int)form->width - (int)(strlen(number.text) + strlen(share.text));
    bool hot = count && view->colour && is_sorted_by(table, i);
    fprintf(to, "%*s%s%s%s%s ", gap > 0 ? gap : 0, "", hot ? msim_heat_colour(view, count) : "",
            number.text, share.text, hot ? msim_heat_end : "");
}

void msim_cells_numbers(const struct msim_cells *table, const int64_t *count, FILE *to)
{
    for (size_t i = 0; i < table->columns; i++)
        if (table->form[i].shown)
            print_cell(table, i, count, to);
}

/* Right above its numbers, and left of the room for shares. */
static void print_head(const struct msim_cells *table, size_t i, FILE *to)
{
    const struct msim_cell_form *form = &table->form[i];
    const char *name = table->view->show.column[i].name;
    int share = (int)share_width(form), width = (int)form->width - share;
    int over = (int)strlen(name) - width;
    fprintf(to, "%*s%*s ", width, name, share - (over > 0 && share ? over : 0), "");
}

void msim_cells_heads(const struct msim_cells *table, FILE *to)
{
    for (size_t i = 0; i < table->columns; i++)
        if (table->form[i].shown)
            print_head(table, i, to);
}

/* --- around rows ------------------------------------------------------------------------------ */

void msim_table_rule(FILE *to)
{
    for (int i = 0; i < RULE; i++)
        fputc('-', to);
    fputc('\n', to);
}

void msim_table_fit(struct msim_cells *table, size_t before, size_t text)
{
    size_t width = table->view->width;
    text = (text > TEXT_LEAST ? text : TEXT_LEAST) + before;
    msim_cells_fit(table, !width ? 0 : width > text ? width - text : 1);
}

void msim_table_head(const struct msim_cells *table, size_t before, const char *what, FILE *to)
{
    msim_table_rule(to);
    fprintf(to, "%*s", (int)before + (table->view->colour ? MSIM_HEAT_BAR + 1 : 0), "");
    msim_cells_heads(table, to);
    fprintf(to, " %s\n", what);
    msim_table_rule(to);
    if (!table->left_out)
        return;
    struct msim_wrapped text;
    FILE *words = msim_wrap_begin(&text);
    fputs("(no room for", words);
    for (size_t i = 0; i < table->columns; i++)
        if (!table->form[i].shown && !is_dropped(table, i))
            fprintf(words, " %s", table->view->show.column[i].name);
    fputs(": --width, --show)\n", words);
    msim_wrap_end(&text, to, 1, table->view->width);
}

/* Colours and bars.  Bars are coloured blanks, which need no particular character
 * set. */

enum { HOT = 20, WARM = 5, MILD = 1 }; /* percent */

const char msim_heat_end[] = "\033[0m";

const char *msim_heat_colour(const struct msim_view *view, const int64_t *count)
{
    double share = msim_view_share(view, &view->sort.column[0], count);
    if (view->counts->base && fabs(share) >= MILD)
        return share < 0 ? "\033[32m" : "\033[31m";
    return share >= HOT    ? "\033[1;31m"
           : share >= WARM ? "\033[31m"
           : share >= MILD ? "\033[33m"
                           : "";
}

void msim_heat_bar(const struct msim_view *view, const int64_t *count, FILE *to)
{
    double share = count ? msim_view_share(view, &view->sort.column[0], count) : 0;
    const char *back = view->counts->base && share < 0 ? "\033[42m" : "\033[41m";
    double part = fabs(share) < 100 ? fabs(share) / 100 : 1;
    int full = (int)ceil(part * MSIM_HEAT_BAR - 0.05);
    if (full > 0)
        fprintf(to, "%s%*s%s", back, full, "", msim_heat_end);
    fprintf(to, "%*s", MSIM_HEAT_BAR - (full > 0 ? full : 0) + 1, "");
}
