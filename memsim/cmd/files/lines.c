/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines of foreign files; see lines.h. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lines.h"
#include "cmd/base/human.h"

void msim_source_open(struct msim_source *source, char *bytes, size_t size,
                      struct msim_source_fault *fault)
{
    *source = (struct msim_source){.next = bytes, .end = bytes + size, .fault = fault};
    fault->line = 0;
}

bool msim_source_wrong(struct msim_source *source, const char *format, ...)
{
    struct msim_source_fault *fault = source->fault;
    if (fault->line)
        return false;
    va_list values;
    va_start(values, format);
    vsnprintf(fault->text, sizeof fault->text, format, values);
    va_end(values);
    /* It quotes what it found, which may be anything and goes to a terminal. */
    for (char *c = fault->text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    fault->line = source->line ? source->line : 1;
    return false;
}

char *msim_source_line(struct msim_source *source)
{
    char *line = source->next;
    if (line >= source->end || source->fault->line)
        return NULL;
    char *newline = memchr(line, '\n', (size_t)(source->end - line));
    char *end = newline ? newline : source->end;
    source->line++;
    source->next = newline ? newline + 1 : source->end;
    *end = 0;
    size_t length = strlen(line);
    if (length != (size_t)(end - line)) {
        msim_source_wrong(source, "expected text, found a byte 0");
        return NULL;
    }
    if (!newline) {
        msim_source_wrong(source, "the file is cut short in this line");
        return NULL;
    }
    if (length && line[length - 1] == '\r')
        line[length - 1] = 0;
    return line;
}

bool msim_source_number(struct msim_source *source, const char *what, const char *text,
                        uint64_t *number)
{
    return msim_read_number(text, number) ||
           msim_source_wrong(source, "%s: expected a number below 2^64, found '%.40s'", what, text);
}

char *msim_source_word(char **text)
{
    char *word = *text;
    *text += strcspn(word, " ");
    if (**text)
        *(*text)++ = 0;
    return word;
}
