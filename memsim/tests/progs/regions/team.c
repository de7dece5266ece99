/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads whose work can be counted by hand.  team N OWN SHARED [regions|dumps] runs N threads at the same
 * time; the main one is number 1.  Thread k
 *
 *     takes turns(100 k) ten times, and gives way after each: 3 n + 1 instructions, n + 1 reads, no writes;
 *             with regions, every second of them is in a region `odd`; with dumps, thread 1 dumps the counts
 *             in the middle, when all have taken five
 *     writes its own k pages of the file OWN, and reads all N pages of the file SHARED, which thread 1 has
 *             written before
 *     allocates k blocks of 16 k bytes in give(), and frees k / 2 of them, rounded down.  Thread 1 frees the
 *             others in the end, but one of each thread.
 *
 * check/threads computes what memsim must say of it.  Flags: -O1 -g -pthread
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <valgrind/callgrind.h>
#include <valgrind/memsim.h>

enum { MOST = 64, TIMES = 10, SIZE = 16, PAGE = 4096 };

#define APART __attribute__((noinline)) static

static int team;
static bool regions, dumps;
static volatile unsigned char *own, *shared;
static void *block[MOST + 1][MOST];
static pthread_barrier_t barrier;

void turns(long number);
__asm__(".data\n.balign 8\nword: .quad 0\n.text\n.globl turns\n.type turns, @function\n"
        "turns:\n\taddq $1, word(%rip)\n\tdecq %rdi\n\tjnz turns\n\tret\n.size turns, . - turns\n");

APART void *give(size_t bytes)
{
    void *made = malloc(bytes);
    __asm__ volatile("" : : "r"(made) : "memory");
    return made;
}

APART void drop(void *old)
{
    free(old);
    __asm__ volatile("" : : : "memory");
}

APART void take_turn(int self, int number)
{
    if (regions && number % 2)
        MEMSIM_BEGIN("odd");
    turns(100L * self);
    if (regions && number % 2)
        MEMSIM_END("odd");
    sched_yield();
}

APART void touch_own(int self)
{
    for (int before = self * (self - 1) / 2, i = 0; i < self; i++)
        own[(before + i) * PAGE] = 1;
}

APART int read_shared(void)
{
    int sum = 0;
    for (int i = 0; i < team; i++)
        sum += shared[i * PAGE];
    return sum;
}

static void *work(void *argument)
{
    int self = (int)(long)argument;
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < TIMES; i++) {
        if (i == TIMES / 2) {
            pthread_barrier_wait(&barrier);
            if (dumps && self == 1)
                CALLGRIND_DUMP_STATS;
            pthread_barrier_wait(&barrier);
        }
        take_turn(self, i);
    }
    touch_own(self);
    for (int i = 0; i < self; i++)
        block[self][i] = give((size_t)SIZE * (size_t)self);
    for (int i = 0; i < self / 2; i++)
        drop(block[self][i]);
    return (void *)(long)(read_shared() != team);
}

static volatile unsigned char *map(const char *name)
{
    int file = open(name, O_RDWR);
    size_t pages = (size_t)team * ((size_t)team + 1) / 2;
    void *at = mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    if (file < 0 || at == MAP_FAILED)
        exit(2);
    close(file);
    return at;
}

int main(int argc, char **argv)
{
    pthread_t thread[MOST + 1];
    void *failed = NULL;
    team = argc > 3 ? atoi(argv[1]) : 0;
    if (team < 1 || team > MOST)
        return 2;
    regions = argc > 4 && !strcmp(argv[4], "regions");
    dumps = argc > 4 && !strcmp(argv[4], "dumps");
    own = map(argv[2]);
    shared = map(argv[3]);
    for (int i = 0; i < team; i++)
        shared[i * PAGE] = 1;
    pthread_barrier_init(&barrier, NULL, (unsigned)team);
    for (long i = 2; i <= team; i++)
        if (pthread_create(&thread[i], NULL, work, (void *)i))
            return 2;
    failed = work((void *)1L);
    for (int i = 2; i <= team; i++) {
        void *result;
        pthread_join(thread[i], &result);
        failed = result ? result : failed;
    }
    for (int self = 1; self <= team; self++)
        for (int i = self / 2; i < self - 1; i++)
            drop(block[self][i]);
    return failed != NULL;
}
