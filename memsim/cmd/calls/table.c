/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of text; see table.h. */
#include "table.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "cmd/draw/shorten.h"
#include "cmd/listing/cells.h"

enum { GAP = 2, TEXT_LEAST = 26, NAME_LEAST = 24, NAME_ROOM = 4096 };

void msim_calls_table_text(struct msim_calls_table *table, size_t start, size_t length,
                           const char *format, ...)
{
    va_list values;
    struct msim_calls_text *text = MSIM_NEXT(table->text, table->texts);
    *text = (struct msim_calls_text){NULL, start, length};
    va_start(values, format);
    text->text = msim_printed_list(format, values);
    va_end(values);
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

/* The number of columns that fit; *used: what they take, with the gap before the text. */
static size_t fit(struct msim_calls_table *table, size_t room, size_t *used)
{
    size_t most = room > 3 * TEXT_LEAST / 2 ? room - room / 3 : TEXT_LEAST, columns = 0;
    *used = 0;
    for (; columns < table->cells.columns; columns++) {
        size_t next = *used + msim_aligned_width(&table->cells, columns) + GAP;
        if (room && columns >= table->keep && next > most)
            break;
        *used = next;
    }
    return columns;
}

void msim_calls_table_print(struct msim_calls_table *table, const char *what, size_t width,
                            FILE *to)
{
    struct msim_aligned *cells = &table->cells;
    size_t used, columns = fit(table, width, &used);
    size_t room = !width ? SIZE_MAX : width > used + TEXT_LEAST ? width - used : TEXT_LEAST;
    cells->gap = GAP;
    msim_table_rule(to);
    msim_aligned_put_heads(cells, columns, to);
    fprintf(to, "%*s%s\n", GAP, "", what);
    msim_table_rule(to);
    for (size_t row = 0; row < table->texts; row++) {
        const struct msim_calls_text *text = &table->text[row];
        msim_aligned_put(cells, row, columns, to);
        fprintf(to, "%*s", GAP, "");
        msim_calls_put_text(to, text->text, text->start, text->length, room);
        fputc('\n', to);
        free(text->text);
    }
    if (columns < cells->columns) {
        fputs("(no room for", to);
        for (size_t i = columns; i < cells->columns; i++)
            if (*cells->head[i])
                fprintf(to, "%s %s", i > columns ? "," : "", cells->head[i]);
        fputs("; --width=0 shows all)\n", to);
    }
    msim_aligned_free(cells);
    free(table->text);
}
