/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The window, by Henry Wong's method: two chains of loads that miss, with so many instructions
 * between one and the next.
 *
 *     load of the first chain, instructions, load of the second chain, instructions, and so on
 *
 * If both loads are in the window together, a pair takes the time of one miss; if not, of two.
 */
#include "kernels.h"

#include <stdlib.h>

/* A quarter of the lines, of a quarter of all sets, are soon made, and miss as all of them do. */
enum { EACH = 64, MOST = 1024, DISTANCE = 4 * MSIM_KERNEL_LINE };

struct pair {
    void **first, **second;
    uint64_t between;
    bool nothing;
};

static void *prepare(const uint64_t *parameter)
{
    uint32_t count = (uint32_t)(parameter[0] / DISTANCE);
    char *memory = msim_kernel_memory(parameter[0], true);
    uint32_t *order = msim_kernel_shuffled(count);
    struct pair *pair = malloc(sizeof *pair);
    if (!pair)
        msim_kernel_fail("there is no memory left");
    for (uint32_t i = 0; i < count; i++)
        *(char **)(void *)(memory + (uint64_t)order[i] * DISTANCE) =
            memory + (uint64_t)order[(i + 1) % count] * DISTANCE;
    pair->first = (void **)(void *)(memory + (uint64_t)order[0] * DISTANCE);
    pair->second = (void **)(void *)(memory + (uint64_t)order[count / 2] * DISTANCE);
    pair->between = parameter[1];
    pair->nothing = parameter[2];
    free(order);
    return pair;
}

#if defined(__x86_64__)
/* A jump into a row of instructions, of which those to its end are run. */
#define ROW(name, instructions, each)                                                              \
    static void name(struct pair *pair, uint64_t turns)                                            \
    {                                                                                              \
        void **first = pair->first, **second = pair->second;                                       \
        uint64_t skipped = (MOST - pair->between) * (each);                                        \
        __asm__ volatile("lea 2f(%%rip), %%rax\n\t"                                                \
                         "add %3, %%rax\n\t"                                                       \
                         "lea 3f(%%rip), %%rcx\n\t"                                                \
                         "add %3, %%rcx\n"                                                         \
                         "1:\n\t"                                                                  \
                         "mov (%0), %0\n\t"                                                        \
                         "jmp *%%rax\n"                                                            \
                         "2:\n\t" instructions "mov (%1), %1\n\t"                                  \
                         "jmp *%%rcx\n"                                                            \
                         "3:\n\t" instructions "dec %2\n\t"                                        \
                         "jnz 1b"                                                                  \
                         : "+r"(first), "+r"(second), "+r"(turns)                                  \
                         : "r"(skipped)                                                            \
                         : "rax", "rcx", "r8", "r9", "r10", "r11", "cc");                          \
        pair->first = first;                                                                       \
        pair->second = second;                                                                     \
    }

ROW(with_additions,
    ".rept 256\n\tadd $1, %%r8\n\tadd $1, %%r9\n\tadd $1, %%r10\n\tadd $1, %%r11\n\t.endr\n\t", 4)
ROW(with_nothing, ".rept 1024\n\tnop\n\t.endr\n\t", 1)
#else
/* In eights, and the loop around them. */
static void with_additions(struct pair *pair, uint64_t turns)
{
    void **first = pair->first, **second = pair->second;
    uint64_t a = 1, b = 2, c = 3, d = 4;
    for (; turns; turns--)
        for (int half = 0; half < 2; half++) {
            void ***chain = half ? &second : &first;
            *chain = **chain;
            for (uint64_t left = pair->between / 8; left; left--)
#pragma GCC unroll 2
                for (int i = 0; i < 2; i++) {
                    a++, b++, c++, d++;
                    __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
                }
        }
    pair->first = first;
    pair->second = second;
}
#define with_nothing with_additions
#endif

static void run(void *prepared, uint64_t rounds)
{
    struct pair *pair = prepared;
    (pair->nothing ? with_nothing : with_additions)(pair, rounds * EACH);
}

const struct msim_kernel msim_kernels_window[] = {
    {"window",
     "pairs of loads that miss, with additions between them, or with instructions that do nothing",
     "pair",
     EACH,
     {{"bytes", 64 << 20, 4096, 1ull << 36}, {"between", 64, 0, MOST}, {"nothing", 0, 0, 1}},
     prepare,
     run},
    {.name = NULL},
};
