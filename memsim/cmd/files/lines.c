/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines of a text file; see lines.h. */
#include "lines.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/base/die.h"
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

char *msim_after(const char *line, const char *key)
{
    size_t length = strlen(key);
    return strncmp(line, key, length) ? NULL : (char *)line + length;
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

/*
 * Reads whole files into memory; see lines.h.
 *
 * They are read, not mapped: if another process truncates a mapped file, a signal kills the reader.
 */

enum { STEP = 65536 };

/* Reads up to the end.  Returns whether that worked; if not, see errno. */
static int read_from(int file, size_t room, char **bytes, size_t *size)
{
    *size = 0;
    *bytes = malloc(room);
    for (;;) {
        if (!*bytes)
            return 0;
        ssize_t got = read(file, *bytes + *size, room - *size - 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return 0;
        *size += (size_t)got;
        if (!got)
            return 1;
        if (*size + 1 == room) {
            char *more = room < SIZE_MAX / 2 ? realloc(*bytes, room += room / 2) : NULL;
            if (!more)
                return 0;
            *bytes = more;
        }
    }
}

char *msim_read_all(const char *name, size_t *size)
{
    struct stat is;
    char *bytes = NULL;
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return NULL;
    /* Two more bytes: for the 0, and for the read that finds the end. */
    size_t room = STEP;
    if (fstat(file, &is) == 0 && S_ISREG(is.st_mode) && is.st_size > STEP)
        room = (size_t)is.st_size + 2;
    int worked = read_from(file, room, &bytes, size);
    int error = errno;
    close(file);
    if (!worked) {
        free(bytes);
        errno = error ? error : ENOMEM;
        return NULL;
    }
    bytes[*size] = 0;
    return bytes;
}

/* --- Or ending the command ---------------------------------------------------------------- */

char *msim_need_all(const char *name, size_t *size)
{
    char *bytes = msim_read_all(name, size);
    if (!bytes)
        msim_bad_input("cannot read '%s': %s", name, strerror(errno));
    return bytes;
}

void msim_bad_file(const struct msim_file_error *error)
{
    msim_bad_input("%s:%zu: %s", error->file, error->line, error->text);
}
