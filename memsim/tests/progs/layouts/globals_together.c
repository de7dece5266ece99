/* SPDX-License-Identifier: GPL-2.0-or-later */
/* globals.c, laid out by hand as "static hits,lookups: together" does. */
#include <stdio.h>

enum { ROUNDS = 1500, TABLE = 4096 / 8 };

struct {
    long hits, lookups;
} hot __attribute__((aligned(64)));
char cold_a[64] __attribute__((aligned(64)));
char cold_b[64] __attribute__((aligned(64)));
long table[2 * TABLE] __attribute__((aligned(4096)));

__attribute__((noinline)) static long work(int round)
{
    long sum = 0;
    hot.hits += round;
    hot.lookups += 1;
    for (int i = 0; i < TABLE; i += 8)
        sum += table[i + (round & 1) * TABLE];
    return sum;
}

int main(void)
{
    long sum = 0;
    for (int i = 0; i < ROUNDS; i++)
        sum += work(i);
    printf("%ld %ld %ld\n", sum, hot.hits, hot.lookups);
    return cold_a[0] + cold_b[0];
}
