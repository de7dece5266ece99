/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kernels that compute: chains of additions for the clock, and what starts in a cycle.
 *
 * What is added is in a register: some processors add constants while they rename registers, in no
 * time (Intel's from Golden Cove on).
 */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

enum { EACH = 960 };

static void additions(void *prepared, uint64_t rounds)
{
    uint64_t sum = 1, three = 3;
    (void)prepared;
    MSIM_HIDE(three);
    for (uint64_t left = rounds * (EACH / 16); left; left--)
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++) {
            sum += three;
            MSIM_HIDE(sum);
        }
    MSIM_USE(sum);
}

/* Eight chains, so at most eight additions start in a cycle. */
static void independent(void *prepared, uint64_t rounds)
{
    uint64_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9;
    (void)prepared;
    MSIM_HIDE(i);
    for (uint64_t left = rounds * (EACH / 48); left; left--)
#pragma GCC unroll 6
        for (int j = 0; j < 6; j++) {
            a += i, b += i, c += i, d += i, e += i, f += i, g += i, h += i;
            __asm__ volatile(""
                             : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g),
                               "+r"(h));
        }
    MSIM_USE(a + b + c + d + e + f + g + h);
}

/* Additions, loads that hit and moves to vectors by turns: no unit is asked for more than others,
 * so what enters in a cycle is the limit. */
static void mixed(void *prepared, uint64_t rounds)
{
    uint64_t *word = prepared;
    for (uint64_t left = rounds * (EACH / 48); left; left--) {
#if defined(__x86_64__)
        __asm__ volatile(".rept 4\n\t"
                         "add %%r10, %%rax\n\t"
                         "pxor %%xmm0, %%xmm1\n\t"
                         "add (%0), %%rdx\n\t"
                         "add %%r10, %%rsi\n\t"
                         "pxor %%xmm0, %%xmm2\n\t"
                         "add 8(%0), %%rcx\n\t"
                         "add %%r10, %%rdi\n\t"
                         "pxor %%xmm0, %%xmm3\n\t"
                         "add 16(%0), %%r8\n\t"
                         "pxor %%xmm0, %%xmm4\n\t"
                         "add %%r10, %%r9\n\t"
                         "pxor %%xmm0, %%xmm5\n\t"
                         ".endr"
                         :
                         : "r"(word)
                         : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "xmm0", "xmm1",
                           "xmm2", "xmm3", "xmm4", "xmm5", "cc");
#else
        uint64_t a = left, b = left, c = left;
        for (int i = 0; i < 48 / 6; i++) {
            a += 3, b += 3, c += 3;
            __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c));
            a += word[0], b += word[1], c += word[2];
            __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c) : : "memory");
        }
#endif
    }
}

/* What is loaded is added up, in eight sums. */
static void loads(void *prepared, uint64_t rounds)
{
    const volatile uint64_t *word = prepared;
    uint64_t a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
    for (uint64_t left = rounds * (EACH / 16); left; left--)
#pragma GCC unroll 2
        for (int i = 0; i < 16; i += 8) {
            a += word[i], b += word[i + 1], c += word[i + 2], d += word[i + 3];
            e += word[i + 4], f += word[i + 5], g += word[i + 6], h += word[i + 7];
        }
    MSIM_USE(a + b + c + d + e + f + g + h);
}

static void stores(void *prepared, uint64_t rounds)
{
    volatile uint64_t *word = prepared;
    for (uint64_t left = rounds * (EACH / 16); left; left--)
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++)
            word[i] = 1;
}

/* Each index is what was loaded before: zero. */
static void indexed(void *prepared, uint64_t rounds)
{
    const volatile uint64_t *word = prepared;
    uint64_t at = 0;
    for (uint64_t left = rounds * (EACH / 16); left; left--)
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++) {
#if defined(__x86_64__)
            __asm__ volatile("mov (%1,%0,8), %0" : "+r"(at) : "r"(word));
#else
            at = word[at];
            MSIM_HIDE(at);
#endif
        }
    MSIM_USE(at);
}

static void *filled(int byte)
{
    void *word = aligned_alloc(MSIM_KERNEL_LINE, 4 * MSIM_KERNEL_LINE);
    if (!word)
        msim_kernel_fail("there is no memory left");
    return memset(word, byte, 4 * MSIM_KERNEL_LINE);
}

static void *words(const uint64_t *parameter)
{
    (void)parameter;
    return filled(1);
}

static void *zeros(const uint64_t *parameter)
{
    (void)parameter;
    return filled(0);
}

const struct msim_kernel msim_kernels_compute[] = {
    {"additions", "each needs the sum before it: one takes one cycle", "addition", EACH,
     .run = additions},
    {"independent", "eight sums by turns", "addition", EACH, .run = independent},
    {"mixed", "additions, loads and vectors that wait for little", "instruction", EACH,
     .prepare = words, .run = mixed},
    {"loads", "loads of sixteen words", "load", EACH, .prepare = words, .run = loads},
    {"indexed", "loads that need the one before, by an index", "load", EACH, .prepare = zeros,
     .run = indexed},
    {"stores", "stores to sixteen words", "store", EACH, .prepare = words, .run = stores},
    {.name = NULL},
};
