/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pointer chases: loads that need the one before them, in one chain or several at once.
 *
 * A list goes through all lines (or through one line of each page, or nodes of any size) in random
 * order, or that of their addresses, and ends where it began.  Chains are on this list, at equal
 * distances.  One and four are in registers; the places of other numbers are in memory, which takes
 * some cycles in the first levels.
 */
#include "kernels.h"

#include <stdlib.h>

enum { EACH = 960, CHAINS_MAX = 32 };

struct chase {
    unsigned chains;
    void **place[CHAINS_MAX];
};

/* What a list goes through. */
struct nodes {
    uint32_t count;
    uint64_t size;
    uint64_t (*place)(uint32_t number, uint64_t size);
    bool in_order;
};

static uint32_t *order_of(const struct nodes *nodes)
{
    uint32_t *order = msim_kernel_shuffled(nodes->count);
    for (uint32_t i = 0; nodes->in_order && i < nodes->count; i++)
        order[i] = i;
    return order;
}

/* Links them from `start` on; returns where chains are. */
static struct chase *make(char *start, const struct nodes *nodes, unsigned chains)
{
    uint32_t count = nodes->count, *order = order_of(nodes);
    struct chase *chase = malloc(sizeof *chase);
    if (!chase)
        msim_kernel_fail("there is no memory left");
    void **first = (void **)(void *)(start + nodes->place(order[0], nodes->size)), **at = first;
    for (uint32_t i = 1; i < count; i++) {
        void **next = (void **)(void *)(start + nodes->place(order[i], nodes->size));
        *at = next;
        at = next;
    }
    *at = first;
    at = first;
    for (uint32_t i = 0; i < count; i++) { /* so that it has been gone through once */
        at = *at;
        MSIM_HIDE(at);
    }
    chase->chains = chains;
    for (unsigned i = 0; i < chains; i++)
        chase->place[i] =
            (void **)(void *)(start +
                              nodes->place(order[(uint64_t)i * count / chains], nodes->size));
    free(order);
    return chase;
}

static void four(struct chase *chase, uint64_t turns)
{
    void **a = chase->place[0], **b = chase->place[1];
    void **c = chase->place[2], **d = chase->place[3];
    for (; turns; turns--) {
        a = *a, b = *b, c = *c, d = *d;
        __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
    }
    chase->place[0] = a, chase->place[1] = b;
    chase->place[2] = c, chase->place[3] = d;
}

static void many(struct chase *chase, uint64_t turns)
{
    void **volatile *at = (void **volatile *)chase->place;
    while (turns--)
        for (unsigned i = 0; i < chase->chains; i++)
            at[i] = *at[i];
}

/* Of one chain, four loads are a turn. */
static void one(struct chase *chase, uint64_t turns)
{
    void **at = chase->place[0];
    for (turns /= 4; turns; turns--)
#pragma GCC unroll 4
        for (int i = 0; i < 4; i++) {
            at = *at;
            MSIM_HIDE(at);
        }
    chase->place[0] = at;
}

static void run(void *prepared, uint64_t rounds)
{
    struct chase *chase = prepared;
    uint64_t each = rounds * (EACH / chase->chains);
    (chase->chains == 1 ? one : chase->chains == 4 ? four : many)(chase, each);
}

static uint64_t one_after_another(uint32_t number, uint64_t size)
{
    return number * size;
}

/* Another line in each page, so that all sets of the caches have their share: those of a first
 * level, which 64 lines in a row have, and those of the next, on which numbers of pages depend. */
static uint64_t another_line(uint32_t number, uint64_t size)
{
    uint32_t line = (number / 16 + 4 * (number % 16)) % (MSIM_KERNEL_PAGE / MSIM_KERNEL_LINE);
    return number * size + (uint64_t)line * MSIM_KERNEL_LINE;
}

static void check(uint64_t chains)
{
    if (EACH % chains)
        msim_kernel_fail("chains %u: expected a divisor of %d", (unsigned)chains, EACH);
}

static void *lines(const uint64_t *parameter)
{
    check(parameter[1]);
    const struct nodes nodes = {(uint32_t)(parameter[0] / MSIM_KERNEL_LINE), MSIM_KERNEL_LINE,
                                one_after_another, false};
    return make(msim_kernel_memory(parameter[0], parameter[2]), &nodes, (unsigned)parameter[1]);
}

static void *pages(const uint64_t *parameter)
{
    check(parameter[1]);
    const struct nodes nodes = {(uint32_t)parameter[0], MSIM_KERNEL_PAGE, another_line, false};
    return make(msim_kernel_memory(parameter[0] * MSIM_KERNEL_PAGE, parameter[2]), &nodes,
                (unsigned)parameter[1]);
}

static void *nodes_of(const uint64_t *parameter)
{
    uint64_t size = parameter[1];
    if (size % sizeof(void *))
        msim_kernel_fail("size %u: expected a multiple of %d", (unsigned)size, (int)sizeof(void *));
    const struct nodes nodes = {(uint32_t)(parameter[0] / size), size, one_after_another,
                                !parameter[2]};
    return make(msim_kernel_memory(parameter[0], 0), &nodes, 1);
}

const struct msim_kernel msim_kernels_chase[] = {
    {"chase",
     "loads that need the one before, of lines in random order; huge: in pages of 2 MB",
     "load",
     EACH,
     {{"bytes", 1 << 20, 4096, 1ull << 36}, {"chains", 1, 1, CHAINS_MAX}, {"huge", 0, 0, 1}},
     lines,
     run},
    {"pages",
     "the same of one line in each page",
     "load",
     EACH,
     {{"pages", 256, 2, 1 << 24}, {"chains", 1, 1, CHAINS_MAX}, {"huge", 0, 0, 1}},
     pages,
     run},
    {"nodes",
     "loads that need the one before, of nodes of a size; random: 0: in the order of addresses",
     "load",
     EACH,
     {{"bytes", 1 << 20, 16384, 1ull << 34}, {"size", 64, 8, 4096}, {"random", 1, 0, 1}},
     nodes_of,
     run},
    {.name = NULL},
};
