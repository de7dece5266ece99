/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the parts of the reader share. */
#pragma once

#include "cmd/files/lines.h"
#include "counts.h"

struct msim_renaming;

struct msim_counts_reader {
    struct msim_line_reader lines;
    struct msim_counts *counts;
    const struct msim_renaming *renaming;
    uint32_t source, file, function, object, inlined;
    uint32_t at, within;    /* of the file that is read: as in a section, and its inlined calls */
    bool folds;             /* lines of inlined calls (cmd/patterns/inlined.h) */
    uint32_t part, section; /* MSIM_NOTHING: no line since the last `fn=` or object */
    uint32_t region;        /* of all that follows */
    bool left_out;          /* it is not in the selection */
    uint64_t loads;         /* numbers of loads that the sources before have */
    bool has_lines;         /* since the last `fl=# part:` */
    const char *base;       /* what follows "desc: Base totals:"; NULL: no such line */
    size_t base_line;
    int64_t *sum; /* of the section */
};

/* The section, the file or the function of what is left out. */
enum { MSIM_LEFT_OUT = 0 };

/* --- Counts (readcounts.c) -------------------------------------------------------------------- */

/* Quotes the rest of the line for a message. */
const char *msim_counts_found(const char *at, char room[static 64]);

char *msim_counts_skip_blanks(char *at);

/* Reads a summary or the totals of the base: a count for each event. */
bool msim_counts_read_totals(struct msim_counts_reader *reader, const char *what, const char *at,
                             int64_t *count);

/* What the rules make of a name; NULL: none. */
const char *msim_counts_renamed(struct msim_counts_reader *reader, const char *name,
                                const void *rules);

/* Reads the line that comes next, which begins with a digit. */
bool msim_counts_read_record(struct msim_counts_reader *reader);

/* --- Names (readnames.c) ---------------------------------------------------------------------- */

/* Reads the line at `begin`, which is neither a record nor the summary. */
bool msim_counts_read_name(struct msim_counts_reader *reader, const char *begin);

/* Reads what follows "fl=# branch: " (readbranches.c). */
bool msim_counts_read_branch(struct msim_counts_reader *reader, char *at);

/* Adds the counts since `fn=` to the function, the region and the source. */
void msim_counts_end_section(struct msim_counts_reader *reader, const char *end);

/* Adds to the totals of what was subtracted, or takes from them. */
bool msim_counts_add_base(struct msim_counts_reader *reader, int64_t *base, const int64_t *count,
                          bool take);
