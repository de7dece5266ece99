/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The forms in which a sweep is shown.
 *
 *     text     for people: tables, or curves
 *     csv      RFC 4180: all counts of the cells, or of the curves
 *     json     one object with all of it
 *     part     a file of a sweep again
 *     picture  a panel for each level, on a canvas
 *
 * Each writes a joined set; errors stay in the FILE, for the caller.
 */
#ifndef MSIM_CMD_SWEEP_OUT_H
#define MSIM_CMD_SWEEP_OUT_H

#include <stdio.h>

#include "cmd/draw/canvas.h"
#include "set.h"

struct msim_swept_view {
    enum msim_of of;
    bool ratio;   /* misses in percent of the references; text and pictures */
    bool curve;   /* msim_curve in place of all cells */
    bool log;     /* pictures: a logarithmic axis of misses */
    size_t width; /* of text, in columns; wider tables are cut into several */
};

/* The enum's words: "all", ...; the adjective in front of "misses". */
const char *msim_of_name(enum msim_of of);

/* "direct", "8-way", "full"; "CL=64", "4K pages". */
void msim_ways_text(uint64_t ways, char *to, size_t room);
void msim_line_text(enum msim_level level, uint64_t line, char *to, size_t room);
/* "512K"; a number of entries for a TLB. */
void msim_cell_size_text(const struct msim_cell_key *key, char *to, size_t room);

/* How many references cells [from, end) have: a number, or two with "to" between them. */
void msim_references_text(const struct msim_swept *sweep, size_t from, size_t end, char *to,
                          size_t room);

void msim_swept_text(const struct msim_swept *sweep, const struct msim_swept_view *view, FILE *to);
void msim_swept_tables(const struct msim_swept *sweep, const struct msim_swept_view *view,
                       FILE *to);
void msim_swept_curves(const struct msim_swept *sweep, const struct msim_swept_view *view,
                       FILE *to);
void msim_swept_csv(const struct msim_swept *sweep, const struct msim_swept_view *view, FILE *to);
void msim_swept_json(const struct msim_swept *sweep, const struct msim_swept_view *view, FILE *to);

void msim_swept_part(const struct msim_swept *sweep, const struct msim_swept_view *view, FILE *to);

/* The picture's size, and the picture on a canvas of that size. */
struct msim_point msim_swept_picture_size(const struct msim_swept *sweep,
                                          const struct msim_swept_view *view);
void msim_swept_picture(const struct msim_swept *sweep, const struct msim_swept_view *view,
                        struct msim_canvas *canvas);

#endif
