/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Loads of what was just stored, each stored value being what was loaded before: always by the
 * store before it, by one of two, and of what only a half was stored of.  And loads after a store
 * to the same place of another page, each address being what was loaded before.
 */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

enum { EACH = 960, AT_ONCE = 16 };

/* Two additions between them, of a register (compute.c), take longer than what else could limit it,
 * one store a cycle. */
static void by_same(volatile uint64_t *word, uint64_t rounds)
{
    uint64_t value = 1, one = 1;
    MSIM_HIDE(one);
    for (uint64_t left = rounds * (EACH / AT_ONCE); left; left--)
#pragma GCC unroll 16
        for (int i = 0; i < AT_ONCE; i++) {
            *word = value;
            value = *word;
            MSIM_HIDE(value);
            value += one;
            MSIM_HIDE(value);
            value += one;
        }
    MSIM_USE(value);
}

/* Of two stores in either order it is one or the other, so no predictor knows which. */
static void by_either(volatile uint64_t *word, uint64_t rounds)
{
    uint64_t value = 1, state = 88172645463325252;
    for (uint64_t left = rounds * EACH; left; left--) {
        uint64_t first = msim_kernel_random(&state) >> 40 & 1;
        word[first] = value;
        word[1 - first] = value;
        value = *word;
    }
    MSIM_USE(value);
}

static void of_half(volatile uint64_t *word, uint64_t rounds)
{
    uint64_t value = 1;
    for (uint64_t left = rounds * (EACH / AT_ONCE); left; left--)
#pragma GCC unroll 16
        for (int i = 0; i < AT_ONCE; i++) {
            *(volatile uint32_t *)word = (uint32_t)value;
            value = *word;
        }
    MSIM_USE(value);
}

/* The words are zeros, and stay so. */
static void of_another(volatile uint64_t *word, uint64_t rounds)
{
    uintptr_t at = (uintptr_t)word;
    for (uint64_t left = rounds * (EACH / AT_ONCE); left; left--)
#pragma GCC unroll 16
        for (int i = 0; i < AT_ONCE; i++) {
            *(volatile uint64_t *)(at + MSIM_KERNEL_PAGE) = 0;
            at = (uintptr_t)word + *(volatile uint64_t *)at;
            MSIM_HIDE(at);
        }
    MSIM_USE(at);
}

struct forward {
    void (*run)(volatile uint64_t *word, uint64_t rounds);
    uint64_t word[MSIM_KERNEL_PAGE / 8 + 1];
};

static void *prepare(const uint64_t *parameter)
{
    static void (*const forms[])(volatile uint64_t *, uint64_t) = {by_same, by_either, of_half,
                                                                   of_another};
    struct forward *forward = aligned_alloc(MSIM_KERNEL_PAGE, 2 * MSIM_KERNEL_PAGE);
    if (!forward)
        msim_kernel_fail("there is no memory left");
    memset(forward, 0, 2 * MSIM_KERNEL_PAGE);
    forward->run = forms[parameter[0] - 1];
    return forward;
}

static void run(void *prepared, uint64_t rounds)
{
    struct forward *forward = prepared;
    forward->run(forward->word, rounds);
}

const struct msim_kernel msim_kernels_forward[] = {
    {"forward",
     "a load of what was just stored: 1: always by the same store, 2: by one of two, 3: half of "
     "it; 4: of another page, at the same place",
     "load",
     EACH,
     {{"form", 1, 1, 4}},
     prepare,
     run},
    {.name = NULL},
};
