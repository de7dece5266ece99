/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Looks for a process that is not its own doing, while it works: among its children, its files and its
 * group.  Prints what it finds that should not be there; ends with 7.
 *
 *     watcher              looks
 *     watcher work [N]     only works, N million steps
 *     watcher children N   N children at once, each of which works
 *     watcher hungry       limits its own memory and works on
 *     watcher locked       locks its memory and works on
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STATUS = 7, STEPS = 2200000, SIZE = 1 << 16 };

static volatile sig_atomic_t signals;
static unsigned table[SIZE];

static void count(int number)
{
    (void)number;
    signals++;
}

/* Enough for the observers to leave, and to come back at what follows. */
static void work(unsigned steps)
{
    for (unsigned i = 0, at = 1; i < steps; i++) {
        at = at * 1664525 + 1013904223;
        table[at >> 16] += i;
    }
}

static void expect(const char *what, long got, long wanted)
{
    if (got != wanted)
        printf("%s: %ld, not %ld\n", what, got, wanted);
}

static int open_files(void)
{
    DIR *folder = opendir("/proc/self/fd");
    int used = 0;
    while (readdir(folder))
        used++;
    closedir(folder);
    return used;
}

static void look_for_children(void)
{
    errno = 0;
    expect("a child", waitpid(-1, NULL, WNOHANG), -1);
    expect("errno", errno, ECHILD);
    errno = 0;
    expect("a child of any kind", waitpid(-1, NULL, WNOHANG | __WALL), -1);
    expect("errno", errno, ECHILD);
}

static void look_for_signals(void)
{
    signal(SIGUSR1, count);
    signal(SIGCHLD, count);
    signals = 0;
    kill(0, SIGUSR1);
    expect("signals to the group", signals, 1);
}

/* Reads to the end, which only comes when nobody else holds the other end. */
static void look_for_pipes(const int end[2])
{
    char byte;
    close(end[1]);
    alarm(60);
    expect("bytes in a pipe", read(end[0], &byte, 1), 0);
    alarm(0);
    close(end[0]);
}

static void have_a_child(void)
{
    pid_t child = fork();
    if (child == 0) {
        work(STEPS);
        look_for_children();
        fflush(stdout);
        _exit(3);
    }
    int status = 0;
    expect("the child", waitpid(-1, &status, 0), child);
    expect("its status", WEXITSTATUS(status), 3);
    child = vfork();
    if (child == 0) {
        execl("/bin/true", "true", (char *)NULL);
        _exit(1);
    }
    expect("the other child", waitpid(-1, &status, 0), child);
    expect("its status", status, 0);
}

static void look(void)
{
    int end[2], files;
    setpgid(0, 0);
    if (pipe(end) != 0)
        perror("pipe");
    work(STEPS);
    files = open_files();
    look_for_children();
    look_for_signals();
    look_for_pipes(end);
    work(STEPS);
    have_a_child();
    work(STEPS);
    look_for_children();
    expect("files", open_files(), files - 2);
    for (int fd = 3; fd < 1024; fd++)
        close(fd);
    work(STEPS);
}

static void have_children(int number)
{
    for (int i = 0; i < number; i++)
        if (fork() == 0) {
            work(100000);
            _exit(0);
        }
    for (int i = 0; i < number; i++)
        if (wait(NULL) < 0)
            printf("only %d children\n", i);
    look_for_children();
}

/* Keeps all its memory in RAM, which must not be what others reserve. */
static void lock_memory(void)
{
    work(STEPS);
    if (mlockall(MCL_CURRENT) != 0)
        perror("mlockall");
    work(STEPS);
}

/* Has the rest of this address space, and no more. */
static void limit_memory(void)
{
    struct rlimit limit = {(rlim_t)4 << 30, (rlim_t)4 << 30};
    work(STEPS);
    setrlimit(RLIMIT_AS, &limit);
    expect("memory", malloc(300 << 20) != NULL, 1);
    work(STEPS);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int number = argc > 2 ? atoi(argv[2]) : 3;
    if (!strcmp(what, "work"))
        work((unsigned)number * 1000000u);
    else if (!strcmp(what, "children"))
        have_children(number);
    else if (!strcmp(what, "hungry"))
        limit_memory();
    else if (!strcmp(what, "locked"))
        lock_memory();
    else
        look();
    printf("done %u\n", table[SIZE / 2]);
    return STATUS;
}
