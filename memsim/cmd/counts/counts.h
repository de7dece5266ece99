/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A set of profiles (files of counts) in memory: what was counted, and where in the files it
 * stands.
 *
 * Files, functions and their totals are kept.  The counts of single lines are not: the set
 * remembers which parts of the files' bytes have them (sections), and records.h reads them again
 * when they are needed.  So memory is that of the files, the functions, and 24 bytes for each `fn=`.
 *
 * read.h adds one file at a time (a source), whose counts are added, or subtracted if the source is
 * negative.  All counts and all sums of any of them are within +-(2^63 - 1), because the sum of
 * their magnitudes is.  Strings point into the files' bytes, which the set owns.
 *
 * Nothing here prints or ends the command, unless memory runs out: what is wrong is left in
 * `error`.
 */
#ifndef MSIM_CMD_COUNTS_COUNTS_H
#define MSIM_CMD_COUNTS_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmd/base/index.h"
#include "cmd/files/lines.h"

enum { MSIM_EVENTS_MAX = 100 };

/* Consecutive lines of counts of one function in one source. */
struct msim_counts_section {
    const char *from, *end;
    uint32_t next, source; /* next: the function's next section, or MSIM_NOTHING */
};

struct msim_counts_function {
    const char *name;
    uint32_t file, next;  /* next: the file's next function, or MSIM_NOTHING */
    uint32_t first, last; /* sections */
};

struct msim_counts_file {
    const char *name;
    uint32_t first, last; /* functions */
};

struct msim_counts_source {
    const char *name, *command;
    char *bytes;
    bool negative;
    size_t descs;
    int64_t *total; /* the sums of its lines, as the file has them */
};

/* The text of a `desc:` line. */
struct msim_counts_desc {
    char *text;
    size_t line;
};

/* A string that is in no file. */
struct msim_counts_text {
    struct msim_counts_text *next;
    char text[];
};

/* Zeroed at first. */
struct msim_counts {
    bool no_negatives; /* set it before reading: counts below 0 are an error */
    const char **event;
    size_t events, events_line;    /* events_line: in the first source */
    struct msim_counts_desc *desc; /* of the first source */
    size_t descs;
    bool descs_differ;   /* another source has other ones */
    int64_t *total;      /* of all sources; those of negative ones are subtracted */
    uint64_t *magnitude; /* sums of |count| */
    int64_t *base;       /* of a difference: the totals of what was subtracted; else NULL */
    size_t bases;        /* sources that have such totals */

    struct msim_counts_source *source;
    size_t sources;
    struct msim_counts_file *file;
    size_t files;
    struct msim_counts_function *function;
    int64_t *function_total; /* `events` for each */
    size_t functions;
    struct msim_counts_section *section; /* in the order of the sources and their bytes */
    size_t sections;

    struct msim_index file_index, function_index;
    struct msim_counts_text *texts;
    struct msim_file_error error;
};

void msim_counts_free(struct msim_counts *counts);

/* Returns the number of an event, or `events` if there is no such event. */
size_t msim_counts_event(const struct msim_counts *counts, const char *name, size_t length);

/* Returns a function's totals. */
static inline int64_t *msim_function_total(const struct msim_counts *counts, size_t function)
{
    return counts->function_total + function * counts->events;
}

/* Returns the totals of all files, `events` for each, from malloc. */
int64_t *msim_file_totals(const struct msim_counts *counts);

/* Returns what percentages are taken of: the totals, or those of what was subtracted. */
static inline const int64_t *msim_counts_whole(const struct msim_counts *counts)
{
    return counts->base ? counts->base : counts->total;
}

/* --- for the reader ----------------------------------------------------------------------------- */

/* Return the number of the file or function with that name, which is added if it is new. */
uint32_t msim_counts_file_named(struct msim_counts *counts, const char *name);
uint32_t msim_counts_function_named(struct msim_counts *counts, uint32_t file, const char *name);

/* Returns a copy of `text` that is freed with the set.  Frees `text`. */
const char *msim_counts_keep(struct msim_counts *counts, char *text);

#endif
