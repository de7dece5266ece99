/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads that wait for and wake each other in ways that are known: check/tasks says which events each way
 * must have. Threads are numbered in the order in which they are created, main is 1. A way that depends on the
 * order of waiters goes on only when the kernel says that a thread waits.
 * Flags: -O1 -g -pthread. Usage: tasks WAY [COUNT] */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST 2100

static pthread_t thread[MOST];
static volatile int kernel_id[MOST];
static int first, second;

static long futex(int *at, int what, int count, long more, int *other, int bits)
{
    return syscall(SYS_futex, at, what | FUTEX_PRIVATE_FLAG, count, more, other, bits);
}

static void rest(void)
{
    struct timespec millisecond = {0, 1000000};
    nanosleep(&millisecond, NULL);
}

/* Returns when a thread waits at a futex; where the kernel does not say it, after a while. */
static void until_waits(int which, const int *at)
{
    char name[64], text[64], wanted[64];
    while (!kernel_id[which])
        rest();
    snprintf(name, sizeof name, "/proc/self/task/%d/syscall", kernel_id[which]);
    snprintf(wanted, sizeof wanted, "%d 0x%lx ", SYS_futex, (unsigned long)at);
    for (int tries = 0; tries < 2000; tries++) {
        FILE *file = fopen(name, "r");
        int known = file && fgets(text, sizeof text, file);
        if (file)
            fclose(file);
        if (known && strncmp(text, wanted, strlen(wanted)) == 0)
            return;
        if (!known && tries > 100)
            return;
        rest();
    }
}

static void start(int which, void *(*run)(void *), void *argument)
{
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 * 1024);
    if (pthread_create(&thread[which], &small, run, argument) != 0)
        exit(1);
    pthread_attr_destroy(&small);
}

static void join(int from, int to)
{
    for (int i = from; i <= to; i++)
        pthread_join(thread[i], NULL);
}

static int number_of(void *argument)
{
    kernel_id[(intptr_t)argument] = (int)syscall(SYS_gettid);
    return (int)(intptr_t)argument;
}

static void *nothing(void *argument)
{
    return argument;
}

/* --- Futexes ------------------------------------------------------------------------------- */

static void *wait_first(void *argument)
{
    number_of(argument);
    while (futex(&first, FUTEX_WAIT, 0, 0, NULL, 0) != 0)
        ;
    return NULL;
}

static void *wait_bit(void *argument)
{
    int bit = 1 << number_of(argument);
    while (futex(&first, FUTEX_WAIT_BITSET, 0, 0, NULL, bit) != 0)
        ;
    return NULL;
}

static void *wait_second(void *argument)
{
    number_of(argument);
    while (futex(&second, FUTEX_WAIT, 0, 0, NULL, 0) != 0)
        ;
    return NULL;
}

static void start_waiter(int which, void *(*run)(void *), const int *at)
{
    start(which, run, (void *)(intptr_t)which);
    until_waits(which, at);
}

static void want(long found, long wanted)
{
    if (found != wanted)
        printf("%ld, not %ld\n", found, wanted);
}

static void *wake_first(void *count)
{
    want(futex(&first, FUTEX_WAKE, (int)(intptr_t)count, 0, NULL, 0), (long)(intptr_t)count);
    return NULL;
}

static void *wake_second(void *count)
{
    want(futex(&second, FUTEX_WAKE, (int)(intptr_t)count, 0, NULL, 0), (long)(intptr_t)count);
    return NULL;
}

/* 2 to 5 wait; 1 wakes 2 and 3, 6 wakes 4, 7 wakes 5. */
static void wakes(int count)
{
    (void)count;
    for (int i = 2; i <= 5; i++)
        start_waiter(i, wait_first, &first);
    wake_first((void *)2);
    start(6, wake_first, (void *)1);
    join(6, 6);
    start(7, wake_first, (void *)1);
    join(2, 5);
    join(7, 7);
}

/* 2 to 5 wait; 1 wakes 2 and moves 3 and 4; 6 wakes 3 and 4, 1 wakes 5. */
static void requeue(int count)
{
    (void)count;
    for (int i = 2; i <= 5; i++)
        start_waiter(i, wait_first, &first);
    want(futex(&first, FUTEX_CMP_REQUEUE, 1, 2, &second, 0), 3);
    start(6, wake_second, (void *)2);
    join(6, 6);
    wake_first((void *)1);
    join(2, 5);
}

