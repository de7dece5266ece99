/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sums a matrix down its columns; FIXED: along its rows. */
#include <stdio.h>

enum { N = 512 };

static double matrix[N][N];

static double sum(void)
{
    double total = 0;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
#ifdef FIXED
            total += matrix[i][k];
#else
            total += matrix[k][i];
#endif
    return total;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            matrix[i][k] = i + k;
    printf("%.0f\n", sum());
    return 0;
}
