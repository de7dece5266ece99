/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Counts by two numbers: of a part of the run and a source location, of a context and a segment.
 *
 * Few of all pairs ever count anything, so each has an element of its own, found by a hash.
 *
 * Cost: a look-up each time.
 */
#ifndef MSIM_ENGINE_MACHINE_PAIRS_H
#define MSIM_ENGINE_MACHINE_PAIRS_H

#include "counts.h"
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

/* The number of the element of a pair, which is added if it is new; UINT32_MAX: there is no room. */
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

#endif
