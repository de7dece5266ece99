/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A matrix on the stack, 40 rows of 384 bytes, that is added up by columns: the 40 lines of a column lie in 8 of
 * the 16 sets of a cache of 4 KB, 4-way.  It prints where the matrix is, in bytes below the CFA.
 * matrix_padded.c is the same with rows of 448 bytes, which lie in all sets.
 */
#include <stdio.h>

#ifndef COLUMNS
#define COLUMNS 48
#endif
enum { ROWS = 40, USED = 48, TIMES = 20, UNUSED = 64 << 10 };

__attribute__((noinline)) static void fill(double (*m)[COLUMNS])
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < USED; j++)
            m[i][j] = i + j;
}

__attribute__((noinline)) static double columns(double (*m)[COLUMNS])
{
    double sum = 0;
    for (int j = 0; j < USED; j++)
        for (int i = 0; i < ROWS; i++)
            sum += m[i][j];
    return sum;
}

__attribute__((noinline)) static double work(long *below)
{
    double m[ROWS][COLUMNS] __attribute__((aligned(64)));
    double sum = 0;
    *below = (char *)__builtin_dwarf_cfa() - (char *)m;
    fill(m);
    for (int i = 0; i < TIMES; i++) {
        m[0][0] += 1;
        sum += columns(m);
    }
    return sum;
}

int main(void)
{
    long below;
    /* Far below what was used of the stack before: how much of that a larger matrix would lie on is the dynamic
     * linker's. */
    __asm__ volatile("" : : "r"(__builtin_alloca(UNUSED)));
    double sum = work(&below);
    printf("%ld %.0f\n", below, sum);
    return 0;
}
