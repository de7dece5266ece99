/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An example for docs/sharing.md: four threads count the words of a text, each in every fourth block of it.  A
 * thread has counts to itself, but they lie beside those of others; with PADDED, each has a line.
 *
 *     gcc -g -O1 -pthread -o wordcount wordcount.c
 *     gcc -g -O1 -pthread -DPADDED -o padded wordcount.c
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { THREADS = 4, BLOCK = 512, TEXT = 64 * 1024 };

struct count {
    long bytes, words, lines;
};

static char text[TEXT];
#ifdef PADDED
static struct {
    _Alignas(64) struct count of;
} counts[THREADS];
#define COUNT(i) counts[i].of
#else
static _Alignas(64) struct count counts[THREADS];
#define COUNT(i) counts[i]
#endif
static _Alignas(64) atomic_long blocks_done;
static pthread_barrier_t all_here;

static void count_block(struct count *count, const char *at)
{
    for (int i = 0; i < BLOCK; i++) {
        count->bytes++;
        if (at[i] == ' ')
            count->words++;
        if (at[i] == '\n')
            count->lines++;
    }
}

static void *work(void *number)
{
    int thread = *(int *)number;
    pthread_barrier_wait(&all_here);
    for (int block = thread; block < TEXT / BLOCK; block += THREADS) {
        count_block(&COUNT(thread), text + block * BLOCK);
        atomic_fetch_add(&blocks_done, 1);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    int number[THREADS] = {0, 1, 2, 3};
    struct count all = {0, 0, 0};
    for (int i = 0; i < TEXT; i++)
        text[i] = "words and lines \n"[i % 17];
    pthread_barrier_init(&all_here, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, work, &number[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        all.bytes += COUNT(i).bytes;
        all.words += COUNT(i).words;
        all.lines += COUNT(i).lines;
    }
    printf("%ld bytes, %ld words, %ld lines\n", all.bytes, all.words, all.lines);
    return 0;
}
