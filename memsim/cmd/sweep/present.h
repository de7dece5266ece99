/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is shown of a sweep, the words for its cells, and its forms.  Sets are joined; errors stay
 * in the FILE, for the caller. */
#pragma once

#include <stdio.h>

#include "cmd/draw/canvas.h"
#include "cmd/sweep/file/set.h"

/* Of misses in pictures.  AUTO: logarithmic where most points would lie on the axis. */
enum msim_swept_scale { MSIM_SCALE_AUTO, MSIM_SCALE_LOG, MSIM_SCALE_LINEAR };

struct msim_swept_view {
    enum msim_of of;
    bool ratio; /* misses as a percentage of references; for text and pictures */
    bool curve; /* miss curves instead of all cells */
    enum msim_swept_scale scale;
    size_t width; /* of text, in columns; wider tables are split */
};

/* The words for enum msim_of, ended by NULL: adjectives before "misses", and the values of --of. */
extern const char *const msim_of_names[];

/* "direct", "8-way", "full"; "CL=64", "4K pages". */
void msim_ways_text(uint64_t ways, char *to, size_t room);
void msim_line_text(enum msim_level level, uint64_t line, char *to, size_t room);
/* "512K"; a number of entries for a TLB. */
void msim_cell_size_text(const struct msim_cell_key *key, char *to, size_t room);

/* How many references cells [from, end) have: "N", or "N to M" if they differ. */
void msim_references_text(const struct msim_swept *sweep, size_t from, size_t end, char *to,
                          size_t room);

/* CSV has the counts of cells or of curves; JSON has everything. */
void msim_swept_csv(const struct msim_swept *sweep, const struct msim_swept_view *view, FILE *to);
void msim_swept_json(const struct msim_swept *sweep, const struct msim_swept_view *view, FILE *to);

/* The picture's size; and drawing a joined set on a canvas of that size. */
struct msim_point msim_swept_picture_size(const struct msim_swept *sweep,
                                          const struct msim_swept_view *view, double width);
void msim_swept_picture(const struct msim_swept *sweep, const struct msim_swept_view *view,
                        struct msim_canvas *canvas);

void msim_swept_text(const struct msim_swept *sweep, const struct msim_swept_view *view, FILE *to);

void msim_swept_curves(const struct msim_swept *sweep, const struct msim_swept_view *view,
                       FILE *to);
