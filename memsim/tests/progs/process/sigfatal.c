/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Works (4000 loop bodies in work()), then dies of a signal: the counts must
 * still be written.
 * Flags: -O1 -g.
 * Usage: sigfatal term|kill-self|abort|null|trap|fpe */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile unsigned sink;

static __attribute__((noinline)) void work(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        sink += i;
}

static __attribute__((noinline)) void die(const char *how)
{
    volatile int *volatile nowhere = NULL;

    if (strcmp(how, "term") == 0)
        raise(SIGTERM);
    else if (strcmp(how, "kill-self") == 0)
        kill(getpid(), SIGSEGV);
    else if (strcmp(how, "abort") == 0)
        abort();
    else if (strcmp(how, "null") == 0)
        *nowhere = 1;
    else if (strcmp(how, "trap") == 0)
        __builtin_trap();
    else if (strcmp(how, "fpe") == 0)
        __asm__ volatile("xor %%ecx, %%ecx\n\tidiv %%ecx" : : : "eax", "ecx", "edx", "cc");
}

int main(int argc, char **argv)
{
    work(4000);
    if (argc > 1)
        die(argv[1]);
    fprintf(stderr, "usage: %s term|kill-self|abort|null|trap|fpe\n", argv[0]);
    return 2;
}
