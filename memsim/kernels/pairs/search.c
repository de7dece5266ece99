/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pairs about searching: sorted arrays, hash tables, and searches that do not wait for each
 * other. */
#include "pair.h"

enum { KEYS = 256 }; /* looked up in a round */

struct entry {
    uint64_t key, value;
};

struct node {
    struct node *next;
    uint64_t key, value, more;
};

struct slot {
    uint64_t key, value, more[2];
};

static struct {
    uint32_t *sorted;
    struct entry *entry;
    struct node *node, **bucket;
    struct slot *slot;
    uint64_t count, mask, levels;
} is;

/* --- A binary search inside L1: with a branch, or with a selection ---------------------------- */

static void prepare_sorted(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    (void)form;
    is.count = msim_pair_power(sizes->l1 / sizeof *is.sorted / 2);
    is.sorted = msim_pair_memory(is.count, sizeof *is.sorted);
    for (uint64_t i = 0; i < is.count; i++)
        is.sorted[i] = (uint32_t)(i * 8);
}

static uint64_t with_branches(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < rounds * KEYS; i++) {
        uint32_t key = (uint32_t)(msim_pair_random(i) & (is.count * 8 - 1));
        uint64_t from = 0;
        for (uint64_t size = is.count / 2; size; size /= 2)
            if (is.sorted[from + size] <= key) {
                MSIM_PAIR_BRANCH();
                from += size;
            }
        sum += from;
    }
    return sum;
}

static uint64_t with_selections(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < rounds * KEYS; i++) {
        uint32_t key = (uint32_t)(msim_pair_random(i) & (is.count * 8 - 1));
        uint64_t from = 0;
        for (uint64_t size = is.count / 2; size; size /= 2)
            from += size & -(uint64_t)(is.sorted[from + size] <= key);
        sum += from;
    }
    return sum;
}

/* --- Beyond all: sorted, or in the order of a tree by levels (Eytzinger) -------------------------
 * Both have a power of two less one keys; keys are their ranks doubled. */

static void prepare_tree(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    is.count = msim_pair_power(sizes->beyond / sizeof *is.entry);
    is.levels = 63 - (uint64_t)__builtin_clzll(is.count);
    is.entry = msim_pair_memory(is.count, sizeof *is.entry);
    if (form == MSIM_PAIR_SLOW)
        for (uint64_t i = 0; i < is.count; i++)
            is.entry[i].key = i * 2;
    else
        for (uint64_t level = 0, k = 1; level < is.levels; level++)
            for (uint64_t i = 0; i < 1ULL << level; i++, k++)
                is.entry[k].key = ((2 * i + 1) << (is.levels - 1 - level)) * 2;
}

/* The number of keys that are at most the one looked for. */
static uint64_t in_sorted(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < rounds * KEYS; i++) {
        uint64_t key = msim_pair_random(i) & (is.count * 2 - 1), from = 0;
        for (uint64_t size = is.count / 2; size; size /= 2)
            from += size & -(uint64_t)(is.entry[from + size].key <= key);
        sum += from;
    }
    return sum;
}

static uint64_t in_tree(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < rounds * KEYS; i++) {
        uint64_t key = msim_pair_random(i) & (is.count * 2 - 1), at = 1;
        for (uint64_t level = 0; level < is.levels; level++)
            at = 2 * at + (is.entry[at].key <= key);
        sum += at - is.count;
    }
    return sum;
}

/* --- A hash table beyond all: chains, or open addressing -------------------------------------- */

static inline uint64_t hash(uint64_t key)
{
    return key >> 20 & is.mask;
}

static void prepare_chains(uint64_t bytes)
{
    is.count = msim_pair_power(bytes / sizeof(struct slot)) / 2;
    is.mask = 2 * is.count - 1;
    is.bucket = msim_pair_memory(2 * is.count, sizeof(struct node *));
    is.node = msim_pair_memory(is.count, sizeof *is.node);
    for (uint64_t i = 0; i < 2 * is.count; i++)
        is.bucket[i] = NULL;
    for (uint64_t i = 0; i < is.count; i++) {
        struct node *node = is.node + i;
        uint64_t key = msim_pair_random(i);
        *node = (struct node){.next = is.bucket[hash(key)], .key = key, .value = i};
        is.bucket[hash(key)] = node;
    }
}

