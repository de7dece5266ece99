/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads that meet in many ways, and each of which adds to a number of its own, beside those of the others:
 *
 *     meet HOW THREADS ROUNDS
 *
 * create: only when they are created and joined; waves: six times so many, one wave after another; the others add to a
 * common number, too, one time in sixteen: under a mutex, with an atomic instruction, a spin lock that pauses or yields,
 * a lock for readers and writers, a semaphore; in steps between barriers; by work that a queue hands out; or they
 * allocate blocks.  All write the sum at the end, which does not depend on the schedule.
 */
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 16, WAVES = 6, STEPS = 20, OFTEN = 16 };

static volatile long own[THREADS_MAX] __attribute__((aligned(64)));
static volatile long common __attribute__((aligned(64)));
static volatile int locked __attribute__((aligned(64)));
static pthread_mutex_t mutex __attribute__((aligned(64))) = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock __attribute__((aligned(64))) = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition __attribute__((aligned(64))) = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier __attribute__((aligned(64)));
static sem_t semaphore __attribute__((aligned(64)));
static long left, rounds, threads;

static void create(volatile long *mine)
{
    (void)mine;
}

static void under_mutex(volatile long *mine)
{
    (void)mine;
    pthread_mutex_lock(&mutex);
    common++;
    pthread_mutex_unlock(&mutex);
}

static void atomic(volatile long *mine)
{
    (void)mine;
    __atomic_fetch_add(&common, 1, __ATOMIC_SEQ_CST);
}

static void spin(volatile long *mine)
{
    (void)mine;
    while (__atomic_exchange_n(&locked, 1, __ATOMIC_ACQUIRE))
        __builtin_ia32_pause();
    common++;
    __atomic_store_n(&locked, 0, __ATOMIC_RELEASE);
}

static void yield(volatile long *mine)
{
    (void)mine;
    while (__atomic_exchange_n(&locked, 1, __ATOMIC_ACQUIRE))
        sched_yield();
    common++;
    __atomic_store_n(&locked, 0, __ATOMIC_RELEASE);
}

static void write_locked(volatile long *mine)
{
    if (*mine % 64 != 1) {
        pthread_rwlock_rdlock(&rwlock);
        *mine += common * 0;
    } else {
        pthread_rwlock_wrlock(&rwlock);
        common++;
    }
    pthread_rwlock_unlock(&rwlock);
}

static void under_semaphore(volatile long *mine)
{
    (void)mine;
    sem_wait(&semaphore);
    common++;
    sem_post(&semaphore);
}

static void allocate(volatile long *mine)
{
    long *block = malloc(24 + (size_t)*mine % 100);
    *block = *mine;
    __atomic_fetch_add(&common, *block & 1, __ATOMIC_RELAXED);
    free(block);
}

static const struct way {
    const char *name;
    void (*often)(volatile long *mine);
} ways[] = {{"create", create},       {"waves", create},         {"mutex", under_mutex},
            {"atomic", atomic},       {"spin", spin},            {"yield", yield},
            {"rwlock", write_locked}, {"sem", under_semaphore},  {"heap", allocate},
            {"barrier", NULL},        {"queue", NULL}};

static const struct way *way;

static void *work(void *argument)
{
    volatile long *mine = argument;
    for (long i = 0; i < rounds; i++) {
        (*mine)++;
        if (i % OFTEN == 0)
            way->often(mine);
    }
    return NULL;
}

static void *work_in_steps(void *argument)
{
    volatile long *mine = argument;
    for (int step = 0; step < STEPS; step++) {
        for (long i = 0; i < rounds / STEPS; i++)
            (*mine)++;
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

static void *work_from_queue(void *argument)
{
    volatile long *mine = argument;
    for (;;) {
        pthread_mutex_lock(&mutex);
        while (left == 0)
            pthread_cond_wait(&condition, &mutex);
        long got = left > 0 ? left-- : -1;
        common += got > 0;
        pthread_mutex_unlock(&mutex);
        if (got < 0)
            return NULL;
        for (long i = 0; i < rounds / STEPS; i++)
            (*mine)++;
    }
}

static void hand_out(void)
{
    for (int step = 0; step < STEPS; step++) {
        pthread_mutex_lock(&mutex);
        left += threads;
        pthread_cond_broadcast(&condition);
        pthread_mutex_unlock(&mutex);
    }
    for (int done = 0; !done;) {
        pthread_mutex_lock(&mutex);
        done = left == 0;
        if (done) {
            left = -1;
            pthread_cond_broadcast(&condition);
        }
        pthread_mutex_unlock(&mutex);
        if (!done)
            sched_yield();
    }
}

static void run(void *(*function)(void *))
{
    pthread_t thread[THREADS_MAX];
    for (long i = 0; i < threads; i++)
        pthread_create(&thread[i], NULL, function, (void *)&own[i]);
    if (function == work_from_queue)
        hand_out();
    for (long i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
}

int main(int argc, char **argv)
{
    for (way = ways; argc == 4 && strcmp(way->name, argv[1]);)
        if (++way == ways + sizeof ways / sizeof *ways)
            return 2;
    if (argc != 4)
        return 2;
    threads = strtol(argv[2], NULL, 10);
    rounds = strtol(argv[3], NULL, 10);
    if (threads < 1 || threads > THREADS_MAX)
        return 2;
    pthread_barrier_init(&barrier, NULL, (unsigned)threads);
    sem_init(&semaphore, 0, 1);
    int waves = strcmp(way->name, "waves") ? 1 : WAVES;
    for (int i = 0; i < waves; i++)
        run(way->often ? work : strcmp(way->name, "queue") ? work_in_steps : work_from_queue);
    long sum = common;
    for (long i = 0; i < threads; i++)
        sum += strcmp(way->name, "queue") ? own[i] : 0;
    printf("%ld\n", sum);
    return 0;
}
