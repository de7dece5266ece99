/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Protects a page and touches it, over and over: the SIGSEGV handler unprotects
 * it and the faulting instruction is resumed. Every touch faults in the middle
 * of a straight run of instructions. Every fourth handler leaves by siglongjmp.
 * A tool that does not keep the program counter exact at memory accesses makes
 * the guest resume too early, and the count of touches comes out too high:
 * exit status 4. Natively, and under a right tool: 0.
 * Flags: -O1 -g. Usage: sigsegv_loop [FAULTS] */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define PAGE 4096

static char *page;
static volatile sig_atomic_t jump_out;
static volatile long handled;
static volatile unsigned around[3];
static sigjmp_buf out;

static void on_fault(int signal)
{
    (void)signal;
    handled++;
    if (jump_out)
        siglongjmp(out, 1);
    if (mprotect(page, PAGE, PROT_READ | PROT_WRITE) != 0)
        _Exit(3);
}

/* Accesses before and behind the one that faults, in one straight run. */
static __attribute__((noinline)) void touched(volatile char *p)
{
    around[0]++;
    around[1] = around[0];
    p[100]++;
    around[2] = around[1];
    around[1]++;
}

int main(int argc, char **argv)
{
    const volatile long faults = argc > 1 ? atol(argv[1]) : 1000;
    struct sigaction action = {.sa_handler = on_fault};

    page = mmap(NULL, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED || sigaction(SIGSEGV, &action, NULL) != 0)
        return 1;
    for (volatile long i = 0; i < faults; i++) {
        if (mprotect(page, PAGE, PROT_NONE) != 0)
            return 1;
        jump_out = i % 4 == 3;
        if (sigsetjmp(out, 1) == 0)
            touched(page);
    }
    printf("%ld faults handled, %u touches\n", handled, around[0]);
    return handled != faults ? 1 : around[0] != (unsigned)faults ? 4 : 0;
}
