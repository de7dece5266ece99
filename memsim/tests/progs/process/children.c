/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Forks N children, one after the other, each of which does a little and ends: children N. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 1000 };

static volatile unsigned sum;

static void work(void)
{
    for (unsigned i = 0; i < ROUNDS; i++)
        sum += i;
}

int main(int argc, char **argv)
{
    int number = argc > 1 ? atoi(argv[1]) : 10;
    for (int i = 0; i < number; i++) {
        work();
        pid_t child = fork();
        if (child == 0) {
            work();
            _exit(0);
        }
        int status;
        if (waitpid(child, &status, 0) != child || status != 0) {
            fprintf(stderr, "child %d: status %d\n", i, status);
            return 1;
        }
    }
    return 0;
}
