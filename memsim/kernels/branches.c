/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Branches: taken at random so often in 128, and calls of one of several functions by turns or at
 * random.  The same is drawn whatever is taken, so the difference is what the prediction costs.
 */
#include "kernels.h"

#include <stdlib.h>

enum { EACH = 1024, TARGETS_MAX = 4 };

struct drawn {
    uint64_t state;
    uint64_t often;           /* of 128 */
    uint64_t targets, random; /* random: 1: drawn; 0: by turns */
    uint64_t count;
};

static struct drawn *make(void)
{
    struct drawn *drawn = calloc(1, sizeof *drawn);
    if (!drawn)
        msim_kernel_fail("there is no memory left");
    drawn->state = 88172645463325252;
    return drawn;
}

static void *prepare_taken(const uint64_t *parameter)
{
    struct drawn *drawn = make();
    drawn->often = parameter[0];
    return drawn;
}

/* Numbers of functions are powers of two. */
static void *prepare_calls(const uint64_t *parameter)
{
    struct drawn *drawn = make();
    if (parameter[0] == 3)
        msim_kernel_fail("targets 3: expected 1, 2 or 4");
    drawn->targets = parameter[0];
    drawn->random = parameter[1];
    return drawn;
}

static void taken(void *prepared, uint64_t rounds)
{
    struct drawn *drawn = prepared;
    uint64_t state = drawn->state, often = drawn->often, count = drawn->count;
    for (uint64_t left = rounds * EACH; left; left--)
        if ((msim_kernel_random(&state) >> 40) % 128 < often) {
            count++;
            MSIM_HIDE(count); /* else it is no branch */
        }
    drawn->state = state;
    drawn->count = count;
}

/* As compilers do it: processors may take such functions for each other. */
#define ALIGNED __attribute__((noinline, aligned(16)))

static ALIGNED uint64_t add1(uint64_t sum)
{
    MSIM_HIDE(sum);
    return sum + 1;
}

static ALIGNED uint64_t add2(uint64_t sum)
{
    MSIM_HIDE(sum);
    return sum + 2;
}

static ALIGNED uint64_t add3(uint64_t sum)
{
    MSIM_HIDE(sum);
    return sum + 3;
}

static ALIGNED uint64_t add4(uint64_t sum)
{
    MSIM_HIDE(sum);
    return sum + 4;
}

static uint64_t (*const function[])(uint64_t) = {add1, add2, add3, add4};

static void by_turns(struct drawn *drawn, uint64_t rounds)
{
    uint64_t sum = drawn->count, most = drawn->targets - 1;
    for (uint64_t left = rounds * EACH; left; left--)
        sum = function[left & most](sum);
    drawn->count = sum;
}

static void at_random(struct drawn *drawn, uint64_t rounds)
{
    uint64_t state = drawn->state, sum = drawn->count, most = drawn->targets - 1;
    for (uint64_t left = rounds * EACH; left; left--)
        sum = function[msim_kernel_random(&state) >> 40 & most](sum);
    drawn->state = state;
    drawn->count = sum;
}

static void calls(void *prepared, uint64_t rounds)
{
    struct drawn *drawn = prepared;
    (drawn->random ? at_random : by_turns)(drawn, rounds);
}

const struct msim_kernel msim_kernels_branches[] = {
    {"taken",
     "a branch that is taken at random, so often of 128",
     "branch",
     EACH,
     {{"often", 64, 0, 128}},
     prepare_taken,
     taken},
    {"calls",
     "calls of one of 1, 2 or 4 functions, by turns or at random",
     "call",
     EACH,
     {{"targets", TARGETS_MAX, 1, TARGETS_MAX}, {"random", 0, 0, 1}},
     prepare_calls,
     calls},
    {.name = NULL},
};
