/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Counts by two numbers: of a part of the run and a source location, of a context and a segment.
 *
 * Few of all pairs ever count anything, so each has an element of its own, found by a hash.
 *
 * Where there are very many pairs, as of threads by the thousand, each with a hundred pieces of
 * code, most counts stay small.  There an element has few bits for each, and what outgrows them is
 * moved to an element of full width, which few pairs have.  The sum of both is exact.
 *
 * Cost: a look-up each time.  24 bytes for how often something ran, or 16 if it is small; 376 for a
 * row, or 60.
 */
#pragma once

#include "engine/machine/counts.h"
#include "stream/lookup.h"

/* Elements begin with this. */
struct msim_pair {
    uint32_t first, second, same_hash;
};

struct msim_pair_times {
    struct msim_pair pair;
    uint64_t times;
};

struct msim_pair_row {
    struct msim_pair pair;
    struct msim_row row;
};

struct msim_pairs {
    struct msim_table table;
    struct msim_lookup lookup;
};

enum { MSIM_PAIRS_MAX = 1 << 28 };

/* `element`: bytes of each element; at most `most` are added. */
void msim_pairs_init(struct msim_pairs *pairs, const struct msim_mem *mem, size_t element,
                     uint32_t most);

/* The number of the element of a pair, which is added if it is new; UINT32_MAX: there is no
 * room. */
uint32_t msim_pairs_number(struct msim_pairs *pairs, uint32_t first, uint32_t second);

/* Elements of these types; NULL: there is no room. */
uint64_t *msim_pairs_times(struct msim_pairs *pairs, uint32_t first, uint32_t second);
struct msim_row *msim_pairs_row(struct msim_pairs *pairs, uint32_t first, uint32_t second);

/* Sets all counts of elements that are rows to 0. */
void msim_pairs_clear_rows(struct msim_pairs *pairs);

static inline struct msim_pair_times *msim_pair_times_at(const struct msim_pairs *pairs,
                                                         uint32_t number)
{
    return MSIM_TABLE_AT(&pairs->table, number, struct msim_pair_times);
}

static inline struct msim_pair_row *msim_pair_row_at(const struct msim_pairs *pairs,
                                                     uint32_t number)
{
    return MSIM_TABLE_AT(&pairs->table, number, struct msim_pair_row);
}

/* --- Small counts ------------------------------------------------------------------------- */

/* How often something ran. */
struct msim_small_times {
    struct msim_pairs small; /* which pairs there are, */
    struct msim_pairs large; /* and what does not fit there */
};

/* Rows of counts, to which 1 is added at a time. */
struct msim_small_rows {
    struct msim_pairs small, large;
};

void msim_small_times_init(struct msim_small_times *times, const struct msim_mem *mem);
void msim_small_rows_init(struct msim_small_rows *rows, const struct msim_mem *mem);

/* Adds to the count of a pair; without room for it, nothing. */
void msim_small_times_add(struct msim_small_times *times, uint32_t first, uint32_t second,
                          uint64_t more);
void msim_small_rows_count(struct msim_small_rows *rows, uint32_t first, uint32_t second,
                           enum msim_kind kind, enum msim_count count, uint64_t times);

/* The pair with this number, below `small.table.used`. */
static inline const struct msim_pair *msim_small_pair(const struct msim_pairs *small,
                                                      uint32_t number)
{
    return msim_table_at(&small->table, number);
}

/* Its count, or row. */
uint64_t msim_small_times_at(const struct msim_small_times *times, uint32_t number);
struct msim_row msim_small_rows_at(const struct msim_small_rows *rows, uint32_t number);

/* Sets these to 0. */
void msim_small_times_reset(struct msim_small_times *times, uint32_t number);
void msim_small_rows_reset(struct msim_small_rows *rows, uint32_t number);
