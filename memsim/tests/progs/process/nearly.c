/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads whose data lies near each other: nearly OFFSET SIZE THREADS ROUNDS.
 *
 * An array in a block of the heap begins OFFSET bytes after a multiple of 256.  Each thread has an element of SIZE
 * bytes, a multiple of 8, and increments its first word and the last one of its first 64 bytes ROUNDS times.  The
 * main thread sets all to zero before.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 8, BLOCK = 8192, GRID = 256, USED = 64 };

static pthread_barrier_t all_here;
static char *array;
static size_t size;
static long rounds;

/* In three instructions, although some compilers know one: what is predicted depends on how many references a core
 * makes in a turn of so many instructions. */
static inline void increment(volatile long *word)
{
    long value = *word;
    __asm__ volatile("" : "+r"(value));
    *word = value + 1;
}

static void *work(void *element)
{
    volatile long *first = element, *last = first + (size < USED ? size : USED) / sizeof *first - 1;
    pthread_barrier_wait(&all_here);
    for (long i = 0; i < rounds; i++) {
        increment(first);
        increment(last);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread[THREADS_MAX];
    int threads = argc == 5 ? atoi(argv[3]) : 0;
    size = argc == 5 ? (size_t)atol(argv[2]) : 0;
    if (threads < 1 || threads > THREADS_MAX || size < 8 || size % 8 || size > BLOCK / 16)
        return 2;
    char *block = malloc(BLOCK);
    if (!block)
        return 1;
    rounds = atol(argv[4]);
    array = block + (GRID - (uintptr_t)block % GRID) + (uintptr_t)atol(argv[1]) % GRID;
    memset(array, 0, size * (size_t)threads);
    pthread_barrier_init(&all_here, NULL, (unsigned)threads);
    for (int i = 0; i < threads; i++)
        pthread_create(&thread[i], NULL, work, array + (size_t)i * size);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    printf("%ld\n", *(long *)(void *)array);
    free(block);
    return 0;
}
