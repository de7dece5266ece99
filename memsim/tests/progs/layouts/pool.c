/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Small blocks, scattered: 3,000 of 8 bytes, each beside another of 200 that is not used again.
 * With BY_HAND, the small ones are in a pool.
 */
#include <stdio.h>
#include <stdlib.h>

enum { BLOCKS = 3000, ROUNDS = 6 };

__attribute__((noinline)) static long *make_small(void)
{
#ifdef BY_HAND
    static long pool[BLOCKS], used;
    long *small = &pool[used++];
#else
    long *small = malloc(sizeof *small);
    if (!small)
        exit(1);
#endif
    *small = 1;
    return small;
}

__attribute__((noinline)) static void *make_other(void)
{
    return malloc(200);
}

int main(void)
{
    static long *all[BLOCKS];
    static void *other[BLOCKS];
    long sum = 0;
    for (int i = 0; i < BLOCKS; i++) {
        all[i] = make_small();
        other[i] = make_other();
    }
    for (int i = 0; i < ROUNDS; i++)
        for (int k = 0; k < BLOCKS; k++)
            sum += *all[k];
    printf("%ld %d\n", sum, other[0] != NULL);
    return 0;
}
