/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two hot globals on two lines, each the first of a line that is cold otherwise.  Between two additions
 * a table is read that takes the whole set of either in a direct-mapped cache.  With BY_HAND,
 * both are on one line.
 */
#include <stdio.h>

enum { ROUNDS = 1500, TABLE = 4096 / 8 };

#ifdef BY_HAND
struct {
    long hits, lookups;
} hot __attribute__((aligned(64)));
#define hits    hot.hits
#define lookups hot.lookups
#else
long hits __attribute__((aligned(64)));
#endif
char cold_a[64] __attribute__((aligned(64)));
#ifndef BY_HAND
long lookups __attribute__((aligned(64)));
#endif
char cold_b[64] __attribute__((aligned(64)));
long table[2 * TABLE] __attribute__((aligned(4096)));

__attribute__((noinline)) static long work(int round)
{
    long sum = 0;
    hits += round;
    lookups += 1;
    for (int i = 0; i < TABLE; i += 8)
        sum += table[i + (round & 1) * TABLE];
    return sum;
}

int main(void)
{
    long sum = 0;
    for (int i = 0; i < ROUNDS; i++)
        sum += work(i);
    printf("%ld %ld %ld\n", sum, hits, lookups);
    return cold_a[0] + cold_b[0];
}
