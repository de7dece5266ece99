/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * inlined MODE
 *
 * Takes paths through functions that are inlined, whatever the optimisation; each ends in touch(),
 * which is inlined too, and makes one data read, whose value is used, as Valgrind drops others.  The
 * test knows the paths and the reads on each.
 *
 *     chain     main -> work -> [one -> two -> three -> touch], 50 times
 *     twice     main -> work2 -> [touch], from two lines, 50 and 100 times
 *     calls     main -> work3 -> [one2] -> apart -> [touch], 50 times
 *     recurse   main -> down -> [step] -> down -> [step] -> ... (20 deep) -> [touch]
 *     signal    main -> raiser; handler -> [one -> two -> three -> touch], 50 times
 *     strings   main -> work4 -> [touch, copy], 50 times; copy() is a string instruction of 7 bytes
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#define APART  __attribute__((noinline, used))
#define INLINE static inline __attribute__((always_inline))

enum { TIMES = 50, DEPTH = 20 };

static volatile int cell, sink, depth = DEPTH; /* unknown to the compiler */
static char from[8] = "1234567", to[8];

INLINE void touch(void)
{
    sink = cell;
}

INLINE void three(void)
{
    touch();
}

INLINE void two(void)
{
    three();
    sink = 1;
}

INLINE void one(void)
{
    two();
}

APART static void work(void)
{
    for (int i = 0; i < TIMES; i++)
        one();
}

APART static void work2(void)
{
    for (int i = 0; i < TIMES; i++)
        touch();
    for (int i = 0; i < 2 * TIMES; i++)
        touch();
}

APART static void apart(void)
{
    touch();
    sink = 2;
}

INLINE void one2(void)
{
    apart();
    sink = 3;
}

APART static void work3(void)
{
    for (int i = 0; i < TIMES; i++)
        one2();
}

APART static void down(int levels);

INLINE void step(int levels)
{
    down(levels - 1);
    sink = 4;
}

APART static void down(int levels)
{
    if (levels == 1)
        touch();
    else
        step(levels);
    sink = 5;
}

static void handler(int number)
{
    (void)number;
    one();
}

APART static void raiser(void)
{
    for (int i = 0; i < TIMES; i++)
        raise(SIGUSR1);
}

INLINE void copy(void)
{
    char *a = to, *b = from;
    unsigned long n = 7;
    __asm__ volatile("rep movsb" : "+D"(a), "+S"(b), "+c"(n) : : "memory");
}

APART static void work4(void)
{
    for (int i = 0; i < TIMES; i++) {
        touch();
        copy();
    }
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    signal(SIGUSR1, handler);
    if (!strcmp(mode, "chain"))
        work();
    else if (!strcmp(mode, "twice"))
        work2();
    else if (!strcmp(mode, "calls"))
        work3();
    else if (!strcmp(mode, "recurse"))
        down(depth);
    else if (!strcmp(mode, "signal"))
        raiser();
    else if (!strcmp(mode, "strings"))
        work4();
    else
        return 2;
    sink = 0;
    return 0;
}
