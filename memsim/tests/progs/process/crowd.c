/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads and processes that come and go in odd ways: crowd WAY [COUNT]. Each prints what came out, which does not
 * depend on who was first.
 *
 *     quick    threads that end at once, while others go on
 *     short    COUNT threads, eight at a time
 *     alive    COUNT threads that are there at the same time; each runs before the next one is made
 *     fork     main forks while four threads run; parent and child go on
 *     signals  threads whose handlers write what all of them use
 *     broken   a read that a signal breaks off
 *     mapped   two processes that write the same line of shared memory
 *     private  the same with memory of their own
 *     clone    a process with the memory of its parent, which Valgrind does not run
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 4096, WORK = 10000, GROUP = 8, RUNNERS = 4, SIGNALS = 50, STACK = 64 << 10 };

static pthread_t thread[MOST];
static long count = 100;
static volatile long own[MOST];
static _Atomic long sum;
static _Atomic bool stop;
static pthread_barrier_t all_here;

static void start(long number, void *(*run)(void *))
{
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, STACK);
    int error = pthread_create(&thread[number], &small, run, (void *)number);
    pthread_attr_destroy(&small);
    if (error) {
        printf("thread %ld: %s\n", number, strerror(error));
        exit(1);
    }
}

static void join(long from, long to)
{
    for (; from < to; from++)
        pthread_join(thread[from], NULL);
}

static long total(void)
{
    long all = sum;
    for (long i = 0; i < MOST; i++)
        all += own[i];
    return all;
}

/* --- Threads ------------------------------------------------------------------------------- */

/* Each step is one write: an increment may be two references or one. */
static void *work(void *number)
{
    for (long i = 1; i <= WORK; i++)
        own[(long)number] = i;
    return NULL;
}

static void *end_at_once(void *number)
{
    return number;
}

static void quick(void)
{
    for (long i = 0; i < count; i += 2) {
        start(i, end_at_once);
        start(i + 1, work);
        if (i % GROUP == GROUP - 2)
            join(i + 2 - GROUP, i + 2);
    }
    join(count - count % GROUP, count);
}

static void *add(void *number)
{
    own[(long)number]++;
    atomic_fetch_add(&sum, 1);
    return NULL;
}

static void brief(void)
{
    for (long i = 0; i < count; i++) {
        start(i, add);
        if (i % GROUP == GROUP - 1)
            join(i + 1 - GROUP, i + 1);
    }
    join(count - count % GROUP, count);
}

static sem_t one_more;

static void *meet(void *number)
{
    add(number);
    sem_post(&one_more);
    pthread_barrier_wait(&all_here);
    return add(number);
}

static void alive(void)
{
    pthread_barrier_init(&all_here, NULL, (unsigned)count);
    sem_init(&one_more, 0, 0);
    for (long i = 0; i < count; i++) {
        start(i, meet);
        sem_wait(&one_more);
    }
    join(0, count);
}

/* --- Processes ----------------------------------------------------------------------------- */

static long child_wrote(pid_t child)
{
    int status = -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void forks(void)
{
    for (long i = 0; i < RUNNERS; i++)
        start(i, work);
    pid_t child = fork();
    if (!child) {
        start(RUNNERS, work);
        join(RUNNERS, RUNNERS + 1);
        _exit(own[RUNNERS] == WORK ? 7 : 1);
    }
    join(0, RUNNERS);
    sum = child_wrote(child);
}

static void map(int how)
{
    volatile long *word = mmap(NULL, 4096, PROT_READ | PROT_WRITE, how | MAP_ANONYMOUS, -1, 0);
    pid_t child = fork();
    for (long i = 1; i <= WORK; i++)
        word[child ? 0 : 1] = i;
    if (!child)
        _exit(7);
    sum = child_wrote(child) + word[0] + word[1];
}

static void mapped(void)
{
    map(MAP_SHARED);
}

static void private_memory(void)
{
    map(MAP_PRIVATE);
}

static int add_there(void *number)
{
    work(number);
    return 7;
}

static void clone_process(void)
{
    static _Alignas(64) char stack[STACK];
    work((void *)0);
    sum = child_wrote(clone(add_there, stack + sizeof stack, CLONE_VM | SIGCHLD, (void *)1));
}

/* --- Signals ------------------------------------------------------------------------------- */

static void handle(int number)
{
    (void)number;
    atomic_fetch_add(&sum, 1);
}

static void catch_signal(void)
{
    struct sigaction action = {.sa_handler = handle};
    sigaction(SIGUSR1, &action, NULL);
}

static void *run_until_told(void *number)
{
    pthread_barrier_wait(&all_here);
    while (!stop) {
        own[(long)number] ^= 1;
        sched_yield();
    }
    own[(long)number] = 1;
    return NULL;
}

static void until(long wanted)
{
    while (sum < wanted)
        sched_yield();
}

static void signals(void)
{
    catch_signal();
    pthread_barrier_init(&all_here, NULL, RUNNERS + 1);
    for (long i = 0; i < RUNNERS; i++)
        start(i, run_until_told);
    pthread_barrier_wait(&all_here);
    for (long i = 0; i < SIGNALS; i++) {
        pthread_kill(thread[i % RUNNERS], SIGUSR1);
        until(i + 1);
    }
    stop = true;
    join(0, RUNNERS);
}

static int pipe_ends[2];

/* Each signal breaks a read off, and the last read gets a byte. */
static void *read_one(void *number)
{
    char byte;
    while (read(pipe_ends[0], &byte, 1) != 1)
        own[(long)number] += errno != EINTR;
    own[(long)number] += byte;
    return NULL;
}

static void broken(void)
{
    catch_signal();
    if (pipe(pipe_ends))
        exit(1);
    start(0, read_one);
    for (long i = 0; i < SIGNALS; i++) {
        pthread_kill(thread[0], SIGUSR1);
        until(i + 1);
    }
    if (write(pipe_ends[1], "\2", 1) != 1)
        exit(1);
    join(0, 1);
}

/* --- Running ------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*run)(void);
} ways[] = {
    {"quick", quick},        {"short", brief},   {"alive", alive},   {"fork", forks},
    {"signals", signals},    {"broken", broken}, {"mapped", mapped}, {"private", private_memory},
    {"clone", clone_process}};

int main(int argc, char **argv)
{
    if (argc > 2)
        count = atol(argv[2]);
    for (size_t i = 0; argc > 1 && count > 0 && count <= MOST && i < sizeof ways / sizeof *ways;
         i++)
        if (!strcmp(ways[i].name, argv[1])) {
            ways[i].run();
            printf("%s: %ld\n", argv[1], total());
            return 0;
        }
    fprintf(stderr, "usage: %s WAY [COUNT]\n", argv[0]);
    return 2;
}
