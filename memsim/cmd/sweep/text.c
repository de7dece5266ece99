/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Prints a sweep as curves, or as tables with sizes down, associativities across and lines side by
 * side.
 *
 * A table that would be wider than the view is split between associativities, and the sizes are
 * repeated.  Each column is as wide as its widest number.
 */
#include "present.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/wrap.h"
#include "engine/machine/names.h"

/* A column: an associativity and a line. */
struct column {
    struct msim_cell_key key;
    char head[48];
    size_t width;
};

struct table {
    const struct msim_swept *sweep;
    const struct msim_swept_view *view;
    size_t from, end; /* its cells */
    struct column *column;
    size_t columns;
};

enum { SIZE_WIDTH = 6, GAP = 2, WIDER_GAP = 3, INDENT = 2 };

static struct msim_human value_of(const struct msim_swept_view *view,
                                  const struct msim_swept_cell *cell)
{
    struct msim_human none = {"-"};
    if (!cell)
        return none;
    uint64_t misses = msim_missed_of(&cell->misses, view->of);
    return view->ratio ? msim_human_percent(misses, cell->references) : msim_human_count(misses);
}

static int order_of_columns(const void *left, const void *right)
{
    const struct column *a = left, *b = right;
    return msim_cell_order(&a->key, &b->key);
}

/* Finds all pairs of ways and line among the level's cells, in order. */
static void find_columns(struct table *table)
{
    const struct msim_swept_cell *cell = table->sweep->cell;
    table->column = msim_zeroed(table->end - table->from, sizeof *table->column);
    for (size_t i = table->from; i < table->end; i++) {
        struct column *column = &table->column[table->columns++];
        column->key = cell[i].key;
        column->key.size = 0;
    }
    qsort(table->column, table->columns, sizeof *table->column, order_of_columns);
    size_t kept = 0;
    for (size_t i = 0; i < table->columns; i++)
        if (!kept || order_of_columns(&table->column[kept - 1], &table->column[i]) != 0)
            table->column[kept++] = table->column[i];
    table->columns = kept;
}

/* The end of the cells that have the size of the one at `at`. */
static size_t row_end(const struct table *table, size_t at)
{
    size_t end = at;
    const struct msim_swept_cell *cell = table->sweep->cell;
    while (end < table->end && cell[end].key.size == cell[at].key.size)
        end++;
    return end;
}

static const struct msim_swept_cell *cell_at(const struct table *table, size_t row,
                                             const struct column *column)
{
    struct msim_cell_key key = column->key;
    key.size = table->sweep->cell[row].key.size;
    return msim_swept_find(table->sweep, &key);
}

static void measure(struct table *table)
{
    for (size_t i = 0; i < table->columns; i++) {
        struct column *column = &table->column[i];
        msim_line_text(column->key.level, column->key.line, column->head, sizeof column->head);
        column->width = strlen(column->head);
        for (size_t row = table->from; row < table->end; row = row_end(table, row)) {
            size_t width = strlen(value_of(table->view, cell_at(table, row, column)).text);
            column->width = width > column->width ? width : column->width;
        }
    }
}

/* The end of the columns of one associativity, which begin at `at`, and their width with the gaps
 * between them. */
static size_t group_end(const struct table *table, size_t at, size_t *width)
{
    size_t end = at;
    *width = 0;
    for (; end < table->columns && table->column[end].key.ways == table->column[at].key.ways; end++)
        *width += table->column[end].width + (end > at ? GAP : 0);
    return end;
}

/* The end of the columns that fit side by side from `at` on; at least a whole group. */
static size_t block_end(const struct table *table, size_t at)
{
    size_t used = INDENT + SIZE_WIDTH, end = at;
    while (end < table->columns) {
        size_t width, next = group_end(table, end, &width);
        used += WIDER_GAP + width;
        if (end > at && used > table->view->width)
            break;
        end = next;
    }
    return end;
}

static void repeat(FILE *to, char what, size_t times)
{
    while (times-- > 0)
        fputc(what, to);
}

/* Prints the associativity, centred over its columns, on a rule. */
static void print_group(FILE *to, const char *text, size_t width)
{
    size_t length = strlen(text), rules = width > length + 2 ? width - length - 2 : 0;
    if (rules < 2) {
        fprintf(to, "%*s", (int)width, text);
        return;
    }
    repeat(to, '-', rules / 2);
    fprintf(to, " %s ", text);
    repeat(to, '-', rules - rules / 2);
}

static void print_heads(const struct table *table, size_t from, size_t end, FILE *to)
{
    fprintf(to, "%*s", INDENT + SIZE_WIDTH, "");
    for (size_t width, next, at = from; at < end; at = next) {
        char text[32];
        next = group_end(table, at, &width);
        msim_ways_text(table->column[at].key.ways, text, sizeof text);
        repeat(to, ' ', WIDER_GAP);
        print_group(to, text, width);
    }
    bool tlb = msim_is_tlb(table->column->key.level);
    fprintf(to, "\n%*s", INDENT + SIZE_WIDTH, tlb ? "entries" : "size");
}

/* Prints text in a column, after the gap that belongs there. */
static void print_in(const struct table *table, size_t from, size_t at, const char *text, FILE *to)
{
    const struct column *column = &table->column[at];
    bool same = at > from && column[-1].key.ways == column->key.ways;
    repeat(to, ' ', same ? GAP : WIDER_GAP);
    fprintf(to, "%*s", (int)column->width, text);
}

static void print_block(const struct table *table, size_t from, size_t end, FILE *to)
{
    print_heads(table, from, end, to);
    for (size_t i = from; i < end; i++)
        print_in(table, from, i, table->column[i].head, to);
    fputc('\n', to);
    for (size_t row = table->from; row < table->end; row = row_end(table, row)) {
        char size[32];
        msim_cell_size_text(&table->sweep->cell[row].key, size, sizeof size);
        fprintf(to, "%*s", INDENT + SIZE_WIDTH, size);
        for (size_t i = from; i < end; i++)
            print_in(table, from, i,
                     value_of(table->view, cell_at(table, row, &table->column[i])).text, to);
        fputc('\n', to);
    }
}

static void put_tables(const struct msim_swept *sweep, const struct msim_swept_view *view, FILE *to)
{
    for (size_t end, from = 0; from < sweep->cells; from = end) {
        char references[80];
        end = msim_swept_level_end(sweep, from);
        struct table table = {.sweep = sweep, .view = view, .from = from, .end = end};
        find_columns(&table);
        measure(&table);
        msim_references_text(sweep, from, end, references, sizeof references);
        fprintf(to, "\n%s: %s misses%s %s references\n",
                msim_level_name(sweep->cell[from].key.level), msim_of_names[view->of],
                view->ratio ? " in percent of" : " of", references);
        for (size_t next, at = 0; at < table.columns; at = next) {
            next = block_end(&table, at);
            fputc('\n', to);
            print_block(&table, at, next, to);
        }
        free(table.column);
    }
}

void msim_swept_text(const struct msim_swept *sweep, const struct msim_swept_view *view, FILE *to)
{
    enum { LABEL = sizeof "program  " - 1 };
    fputs("program  ", to);
    msim_wrap(to, sweep->command, LABEL, LABEL, view->width);
    fputs("machine  ", to);
    msim_wrap(to, sweep->machine, LABEL, LABEL, view->width);
    if (view->curve)
        msim_swept_curves(sweep, view, to);
    else
        put_tables(sweep, view, to);
}
