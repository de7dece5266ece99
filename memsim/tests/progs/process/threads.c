/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Starts threads that each do the same fixed amount of work on their own
 * memory, without locks or waiting: work() executes the same number of
 * instructions in every run, however the threads are scheduled.
 * Flags: -O1 -g -pthread. Usage: threads [THREADS] [ROUNDS] */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_THREADS 64
#define WORDS 4096

static unsigned memory[MAX_THREADS][WORDS];
static long rounds;

static __attribute__((noinline)) unsigned work(unsigned *words)
{
    unsigned sum = 0;

    for (long round = 0; round < rounds; round++)
        for (unsigned i = 0; i < WORDS; i += 4) {
            words[i] += i;
            sum += words[i];
        }
    return sum;
}

static void *thread(void *words)
{
    unsigned *mine = words;

    mine[0] = work(mine);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[MAX_THREADS];
    int count = argc > 1 ? atoi(argv[1]) : 4;

    rounds = argc > 2 ? atol(argv[2]) : 100;
    if (count < 1 || count > MAX_THREADS)
        return 2;
    for (int i = 0; i < count; i++)
        if (pthread_create(&threads[i], NULL, thread, memory[i]) != 0)
            return 1;
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    printf("%d threads\n", count);
    return 0;
}
