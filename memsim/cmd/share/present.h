/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is shown of lines that cores take from each other, and the forms that it is shown in. */
#pragma once

#include <stdio.h>

#include "cmd/draw/canvas.h"
#include "contended.h"
#include "separated.h"

/*
 * What would give each thread's bytes of a line a line of their own, in words.
 *
 * Bytes belong to the thread that writes them most or, if none writes them, to the only one that
 * reads them.  Where neighbours in the line belong to different threads, the second one should
 * begin a line: a variable, a block, an element, or a member.  No layout separates bytes
 * that several threads write, which is said.
 *
 * These beginnings divide the line into parts.  The gain is what the line costs when each part
 * has a line.
 */
struct msim_fix {
    char **text; /* one for each step */
    size_t texts;
    uint32_t *part; /* offsets in the line where a part begins, but for the first one; ascending */
    size_t parts;   /* of these; 0: the line is not separated */
};

/* The fixes of the first `lines` lines, from malloc. */
struct msim_fix *msim_fixes_make(const struct msim_contended *contended, size_t lines);
void msim_fixes_free(struct msim_fix *fix, size_t lines);

/*
 * What fixes of shared lines gain, counted: the trace is replayed once more, with the parts of
 * these lines on lines of their own (separated.h).
 *
 * All are separated in one replay, but for those that are predicted, which did not miss.  Threads
 * then wait less for memory, so what they do falls together in another way: other lines may have a
 * few misses by coherence more or fewer, which the total contains.
 */

/* Misses by coherence afterwards. */
struct msim_gain_line {
    bool is_separated; /* a layout separates its parts; else it was left as it is */
    uint64_t misses;
};

struct msim_gain {
    struct msim_gain_line *line; /* by its place among the costliest */
    size_t lines, separated;
    uint64_t before, after; /* of those that are separated */
    uint64_t total;         /* of the whole run, afterwards */
};

/* Counts what separating the first `lines` lines gains.  A trace or an option that is wrong ends
 * the command. */
void msim_gain_count(struct msim_gain *gain, const struct msim_contended *contended,
                     const struct msim_fix *fix, size_t lines,
                     const struct msim_separated_trace *trace);
void msim_gain_free(struct msim_gain *gain);

struct msim_share_view {
    const struct msim_contended *contended;
    size_t listed;    /* number of lines that reach the threshold, */
    size_t shown;     /* that are shown: the first ones of contended->line, */
    size_t predicted; /* and that are predicted: the last ones of these */
    double threshold; /* in percent of all coherence misses */
    double least; /* what a line must cost, in cycles for each instruction of the run; 0: nothing */
    size_t cheap; /* number of lines that reach only the threshold */
    size_t width; /* of text, in columns; 0: no limit */
    const struct msim_fix *fix;   /* of each line that is shown */
    const struct msim_gain *gain; /* of the fixes of what is shown; NULL: it was not counted */
};

/* What a line is in, and where: "counters (a.c:3) long[8], line 0".  From malloc. */
char *msim_share_title(const struct msim_contended *contended,
                       const struct msim_contended_line *line);

/* The source line of a use, "a.c:12", or its function.  From malloc. */
char *msim_share_source(const struct msim_contended *contended,
                        const struct msim_contended_use *use);

/* A line's part of all coherence misses, or of all that are predicted, in percent. */
double msim_share_percent(const struct msim_contended *contended,
                          const struct msim_contended_line *line);

/* What the fix of one line gains, what all of them do, or, where that was not counted, how it
 * would be. */
void msim_share_put_gain(const struct msim_share_view *view, size_t number, FILE *to);
void msim_share_put_gains(const struct msim_share_view *view, FILE *to);
void msim_share_put_no_gain(const struct msim_share_view *view, FILE *to);

void msim_share_text(const struct msim_share_view *view, FILE *to);
void msim_share_json(const struct msim_share_view *view, FILE *to);
void msim_share_csv(const struct msim_share_view *view, FILE *to);

/* Strips of bytes, a row for each line that is shown. */
struct msim_point msim_share_picture_size(const struct msim_share_view *view, double width);
void msim_share_picture(const struct msim_share_view *view, struct msim_canvas *canvas);
