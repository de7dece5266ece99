/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The chain: where the addresses came from of loads that the core waited for.
 *
 * Each wait that is charged to a load is added to a pair: of the load's instruction, and of that
 * whose result its address waited for last, if that was not there when the load entered.
 *
 * Invariant: the sum of all pairs is what loads waited for.  Cost: three look-ups for each wait, 24
 * bytes for each pair and each load, of which there are at most MSIM_CHAIN_MOST; what finds no room
 * is one sum.
 */
#pragma once

#include "engine/base/text.h"
#include "origin.h"
#include "stream/dict.h"
#include "stream/lookup.h"

enum { MSIM_CHAIN_MOST = 1 << 16 };

struct msim_chain_load {
    struct msim_origin is;
    uint32_t same_hash;
};

struct msim_chain_pair {
    uint32_t load, from; /* + 1; from 0: the address was known when the load entered */
    uint32_t same_hash;
    uint64_t cycles;
};

struct msim_load_chain {
    struct msim_table loads, pairs;
    struct msim_lookup of_loads, of_pairs;
    uint64_t surplus;
};

void msim_chain_init(struct msim_load_chain *chain, const struct msim_mem *mem);

/* The core waited for a load, whose address is from another one (load 0: from none). */
void msim_chain_add(struct msim_load_chain *chain, const struct msim_origin *load,
                    const struct msim_origin *from, uint64_t cycles);

/* Forgets all counts. */
void msim_chain_clear(struct msim_load_chain *chain);

/* Writes the lines of the file of counts (docs/format.md). */
void msim_chain_put(const struct msim_load_chain *chain, const struct msim_dict *dict,
                    struct msim_text *text);
