/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One or more files of counts in memory: whose counts they are, and where in the files they stand.
 *
 * Files, functions and their totals are kept; the counts of single lines are not, but the places in the
 * files' bytes where they stand (sections), and are read again when they are asked for.  So memory is
 * that of the files, their functions and 24 bytes for each `fn=`.
 *
 * Made by msim_counts_read, once for each file (a source), whose counts are added, or taken away where
 * the source is negative.  All counts, and any sum of them, are within +-(2^63 - 1): the sum of their
 * magnitudes is.  Strings point into the files' bytes, which the set owns.
 *
 * Nothing here prints or ends the command: a fault is left in `error`, for the caller to tell.
 */
#ifndef MSIM_CMD_COUNTS_COUNTS_H
#define MSIM_CMD_COUNTS_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmd/base/index.h"

enum { MSIM_EVENTS_MAX = 100 };

/* Lines of counts of one function that stand together in one source. */
struct msim_counts_section {
    const char *from, *end;
    uint32_t next, source; /* the function's next one; MSIM_NOTHING: none */
};

struct msim_counts_function {
    const char *name;
    uint32_t file, next;  /* the file's next function */
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
    int64_t *total; /* what its lines sum up to, with the signs of the file */
};

/* Text made up, not in a file. */
struct msim_counts_text {
    struct msim_counts_text *next;
    char text[];
};

/* How names become other names; NULL: they stay.  The result is from malloc, or NULL: unchanged. */
struct msim_renaming {
    char *(*rename)(const void *rules, const char *name);
    const void *file_rules, *function_rules;
};

struct msim_counts {
    const char **event;
    size_t events;
    const char **desc; /* of the first source */
    size_t descs;
    bool descs_differ;   /* another source has others */
    int64_t *total;      /* of all sources, with the signs of the sources */
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
    struct msim_counts_section *section;
    size_t sections;

    struct msim_index file_index, function_index;
    struct msim_counts_text *texts;
    struct {
        const char *file;
        size_t line;
        char text[400];
    } error;
};

/* Adds a source.  `name` must stay; `bytes`, from malloc, hold `size` bytes and a 0 behind them, and are
 * taken over.  All sources must have the same events.  false: see counts->error. */
bool msim_counts_read(struct msim_counts *counts, const char *name, char *bytes, size_t size,
                      bool negative, const struct msim_renaming *renaming);

/* The same of a file; ends the command if that does not work. */
void msim_counts_load(struct msim_counts *counts, const char *name, bool negative,
                      const struct msim_renaming *renaming);

void msim_counts_free(struct msim_counts *counts);

/* The number of an event, or `events`. */
size_t msim_counts_event(const struct msim_counts *counts, const char *name, size_t length);

/* The function's totals. */
static inline int64_t *msim_function_total(const struct msim_counts *counts, size_t function)
{
    return counts->function_total + function * counts->events;
}

/* The totals of files, `events` for each, from malloc. */
int64_t *msim_file_totals(const struct msim_counts *counts);

/* What shares are taken of: the totals, or of a difference those of what was subtracted. */
static inline const int64_t *msim_counts_whole(const struct msim_counts *counts)
{
    return counts->base ? counts->base : counts->total;
}

/* --- for the reader ----------------------------------------------------------------------------- */

uint32_t msim_counts_file_named(struct msim_counts *counts, const char *name);
uint32_t msim_counts_function_named(struct msim_counts *counts, uint32_t file, const char *name);

/* A copy that lives as long as the set; `text` is freed. */
const char *msim_counts_keep(struct msim_counts *counts, char *text);

#endif
