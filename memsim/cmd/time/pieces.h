/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pieces of a run, and sums and values over them. */
#pragma once

#include "cmd/columns/value.h"
#include "cmd/time/file/set.h"

/* The first instruction of the first row, and the end of the last row; 0 if there are no rows. */
uint64_t msim_time_first(const struct msim_timed *timed);
uint64_t msim_time_last(const struct msim_timed *timed);

/* The row that an instruction is in; the nearest one if it is in none.  There must be rows. */
size_t msim_time_row_at(const struct msim_timed *timed, uint64_t at);

/* A piece of the run, for a column of text or a point of a picture.  Rows of which a part is in the
 * piece are in it as a whole. */
struct msim_time_piece {
    uint64_t from, to; /* instructions */
    size_t row, end;   /* rows */
};

/* Piece `number` of `pieces` of equally many instructions. */
struct msim_time_piece msim_time_piece(const struct msim_timed *timed, size_t number,
                                       size_t pieces);

/* Adds up the counts of rows from..end. */
void msim_time_sum(const struct msim_timed *timed, size_t from, size_t end, int64_t *sum);

/* The value of a column over rows; 0 if it is a rate of nothing. */
double msim_time_value(const struct msim_timed *timed, const struct msim_column *column,
                       size_t from, size_t end);

/* What a picture shows of a column: its value over a piece or, of a count, the largest of a row,
 * because pieces may have more or fewer rows. */
double msim_time_height(const struct msim_timed *timed, const struct msim_column *column,
                        const struct msim_time_piece *piece);

/* A row with that largest count. */
size_t msim_time_highest(const struct msim_timed *timed, const struct msim_column *column,
                         const struct msim_time_piece *piece);
