/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A little of everything that options can ask for, in some 20,000 instructions: sampler [THREADS].
 *
 * The main thread allocates blocks, from malloc and from an allocator of its own, and frees some; recurses; opens
 * regions, one in another; touches 20 pages, twice; and starts instrumentation, which is on already unless an option
 * said no.  Then it runs so many threads, one after the other: each adds to its own element of an array whose
 * elements lie in one line, and to one that all threads have; the main thread reads both.
 *
 * All runs count the same, on several cores too.  So threads are made by clone() itself, and hand over to each other
 * through pipes: what the threads' library does depends on which thread runs first.
 *
 * Linked statically, as the dynamic loader would run five times as many instructions.
 */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <memsim.h>
#include <valgrind/callgrind.h>

enum { STACK = 16384, MOST = 4, BLOCKS = 12, PAGES = 20, PAGE = 4096, ROUNDS = 40 };

#define APART __attribute__((noinline)) static

static volatile char pages[PAGES * PAGE];
static volatile long counts[MOST + 1], common;
static char pool[PAGE];
static size_t taken;
static void *volatile block[BLOCKS];
static _Alignas(64) char stack[MOST + 1][STACK];
static int to_thread[2], to_main[2]; /* pipes */
static volatile int running;         /* the thread; the kernel writes 0 when it has ended */

APART void *take(size_t bytes)
{
    void *own = &pool[taken];
    taken += (bytes + 15) & ~(size_t)15;
    __asm__ volatile("" : : "r"(own) : "memory");
    return own;
}

APART void prepare(void)
{
    for (size_t i = 0; i < BLOCKS; i++)
        block[i] = malloc(16 + 40 * i);
    for (size_t i = 0; i < BLOCKS; i += 2)
        free(block[i]);
    block[0] = take(100);
    block[2] = calloc(3, 50);
    block[4] = take(200);
}

APART long recurse(int depth)
{
    volatile long local[4] = {depth, 1, 2, 3};
    return depth ? recurse(depth - 1) + local[1] : local[0];
}

APART void walk(void)
{
    for (size_t i = 0; i < PAGES; i++)
        pages[i * PAGE + i] = (char)i;
    MEMSIM_BEGIN("again");
    for (size_t i = 0; i < PAGES; i++)
        common += pages[i * PAGE + i];
    MEMSIM_END("again");
}

APART void work(size_t thread)
{
    for (int i = 0; i < ROUNDS; i++) {
        counts[thread] += i;
        common++;
    }
    void *own = malloc(64);
    *(volatile char *)own = 1;
    free(own);
}

/* Without errno, which is set or not. */
static long call(long number, long a, long b, long c)
{
    register long d __asm__("r10") = 0;
    __asm__ volatile("syscall"
                     : "+a"(number)
                     : "D"(a), "S"(b), "d"(c), "r"(d)
                     : "rcx", "r11", "memory");
    return number;
}

/* Passes a byte through a pipe. */
static void pass(long number, int end)
{
    char byte = 0;
    if (call(number, end, (long)&byte, 1) != 1)
        abort();
}

APART int thread(void *of)
{
    pass(SYS_read, to_thread[0]);
    work((size_t)of);
    pass(SYS_write, to_main[1]);
    return 0;
}

APART void run_threads(size_t threads)
{
    enum {
        FLAGS = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM |
                CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID
    };
    if (pipe(to_thread) != 0 || pipe(to_main) != 0)
        abort();
    for (size_t i = 1; i <= threads && i <= MOST; i++) {
        int id = clone(thread, stack[i] + STACK, FLAGS, (void *)i, (void *)&running, NULL,
                       (void *)&running);
        if (id < 0)
            abort();
        pass(SYS_write, to_thread[1]);
        pass(SYS_read, to_main[0]);
        do /* once, whether it has ended or not */
            call(SYS_futex, (long)&running, FUTEX_WAIT, id);
        while (running);
        common += counts[i];
    }
}

int main(int argc, char **argv)
{
    prepare();
    CALLGRIND_START_INSTRUMENTATION;
    MEMSIM_BEGIN("walking");
    walk();
    MEMSIM_END("walking");
    common += recurse(5);
    work(0);
    run_threads(argc > 1 ? strtoul(argv[1], NULL, 10) : 0);
    return (int)(recurse(3) - 3);
}
