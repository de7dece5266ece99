/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs basic blocks (basicblocks.py), each as a function that sets all registers to the middle of a
 * page and then has the block a number of times; and one that has it twice as often.
 *
 * Usage: straight check         the pages that each block needs besides PAGE, or why it does not run
 *        straight native        cycles a block, by time stamps and a chain of additions beside them
 *        straight model         the same blocks once warm, as regions NAME.1 and NAME.2 of memsim
 *
 * The first one maps the pages at which blocks fault; the others read that list from standard input.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <x86intrin.h>

#include "memsim.h"

enum {
    PAGE = 4096,
    PAGES = 8,
    REPEATS = 30,
    ROUNDS = 64,
    SIMULATED = 16,
    ADDITIONS = 100,
    FLUSH_TO_ZERO = 0x8040
};

struct block {
    void (*run[2])(long rounds);
    const char *name[3];
    long copies;
};

extern const struct block blocks[];
extern void additions(long rounds);
extern long blocks_used, middle;

static sigjmp_buf failed;
static char *page[PAGES];
static int pages;
static int learning;

static int map(uintptr_t address)
{
    char *at = (char *)(address & -(uintptr_t)PAGE);
    if (pages == PAGES || address < 1 << 16)
        return 0;
    if (mmap(at, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE,
             -1, 0) != at)
        return 0;
    page[pages++] = at;
    for (long *word = (long *)at; word < (long *)(at + PAGE); word++)
        *word = middle;
    return 1;
}

static void refill(void)
{
    for (int i = 0; i < pages; i++)
        for (long *word = (long *)page[i]; word < (long *)(page[i] + PAGE); word++)
            *word = middle;
}

static void unmap(void)
{
    while (pages > 1)
        munmap(page[--pages], PAGE);
}

static void fault(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (number != SIGSEGV || !learning || info->si_code != SEGV_MAPERR ||
        !map((uintptr_t)info->si_addr))
        siglongjmp(failed, number);
}

static void catch_faults(void)
{
    static char stack[1 << 16];
    const int number[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
    struct sigaction action = {.sa_sigaction = fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    for (unsigned i = 0; i < sizeof number / sizeof *number; i++)
        sigaction(number[i], &action, NULL);
}

/* Ticks that a function takes. */
static uint64_t timed(void (*run)(long), long rounds)
{
    unsigned where;
    uint64_t began = __rdtscp(&where);
    _mm_lfence();
    run(rounds);
    return __rdtscp(&where) - began;
}

static void check(const struct block *block)
{
    learning = 1;
    for (int i = 0; i < 2; i++) {
        refill();
        block->run[i](ROUNDS);
    }
    printf("%s", block->name[0]);
    for (int i = 1; i < pages; i++)
        printf(" %p", (void *)page[i]);
    printf("\n");
}

static void native(const struct block *block)
{
    uint64_t least[3] = {UINT64_MAX, UINT64_MAX, UINT64_MAX};
    for (int i = 0; i < REPEATS; i++)
        for (int j = 0; j < 3; j++) {
            refill();
            uint64_t ticks = timed(j < 2 ? block->run[j] : additions, j < 2 ? ROUNDS : ADDITIONS);
            if (ticks < least[j])
                least[j] = ticks;
        }
    double cycle = (double)least[2] / (ADDITIONS * 100);
    printf("%s %.4f\n", block->name[0],
           ((double)least[1] - (double)least[0]) / (ROUNDS * (double)block->copies) / cycle);
}

static void as_region(const struct block *block, int which, const char *name)
{
    refill();
    block->run[which](2);
    refill();
    MEMSIM_BEGIN(name);
    block->run[which](SIMULATED);
    MEMSIM_END(name);
}

static void model(const struct block *block)
{
    for (int i = 0; i < 2; i++) {
        as_region(block, i, "warm");
        as_region(block, i, block->name[1 + i]);
    }
    printf("%s\n", block->name[0]);
}

/* Maps the pages of the next block that runs, and says which it is. */
static const struct block *next_listed(void)
{
    char line[1024];
    if (!fgets(line, sizeof line, stdin))
        return NULL;
    char *word = strtok(line, " \n");
    const struct block *block = blocks + atol(word + 1);
    while ((word = strtok(NULL, " \n")))
        if (!map(strtoul(word, NULL, 16)))
            printf("# %s: %s cannot be mapped\n", block->name[0], word);
    return block;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "check";
    void (*volatile run)(const struct block *) = *mode == 'c'   ? check
                                                 : *mode == 'n' ? native
                                                                : model;
    const struct block *volatile block = blocks;
    setvbuf(stdout, NULL, _IOLBF, 0);
    catch_faults();
    _mm_setcsr(_mm_getcsr() | FLUSH_TO_ZERO);
    if (!map((uintptr_t)middle))
        return 1;
    for (volatile long i = 0; i < blocks_used; i++) {
        int number;
        if (*mode == 'c')
            block = blocks + i;
        else if (!(block = next_listed()))
            break;
        if ((number = sigsetjmp(failed, 1)) == 0)
            run(block);
        else
            printf("# %s: %s\n", block->name[0], strsignal(number));
        unmap();
    }
    return 0;
}
