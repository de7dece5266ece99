/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Phases: stretches of a run that behave alike, by the functions that run and by the rates of
 * events.
 *
 * A row is a point whose coordinates are the square roots of its functions' shares, so that rows
 * without a common function are equally far apart whatever their functions are, and each rate r as
 * r / (r + that of the whole run), which is between 0 and 1.  A rate weighs as much as its events
 * cost in cycles.  Points are divided as segment.h says, rows by the instructions that they have.
 * A row in which one phase becomes the next is no phase of its own.
 */
#pragma once

#include "cmd/time/file/set.h"
#include "pieces.h"

enum { MSIM_PHASES_USUAL = 20, MSIM_PHASES_MAX = 1000 };

struct msim_phase {
    size_t row, end;       /* rows */
    uint32_t function;     /* the one with most instructions; MSIM_NOTHING: none is known */
    uint64_t instructions; /* of that function, counted where it was listed */
    size_t part;           /* the part with most; timed->parts: none */
    size_t column;         /* the rate that differs most from the whole run's; */
    double times;          /* by this factor; 0: none differs */
};

struct msim_phases {
    struct msim_phase *phase;
    size_t phases;
};

/* Finds at most `most` phases. */
void msim_phases_find(struct msim_phases *phases, const struct msim_timed *timed,
                      const struct msim_columns *columns, const char *cycles, size_t most);
void msim_phases_free(struct msim_phases *phases);

/* The functions and parts of several rows together. */

/* Those of rows from..end, largest first, then by number; from malloc. */
struct msim_timed_share *msim_time_functions(const struct msim_timed *timed, size_t from,
                                             size_t end, size_t *used);
struct msim_timed_share *msim_time_parts(const struct msim_timed *timed, size_t from, size_t end,
                                         size_t *used);

/* The part with the most instructions; parts if the rows are mostly in none. */
size_t msim_time_part(const struct msim_timed *timed, size_t from, size_t end);

/* Writes the regions of a part, "load;parse", into `to`. */
void msim_time_part_name(const struct msim_timed *timed, size_t part, char *to, size_t room);
