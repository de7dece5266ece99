/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Does common work, forks, then the parent does one kind of work and the child
 * another: each process's file counts what that process ran, so common_work()
 * and parent_work() are in the parent's only, child_work() in the child's.
 * Each function executes its loop body the number of times it is given:
 * 1000 common, 2000 parent, 3000 child.
 * Flags: -O1 -g. Usage: fork; exit status 0 when both processes ended well. */
#include <sys/wait.h>
#include <unistd.h>

static volatile unsigned sink;

static __attribute__((noinline)) void common_work(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        sink += i;
}

static __attribute__((noinline)) void parent_work(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        sink += i + 1;
}

static __attribute__((noinline)) void child_work(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        sink += i + 2;
}

int main(void)
{
    int status;

    common_work(1000);
    pid_t child = fork();
    if (child < 0)
        return 1;
    if (child == 0) {
        child_work(3000);
        return 0;
    }
    parent_work(2000);
    return waitpid(child, &status, 0) != child || status != 0;
}
