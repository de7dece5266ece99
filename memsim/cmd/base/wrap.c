/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Breaks lines between words; see wrap.h. */
#include "wrap.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "utf8.h"

void msim_wrap(FILE *to, const char *text, size_t used, size_t indent, size_t width)
{
    bool begins = true;
    while (*text) {
        size_t blanks = strspn(text, " "), length = strcspn(text + blanks, " ");
        char *word = msim_copy_part(text + blanks, length);
        size_t columns = msim_utf8_length(word);
        if (width && !begins && used + blanks + columns > width) {
            fprintf(to, "\n%*s", (int)indent, "");
            used = indent;
            blanks = 0;
        }
        fprintf(to, "%*s", (int)blanks, "");
        msim_utf8_put(to, word, SIZE_MAX);
        used += blanks + columns;
        begins = false;
        text += strspn(text, " ") + length;
        free(word);
    }
    fputc('\n', to);
}

static void wrap_lines(FILE *to, const char *text, size_t more, size_t width)
{
    while (*text) {
        size_t length = strcspn(text, "\n"), indent = strspn(text, " ");
        char *line = msim_copy_part(text, length);
        msim_wrap(to, line, 0, (indent < length ? indent : 0) + more, width);
        free(line);
        text += length + (text[length] != 0);
    }
}

FILE *msim_wrap_begin(struct msim_wrapped *wrapped)
{
    return wrapped->to = msim_open_text(&wrapped->text, &wrapped->bytes);
}

void msim_wrap_end(struct msim_wrapped *wrapped, FILE *to, size_t more, size_t width)
{
    fclose(wrapped->to);
    wrap_lines(to, wrapped->text, more, width);
    free(wrapped->text);
}

/* --- Help ------------------------------------------------------------------------------------- */

/* TEXT_LEAST: with less room beside it, the second part is below the first. */
enum { INDENT = 2, FURTHER = 8, TEXT_LEAST = 30 };

static size_t help_width;

void msim_help_width_is(size_t width)
{
    help_width = width;
}

void msim_help_put(FILE *to, const char *text)
{
    msim_wrap(to, text, 0, FURTHER, help_width);
}

void msim_help_put_from(FILE *to, const char *text, size_t indent)
{
    msim_wrap(to, text, 0, indent, help_width);
}

void msim_help_put_text(FILE *to, const char *text)
{
    wrap_lines(to, text, 0, help_width);
}

void msim_help_put_row(FILE *to, const char *left, size_t column, const char *text)
{
    size_t used = INDENT + msim_utf8_length(left);
    if (help_width && column + TEXT_LEAST > help_width)
        column = FURTHER;
    if (!help_width || used < column) {
        used += (size_t)fprintf(to, "  %-*s ", (int)(column - INDENT - 1), left) - used;
    } else {
        fprintf(to, "  %s\n%*s", left, (int)column, "");
        used = column;
    }
    msim_wrap(to, text, used, column, help_width);
}
