/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of text; see table.h. */
#define _GNU_SOURCE
#include "table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"

enum { RULE = 80, GAP = 2, TEXT_LEAST = 26 };

static char *formatted(const char *format, va_list values)
{
    char *text;
    if (vasprintf(&text, format, values) < 0)
        msim_bad_input("out of memory");
    return text;
}

void msim_calls_table_head(struct msim_calls_table *table, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    table->head = msim_room(table->head, table->columns, sizeof *table->head);
    table->head[table->columns++] = formatted(format, values);
    va_end(values);
}

void msim_calls_table_cell(struct msim_calls_table *table, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    table->cell = msim_room(table->cell, table->cells, sizeof *table->cell);
    table->cell[table->cells++] = formatted(format, values);
    va_end(values);
}

void msim_calls_rule(FILE *to)
{
    for (int i = 0; i < RULE; i++)
        fputc('-', to);
    fputc('\n', to);
}

static size_t *measure(const struct msim_calls_table *table)
{
    size_t *width = msim_zeroed(table->columns, sizeof *width), row = table->columns + 1;
    for (size_t i = 0; i < table->columns; i++)
        width[i] = strlen(table->head[i]);
    for (size_t i = 0; i < table->cells; i++) {
        size_t length = strlen(table->cell[i]);
        if (i % row < table->columns && length > width[i % row])
            width[i % row] = length;
    }
    return width;
}

/* The number of columns that fit; *used: what they take. */
static size_t fit(const struct msim_calls_table *table, const size_t *width, size_t room,
                  size_t *used)
{
    size_t most = room > 3 * TEXT_LEAST / 2 ? room - room / 3 : TEXT_LEAST, columns = 0;
    *used = 0;
    for (; columns < table->columns; columns++) {
        size_t next = *used + width[columns] + GAP;
        if (room && columns >= table->keep && next > most)
            break;
        *used = next;
    }
    return columns;
}

static void print_cells(char *const *cell, const size_t *width, size_t columns, FILE *to)
{
    for (size_t i = 0; i < columns; i++)
        fprintf(to, "%*s%*s", (int)width[i], cell[i], GAP, "");
}

void msim_calls_table_print(struct msim_calls_table *table, const char *what, size_t width,
                            FILE *to)
{
    size_t *widths = measure(table), row = table->columns + 1, used;
    size_t columns = fit(table, widths, width, &used);
    size_t room = !width ? SIZE_MAX : width > used + TEXT_LEAST ? width - used : TEXT_LEAST;
    msim_calls_rule(to);
    print_cells(table->head, widths, columns, to);
    fprintf(to, "%s\n", what);
    msim_calls_rule(to);
    for (size_t at = 0; at + row <= table->cells; at += row) {
        print_cells(table->cell + at, widths, columns, to);
        const char *text = table->cell[at + table->columns];
        size_t length = strlen(text);
        msim_utf8_put(to, text, length < room ? length : room);
        fputc('\n', to);
    }
    if (columns < table->columns) {
        fputs("(no room for", to);
        for (size_t i = columns; i < table->columns; i++)
            if (*table->head[i])
                fprintf(to, "%s %s", i > columns ? "," : "", table->head[i]);
        fputs("; --width=0 shows all)\n", to);
    }
    for (size_t i = 0; i < table->cells; i++)
        free(table->cell[i]);
    for (size_t i = 0; i < table->columns; i++)
        free(table->head[i]);
    free(table->cell);
    free(table->head);
    free(widths);
    *table = (struct msim_calls_table){0};
}
