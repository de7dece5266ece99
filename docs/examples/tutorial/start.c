/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fills a table of a megabyte before its work begins, and uses ten elements; FIXED: computes these. */
#include <stdio.h>

enum { ELEMENTS = 1 << 17, USED = 10 };

static long table[ELEMENTS];

static long element(long i)
{
    return i * i + 7;
}

static void fill_table(void)
{
    for (long i = 0; i < ELEMENTS; i++)
        table[i] = element(i);
}

int main(void)
{
    long sum = 0;
#ifndef FIXED
    fill_table();
#endif
    for (long i = 0; i < USED; i++)
#ifdef FIXED
        sum += element(i * 1000);
#else
        sum += table[i * 1000];
#endif
    printf("%ld\n", sum);
    return 0;
}
