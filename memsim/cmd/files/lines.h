/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines of a text file that may come from anywhere, and what is wrong with one.
 *
 * Lines are cut in place: the newline, and a carriage return before it, become 0.  A byte 0 and a last
 * line without newline are faults.  The first fault is kept, and there are no lines after it.
 */
#ifndef MSIM_CMD_FILES_LINES_H
#define MSIM_CMD_FILES_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct msim_source_fault {
    size_t line;    /* 0: there is none */
    char text[240]; /* without control characters */
};

struct msim_source {
    char *next, *end;
    size_t line; /* the number of the one that was cut last */
    struct msim_source_fault *fault;
};

/* `bytes` hold `size` bytes and a 0 behind them; they are changed, and the lines point into them. */
void msim_source_open(struct msim_source *source, char *bytes, size_t size,
                      struct msim_source_fault *fault);

/* The next line; NULL: there is none, or a fault. */
char *msim_source_line(struct msim_source *source);

/* Leaves the message for the line that was cut last, unless there is one already; false. */
__attribute__((format(printf, 2, 3))) bool msim_source_wrong(struct msim_source *source,
                                                             const char *format, ...);

/* A number below 2^64 that is all of `text`; `what` is for the message. */
bool msim_source_number(struct msim_source *source, const char *what, const char *text,
                        uint64_t *number);

/* Cuts off the first word of *text, which ends at one blank or with the text; *text moves behind it. */
char *msim_source_word(char **text);

#endif
