/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Does a little of everything that memsim writes of: check/format runs it with all options, and check/typed as the
 * ./prog of the documents.
 *
 *     parse()   a region of its name: builds a list of words from a wrapper of malloc, which it calls by recursion
 *     lookup()  is inlined in main(): walks through the list, and counts in the static array `table`, far apart
 *     count()   of two threads, each in its own element of `counters`, which share a line, and of `neighbours`, which do
 *               not, and in `all`, under a lock
 *     release() frees most, from a signal handler too; the calls of malloc and its relatives that memusage lists
 *
 * With a number as argument, the work is done that many times.  Flags: -O1 -g -pthread
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <memsim.h>

enum { WORDS = 400, ROUNDS = 400, BUCKETS = 1 << 13, COUNTED = 3000, MARKS = 10010, PAGE = 4096 };

#define APART __attribute__((noinline))

struct word {
    struct word *next;
    long number;
    char text[40];
    long seen, hash;
};

static long table[BUCKETS];
static volatile long counters[16] __attribute__((aligned(64)));
static volatile long neighbours[16] __attribute__((aligned(128)));
static volatile long all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;
static volatile sig_atomic_t handled;
static volatile long done;

APART static void *xmalloc(size_t bytes)
{
    void *block = malloc(bytes);
    if (!block)
        exit(1);
    return block;
}

APART static struct word *parse(struct word *list, long left)
{
    if (!left)
        return list;
    struct word *word = xmalloc(sizeof *word);
    memset(word, 0, sizeof *word);
    word->next = list;
    word->number = left;
    word->hash = left * 7919 % BUCKETS;
    struct word *all_words = parse(word, left - 1);
    done++; /* so this is no tail call */
    return all_words;
}

static inline __attribute__((always_inline)) long lookup(const struct word *list)
{
    long sum = 0;
    for (; list; list = list->next) {
        table[list->hash]++;
        sum += list->number;
    }
    return sum;
}

static void *count(void *argument)
{
    long which = (long)(intptr_t)argument;
    pthread_barrier_wait(&barrier);
    for (long i = 0; i < COUNTED; i++) {
        counters[which]++;
        neighbours[which * 8]++;
        if (i % 100)
            continue;
        pthread_mutex_lock(&lock);
        all++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

APART static void run_threads(void)
{
    pthread_t other;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&other, NULL, count, (void *)(intptr_t)1);
    count(NULL);
    pthread_join(other, NULL);
}

static void handle(int number)
{
    handled = number;
}

/* All that memusage lists, and a call that fails. */
APART static void allocate_otherwise(void)
{
    volatile size_t huge = (size_t)1 << 47; /* all of the address space */
    void *volatile none;                    /* else compilers may leave out the call */
    char *block = calloc(10, 100);
    block = realloc(block, 100000);
    block = realloc(block, 50);
    free(block);
    free(malloc(70000));
    free(aligned_alloc(64, 128));
    none = malloc(huge);
    if (none)
        exit(1);
    done = (long)(intptr_t)malloc(33); /* which is never freed */
}

APART static void release(struct word *list)
{
    raise(SIGUSR1);
    for (struct word *next; list; list = next) {
        next = list->next;
        free(list);
    }
}

/* A call at its end: a jump. */
APART static void end(struct word *list)
{
    done++;
    release(list);
}

APART static void share_pages(void)
{
    char *shared = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    char *file = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED || file == MAP_FAILED)
        exit(1);
    done = file[0];
    file[0] = shared[0] = 1;
    munmap(file, PAGE);
}

int main(int argc, char **argv)
{
    long given = argc > 1 ? atol(argv[1]) : 0, times = given > 0 ? given : 1, sum = 0;
    signal(SIGUSR1, handle);
    for (long i = 0; i < times; i++) {
        MEMSIM_BEGIN("parse");
        struct word *list = parse(NULL, WORDS);
        MEMSIM_END("parse");
        MEMSIM_BEGIN("look up");
        for (int round = 0; round < ROUNDS; round++)
            sum += lookup(list);
        MEMSIM_END("look up");
        MEMSIM_MARK("looked up");
        end(list);
    }
    run_threads();
    allocate_otherwise();
    share_pages();
    if (times > 1)
        for (int i = 0; i < MARKS; i++)
            MEMSIM_MARK("more");
    printf("%ld %ld\n", sum, all);
    return 0;
}
