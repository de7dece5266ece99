/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A set of profiles (files of counts) in memory: what was counted, and where in the files it
 * stands.
 *
 * Files, functions and their totals are kept.  The counts of single lines are not: the set
 * remembers which pieces of the files' bytes have them (sections), and records.h reads them again
 * when they are needed.  So memory is that of the files, the functions, and 32 bytes for each
 * `fn=`.
 *
 * A function consists of parts, one for each object (executable or library) that its code is in:
 * several if the file does not name functions, or a header is compiled into several libraries.
 * Sections of a part may be in different inlined calls and regions.  With a selection of regions
 * (regions.h), the set has only what is in these.
 *
 * With `mine`, code of libraries that was inlined into the user's (cmd/patterns/mine.h) is counted in
 * the line that it was inlined into (cmd/patterns/inlined.h).
 *
 * read.h adds one file at a time (a source), whose counts are added, or subtracted if the source is
 * negative.  All counts and all sums of any of them are within +-(2^63 - 1), because the sum of
 * their magnitudes is.  Strings point into the files' bytes, which the set owns.
 *
 * Nothing here prints or ends the command, unless memory runs out: what is wrong is left in
 * `error`.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "branches.h"
#include "cmd/base/index.h"
#include "cmd/files/lines.h"
#include "cmd/patterns/mine.h"
#include "regions.h"
#include "waits.h"

enum { MSIM_EVENTS_MAX = 100 };

/* Consecutive lines of counts of one part in one source. */
struct msim_counts_section {
    const char *from, *end;
    uint32_t next, source; /* next: the part's next section, or MSIM_NOTHING */
    uint32_t inlined;      /* the inlined calls that the code is in; MSIM_NOTHING: none are known */
    uint32_t region;
    uint32_t at; /* the line of all of them; MSIM_NOTHING: as they say */
};

/* What a function has in one object. */
struct msim_counts_part {
    uint32_t function, next; /* next: the function's next part, or MSIM_NOTHING */
    uint32_t object;         /* MSIM_NOTHING: unknown */
    uint32_t first, last;    /* sections */
};

struct msim_counts_function {
    const char *name;
    uint32_t file, next;  /* next: the file's next function, or MSIM_NOTHING */
    uint32_t first, last; /* parts */
};

struct msim_counts_file {
    const char *name;
    uint32_t first, last; /* functions */
};

/* The text of a `desc:` line. */
struct msim_counts_desc {
    char *text;
    size_t line;
};

struct msim_counts_source {
    const char *name, *command;
    char *bytes;
    bool negative;
    struct msim_counts_desc *desc; /* without the base totals */
    size_t descs;
    struct msim_counts_desc *heap; /* lines "fl=# heap-", after that */
    size_t heaps;
    int64_t *total; /* the sums of its lines, as the file has them */
};

/* A string that is not part of a file's bytes. */
struct msim_counts_text {
    struct msim_counts_text *next;
    char text[];
};

/* Starts zeroed. */
struct msim_counts {
    bool no_negatives;            /* set these before reading: counts below 0 are an error; */
    bool no_lines;                /* lines of inlined calls are left out */
    const struct msim_mine *mine; /* NULL: lines are those of the file */
    const char **event;
    size_t events, events_line; /* events_line: in the first source */
    bool descs_differ;          /* not all sources have the same descriptions */
    int64_t *total;      /* of what is selected, over all sources; negative ones are subtracted */
    uint64_t *magnitude; /* sums of |count|; */
    uint64_t *left_out;  /* of what is in other regions, too */
    int64_t *base;       /* of a difference: the totals of what was subtracted; else NULL */
    size_t bases;        /* sources that have such totals */
    struct msim_regions regions;

    bool weighed; /* Cy is a sum by weights that the user gave, also if cycles were simulated */
    struct msim_counts_source *source;
    size_t sources;
    struct msim_counts_file *file;
    size_t files;
    struct msim_counts_function *function;
    int64_t *function_total; /* `events` for each */
    size_t functions;
    struct msim_counts_part *part;
    int64_t *part_total; /* `events` for each */
    size_t parts;
    struct msim_names object;
    struct msim_names
        inlined; /* texts as in the file: "FUNCTION<tab>LINE<tab>FILE", and so outwards */
    struct msim_counts_section *section; /* in the order of the sources and their bytes */
    size_t sections;

    struct msim_waits waits; /* for what loads the core waited */
    struct msim_counted_branches branches;

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

static inline int64_t *msim_part_total(const struct msim_counts *counts, size_t part)
{
    return counts->part_total + part * counts->events;
}

/* Returns the totals of all files, `events` for each, from malloc. */
int64_t *msim_file_totals(const struct msim_counts *counts);

/* Returns what percentages refer to: the totals or, in a difference, those of what was
 * subtracted. */
static inline const int64_t *msim_counts_whole(const struct msim_counts *counts)
{
    return counts->base ? counts->base : counts->total;
}

/* --- for the reader --------------------------------------------------------------------------- */

/* Return the number of the file or function with that name, which is added if it is new. */
uint32_t msim_counts_file_named(struct msim_counts *counts, const char *name);
uint32_t msim_counts_function_named(struct msim_counts *counts, uint32_t file, const char *name);
/* The same for the function's part in an object. */
uint32_t msim_counts_part_in(struct msim_counts *counts, uint32_t function, uint32_t object);

/* Returns a copy of `text` that is freed with the set.  Frees `text`. */
const char *msim_counts_keep(struct msim_counts *counts, char *text);

/* Descriptions of how cycles come about begin with these: if simulated, and if estimated. */
#define MSIM_SIMULATED_CYCLES "Cycles: "
#define MSIM_ESTIMATED_CYCLES "Est. cycles: "
/* The first are these, if the core looked only at a part of the run. */
#define MSIM_SAMPLED_CYCLES "Sampled cycles: "

/* Keeps such a description of the first source, where columns find the formula.  One that begins
 * with instructions is an estimate. */
void msim_counts_keep_cycles(struct msim_counts *counts, const char *text);
/* Keeps how much of the run these are, if they were sampled. */
void msim_counts_keep_sampled(struct msim_counts *counts, const char *text);

/* Adds the counts of `events` events. */
static inline void msim_counts_add(int64_t *to, const int64_t *from, size_t events)
{
    for (size_t i = 0; i < events; i++)
        to[i] += from[i];
}
