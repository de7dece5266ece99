/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What memsim must keep something of, as often as one likes: limits WAY COUNT.  bench/limits measures what that costs.
 *
 *     tree      a recursion that branches: COUNT calls, each of which has a path of its own
 *     deep      a recursion of COUNT levels
 *     places    COUNT blocks of 16 bytes, each allocated by a path of calls of its own, which live until the end
 *     pages     COUNT pages that are written
 *     mapped    COUNT mappings that are there at the same time
 *     forks     COUNT children at the same time, each of which works a little
 *     asleep    a thread sleeps and looks now and then, while three others do COUNT thousand steps each
 *     reading   a thread waits for a pipe meanwhile
 *     futex     a thread waits for a lock meanwhile
 *     signals   COUNT signals, which are handled
 *     regions   COUNT regions, each with a name of its own
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memsim.h"

enum { PAGE = 4096, STEPS = 1000, WORKERS = 3, WORK = 100000 };

static volatile unsigned long sink;
static volatile int done;
static int ends[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static __attribute__((noinline)) void tree(long nodes)
{
    sink++;
    if (nodes <= 1)
        return;
    long left = (nodes - 1) / 2, right = nodes - 1 - left;
    if (left)
        tree(left);
    if (right)
        tree(right);
    sink++;
}

static __attribute__((noinline)) void deep(long levels)
{
    sink++;
    if (levels > 1)
        deep(levels - 1);
    sink++;
}

static __attribute__((noinline)) void places(long nodes)
{
    sink += malloc(16) != NULL;
    if (nodes <= 1)
        return;
    long left = (nodes - 1) / 2, right = nodes - 1 - left;
    if (left)
        places(left);
    if (right)
        places(right);
    sink++;
}

static void *map(size_t pages)
{
    void *got =
        mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (got == MAP_FAILED) {
        perror("mmap");
        exit(1);
    }
    return got;
}

static void touch(long pages)
{
    volatile char *from = map((size_t)pages);
    for (long i = 0; i < pages; i++)
        from[i * PAGE] = 1;
}

/* Two neighbours that differ in their rights do not become one. */
static void mappings(long count)
{
    char *from = map(2 * (size_t)count);
    for (long i = 0; i < count; i++)
        mprotect(from + 2 * i * PAGE, PAGE, PROT_READ);
}

static void work(long steps)
{
    for (long i = 0; i < steps; i++)
        sink += (unsigned long)i;
}

static void forks(long count)
{
    for (long i = 0; i < count; i++)
        if (fork() == 0) {
            work(WORK);
            _exit(0);
        }
    for (long i = 0; i < count; i++)
        wait(NULL);
}

static void *waiter(void *way)
{
    char byte;
    if (!strcmp(way, "reading")) {
        sink += (unsigned long)read(ends[0], &byte, 1);
    } else if (!strcmp(way, "futex")) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    } else {
        while (!done)
            usleep(50000);
    }
    return NULL;
}

static void *worker(void *count)
{
    work(*(const long *)count * STEPS);
    return NULL;
}

static void wait_and_work(char *way, long count)
{
    pthread_t waits, works[WORKERS];
    if (pipe(ends) != 0)
        exit(1);
    pthread_mutex_lock(&lock);
    pthread_create(&waits, NULL, waiter, way);
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&works[i], NULL, worker, &count);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(works[i], NULL);
    done = 1;
    pthread_mutex_unlock(&lock);
    sink += (unsigned long)write(ends[1], "", 1);
    pthread_join(waits, NULL);
}

static void handle(int number)
{
    sink += (unsigned long)number;
}

static void signals(long count)
{
    signal(SIGUSR1, handle);
    for (long i = 0; i < count; i++)
        raise(SIGUSR1);
}

static void regions(long count)
{
    for (long i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "region%ld", i);
        MEMSIM_BEGIN(name);
        work(10);
        MEMSIM_END(name);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(long count);
    } ways[] = {{"tree", tree},       {"deep", deep},   {"places", places},   {"pages", touch},
                {"mapped", mappings}, {"forks", forks}, {"signals", signals}, {"regions", regions}};
    long count = argc == 3 ? atol(argv[2]) : 0;
    if (count <= 0) {
        fprintf(stderr, "usage: limits WAY COUNT\n");
        return 2;
    }
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++)
        if (!strcmp(argv[1], ways[i].name)) {
            ways[i].run(count);
            return 0;
        }
    wait_and_work(argv[1], count);
    return 0;
}
