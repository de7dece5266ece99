/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads that wait for each other in every usual way: contend WAY [ROUNDS [THREADS]]. Each prints what came out,
 * which does not depend on who was first.
 *
 *     spin, spin-pause      a lock that a test-and-set takes, in a loop without and with a pause
 *     ticket, ticket-pause  a lock that is given in the order in which threads ask for it
 *     handoff               two threads and a flag that each of them waits for in turn
 *     condition             half of the threads put numbers into a queue with room for four, the others take them
 *     pool                  main puts jobs into a queue, and threads take them until there are no more
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 64, ROOM = 4 };

static long rounds = 2000;
static int threads = 4;
static bool pauses;

static _Atomic int taken;
static _Atomic long next_ticket, served, turn;
static long counted; /* by whoever has the lock */
static long own[THREADS_MAX];

static void wait_a_little(void)
{
    if (pauses)
        __builtin_ia32_pause();
}

static void spin(int number)
{
    (void)number;
    for (long i = 0; i < rounds; i++) {
        while (atomic_exchange(&taken, 1))
            wait_a_little();
        counted++;
        atomic_store(&taken, 0);
    }
}

static void ticket(int number)
{
    (void)number;
    for (long i = 0; i < rounds; i++) {
        long mine = atomic_fetch_add(&next_ticket, 1);
        while (atomic_load(&served) != mine)
            wait_a_little();
        counted++;
        atomic_store(&served, mine + 1);
    }
}

static void handoff(int number)
{
    for (long i = 0; i < rounds && number < 2; i++) {
        while (atomic_load(&turn) != number)
            __builtin_ia32_pause();
        counted++;
        atomic_store(&turn, 1 - number);
    }
}

/* --- A queue ------------------------------------------------------------------------------- */

static struct {
    pthread_mutex_t lock;
    pthread_cond_t filled, emptied;
    long job[ROOM];
    int first, used;
    bool closed;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER,
           .filled = PTHREAD_COND_INITIALIZER,
           .emptied = PTHREAD_COND_INITIALIZER};

static void put(long job)
{
    pthread_mutex_lock(&queue.lock);
    while (queue.used == ROOM)
        pthread_cond_wait(&queue.emptied, &queue.lock);
    queue.job[(queue.first + queue.used++) % ROOM] = job;
    pthread_cond_signal(&queue.filled);
    pthread_mutex_unlock(&queue.lock);
}

/* 0: there are no more. */
static long take(void)
{
    long job = 0;
    pthread_mutex_lock(&queue.lock);
    while (!queue.used && !queue.closed)
        pthread_cond_wait(&queue.filled, &queue.lock);
    if (queue.used) {
        job = queue.job[queue.first];
        queue.first = (queue.first + 1) % ROOM;
        queue.used--;
        pthread_cond_signal(&queue.emptied);
    }
    pthread_mutex_unlock(&queue.lock);
    return job;
}

static void close_queue(void)
{
    pthread_mutex_lock(&queue.lock);
    queue.closed = true;
    pthread_cond_broadcast(&queue.filled);
    pthread_mutex_unlock(&queue.lock);
}

static void condition(int number)
{
    for (long i = 0; i < rounds; i++)
        if (number % 2)
            own[number] += take();
        else
            put(i + 1);
}

static void pool(int number)
{
    for (long job; (job = take()) != 0;)
        own[number] += job;
}

/* --- Running ------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*run)(int number);
    bool pauses;
} ways[] = {{"spin", spin, false},      {"spin-pause", spin, true},
            {"ticket", ticket, false},  {"ticket-pause", ticket, true},
            {"handoff", handoff, true}, {"condition", condition, false},
            {"pool", pool, false}};

static void (*run)(int number);

static void *begin(void *number)
{
    run((int)(long)number);
    return NULL;
}

static bool choose(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < sizeof ways / sizeof *ways; i++)
        if (!strcmp(ways[i].name, argv[1])) {
            run = ways[i].run;
            pauses = ways[i].pauses;
        }
    if (argc > 2)
        rounds = atol(argv[2]);
    if (argc > 3)
        threads = atoi(argv[3]);
    return run && rounds > 0 && threads > 1 && threads <= THREADS_MAX && threads % 2 == 0;
}

int main(int argc, char **argv)
{
    pthread_t thread[THREADS_MAX];
    if (!choose(argc, argv)) {
        fprintf(stderr, "usage: %s WAY [ROUNDS [THREADS]]\n", argv[0]);
        return 2;
    }
    for (int i = 0; i < threads; i++)
        pthread_create(&thread[i], NULL, begin, (void *)(long)i);
    for (long i = 0; run == pool && i < rounds; i++)
        put(i + 1);
    if (run == pool)
        close_queue();
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < threads; i++)
        counted += own[i];
    printf("%s: %ld\n", argv[1], counted);
    return 0;
}
