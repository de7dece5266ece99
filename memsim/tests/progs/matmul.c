/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Multiplies two N x N matrices of doubles, walking the second by columns
 * (naive) or after transposing it (transposed): the textbook pair of a bad and
 * a good access pattern.
 * Usage: matmul naive|transposed N */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static __attribute__((noinline)) void
multiply_naive(size_t n, double *sum, const double *a, const double *b)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t k = 0; k < n; k++)
                sum[i * n + j] += a[i * n + k] * b[k * n + j];
}

static __attribute__((noinline)) void
multiply_transposed(size_t n, double *sum, const double *a, const double *b, double *t)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            t[i * n + j] = b[j * n + i];
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t k = 0; k < n; k++)
                sum[i * n + j] += a[i * n + k] * t[j * n + k];
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s naive|transposed N\n", argv[0]);
        return 2;
    }
    size_t n = strtoul(argv[2], NULL, 0);
    double *a = malloc(n * n * sizeof *a);
    double *b = malloc(n * n * sizeof *b);
    double *t = malloc(n * n * sizeof *t);
    double *sum = calloc(n * n, sizeof *sum);

    if (n == 0 || a == NULL || b == NULL || t == NULL || sum == NULL)
        return 2;
    for (size_t i = 0; i < n * n; i++) {
        a[i] = (double)(i % 7);
        b[i] = (double)(i % 5);
    }
    if (strcmp(argv[1], "transposed") == 0)
        multiply_transposed(n, sum, a, b, t);
    else
        multiply_naive(n, sum, a, b);
    printf("%.0f\n", sum[n * n - 1]);
    return 0;
}
