/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chooses columns and rows; see present.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/nearest.h"
#include "cmd/columns/usual.h"
#include "cmd/data/typed/typed.h"
#include "present.h"

/* --- Columns ------------------------------------------------------------------------------ */

static void make(struct msim_columns *columns, const struct msim_objects_shown *shown,
                 const char *option, const char *list)
{
    char *error = msim_columns_make(columns, shown->view.counts, shown->view.cycles, list);
    if (error)
        msim_bad_usage("%s=%s: %s", option, list, error);
}

/* Removes columns that are 0 in all rows, but not the last one left; and instructions, which belong
 * to no data. */
static void drop_zeros(struct msim_objects_shown *shown)
{
    struct msim_columns *columns = &shown->view.show;
    size_t kept = 0;
    for (size_t i = 0; i < columns->columns; i++) {
        struct msim_column column = columns->column[i];
        bool last = i + 1 == columns->columns && !kept;
        if (!last &&
            (!strcmp(column.name, "Ir") || msim_column_is_zero(&column, shown->view.counts)))
            msim_column_free(&column);
        else
            columns->column[kept++] = column;
    }
    columns->columns = kept;
}

void msim_objects_columns(struct msim_objects_shown *shown, const char *show, const char *sort,
                          bool is_text)
{
    static struct msim_usual usual;
    static char order[MSIM_USUAL_ROOM + 8];
    struct msim_view *view = &shown->view;
    char *error = view->cycles ? msim_cycles_check(view->cycles) : NULL;
    if (error)
        msim_bad_usage("--cycles=%s: %s", view->cycles, error);
    msim_usual_columns(&usual, view->counts, view->cycles);
    view->named = show && strcmp(show, "all") != 0;
    view->usual = !show && is_text && strcmp(usual.show, "all") != 0;
    view->minor = view->usual ? usual.minor : "";
    snprintf(order, sizeof order, "%.*s,all", (int)strcspn(show ? show : "", ","),
             show ? show : "");
    make(&view->show, shown, "--show", show ? show : is_text ? usual.show : "all");
    make(&view->sort, shown, "--sort",
         sort                                     ? sort
         : show && is_text && strcmp(show, "all") ? order
                                                  : usual.sort);
    if (!view->named)
        drop_zeros(shown);
}

/* --- Rows --------------------------------------------------------------------------------- */

static bool is_before(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_objects_shown *shown = context;
    const struct msim_objects_row *row = shown->model->row;
    return msim_view_order(&shown->view, row[a].count, row[b].count) < 0;
}

/* The name as other views print it: "make_node (list.c:12) struct node", without the type,
 * "make_node@list.c:12" as layouts have it, or "static table". */
static bool is_printed(const struct msim_objects_row *row, const char *name)
{
    static const char variable[] = "static ";
    char *title = msim_objects_title(row);
    size_t its = strlen(row->name), at = strlen(row->place);
    bool is = !strcmp(title, name);
    free(title);
    if (row->kind == MSIM_OBJECT_STATIC && !strncmp(name, variable, sizeof variable - 1))
        return is || !strcmp(row->name, name + sizeof variable - 1);
    if (is || !at || strncmp(name, row->name, its) != 0)
        return is;
    name += its;
    return *name == '@' ? !strcmp(name + 1, row->place)
                        : !strncmp(name, " (", 2) && !strncmp(name + 2, row->place, at) &&
                              !strcmp(name + 2 + at, ")");
}

/* How well a row's name fits: as a whole, its last part, or its place; 0: not at all. */
static int fit(const struct msim_objects_row *row, const char *name)
{
    if (msim_is_function(name, row->name) || (*row->place && !strcmp(row->place, name)) ||
        is_printed(row, name))
        return 2;
    if (row->element.type && !strcmp(row->element.type->name, name))
        return 1;
    size_t length = strlen(name), its = strlen(row->name);
    const char *part = its > length ? row->name + its - length : row->name;
    return (part > row->name && (part[-1] == ' ' || part[-1] == ':') && !strcmp(part, name)) ||
           msim_is_function_of(name, row->name);
}

static bool is_asked(const struct msim_objects_shown *shown, uint32_t row, const char *name,
                     int best)
{
    uint64_t number;
    if (msim_read_number(name, &number))
        return row + 1 == number;
    return fit(&shown->model->row[row], name) == best;
}

static void refuse(const struct msim_objects_shown *shown, const char *name)
{
    const struct msim_objects_model *model = shown->model;
    struct msim_nearest nearest = msim_nearest_to(name);
    uint64_t number;
    if (!model->rows)
        msim_bad_input("--object=%s: '%s' has no objects", name, model->objects->name);
    if (msim_read_number(name, &number))
        msim_bad_input("--object=%s: expected a number from 1 to %" PRIu32
                       ", as memsim objects shows them, or a name",
                       name, model->rows);
    for (uint32_t i = 0; i < model->rows; i++) {
        msim_nearest_try(&nearest, model->row[i].name);
        msim_nearest_try(&nearest, model->row[i].place);
    }
    msim_bad_input("--object=%s: no such object in '%s'%s%s%s", name, model->objects->name,
                   nearest.name ? "; did you mean " : "", nearest.name ? nearest.name : "",
                   nearest.name ? "?" : "");
}

/* Moves the rows that are asked for to the front, in their order. */
static size_t bring_forward(struct msim_objects_shown *shown, const char *name)
{
    uint32_t rows = shown->model->rows, *sorted = msim_zeroed(rows, sizeof *sorted);
    size_t used = 0, chosen = 0;
    int best = 1;
    for (uint32_t i = 0; i < rows; i++) {
        int how = fit(&shown->model->row[i], name);
        best = how > best ? how : best;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < rows; i++)
            if (is_asked(shown, shown->order[i], name, best) == !pass)
                sorted[used++] = shown->order[i];
        chosen = pass ? chosen : used;
    }
    free(shown->order);
    shown->order = sorted;
    return chosen;
}

int64_t *msim_objects_other(const struct msim_objects_shown *shown)
{
    const struct msim_object_set *objects = shown->model->objects;
    const struct msim_counts *counts = &shown->model->counts;
    int64_t *other = msim_zeroed(counts->events, sizeof *other);
    for (size_t i = 0; i < objects->parts; i++)
        other[counts->events - objects->parts + i] = (int64_t)objects->other[i];
    return other;
}

/* How many of the rows, in their order, have the threshold's share of what objects have. */
static size_t count_listed(const struct msim_objects_shown *shown)
{
    const struct msim_column *column = &shown->view.sort.column[0];
    const struct msim_counts *counts = &shown->model->counts;
    const int64_t *whole = msim_counts_whole(counts);
    int64_t *its = msim_objects_other(shown);
    size_t listed = 0;
    for (size_t i = 0; i < counts->events; i++)
        its[i] = whole[i] - its[i];
    double all = (double)msim_amount(msim_column_over(column, its));
    for (; listed < shown->model->rows; listed++) {
        const int64_t *count = shown->model->row[shown->order[listed]].count;
        if (!msim_view_reached_of(&shown->view,
                                  (double)msim_amount(msim_column_over(column, count)), all))
            break;
    }
    free(its);
    return listed;
}

void msim_objects_choose(struct msim_objects_shown *shown, const char *name)
{
    const struct msim_objects_model *model = shown->model;
    shown->order = msim_order(model->rows, is_before, shown);
    if (name) {
        shown->listed = shown->chosen = bring_forward(shown, name);
        if (!shown->chosen)
            refuse(shown, name);
        return;
    }
    shown->listed = count_listed(shown);
}
