/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The oracle of policy.h. */
#include "policy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 3 };

struct way {
    unsigned age;    /* QLRU */
    bool used;       /* MRU */
    uint64_t filled; /* fifo: when */
};

struct naive_policy {
    char name[24];
    uint64_t sets, ways, fills, seed;
    struct way *way;
    bool *right;     /* trees: the nodes of a set, from 1 on; those below n are 2n and 2n + 1 */
    unsigned *group; /* lru3plru4: the groups of a set, the one used last first */
};

enum naive_policy_fault naive_policy_fault;

/* --- Making ------------------------------------------------------------------------------- */

static void *room(uint64_t count, size_t each)
{
    void *got = calloc(count, each);
    if (!got)
        abort();
    return got;
}

static bool is(const struct naive_policy *policy, const char *name)
{
    return !strcmp(policy->name, name);
}

struct naive_policy *naive_policy_new(const char *name, uint64_t sets, uint64_t ways)
{
    struct naive_policy *policy = room(1, sizeof *policy);
    snprintf(policy->name, sizeof policy->name, "%s", name);
    if (is(policy, "srrip"))
        strcpy(policy->name, "QLRU_H00_M2_R0_U0_UMO");
    if (!strncmp(name, "random", 6)) {
        policy->seed = name[6] ? strtoull(name + 7, NULL, 10) : 0;
        policy->name[6] = '\0';
    }
    policy->sets = sets;
    policy->ways = ways;
    policy->way = room(sets * ways, sizeof *policy->way);
    policy->right = room(sets * 2 * ways, sizeof *policy->right);
    policy->group = room(sets * GROUPS, sizeof *policy->group);
    for (uint64_t set = 0; set < sets; set++)
        naive_policy_empty(policy, set);
    return policy;
}

void naive_policy_free(struct naive_policy *policy)
{
    free(policy->way);
    free(policy->right);
    free(policy->group);
    free(policy);
}

void naive_policy_empty(struct naive_policy *policy, uint64_t set)
{
    for (uint64_t way = 0; way < policy->ways; way++) {
        policy->way[set * policy->ways + way] = (struct way){.age = 3};
        policy->right[(set * policy->ways + way) * 2] = false;
        policy->right[(set * policy->ways + way) * 2 + 1] = false;
    }
    for (unsigned i = 0; i < GROUPS; i++)
        policy->group[set * GROUPS + i] = i;
}

/* --- Trees -------------------------------------------------------------------------------- */

/* All nodes above the leaf point away from it. */
static void climb(bool *right, uint64_t leaf)
{
    for (; leaf > 1; leaf /= 2)
        right[leaf / 2] = leaf % 2 == 0;
}

static uint64_t lead(const bool *right, uint64_t leaves)
{
    uint64_t node = 1;
    while (node < leaves)
        node = 2 * node + right[node];
    return node - leaves;
}

/* Each group has the nodes 1 to 3 of eight. */
static void use_group(struct naive_policy *policy, uint64_t set, uint64_t way)
{
    unsigned *group = policy->group + set * GROUPS, number = (unsigned)way / 4, at = 0;
    while (group[at] != number)
        at++;
    for (; at > 0; at--)
        group[at] = group[at - 1];
    group[0] = number;
    climb(policy->right + set * 2 * policy->ways + number * 8, way % 4 + 4);
}

/* --- QLRU --------------------------------------------------------------------------------- */

static unsigned digit(const struct naive_policy *policy, unsigned at)
{
    return (unsigned)(policy->name[at] - '0'); /* QLRU_H11_M1_R0_U0 */
}

enum { AT_X = 6, AT_Y = 7, AT_M = 10, AT_R = 13, AT_U = 16 };

static bool only_at_misses(const struct naive_policy *policy)
{
    return strlen(policy->name) > AT_U + 1;
}

/* The largest age of the ways, without that one. */
static unsigned largest(const struct naive_policy *policy, const struct way *ways, uint64_t without)
{
    unsigned age = 0;
    for (uint64_t way = 0; way < policy->ways; way++)
        if (way != without && ways[way].age > age)
            age = ways[way].age;
    return age;
}

/* `used`: the way, or policy->ways. */
static void grow(const struct naive_policy *policy, struct way *ways, uint64_t used)
{
    unsigned rule = digit(policy, AT_U), more = 0;
    uint64_t without = rule % 2 ? used : policy->ways;
    if (rule < 2)
        more = 3 - largest(policy, ways, without);
    else if (largest(policy, ways, policy->ways) < 3)
        more = 1;
    for (uint64_t way = 0; way < policy->ways; way++)
        if (way != without)
            ways[way].age += more;
}

