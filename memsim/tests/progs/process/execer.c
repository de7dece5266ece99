/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Works (5000 loop bodies in before_exec()), then replaces itself by another
 * program: the counts up to the exec must not be lost. If the exec fails, it
 * works on (after_failure(), 700 loop bodies) and exits with status 3.
 * Flags: -O1 -g. Usage: execer PROGRAM [ARGUMENTS] */
#include <stdio.h>
#include <unistd.h>

static volatile unsigned sink;

static __attribute__((noinline)) void before_exec(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        sink += i;
}

static __attribute__((noinline)) void after_failure(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        sink += i + 1;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: %s PROGRAM [ARGUMENTS]\n", argv[0]);
        return 2;
    }
    before_exec(5000);
    execv(argv[1], argv + 1);
    after_failure(700);
    return 3;
}