/* 2 to 4 wait for bits; 1 wakes 3, 5 wakes 2 and 4. */
static void bits(int count)
{
    (void)count;
    for (int i = 2; i <= 4; i++)
        start_waiter(i, wait_bit, &first);
    want(futex(&first, FUTEX_WAKE_BITSET, 9, 0, NULL, 1 << 3), 1);
    start(5, wake_first, (void *)2);
    join(2, 5);
}

/* 2 and 3 wait at the first, 4 and 5 at the second; 1 wakes 2, 4 and 5, then 3. */
static void wake_op(int count)
{
    int third = FUTEX_OP(FUTEX_OP_ADD, 0, FUTEX_OP_CMP_EQ, 0);
    (void)count;
    for (int i = 2; i <= 5; i++)
        start_waiter(i, i < 4 ? wait_first : wait_second, i < 4 ? &first : &second);
    want(futex(&first, FUTEX_WAKE_OP, 1, 9, &second, third), 3);
    wake_first((void *)1);
    join(2, 5);
}

/* 2 waits for 10 ms, for nobody; then for a value that has changed, which is no wait. */
static void *wait_in_vain(void *argument)
{
    struct timespec time = {0, 10000000};
    number_of(argument);
    want(futex(&first, FUTEX_WAIT, 0, (long)&time, NULL, 0), -1);
    want(errno, ETIMEDOUT);
    want(futex(&first, FUTEX_WAIT, 1, 0, NULL, 0), -1);
    want(errno, EAGAIN);
    return NULL;
}

static void timeout(int count)
{
    (void)count;
    start(2, wait_in_vain, (void *)2);
    join(2, 2);
}

/* --- What libraries make of them ------------------------------------------------------------ */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore;
static int ready, ends[2];
static volatile long sum;

/* It ends itself, and main waits. */
static void joins(int count)
{
    for (int i = 2; i < 2 + count; i++) {
        start(i, nothing, NULL);
        pthread_join(thread[i], NULL);
    }
}

static void *nest(void *argument)
{
    intptr_t left = (intptr_t)argument;
    pthread_t next;
    if (left > 1 && pthread_create(&next, NULL, nest, (void *)(left - 1)) == 0)
        pthread_join(next, NULL);
    return NULL;
}

/* Each thread creates the next one. */
static void nested(int count)
{
    nest((void *)(intptr_t)(count + 1));
}