static uint64_t first_old(const struct naive_policy *policy, const struct way *ways)
{
    for (uint64_t way = 0; way < policy->ways; way++)
        if (ways[way].age == 3)
            return way;
    if (digit(policy, AT_R) != 1) {
        fprintf(stderr, "%s: no way has age 3\n", policy->name);
        abort();
    }
    return 0;
}

/* --- Uses --------------------------------------------------------------------------------- */

/* The way, which holds the block now, is used; `full`: no way was empty before. */
static void use(struct naive_policy *policy, uint64_t set, uint64_t way, bool missed, bool full)
{
    struct way *ways = policy->way + set * policy->ways;
    if (!missed && naive_policy_fault == NAIVE_POLICY_NO_HITS)
        return;
    if (is(policy, "plru") || is(policy, "plrul"))
        climb(policy->right + set * 2 * policy->ways, way + policy->ways);
    if (is(policy, "lru3plru4"))
        use_group(policy, set, way);
    if (is(policy, "mru") || (is(policy, "mru_n") && full)) {
        bool all = true;
        ways[way].used = true;
        for (uint64_t i = 0; i < policy->ways; i++)
            all &= ways[i].used;
        for (uint64_t i = 0; all && i < policy->ways; i++)
            ways[i].used = i == way;
    }
    if (policy->name[0] != 'Q')
        return;
    if (missed)
        ways[way].age = digit(policy, AT_M);
    else
        ways[way].age = ways[way].age == 3   ? digit(policy, AT_X)
                        : ways[way].age == 2 ? digit(policy, AT_Y)
                                             : 0;
    if (!only_at_misses(policy))
        grow(policy, ways, way);
}

static uint64_t random_way(const struct naive_policy *policy)
{
    uint64_t x = policy->seed * 4294967296 + (policy->fills + 1) * 11400714819323198485u;
    x ^= x / (1 << 30);
    x *= 13787848793156543929u;
    x ^= x / (1 << 27);
    x *= 10723151780598845931u;
    x ^= x / (1u << 31);
    return x / 4294967296 * policy->ways / 4294967296;
}

static uint64_t filled_first(const struct naive_policy *policy, const struct way *ways)
{
    uint64_t first = 0;
    for (uint64_t way = 1; way < policy->ways; way++)
        if (ways[way].filled < ways[first].filled)
            first = way;
    return first;
}

/* The way whose block goes. */
static uint64_t victim(const struct naive_policy *policy, uint64_t set)
{
    const struct way *ways = policy->way + set * policy->ways;
    const bool *right = policy->right + set * 2 * policy->ways;
    uint64_t unused = 0;
    if (is(policy, "fifo"))
        return filled_first(policy, ways);
    if (is(policy, "random"))
        return random_way(policy);
    if (is(policy, "plru") || is(policy, "plrul"))
        return lead(right, policy->ways);
    if (is(policy, "lru3plru4")) {
        unsigned group = policy->group[set * GROUPS + GROUPS - 1];
        return group * 4 + lead(right + group * 8, 4);
    }
    if (policy->name[0] == 'Q')
        return first_old(policy, ways);
    while (policy->ways > 1 && ways[unused].used)
        unused++;
    return unused;
}

/* policy->ways: none is empty. */
static uint64_t empty_way(const struct naive_policy *policy, const uint64_t *blocks)
{
    bool from_above = policy->name[0] == 'Q' && digit(policy, AT_R) == 2;
    for (uint64_t i = 0; i < policy->ways; i++) {
        uint64_t way = from_above ? policy->ways - 1 - i : i;
        if (blocks[way] == NAIVE_EMPTY)
            return way;
    }
    return policy->ways;
}

bool naive_policy_touch(struct naive_policy *policy, uint64_t *blocks, uint64_t set, uint64_t block)
{
    struct way *ways = policy->way + set * policy->ways;
    uint64_t empty = empty_way(policy, blocks);
    bool full = empty == policy->ways;
    for (uint64_t way = 0; way < policy->ways; way++)
        if (blocks[way] == block) {
            use(policy, set, way, false, full);
            return false;
        }
    if (policy->name[0] == 'Q' && only_at_misses(policy))
        grow(policy, ways, policy->ways);
    uint64_t way = full || is(policy, "plru") ? victim(policy, set) : empty;
    blocks[way] = block;
    ways[way].filled = ++policy->fills;
    use(policy, set, way, true, full);
    return true;
}

void naive_policy_remove(struct naive_policy *policy, uint64_t *blocks, uint64_t set,
                         uint64_t block)
{
    for (uint64_t way = 0; way < policy->ways; way++)
        if (blocks[way] == block) {
            blocks[way] = NAIVE_EMPTY;
            if (naive_policy_fault == NAIVE_POLICY_FORGETS)
                naive_policy_empty(policy, set);
        }
}
