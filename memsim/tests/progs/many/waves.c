/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * waves THREADS AT_ONCE
 *
 * So many threads, of which so many run at once: the next ones are created when all of these have
 * ended.  Each adds 1 to each of 16 counters of one line, in source lines of their own, three times.
 * Prints the first counter, which the threads do not lock.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static volatile unsigned counter[16] __attribute__((aligned(64)));

__attribute__((noinline)) static void add(void)
{
    counter[0]++;
    counter[1]++;
    counter[2]++;
    counter[3]++;
    counter[4]++;
    counter[5]++;
    counter[6]++;
    counter[7]++;
    counter[8]++;
    counter[9]++;
    counter[10]++;
    counter[11]++;
    counter[12]++;
    counter[13]++;
    counter[14]++;
    counter[15]++;
}

static void *run(void *unused)
{
    for (int i = 0; i < 3; i++)
        add();
    return unused;
}

int main(int argc, char **argv)
{
    int threads = argc > 2 ? atoi(argv[1]) : 0, at_once = argc > 2 ? atoi(argv[2]) : 1;
    pthread_t *thread = calloc((size_t)at_once, sizeof *thread);
    for (int made = 0; thread && made < threads; made += at_once) {
        for (int i = 0; i < at_once; i++)
            if (pthread_create(&thread[i], NULL, run, NULL))
                return 1;
        for (int i = 0; i < at_once; i++)
            pthread_join(thread[i], NULL);
    }
    printf("%u\n", counter[0]);
    free(thread);
    return 0;
}
