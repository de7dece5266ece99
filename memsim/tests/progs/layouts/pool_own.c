/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pool.c, laid out by hand as "make_small: pool" does. */
#include <stdio.h>
#include <stdlib.h>

enum { BLOCKS = 3000, ROUNDS = 6 };

__attribute__((noinline)) static long *make_small(void)
{
    static long pool[BLOCKS], used;
    long *small = &pool[used++];
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
