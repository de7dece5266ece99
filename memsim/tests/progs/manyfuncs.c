/* SPDX-License-Identifier: GPL-2.0-or-later */
/* 4096 small functions, called through a table in a fixed scattered order:
 * many short superblocks, many instruction lines and code pages, and about
 * one fetch miss per call in a small instruction cache.
 * Usage: manyfuncs CALLS [ROUNDS]: so many rounds of a loop come first. */
#include <stdio.h>
#include <stdlib.h>

/* One function per number of three hexadecimal digits. */
#define F(n)                                                                  \
    static __attribute__((noinline)) unsigned f##n(unsigned x)                \
    {                                                                         \
        if (x & 1)                                                            \
            return x * 3u + 0x##n;                                            \
        return (x >> 1) ^ 0x##n;                                              \
    }
#define NAME(n) f##n,

/* Apply a macro to 16, 256, then 4096 names. */
#define X16(M, p)                                                             \
    M(p##0) M(p##1) M(p##2) M(p##3) M(p##4) M(p##5) M(p##6) M(p##7)           \
    M(p##8) M(p##9) M(p##a) M(p##b) M(p##c) M(p##d) M(p##e) M(p##f)
#define X256(M, p)                                                            \
    X16(M, p##0) X16(M, p##1) X16(M, p##2) X16(M, p##3) X16(M, p##4)          \
    X16(M, p##5) X16(M, p##6) X16(M, p##7) X16(M, p##8) X16(M, p##9)          \
    X16(M, p##a) X16(M, p##b) X16(M, p##c) X16(M, p##d) X16(M, p##e)          \
    X16(M, p##f)
#define X4096(M)                                                              \
    X256(M, 0) X256(M, 1) X256(M, 2) X256(M, 3) X256(M, 4) X256(M, 5)         \
    X256(M, 6) X256(M, 7) X256(M, 8) X256(M, 9) X256(M, a) X256(M, b)         \
    X256(M, c) X256(M, d) X256(M, e) X256(M, f)

X4096(F)

static unsigned (*const functions[])(unsigned) = {X4096(NAME)};

int main(int argc, char **argv)
{
    const unsigned long count = sizeof functions / sizeof functions[0];
    unsigned long calls = argc > 1 ? strtoul(argv[1], NULL, 0) : 100000;
    volatile unsigned long rounds = argc > 2 ? strtoul(argv[2], NULL, 0) : 0;
    unsigned x = 1;

    while (rounds)
        rounds--;
    for (unsigned long i = 0; i < calls; i++)
        x = functions[i * 2654435761u % count](x + (unsigned)i);
    printf("%u\n", x);
    return 0;
}
