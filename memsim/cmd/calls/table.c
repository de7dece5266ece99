/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of text; see table.h. */
#define _GNU_SOURCE
#include "table.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "cmd/draw/shorten.h"

enum { RULE = 80, GAP = 2, TEXT_LEAST = 26, NAME_LEAST = 24, NAME_ROOM = 4096 };

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

void msim_calls_table_name(struct msim_calls_table *table, size_t start, size_t length)
{
    table->name = msim_room(table->name, table->names, sizeof *table->name);
    table->name[table->names++] = (struct msim_calls_name){table->cells - 1, start, length};
}

/* True: it has lost more than what is in brackets. */
static bool is_cut(const char *name)
{
    static const char ellipsis[] = "\xe2\x80\xa6";
    size_t length = strlen(name);
    return !strncmp(name, ellipsis, 3) || (length >= 3 && !strcmp(name + length - 3, ellipsis));
}

void msim_calls_put_text(FILE *to, const char *text, size_t start, size_t length, size_t room)
{
    char name[NAME_ROOM], shorter[NAME_ROOM];
    size_t all = msim_utf8_length(text);
    if (!length || length >= sizeof name || all <= room) {
        msim_utf8_put(to, text, room);
        return;
    }
    memcpy(name, text + start, length);
    name[length] = 0;
    size_t others = all - msim_utf8_length(name), most = room > start ? room - start : 0;
    msim_shorten_function(shorter, sizeof shorter, name, room > others ? room - others : 0);
    if (is_cut(shorter)) /* namespaces say more than files */
        msim_shorten_function(shorter, sizeof shorter, name, most > NAME_LEAST ? most : NAME_LEAST);
    fprintf(to, "%*s", (int)start, "");
    fputs(shorter, to);
    size_t used = start + msim_utf8_length(shorter);
    if (used < room)
        msim_utf8_put(to, text + start + length, room - used);
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
    size_t name = 0, room = !width                      ? SIZE_MAX
                            : width > used + TEXT_LEAST ? width - used
                                                        : TEXT_LEAST;
    msim_calls_rule(to);
    print_cells(table->head, widths, columns, to);
    fprintf(to, "%s\n", what);
    msim_calls_rule(to);
    for (size_t at = 0; at + row <= table->cells; at += row) {
        print_cells(table->cell + at, widths, columns, to);
        struct msim_calls_name of = {0};
        if (name < table->names && table->name[name].cell == at + table->columns)
            of = table->name[name++];
        msim_calls_put_text(to, table->cell[at + table->columns], of.start, of.length, room);
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
    free(table->name);
    free(widths);
    *table = (struct msim_calls_table){0};
}