static void *work(void *argument)
{
    for (int i = 0; i < 100; i++) {
        pthread_mutex_lock(&mutex);
        for (int k = 0; k < 1000; k++)
            sum = sum + k;
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

static void contention(int count)
{
    for (int i = 2; i < 2 + count; i++)
        start(i, work, NULL);
    join(2, 1 + count);
}

static void *wait_condition(void *argument)
{
    number_of(argument);
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_wait(&condition, &mutex);
    ready--;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void *signal_condition(void *argument)
{
    pthread_mutex_lock(&mutex);
    ready++;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return argument;
}

static void a_while(void)
{
    for (int i = 0; i < 50; i++)
        rest();
}

/* 2 waits, 3 signals. */
static void conditions(int count)
{
    (void)count;
    start(2, wait_condition, (void *)2);
    a_while();
    start(3, signal_condition, NULL);
    join(2, 3);
}

static void *wait_semaphore(void *argument)
{
    while (sem_wait(&semaphore) != 0)
        ;
    return argument;
}

static void *post(void *argument)
{
    sem_post(&semaphore);
    return argument;
}

/* 2 waits, 3 posts. */
static void semaphores(int count)
{
    (void)count;
    sem_init(&semaphore, 0, 0);
    start(2, wait_semaphore, NULL);
    a_while();
    start(3, post, NULL);
    join(2, 3);
}

static void *wait_barrier(void *argument)
{
    pthread_barrier_wait(&barrier);
    return argument;
}

/* All wait, main comes last and wakes them. */
static void barriers(int count)
{
    pthread_barrier_init(&barrier, NULL, (unsigned)count + 1);
    for (int i = 2; i < 2 + count; i++)
        start(i, wait_barrier, NULL);
    a_while();
    wait_barrier(NULL);
    join(2, 1 + count);
}

static void *read_pipe(void *argument)
{
    char byte;
    want(read(ends[0], &byte, 1), 1);
    return argument;
}

/* 2 reads what 1 writes. */
static void pipes(int count)
{
    (void)count;
    want(pipe(ends), 0);
    start(2, read_pipe, NULL);
    a_while();
    want(write(ends[1], "x", 1), 1);
    join(2, 2);
}

/* --- Ends ----------------------------------------------------------------------------------- */

static void detached(int count)
{
    for (int i = 2; i < 2 + count; i++) {
        start(i, nothing, NULL);
        pthread_detach(thread[i]);
    }
    a_while();
}

static void *join_main(void *argument)
{
    pthread_join(*(pthread_t *)argument, NULL);
    return argument;
}

/* 2 joins 1, which ends first. */
static void main_ends(int count)
{
    static pthread_t self;
    (void)count;
    self = pthread_self();
    start(2, join_main, &self);
    a_while();
    pthread_exit(NULL);
}

static void *fork_here(void *argument)
{
    pid_t child = fork();
    if (child == 0) {
        start(3, nothing, NULL);
        join(3, 3);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    return argument;
}

/* 2 forks while 1 waits for it; the child has another 3. */
static void forks(int count)
{
    (void)count;
    start(2, fork_here, NULL);
    join(2, 2);
}

static void *run_for_ever(void *argument)
{
    for (;;)
        sum = sum + 1;
    return argument;
}

/* 2 waits, 3 runs. */
static void leaves(int count)
{
    (void)count;
    start_waiter(2, wait_first, &first);
    start(3, run_for_ever, NULL);
    rest();
    exit(0);
}

static void handle(int number)
{
    sum = number;
}

static void *wait_for_signal(void *argument)
{
    number_of(argument);
    while (futex(&first, FUTEX_WAIT, 0, 0, NULL, 0) != 0)
        ;
    return argument;
}

/* A signal interrupts 2, which then waits again, until 1 wakes it. */
static void signals(int count)
{
    struct sigaction action = {.sa_handler = handle};
    (void)count;
    sigaction(SIGUSR1, &action, NULL);
    start_waiter(2, wait_for_signal, &first);
    for (int i = 0; i < 3; i++) {
        sum = 0;
        pthread_kill(thread[2], SIGUSR1);
        while (!sum)
            rest();
        until_waits(2, &first);
    }
    wake_first((void *)1);
    join(2, 2);
}

/* --- Instructions --------------------------------------------------------------------------- */

#if defined __x86_64__
#define INSTRUCTION(name, text)                                                                    \
    __asm__ volatile(#name ": " text : : "r"(&sum), "a"(0L), "d"(1L) : "memory", "cc")

static void instructions(int count)
{
    (void)count;
    INSTRUCTION(plain_add, "addq $1, (%0)");
    INSTRUCTION(atomic_add, "lock addq $1, (%0)");
    INSTRUCTION(atomic_exchange, "xchgq %%rdx, (%0)");
    INSTRUCTION(atomic_compare, "lock cmpxchgq %%rdx, (%0)");
    INSTRUCTION(atomic_test, "lock btsq $3, (%0)");
    INSTRUCTION(plain_compare, "cmpxchgq %%rdx, (%0)");
    INSTRUCTION(fence_all, "mfence");
    INSTRUCTION(fence_loads, "lfence");
    INSTRUCTION(fence_stores, "sfence");
    INSTRUCTION(pause_here, "pause");
    INSTRUCTION(plain_nop, "nop");
}
#else
static void instructions(int count)
{
    (void)count;
}
#endif

static const struct {
    const char *name;
    void (*run)(int count);
    int count;
} ways[] = {
    {"wakes", wakes, 0},          {"requeue", requeue, 0},       {"bits", bits, 0},
    {"wake-op", wake_op, 0},      {"timeout", timeout, 0},       {"joins", joins, 3},
    {"nested", nested, 3},        {"contention", contention, 4}, {"condition", conditions, 0},
    {"semaphore", semaphores, 0}, {"barrier", barriers, 4},      {"pipe", pipes, 0},
    {"detached", detached, 4},    {"main-ends", main_ends, 0},   {"forks", forks, 0},
    {"leaves", leaves, 0},        {"signals", signals, 0},       {"instructions", instructions, 0},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < sizeof ways / sizeof *ways; i++)
        if (strcmp(argv[1], ways[i].name) == 0) {
            kernel_id[1] = getpid();
            ways[i].run(argc > 2 ? atoi(argv[2]) : ways[i].count);
            return 0;
        }
    return 2;
}
