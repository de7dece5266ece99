/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two threads count in neighbouring variables; FIXED: each has a line of its own. */
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 2, ROUNDS = 20000 };

#ifdef FIXED
#define ALIGNED __attribute__((aligned(64)))
#else
#define ALIGNED
#endif

static struct {
    volatile long value ALIGNED;
} counter[THREADS] __attribute__((aligned(64)));

static void *count(void *number)
{
    for (int i = 0; i < ROUNDS; i++)
        counter[*(int *)number].value++;
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    int number[THREADS];
    for (int i = 0; i < THREADS; i++) {
        number[i] = i;
        pthread_create(&thread[i], NULL, count, &number[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    printf("%ld\n", counter[0].value + counter[1].value);
    return 0;
}
