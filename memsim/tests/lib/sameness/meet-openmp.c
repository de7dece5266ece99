/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Three parallel loops of four threads, each of which adds to a number beside those of the others: meet-openmp ROUNDS. */
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, LOOPS = 3 };

static volatile long own[THREADS] __attribute__((aligned(64)));

int main(int argc, char **argv)
{
    long rounds = argc == 2 ? atol(argv[1]) : 0, sum = 0;
    for (int loop = 0; loop < LOOPS; loop++) {
#pragma omp parallel for num_threads(THREADS) schedule(static, 1)
        for (int i = 0; i < THREADS; i++)
            for (long round = 0; round < rounds; round++)
                own[i]++;
    }
    for (int i = 0; i < THREADS; i++)
        sum += own[i];
    printf("%ld\n", sum);
}
