/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A run over time: intervals in order, each with its counts, and the marks between them.
 *
 * read.h makes it.  A row begins where the one before it ends.  The events, their totals and the
 * estimate of cycles are a set of counts without files, so that columns (columns/column.h) apply to
 * a row's counts.  Strings point into the file's bytes, which the set owns.
 */
#pragma once

#include "cmd/base/index.h"
#include "cmd/counts/counts.h"

/* What a function, or a part of that name, ran in a row. */
struct msim_timed_share {
    uint32_t number;
    uint64_t instructions;
};

struct msim_timed_row {
    uint64_t from, to;     /* instructions begun since the start */
    uint64_t clock;        /* at its end: milliseconds, or bytes allocated and freed */
    size_t part, function; /* the first of its shares, which are sorted, largest first */
    uint32_t parts, functions;
};

struct msim_timed_function {
    const char *name, *file;
};

struct msim_timed_mark {
    uint64_t at;     /* instructions */
    uint64_t thread; /* from 1 */
    const char *text;
};

enum msim_timed_unit { MSIM_TIMED_INSTRUCTIONS, MSIM_TIMED_MS, MSIM_TIMED_BYTES };

struct msim_timed {
    const char *name, *command, *machine;
    const char *incomplete; /* why it is that; NULL: it is not */
    enum msim_timed_unit unit;
    uint64_t interval; /* as it was asked for, in that unit; */
    uint64_t joined;   /* a row has this many of them */
    struct msim_counts counts;
    struct msim_timed_row *row;
    size_t rows;
    int64_t *count; /* `counts.events` for each row */
    struct msim_timed_share *share;
    size_t shares;
    struct msim_names part_name; /* the regions that are open, outermost first, separated by tabs */
    uint32_t *part;              /* the name of each part of the file: several may have the same */
    size_t parts;                /* different ones, in part_name */
    size_t listed;
    struct msim_timed_function *function;
    size_t functions;
    struct msim_timed_mark *mark;
    size_t marks;
    uint64_t marks_left_out;
    char *bytes;
    struct msim_file_error error;
};

void msim_timed_free(struct msim_timed *timed);

static inline const int64_t *msim_timed_counts(const struct msim_timed *timed, size_t row)
{
    return timed->count + row * timed->counts.events;
}

/* "i", "ms", "B". */
extern const char *const msim_timed_units[];

/* The instructions that rows from..end ran, whether they were counted or not. */
static inline uint64_t msim_timed_length(const struct msim_timed *timed, size_t from, size_t end)
{
    return timed->row[end - 1].to - timed->row[from].from;
}

/* Reads a file.  `name` must stay; `bytes`, from malloc, are `size` bytes and a 0 after them, and
 * belong to the set from now on.  false: see timed->error; the set must be freed all the same. */
bool msim_timed_read(struct msim_timed *timed, const char *name, char *bytes, size_t size);

/* Most fields of a row: from, to, the clock, events, parts, functions. */
enum { MSIM_TIMED_FIELDS = MSIM_EVENTS_MAX + 5 };

/* Takes "from to [clock] EVENT... parts functions". */
bool msim_timed_row_read(struct msim_timed *timed, const struct msim_line_reader *lines,
                         char *line);

/* Takes a count for each event; `what` names them in messages. */
bool msim_timed_counts_read(const struct msim_timed *timed, const struct msim_line_reader *lines,
                            char *const *field, int64_t *count);
