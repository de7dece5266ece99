/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines of clearly different cost: ranked [ROUNDS [THREADS]].
 *
 * Each round, a thread writes its own word of `always`.  Every fourth round it adds to `sum`, which all
 * threads do, every sixteenth it writes its own word of `often`, and every 64th that of `seldom`.  So the
 * lines are, costliest first: always (false sharing), sum (true), often (false), seldom (false).
 */
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS_MAX = 8, LINE = 64 };

static alignas(LINE) volatile long seldom[THREADS_MAX];
static alignas(LINE) volatile long often[THREADS_MAX];
static alignas(LINE) _Atomic long sum;
static alignas(LINE) volatile long always[THREADS_MAX];

static alignas(LINE) long rounds = 20000;
static pthread_barrier_t all_here;

static void *work(void *number)
{
    long own = (long)number, count = rounds;
    pthread_barrier_wait(&all_here);
    for (long i = 1; i <= count; i++) {
        always[own]++;
        if (i % 4 == 0)
            atomic_fetch_add(&sum, i);
        if (i % 16 == 0)
            often[own]++;
        if (i % 64 == 0)
            seldom[own]++;
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread[THREADS_MAX];
    int threads = argc > 2 ? atoi(argv[2]) : 4;
    if (argc > 1)
        rounds = atol(argv[1]);
    if (threads < 1 || threads > THREADS_MAX || rounds < 1) {
        fprintf(stderr, "usage: %s [ROUNDS [THREADS]]\n", argv[0]);
        return 2;
    }
    pthread_barrier_init(&all_here, NULL, (unsigned)threads);
    for (long i = 0; i < threads; i++)
        pthread_create(&thread[i], NULL, work, (void *)i);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    printf("sum %ld\n", (long)sum);
    return 0;
}
