/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Programs with two threads or more, and their twins: twins CASE together|apart [ROUNDS [THREADS]].
 *
 * "together": what threads write lies in one line of 64 bytes.  "apart": the same program, but for where the
 * data lies.  Cases, and what is shared in the first of the twins:
 *
 *     counters    falsely: each thread increments a word of its own, two words beside each other
 *     statistics  falsely: an array of what each thread counts, 24 bytes an element
 *     mutex       both: a lock and the data that it protects, which each thread uses while it has the lock, and
 *                 beside it what only one thread writes
 *     queue       falsely, and truly: one thread writes the head of a queue and reads the tail, another the
 *                 other way round
 *     regression  falsely: each thread's sums, at offsets 0, 24, 56 of an element
 *     bitmap      truly: each thread sets bits of its own in the same word
 *     locals      not at all: thread-local counters, in both twins
 *     table       not at all: all threads read one table, in both twins
 *     atomic      truly: one counter for all threads, in both twins
 *     heap        falsely: each thread's block of 16 bytes, from the same allocator
 *     tickets     falsely: each thread draws from an atomic counter of its own
 *     config      falsely: one thread counts beside what all others read
 *     work        falsely: each thread computes for a while, and then counts that
 */
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 8, LINE = 64, TABLE = 4096, SLOTS = 16 };

static long rounds = 20000;
static int threads = 2;
static bool apart;
static pthread_barrier_t all_here;

/* --- Data --------------------------------------------------------------------------------------- */

static alignas(LINE) volatile long near_counters[THREADS_MAX];
static alignas(LINE) struct {
    alignas(LINE) volatile long value;
} far_counters[THREADS_MAX];

static alignas(LINE) _Atomic long near_tickets[THREADS_MAX];
static alignas(LINE) struct {
    alignas(LINE) _Atomic long next;
} far_tickets[THREADS_MAX];

static alignas(LINE) struct {
    volatile long limit, counted;
} near_config = {7, 0};
static alignas(LINE) struct {
    volatile long limit;
    alignas(LINE) volatile long counted;
} far_config = {7, 0};

struct statistics {
    volatile long calls, bytes, errors;
};
static alignas(LINE) struct statistics near_statistics[THREADS_MAX];
static alignas(LINE) struct {
    alignas(LINE) struct statistics of;
} far_statistics[THREADS_MAX];

static alignas(LINE) struct {
    pthread_mutex_t lock;
    volatile long written_by_one;
} near_mutex = {PTHREAD_MUTEX_INITIALIZER, 0};
static alignas(LINE) struct {
    pthread_mutex_t lock;
    alignas(LINE) volatile long written_by_one;
} far_mutex = {PTHREAD_MUTEX_INITIALIZER, 0};

static alignas(LINE) struct {
    _Atomic long head, tail;
} near_queue;
static alignas(LINE) struct {
    _Atomic long head;
    alignas(LINE) _Atomic long tail;
} far_queue;
static long slots[SLOTS * LINE / sizeof(long)];

struct sums {
    volatile long x;
    long unused[2];
    volatile long y;
    long unused_too[3];
    volatile long xy;
};
static alignas(LINE) char near_sums[THREADS_MAX * sizeof(struct sums) + LINE];
static alignas(LINE) char far_sums[THREADS_MAX * 2 * LINE];

static alignas(LINE) _Atomic unsigned long bitmap[THREADS_MAX * LINE / sizeof(long)];

static _Thread_local volatile long local_counter;
static alignas(LINE) volatile long table[TABLE];
static alignas(LINE) _Atomic long shared_counter;
static volatile long *blocks[THREADS_MAX];

/* --- What each thread does ------------------------------------------------------------------------ */

static void counters(int number)
{
    volatile long *counter = apart ? &far_counters[number].value : &near_counters[number];
    for (long i = 0; i < rounds; i++)
        ++*counter;
}

static void statistics(int number)
{
    struct statistics *own = apart ? &far_statistics[number].of : &near_statistics[number];
    for (long i = 0; i < rounds; i++) {
        own->calls++;
        own->bytes += i;
        own->errors += i & 1;
    }
}

static void mutex(int number)
{
    pthread_mutex_t *lock = apart ? &far_mutex.lock : &near_mutex.lock;
    volatile long *beside = apart ? &far_mutex.written_by_one : &near_mutex.written_by_one;
    for (long i = 0; i < rounds; i++) {
        if (number == 0) {
            ++*beside;
            continue;
        }
        pthread_mutex_lock(lock);
        pthread_mutex_unlock(lock);
    }
}

