/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What harnesses put around what they measure: the client requests of Callgrind and Cachegrind.
 * harness MODE; run(n) executes 2 n + 1 instructions and sweep() reads 1024 lines of 64 bytes once, each
 * in one source line, which is marked:
 *
 *     instr   off: run(1000), sweep; on: run(10), sweep; off: run(1000), sweep; on: run(20), sweep; off
 *     cg      the same by Cachegrind's requests
 *     toggle  run(10), toggle, run(200), toggle, run(3000), with a call of toggled() in between
 *     zero    run(10), zero, run(200)
 *     dump    run(10), dump, run(200), dump, run(3000)
 *     bench   three times: zero, start, run(10), stop, dump with a name; and before a dump with a name
 *     twice   start, start, run(10), stop, stop
 *     wild    dumps with texts that are not there, and long ones
 *     heap    mallocs 1000 bytes while off, on, and off again
 *     fork    run(10), dump; a child: run(200), dump, run(3000)
 *     long    off: run(COUNT), on: run(COUNT / 9)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "callgrind.h"

/* The functions keep their names and arguments. */
#ifdef __clang__
#define NO_INLINE __attribute__((noinline))
#else
#define NO_INLINE __attribute__((noipa))
#endif

/* valgrind/cachegrind.h is there from Valgrind 3.22 on. */
enum { CACHEGRIND_START = VG_USERREQ_TOOL_BASE('C', 'G'), CACHEGRIND_STOP };

static char lines[1024 * 64];

static NO_INLINE void run(long times)
{
    __asm__ volatile("nop\n 1: dec %0\n jnz 1b" : "+r"(times) : : "cc"); /* line run */
}

static NO_INLINE void sweep(void)
{
    const char *at = lines;
    __asm__ volatile("1: mov (%0), %%al\n add $64, %0\n cmp %1, %0\n jne 1b" /* line sweep */
                     : "+r"(at)
                     : "r"(lines + sizeof lines)
                     : "al", "cc");
}

static NO_INLINE void toggled(void)
{
    run(50000);
}

static void start(int cachegrind)
{
    if (cachegrind)
        VALGRIND_DO_CLIENT_REQUEST_STMT(CACHEGRIND_START, 0, 0, 0, 0, 0);
    else
        CALLGRIND_START_INSTRUMENTATION;
}

static void stop(int cachegrind)
{
    if (cachegrind)
        VALGRIND_DO_CLIENT_REQUEST_STMT(CACHEGRIND_STOP, 0, 0, 0, 0, 0);
    else
        CALLGRIND_STOP_INSTRUMENTATION;
}

static void instr(int cachegrind)
{
    stop(cachegrind);
    run(1000);
    sweep();
    start(cachegrind);
    run(10);
    sweep();
    stop(cachegrind);
    run(1000);
    sweep();
    start(cachegrind);
    run(20);
    sweep();
    stop(cachegrind);
}

static void toggle(void)
{
    run(10);
    CALLGRIND_TOGGLE_COLLECT;
    run(200);
    toggled();
    CALLGRIND_TOGGLE_COLLECT;
    run(3000);
}

static void dump(void)
{
    run(10);
    CALLGRIND_DUMP_STATS;
    run(200);
    CALLGRIND_DUMP_STATS_AT("the second");
    run(3000);
}

static void bench(void)
{
    char name[] = "bench 0";
    CALLGRIND_DUMP_STATS_AT("Metadata: harness 1.0");
    for (int i = 0; i < 3; i++) {
        name[6]++;
        CALLGRIND_ZERO_STATS;
        CALLGRIND_START_INSTRUMENTATION;
        run(10);
        CALLGRIND_STOP_INSTRUMENTATION;
        CALLGRIND_DUMP_STATS_AT(name);
    }
}

static void twice(void)
{
    CALLGRIND_STOP_INSTRUMENTATION;
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_START_INSTRUMENTATION;
    run(10);
    CALLGRIND_STOP_INSTRUMENTATION;
    CALLGRIND_STOP_INSTRUMENTATION;
}

static void wild(void)
{
    char *text = malloc(1 << 20);
    memset(text, 'x', (1 << 20) - 1);
    text[(1 << 20) - 1] = 0;
    CALLGRIND_DUMP_STATS_AT(NULL);
    CALLGRIND_DUMP_STATS_AT((char *)16);
    CALLGRIND_DUMP_STATS_AT("");
    CALLGRIND_DUMP_STATS_AT("two\nlines");
    CALLGRIND_DUMP_STATS_AT(text);
    free(text);
}

static void heap(void)
{
    void *volatile block[3];
    CALLGRIND_STOP_INSTRUMENTATION;
    block[0] = malloc(1000);
    CALLGRIND_START_INSTRUMENTATION;
    block[1] = malloc(1000);
    CALLGRIND_STOP_INSTRUMENTATION;
    block[2] = malloc(1000);
    free(block[0]);
    free(block[1]);
    free(block[2]);
}

static void forks(void)
{
    run(10);
    CALLGRIND_DUMP_STATS;
    if (fork() == 0) {
        run(200);
        CALLGRIND_DUMP_STATS;
        run(3000);
        _exit(0);
    }
    wait(NULL);
}

static void longer(long times)
{
    CALLGRIND_STOP_INSTRUMENTATION;
    run(times);
    CALLGRIND_START_INSTRUMENTATION;
    run(times / 9);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    if (!strcmp(mode, "instr") || !strcmp(mode, "cg"))
        instr(!strcmp(mode, "cg"));
    else if (!strcmp(mode, "toggle"))
        toggle();
    else if (!strcmp(mode, "zero")) {
        run(10);
        CALLGRIND_ZERO_STATS;
        run(200);
    } else if (!strcmp(mode, "dump"))
        dump();
    else if (!strcmp(mode, "bench"))
        bench();
    else if (!strcmp(mode, "twice"))
        twice();
    else if (!strcmp(mode, "wild"))
        wild();
    else if (!strcmp(mode, "heap"))
        heap();
    else if (!strcmp(mode, "fork"))
        forks();
    else if (!strcmp(mode, "long"))
        longer(argc > 2 ? atol(argv[2]) : 900000000);
    else
        printf("%s\n", RUNNING_ON_VALGRIND ? "valgrind" : "native");
    return 0;
}
