/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines of a text file; see lines.h. */
#include "lines.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cmd/base/human.h"

/* --- errors ----------------------------------------------------------------------------------- */

static void describe(struct msim_file_error *error, const char *file, size_t line,
                     const char *format, va_list values)
{
    if (error->line)
        return;
    vsnprintf(error->text, sizeof error->text, format, values);
    for (char *c = error->text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    error->file = file;
    error->line = line ? line : 1;
}

bool msim_file_error_set(struct msim_file_error *error, const char *file, size_t line,
                         const char *format, ...)
{
    va_list values;
    va_start(values, format);
    describe(error, file, line, format, values);
    va_end(values);
    return false;
}

bool msim_line_reader_fail(const struct msim_line_reader *reader, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    describe(reader->error, reader->file, reader->line, format, values);
    va_end(values);
    return false;
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Removes the carriage returns before newlines; returns the new end. */
static char *drop_carriage_returns(char *bytes, char *end)
{
    char *first = memchr(bytes, '\r', (size_t)(end - bytes)), *to = first;
    if (!first)
        return end;
    for (const char *from = first; from < end; from++) {
        while (*from == '\n' && to > first && to[-1] == '\r')
            to--;
        *to++ = *from;
    }
    *to = 0;
    return to;
}

static size_t line_of(const char *bytes, const char *place)
{
    size_t line = 1;
    for (; (bytes = memchr(bytes, '\n', (size_t)(place - bytes))) != NULL; bytes++)
        line++;
    return line;
}

void msim_line_reader_open(struct msim_line_reader *reader, const char *file, char *bytes,
                           size_t size, struct msim_file_error *error)
{
    assert(!bytes[size]); /* who reads in place relies on it */
    const char *zero = memchr(bytes, 0, size);
    *reader = (struct msim_line_reader){.file = file, .next = bytes, .error = error};
    error->line = 0;
    if (zero)
        msim_file_error_set(error, file, line_of(bytes, zero), "expected text, found a byte 0");
    reader->end = drop_carriage_returns(bytes, bytes + size);
}

char *msim_line_reader_next(struct msim_line_reader *reader)
{
    char *line = msim_line_reader_peek(reader);
    if (!line)
        return NULL;
    char *newline = memchr(line, '\n', (size_t)(reader->end - line));
    reader->line++;
    if (!newline) {
        msim_line_reader_fail(reader, "the file is cut short in this line");
        return NULL;
    }
    *newline = 0;
    reader->next = newline + 1;
    return line;
}

/* --- fields ----------------------------------------------------------------------------------- */

bool msim_line_reader_number(const struct msim_line_reader *reader, const char *what,
                             const char *text, uint64_t *number)
{
    return msim_read_number(text, number) ||
           msim_line_reader_fail(reader, "%s: expected a number below 2^64, found '%.40s'", what,
                                 text);
}

bool msim_line_reader_version(const struct msim_line_reader *reader, const char *text,
                              unsigned newest)
{
    uint64_t version;
    if (!msim_line_reader_number(reader, "version", text, &version))
        return false;
    if (version < 1)
        return msim_line_reader_fail(reader, "version: expected a number from 1, found 0");
    return version <= newest ||
           msim_line_reader_fail(reader,
                                 "version %" PRIu64 " is newer than this memsim, which reads "
                                 "version %u",
                                 version, newest);
}

bool msim_line_reader_begins(const struct msim_line_reader *reader, const char *magic,
                             unsigned newest)
{
    const char *bytes = reader->next;
    if (msim_line_reader_ended(reader))
        return msim_line_reader_fail(reader, "expected '%s%u', found an empty file", magic, newest);
    int shown = (int)strcspn(bytes, "\n");
    return !strncmp(bytes, magic, strlen(magic)) ||
           msim_line_reader_fail(reader, "expected '%s%u', found '%.*s'", magic, newest,
                                 shown < 40 ? shown : 40, bytes);
}

char *msim_cut_word(char **text)
{
    char *word = *text;
    *text += strcspn(word, " ");
    if (**text)
        *(*text)++ = 0;
    return word;
}

size_t msim_cut_tabs(char *line, char **field, size_t most)
{
    size_t fields = 0;
    for (;;) {
        if (fields < most)
            field[fields] = line;
        fields++;
        line = strchr(line, '\t');
        if (!line)
            return fields;
        *line++ = 0;
    }
}
