/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of text; see aligned.h. */
#include "aligned.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"

void msim_aligned_head(struct msim_aligned *table, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    MSIM_PUSH(table->head, table->columns, msim_printed_list(format, values));
    va_end(values);
}

void msim_aligned_cell(struct msim_aligned *table, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    MSIM_PUSH(table->cell, table->cells, msim_printed_list(format, values));
    va_end(values);
}

static void measure(struct msim_aligned *table)
{
    table->width = msim_zeroed(table->columns, sizeof *table->width);
    for (size_t i = 0; i < table->columns; i++)
        table->width[i] = msim_utf8_length(table->head[i]);
    for (size_t i = 0; i < table->cells; i++) {
        size_t *width = &table->width[i % table->columns], own = msim_utf8_length(table->cell[i]);
        *width = own > *width ? own : *width;
    }
}

size_t msim_aligned_width(struct msim_aligned *table, size_t column)
{
    if (!table->width)
        measure(table);
    return table->width[column];
}

size_t msim_aligned_fit(struct msim_aligned *table, size_t least, size_t name, size_t width,
                        size_t *used)
{
    size_t shown = 0;
    *used = table->gap;
    for (size_t next; shown < table->columns; *used += next, shown++) {
        next = (shown ? table->gap : table->indent) + msim_aligned_width(table, shown);
        if (shown >= least && *used + next + name > width)
            break;
    }
    return shown;
}

void msim_aligned_put_left_out(const struct msim_aligned *table, size_t columns, FILE *to)
{
    if (columns == table->columns)
        return;
    fputs("(no room for", to);
    for (size_t i = columns; i < table->columns; i++)
        fprintf(to, " %.*s", (int)strcspn(table->head[i], " "), table->head[i]);
    fputs(": --width)\n", to);
}

static size_t put(struct msim_aligned *table, char *const *text, size_t columns, FILE *to)
{
    size_t used = 0;
    for (size_t i = 0; i < columns; i++) {
        size_t before = i ? table->gap : table->indent, width = msim_aligned_width(table, i);
        fprintf(to, "%*s%s", (int)(before + width - msim_utf8_length(text[i])), "", text[i]);
        used += before + width;
    }
    return used;
}

size_t msim_aligned_put_heads(struct msim_aligned *table, size_t columns, FILE *to)
{
    return put(table, table->head, columns, to);
}

size_t msim_aligned_put(struct msim_aligned *table, size_t row, size_t columns, FILE *to)
{
    return put(table, table->cell + row * table->columns, columns, to);
}

void msim_aligned_free(struct msim_aligned *table)
{
    for (size_t i = 0; i < table->columns; i++)
        free(table->head[i]);
    for (size_t i = 0; i < table->cells; i++)
        free(table->cell[i]);
    MSIM_FREE(table->head, table->cell, table->width);
}
