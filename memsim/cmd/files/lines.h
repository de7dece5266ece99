/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads the lines of a text file in place, and keeps the first error found in it.
 *
 * All readers of text files use this one, so all accept the same and complain in the same words:
 *
 *  - Carriage returns before a newline are part of the line's end: the file was converted.
 *    Anywhere else they are text.
 *  - A byte 0 anywhere is an error, and so is a last line without a newline: the file was cut
 *    short.
 *  - A number that is too large is an error and never wraps; the message says what is allowed.
 *
 * Files may come from anywhere, and messages quote them, so messages have no control characters.
 * Cost: two searches of the whole file for a byte, and one of each line for its end.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is wrong with a file, and where. */
struct msim_file_error {
    const char *file;
    size_t line; /* 0: nothing is wrong */
    char text[400];
};

struct msim_line_reader {
    const char *file;
    char *next, *end; /* the lines that are left */
    size_t line;      /* number of the line that was read last; errors name it */
    struct msim_file_error *error;
};

/* Sets an error, unless one is set already; always returns false. */
__attribute__((format(printf, 4, 5))) bool msim_file_error_set(struct msim_file_error *error,
                                                               const char *file, size_t line,
                                                               const char *format, ...);

/* Starts with no error.  `file`, its name, must stay.  `bytes` are `size` bytes and a 0 after them;
 * they are changed, and the lines point into them. */
void msim_line_reader_open(struct msim_line_reader *reader, const char *file, char *bytes,
                           size_t size, struct msim_file_error *error);

/* Whether no line is left. */
static inline bool msim_line_reader_ended(const struct msim_line_reader *reader)
{
    return reader->next == reader->end;
}

/* Cuts off the next line and returns it, ended by a 0; NULL: none, or an error. */
char *msim_line_reader_next(struct msim_line_reader *reader);

/* For a caller that reads a line in place and leaves its newline there: the next line; NULL as
 * above.  It ends with a newline, or with a 0 where the file was cut short. */
static inline char *msim_line_reader_peek(const struct msim_line_reader *reader)
{
    return msim_line_reader_ended(reader) || reader->error->line ? NULL : reader->next;
}

/* Moves past the line from msim_line_reader_peek, whose newline is at `newline`. */
static inline void msim_line_reader_pass(struct msim_line_reader *reader, const char *newline)
{
    reader->next += newline + 1 - reader->next;
    reader->line++;
}

/* Sets an error at the line that was read last; always returns false. */
__attribute__((format(printf, 2, 3))) bool
msim_line_reader_fail(const struct msim_line_reader *reader, const char *format, ...);

/* The same for a reader of a format, whose member `lines` that is. */
#define MSIM_WRONG(reader, ...) msim_line_reader_fail(&(reader)->lines, __VA_ARGS__)

/* Reads `text`, which must be a number below 2^64 and nothing else; `what` names it in messages. */
bool msim_line_reader_number(const struct msim_line_reader *reader, const char *what,
                             const char *text, uint64_t *number);

/* The same for the version of a format, from 1 to `newest`. */
bool msim_line_reader_version(const struct msim_line_reader *reader, const char *text,
                              unsigned newest);

/* Call before the first line is read.  True: the file begins with `magic` and a version up to
 * `newest`; otherwise sets an error.  The line is still to be read. */
bool msim_line_reader_begins(const struct msim_line_reader *reader, const char *magic,
                             unsigned newest);

/* What follows `key` in the line; NULL: it does not begin with it. */
char *msim_after(const char *line, const char *key);

/* Cuts off the first word of *text, up to a blank or the end, and moves *text past that blank. */
char *msim_cut_word(char **text);

/* Cuts a line at its tabs; returns the number of fields, of which the first `most` are in
 * `field`. */
size_t msim_cut_tabs(char *line, char **field, size_t most);

/* Whole files in memory, where a reader may cut them into strings in place. */

/* Returns all bytes of a file and a 0 after them, from malloc.  Ends the command if that is not
 * possible. */
char *msim_need_all(const char *name, size_t *size);

/* Ends the command with the message "FILE:LINE: TEXT". */
__attribute__((noreturn)) void msim_bad_file(const struct msim_file_error *error);

/* Returns all bytes of a file, a pipe or a device and a 0 after them, from malloc, or NULL: see
 * errno.  A regular file takes one allocation of its size. */
char *msim_read_all(const char *name, size_t *size);
