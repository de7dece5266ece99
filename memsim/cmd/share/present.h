/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is shown of lines that cores take from each other, and the forms that it is shown in. */
#pragma once

#include <stdio.h>

#include "cmd/draw/canvas.h"
#include "contended.h"
#include "gain.h"

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
struct msim_point msim_share_picture_size(const struct msim_share_view *view);
void msim_share_picture(const struct msim_share_view *view, struct msim_canvas *canvas);
