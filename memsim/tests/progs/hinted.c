/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Branches whose behaviour is known, 100,000 of each, without a C library's: hinted N
 *
 *     always    a jump ahead that is always taken, over code that never runs
 *     mostly    the same, taken in 15 of 16
 *     random    taken in about half of all, by chance
 *     loops     back to where the loop begins, which is foreseen
 *     hinted.cold    the same loop, in a function that is called so
 *     called    one of eight functions, by chance
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static volatile uint32_t sum;

static uint32_t drawn(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 16;
}

/* In one piece, so that compilers leave it alone: adds 1 unless the number is 0. */
#define JUMP(number)                                                                               \
    __asm__ volatile("test %1, %1\n\tjnz 1f\n\taddl $1, %0\n1:" : "+m"(sum) : "r"(number) : "cc")

void cold(uint32_t times) __asm__("hinted.cold");
void __attribute__((noinline)) cold(uint32_t times)
{
    for (uint32_t i = 0; i < times; i++)
        sum += i;
}

#define FUNCTION(n)                                                                                \
    static void function##n(void)                                                                  \
    {                                                                                              \
        sum += n;                                                                                  \
    }
FUNCTION(0)
FUNCTION(1)
FUNCTION(2)
FUNCTION(3)
FUNCTION(4)
FUNCTION(5)
FUNCTION(6)
FUNCTION(7)

static void (*const function[])(void) = {function0, function1, function2, function3,
                                         function4, function5, function6, function7};

int main(int argc, char **argv)
{
    uint32_t state = 1, times = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 100000;
    for (uint32_t i = 0; i < times; i++) {
        uint32_t number = drawn(&state);
        JUMP(times);            /* always */
        JUMP(i % 16);           /* mostly */
        JUMP(number >> 3 & 1);  /* random */
        function[number % 8](); /* called */
    }
    cold(times);
    return 0;
}