static void prepare_open(uint64_t bytes)
{
    is.count = msim_pair_power(bytes / sizeof(struct slot)) / 2;
    is.mask = 2 * is.count - 1;
    is.slot = msim_pair_memory(2 * is.count, sizeof *is.slot);
    for (uint64_t i = 0; i < 2 * is.count; i++)
        is.slot[i].key = 0;
    for (uint64_t i = 0; i < is.count; i++) {
        uint64_t key = msim_pair_random(i), at = hash(key);
        while (is.slot[at].key)
            at = (at + 1) & is.mask;
        is.slot[at].key = key;
        is.slot[at].value = i;
    }
}

static void prepare_hash(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    if (form == MSIM_PAIR_SLOW)
        prepare_chains(sizes->beyond);
    else
        prepare_open(sizes->beyond);
}

static inline uint64_t key_to_find(uint64_t number)
{
    return msim_pair_random(msim_pair_random(number + 1) & (is.count - 1));
}

static uint64_t in_chains(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < rounds * KEYS; i++) {
        uint64_t key = key_to_find(i);
        const struct node *at = is.bucket[hash(key)];
        while (at->key != key)
            at = at->next;
        sum += at->value;
    }
    return sum;
}

static uint64_t in_slots(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < rounds * KEYS; i++) {
        uint64_t key = key_to_find(i), at = hash(key);
        while (is.slot[at].key != key)
            at = (at + 1) & is.mask;
        sum += is.slot[at].value;
    }
    return sum;
}

/* --- Chains of loads beyond all, one after the other, or side by side ------------------------- */

enum { WALKERS = 8, STEPS = 64 };

static void prepare_walks(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    (void)form;
    is.count = msim_pair_power(sizes->beyond / 64);
    is.slot = msim_pair_memory(is.count * 2, sizeof *is.slot);
    uint64_t at = msim_pair_shuffled(0, is.count) * 2;
    for (uint64_t i = 1; i <= is.count; i++) {
        uint64_t next = msim_pair_shuffled(i & (is.count - 1), is.count) * 2;
        is.slot[at].key = next;
        at = next;
    }
}

static void start_walks(uint64_t *at)
{
    for (uint64_t w = 0; w < WALKERS; w++)
        at[w] = msim_pair_shuffled(w * (is.count / WALKERS), is.count) * 2;
}

static uint64_t end_of_walks(const uint64_t *at)
{
    uint64_t sum = 0;
    for (uint64_t w = 0; w < WALKERS; w++)
        sum = sum * 31 + at[w];
    return sum;
}

static uint64_t one_by_one(uint64_t rounds)
{
    uint64_t at[WALKERS];
    start_walks(at);
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t w = 0; w < WALKERS; w++) {
            uint64_t here = at[w];
            for (uint64_t s = 0; s < STEPS; s++)
                here = is.slot[here].key;
            at[w] = here;
        }
    return end_of_walks(at);
}

static uint64_t side_by_side(uint64_t rounds)
{
    uint64_t at[WALKERS];
    start_walks(at);
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t s = 0; s < STEPS; s++)
            for (uint64_t w = 0; w < WALKERS; w++)
                at[w] = is.slot[at[w]].key;
    return end_of_walks(at);
}

/* --- Sixteen sorted numbers: a binary search, or how many are smaller ------------------------- */

enum { FEW = 16 };

static void prepare_few(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    (void)form;
    (void)sizes;
    is.sorted = msim_pair_memory(FEW, sizeof *is.sorted);
    for (uint32_t i = 0; i < FEW; i++)
        is.sorted[i] = i * 16;
}

static uint64_t few_by_halves(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < rounds * KEYS; i++) {
        uint32_t key = (uint32_t)(msim_pair_random(i) & (FEW * 16 - 1));
        uint64_t from = 0;
        for (uint64_t size = FEW / 2; size; size /= 2)
            if (is.sorted[from + size] <= key) {
                MSIM_PAIR_BRANCH();
                from += size;
            }
        sum += from;
    }
    return sum;
}

static uint64_t few_by_count(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < rounds * KEYS; i++) {
        uint32_t key = (uint32_t)(msim_pair_random(i) & (FEW * 16 - 1));
        uint64_t smaller = 0;
        for (uint64_t k = 0; k < FEW; k++)
            smaller += is.sorted[k] <= key;
        sum += smaller - 1;
    }
    return sum;
}

const struct msim_kernel_pair msim_pair_search[] = {
    {"bisection", prepare_sorted, with_branches, with_selections, 1, NULL},
    {"eytzinger", prepare_tree, in_sorted, in_tree, 1, NULL},
    {"hash", prepare_hash, in_chains, in_slots, 1, NULL},
    {"batch", prepare_walks, one_by_one, side_by_side, 1, NULL},
    {"few", prepare_few, few_by_halves, few_by_count, 1, NULL},
    {0}};
