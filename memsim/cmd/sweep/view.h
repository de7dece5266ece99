/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What of a sweep is shown, and the words for its cells in all forms. */
#ifndef MSIM_CMD_SWEEP_VIEW_H
#define MSIM_CMD_SWEEP_VIEW_H

#include "cmd/sweep/file/set.h"

struct msim_swept_view {
    enum msim_of of;
    bool ratio;   /* misses in percent of the references; text and pictures */
    bool curve;   /* msim_curve in place of all cells */
    bool log;     /* pictures: a logarithmic axis of misses */
    size_t width; /* of text, in columns; wider tables are cut into several */
};

/* The words of enum msim_of, "all", ..., ended by NULL: adjectives before "misses", and values of --of. */
extern const char *const msim_of_names[];

/* "direct", "8-way", "full"; "CL=64", "4K pages". */
void msim_ways_text(uint64_t ways, char *to, size_t room);
void msim_line_text(enum msim_level level, uint64_t line, char *to, size_t room);
/* "512K"; a number of entries for a TLB. */
void msim_cell_size_text(const struct msim_cell_key *key, char *to, size_t room);

/* How many references cells [from, end) have: a number, or two with "to" between them. */
void msim_references_text(const struct msim_swept *sweep, size_t from, size_t end, char *to,
                          size_t room);

#endif
