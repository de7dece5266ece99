/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The pairs of chain.h. */
#include "chain.h"

#include <stddef.h>

#include "stream/hash.h"

static uint32_t hash_load(const void *element)
{
    const struct msim_origin *is = &((const struct msim_chain_load *)element)->is;
    return (uint32_t)msim_mix(is->load + msim_mix(is->site));
}

static bool same_load(const void *element, const void *wanted)
{
    const struct msim_origin *a = &((const struct msim_chain_load *)element)->is;
    const struct msim_origin *b = &((const struct msim_chain_load *)wanted)->is;
    return a->load == b->load && a->site == b->site;
}

static uint32_t hash_pair(const void *element)
{
    const struct msim_chain_pair *pair = element;
    return (uint32_t)msim_mix((uint64_t)pair->load << 32 | pair->from);
}

static bool same_pair(const void *element, const void *wanted)
{
    const struct msim_chain_pair *a = element, *b = wanted;
    return a->load == b->load && a->from == b->from;
}

static const struct msim_lookup_kind loads = {hash_load, same_load,
                                              offsetof(struct msim_chain_load, same_hash), 0};
static const struct msim_lookup_kind pairs = {hash_pair, same_pair,
                                              offsetof(struct msim_chain_pair, same_hash), 0};

void msim_chain_init(struct msim_load_chain *chain, const struct msim_mem *mem)
{
    msim_table_init(&chain->loads, mem, sizeof(struct msim_chain_load), MSIM_CHAIN_MOST);
    msim_table_init(&chain->pairs, mem, sizeof(struct msim_chain_pair), MSIM_CHAIN_MOST);
    msim_lookup_init(&chain->of_loads, mem, &loads);
    msim_lookup_init(&chain->of_pairs, mem, &pairs);
}

/* The number of a load, + 1; 0: it is none, or there is no room. */
static uint32_t number_of(struct msim_load_chain *chain, const struct msim_origin *load)
{
    const struct msim_chain_load wanted = {.is = *load};
    return load->load ? msim_lookup_number(&chain->of_loads, &chain->loads, &wanted) + 1 : 0;
}

void msim_chain_add(struct msim_load_chain *chain, const struct msim_origin *load,
                    const struct msim_origin *from, uint64_t cycles)
{
    const struct msim_chain_pair wanted = {.load = number_of(chain, load),
                                           .from = number_of(chain, from)};
    uint32_t number = wanted.load && (wanted.from || !from->load)
                          ? msim_lookup_number(&chain->of_pairs, &chain->pairs, &wanted)
                          : UINT32_MAX;
    if (number == UINT32_MAX)
        chain->surplus += cycles;
    else
        MSIM_TABLE_AT(&chain->pairs, number, struct msim_chain_pair)->cycles += cycles;
}

void msim_chain_clear(struct msim_load_chain *chain)
{
    for (uint32_t i = 0; i < chain->pairs.used; i++)
        MSIM_TABLE_AT(&chain->pairs, i, struct msim_chain_pair)->cycles = 0;
    chain->surplus = 0;
}

static void put_load(const struct msim_load_chain *chain, const struct msim_dict *dict,
                     uint32_t number, struct msim_text *text)
{
    const struct msim_chain_load *load =
        MSIM_TABLE_AT(&chain->loads, number - 1, struct msim_chain_load);
    const struct msim_site *at = msim_dict_site_at(dict, load->is.site);
    msim_put(text, "\t");
    msim_put_number(text, number);
    msim_put(text, "\t");
    msim_put_number(text, at->line);
    msim_put(text, "\t");
    msim_put_name(text, msim_dict_text(dict, at->file));
}

static void begin(struct msim_text *text, uint64_t cycles)
{
    msim_put(text, "fl=# waits: ");
    msim_put_number(text, cycles);
}

void msim_chain_put(const struct msim_load_chain *chain, const struct msim_dict *dict,
                    struct msim_text *text)
{
    for (uint32_t i = 0; i < chain->pairs.used; i++) {
        const struct msim_chain_pair *pair =
            MSIM_TABLE_AT(&chain->pairs, i, struct msim_chain_pair);
        if (!pair->cycles)
            continue;
        begin(text, pair->cycles);
        put_load(chain, dict, pair->load, text);
        if (pair->from)
            put_load(chain, dict, pair->from, text);
        msim_put(text, "\n");
    }
    if (chain->surplus) {
        begin(text, chain->surplus);
        msim_put(text, "\n");
    }
}
