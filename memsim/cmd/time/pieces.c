/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sums over pieces of a run; see pieces.h. */
#include "pieces.h"

#include "engine/base/sort.h"
#include <string.h>

uint64_t msim_time_first(const struct msim_timed *timed)
{
    return timed->rows ? timed->row[0].from : 0;
}

uint64_t msim_time_last(const struct msim_timed *timed)
{
    return timed->rows ? timed->row[timed->rows - 1].to : 0;
}

size_t msim_time_row_at(const struct msim_timed *timed, uint64_t at)
{
    size_t until = msim_keys_up_to(timed->row, timed->rows, sizeof *timed->row,
                                   offsetof(struct msim_timed_row, from), at);
    return until ? until - 1 : 0;
}

struct msim_time_piece msim_time_piece(const struct msim_timed *timed, size_t number, size_t pieces)
{
    __extension__ typedef unsigned __int128 wide;
    uint64_t first = msim_time_first(timed), length = msim_time_last(timed) - first;
    struct msim_time_piece piece;
    piece.from = first + (uint64_t)((wide)length * number / pieces);
    piece.to = first + (uint64_t)((wide)length * (number + 1) / pieces);
    piece.row = msim_time_row_at(timed, piece.from);
    piece.end = msim_time_row_at(timed, piece.to > piece.from ? piece.to - 1 : piece.to) + 1;
    return piece;
}

void msim_time_sum(const struct msim_timed *timed, size_t from, size_t end, int64_t *sum)
{
    size_t events = timed->counts.events;
    memset(sum, 0, events * sizeof *sum);
    for (size_t i = from; i < end; i++)
        msim_counts_add(sum, msim_timed_counts(timed, i), events);
}

double msim_time_value(const struct msim_timed *timed, const struct msim_column *column,
                       size_t from, size_t end)
{
    int64_t sum[MSIM_EVENTS_MAX];
    double value;
    msim_time_sum(timed, from, end, sum);
    return msim_column_value(column, sum, &value) ? value : 0;
}

size_t msim_time_highest(const struct msim_timed *timed, const struct msim_column *column,
                         const struct msim_time_piece *piece)
{
    size_t found = piece->row;
    for (size_t i = piece->row + 1; i < piece->end; i++)
        if (msim_column_over(column, msim_timed_counts(timed, i)) >
            msim_column_over(column, msim_timed_counts(timed, found)))
            found = i;
    return found;
}

double msim_time_height(const struct msim_timed *timed, const struct msim_column *column,
                        const struct msim_time_piece *piece)
{
    if (column->kind != MSIM_COLUMN_COUNT)
        return msim_time_value(timed, column, piece->row, piece->end);
    size_t row = msim_time_highest(timed, column, piece);
    return msim_time_value(timed, column, row, row + 1);
}
