/* SPDX-License-Identifier: GPL-2.0-or-later */

/*
 * The same sum twice: once along the rows, as the matrix lies in memory, and
 * once down the columns, where every access is on another cache line and on
 * another page than the one before. Both loops execute the same number of
 * loads; compare their columns of misses.
 */

#include <stdio.h>

#define N 512

static double matrix[N][N];

static double sum_rows(void)
{
    double sum = 0;
    for (int row = 0; row < N; row++)
        for (int column = 0; column < N; column++)
            sum += matrix[row][column];
    return sum;
}

static double sum_columns(void)
{
    double sum = 0;
    for (int column = 0; column < N; column++)
        for (int row = 0; row < N; row++)
            sum += matrix[row][column];
    return sum;
}

int main(void)
{
    for (int row = 0; row < N; row++)
        for (int column = 0; column < N; column++)
            matrix[row][column] = row + column;

    double by_rows = sum_rows();
    double by_columns = sum_columns();
    printf("by rows %.0f, by columns %.0f\n", by_rows, by_columns);
    return by_rows != by_columns;
}
