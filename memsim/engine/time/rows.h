/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The intervals that have ended, a row each.
 *
 * There is a limit to their number.  When it is reached, the interval is doubled, and rows are
 * joined as if it had been twice as long from the start.
 *
 * The misses of a row are counted between two marks in the queue to the outer levels, which may be
 * in another process.  A row has only the number of the mark at its end.
 */
#pragma once

#include <stdbool.h>

#include "engine/machine/counts.h"
#include "tally.h"

struct msim_interval {
    uint64_t to;    /* instructions begun when it ends */
    uint64_t clock; /* milliseconds or bytes at its end */
    uint64_t slot;  /* whole intervals up to its end */
    uint64_t refs[MSIM_KINDS];
    uint64_t shared[MSIM_KINDS][MSIM_SHARED_COUNTS]; /* counts of coherence */
    struct msim_largest functions, parts;
    uint32_t mark; /* the mark at its end */
};

struct msim_interval_rows {
    struct msim_table table; /* struct msim_interval */
    uint32_t most;
    uint64_t length; /* length of an interval, as requested */
    uint64_t joined; /* by how much it was multiplied since */
    uint64_t first;  /* the slot in which the first row begins */
    bool goes_on;    /* the last row has not reached the end of its interval */
};

void msim_interval_rows_init(struct msim_interval_rows *rows, const struct msim_mem *mem,
                             uint64_t length, uint32_t most);

static inline struct msim_interval *msim_interval_at(const struct msim_interval_rows *rows,
                                                     uint32_t number)
{
    return MSIM_TABLE_AT(&rows->table, number, struct msim_interval);
}

/* The number of whole intervals in `time`. */
static inline uint64_t msim_interval_slot(const struct msim_interval_rows *rows, uint64_t time)
{
    return time / rows->length / rows->joined;
}

/* The time at which the interval ends that `time` is in. */
uint64_t msim_interval_end(const struct msim_interval_rows *rows, uint64_t time);

/* Adds a row; its slot is that of `time`. */
void msim_interval_add(struct msim_interval_rows *rows, struct msim_interval *row, uint64_t time);

/* Adds what a row has to the one before it. */
void msim_interval_join(struct msim_interval *to, const struct msim_interval *from);

/* For a forked child: removes all rows; the first one begins at `time`. */
void msim_interval_rows_clear(struct msim_interval_rows *rows, uint64_t time);
