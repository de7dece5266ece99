/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * phases [fork|thread]: two regions with a mark between them, in three phases.
 *
 *     "fill"     fill() writes 4 MB, 8 bytes at a time: 524,288 writes, one miss in 8
 *     a mark     "filled"
 *     "work"     spin(): no misses at all; then "work;walk": walk() reads every 64th byte of the 4 MB, in five
 *                instructions, of which some compilers would make four
 *
 * fork: a child walks once more.  thread: a second thread does, with a mark of its own.
 */
#include "memsim.h"
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES = 4 << 20 };

static volatile uint64_t *memory;
static volatile uint64_t sink;

__attribute__((noinline)) static void fill(void)
{
    for (unsigned i = 0; i < BYTES / 8; i++)
        memory[i] = i;
}

__attribute__((noinline)) static void spin(unsigned times)
{
    for (unsigned i = 0; i < times; i++)
        __asm__ volatile("");
}

__attribute__((noinline)) static void walk(void)
{
    uint64_t sum = 0;
    for (unsigned round = 0; round < 4; round++)
        for (unsigned i = 0; i < BYTES / 8; i += 8) {
            uint64_t value = memory[i];
            __asm__ volatile("" : "+r"(value));
            sum += value;
        }
    sink = sum;
}

static void *walk_in_thread(void *nothing)
{
    MEMSIM_BEGIN("thread");
    MEMSIM_MARK("in a thread");
    walk();
    MEMSIM_END("thread");
    return nothing;
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    pthread_t thread;
    memory = malloc(BYTES);
    MEMSIM_BEGIN("fill");
    fill();
    MEMSIM_END("fill");
    MEMSIM_MARK("filled");
    MEMSIM_BEGIN("work");
    spin(1000000);
    MEMSIM_BEGIN("walk");
    walk();
    MEMSIM_END("walk");
    MEMSIM_END("work");
    if (!strcmp(how, "thread") && pthread_create(&thread, NULL, walk_in_thread, NULL) == 0)
        pthread_join(thread, NULL);
    if (!strcmp(how, "fork")) {
        pid_t child = fork();
        if (!child) {
            walk();
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
    free((void *)(uintptr_t)memory);
    return 0;
}