/* The first thread puts, the second takes; others rest. */
static void queue(int number)
{
    _Atomic long *head = apart ? &far_queue.head : &near_queue.head;
    _Atomic long *tail = apart ? &far_queue.tail : &near_queue.tail;
    for (long i = 0; i < rounds && number < 2; i++) {
        if (number == 0) {
            slots[i % SLOTS * LINE / sizeof(long)] = i;
            atomic_store_explicit(head, i + 1, memory_order_release);
        } else {
            atomic_store_explicit(tail, i + 1, memory_order_release);
        }
    }
}

static void regression(int number)
{
    char *at = apart ? far_sums + number * 2 * LINE
                     : near_sums + (size_t)number * sizeof(struct sums) + 24;
    struct sums *own = (struct sums *)(void *)at;
    for (long i = 0; i < rounds; i++) {
        own->x += i;
        own->y += i * 2;
        own->xy += i * 3;
    }
}

static void bits(int number)
{
    _Atomic unsigned long *word = bitmap + (apart ? number * LINE / sizeof(long) : 0);
    for (long i = 0; i < rounds; i++)
        atomic_fetch_or(word, 1UL << (number * 8 + i % 8));
}

static void locals(int number)
{
    (void)number;
    for (long i = 0; i < rounds; i++)
        local_counter++;
}

static void read_table(int number)
{
    long sum = 0;
    for (long i = 0; i < rounds; i++)
        sum += table[(i * 7 + number) % TABLE];
    local_counter = sum;
}

static void count_atomically(int number)
{
    (void)number;
    for (long i = 0; i < rounds; i++)
        atomic_fetch_add(&shared_counter, 1);
}

static void heap(int number)
{
    volatile long *own = blocks[number];
    for (long i = 0; i < rounds; i++)
        ++*own;
}

static void tickets(int number)
{
    _Atomic long *next = apart ? &far_tickets[number].next : &near_tickets[number];
    for (long i = 0; i < rounds; i++)
        atomic_fetch_add_explicit(next, 1, memory_order_relaxed);
}

static void config(int number)
{
    volatile long *limit = apart ? &far_config.limit : &near_config.limit;
    volatile long *counted = apart ? &far_config.counted : &near_config.counted;
    long sum = 0;
    for (long i = 0; i < rounds; i++)
        if (number == 0)
            *counted = i;
        else
            sum += *limit;
    local_counter = sum;
}

/* Each step needs the result of the last one. */
static void work(int number)
{
    enum { STEPS = 60 };
    volatile long *counter = apart ? &far_counters[number].value : &near_counters[number];
    uint64_t state = (uint64_t)number + 1;
    for (long i = 0; i < rounds; i++) {
        for (int step = 0; step < STEPS; step++)
            state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
        ++*counter;
    }
    local_counter = (long)state;
}

/* --- Running --------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*run)(int number);
} cases[] = {
    {"counters", counters}, {"statistics", statistics}, {"mutex", mutex},
    {"queue", queue},       {"regression", regression}, {"bitmap", bits},
    {"locals", locals},     {"table", read_table},      {"atomic", count_atomically},
    {"heap", heap},         {"tickets", tickets},       {"config", config},
    {"work", work},
};

static void (*run)(int number);

static void *begin(void *number)
{
    pthread_barrier_wait(&all_here);
    run((int)(long)number);
    return NULL;
}

/* The first block begins a line, so that it shares it with the second.  Blocks of two sizes lie between, as those of
 * one size alone may never come to the start of a line. */
static void make_blocks(void)
{
    long *block = malloc(16);
    while ((uintptr_t)block % LINE) {
        blocks[0] = malloc(2 * 16);
        block = malloc(16);
    }
    for (int i = 0; i < threads; i++)
        blocks[i] = apart ? aligned_alloc(LINE, LINE) : i ? malloc(16) : block;
}

int main(int argc, char **argv)
{
    pthread_t thread[THREADS_MAX];
    for (size_t i = 0; argc > 2 && i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(cases[i].name, argv[1]))
            run = cases[i].run;
    if (argc > 3)
        rounds = atol(argv[3]);
    if (argc > 4)
        threads = atoi(argv[4]);
    if (!run || threads < 1 || threads > THREADS_MAX) {
        fprintf(stderr, "usage: %s CASE together|apart [ROUNDS [THREADS]]\n", argv[0]);
        return 2;
    }
    apart = !strcmp(argv[2], "apart");
    make_blocks();
    pthread_barrier_init(&all_here, NULL, (unsigned)threads);
    for (int i = 0; i < threads; i++)
        pthread_create(&thread[i], NULL, begin, (void *)(long)i);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    printf("%s %s: done\n", argv[1], argv[2]);
    return 0;
}
