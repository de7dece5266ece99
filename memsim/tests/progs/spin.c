/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs in a loop for a number of passes, or for ever, after having said
 * "ready": for tests that stop a program from outside, and for the cost of the
 * tightest loop there is.
 * Flags: -O1 -g. Usage: spin [PASSES]; 0 or none is for ever. */
#include <stdio.h>
#include <stdlib.h>

static volatile unsigned sink;

int main(int argc, char **argv)
{
    unsigned long passes = argc > 1 ? strtoul(argv[1], NULL, 0) : 0;

    puts("ready");
    fflush(stdout);
    for (unsigned long i = 0; passes == 0 || i < passes; i++)
        sink++;
    return 0;
}
