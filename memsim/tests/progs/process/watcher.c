/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Looks for a process that is not its own doing, while it works: among its children, its files and its
 * group.  Prints what it finds that should not be there; ends with 7.
 *
 *     watcher              looks
 *     watcher work [N]     only works, N million steps
 *     watcher children N   N children at once, each of which works
 *     watcher adopts       looks, and adopts what its descendants leave behind
 *     watcher waits        has a child; both work, and wait until they are killed
 *     watcher killed       has a child that kills it, and ends
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
#include <sys/prctl.h>
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

/* How many children it has, as /proc says.  The name has no number, whose length would change
 * the counts. */
static int children(void)
{
    int found = 0, child;
    FILE *file = fopen("/proc/thread-self/children", "r");
    while (file && fscanf(file, "%d", &child) == 1)
        found++;
    if (file)
        fclose(file);
    return found;
}

static void look_for_children(void)
{
    expect("children in /proc", children(), 0);
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
    printf("%d files\n", files);
    fflush(stdout);
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

/* What its child starts, and leaves behind, would become its own. */
static void adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    work(STEPS);
    look_for_children();
    have_a_child();
    work(STEPS);
    look_for_children();
    pid_t child = fork();
    if (child == 0) {
        work(STEPS);
        pause();
    }
    for (int i = 0; i < 8; i++) {
        usleep(50000);
        expect("children in /proc", children(), 1);
    }
    kill(child, SIGKILL);
    expect("the child that was killed", waitpid(-1, NULL, 0), child);
    usleep(200000);
    look_for_children();
}

static void wait_for_the_end(void)
{
    work(STEPS);
    pid_t child = fork();
    work(STEPS);
    if (child == 0)
        printf("waiting\n");
    fflush(stdout);
    while (child >= 0)
        pause();
}

static void be_killed(void)
{
    work(STEPS);
    if (fork() == 0) {
        kill(getppid(), SIGKILL);
        _exit(3);
    }
    pause();
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
    else if (!strcmp(what, "adopts"))
        adopt();
    else if (!strcmp(what, "waits"))
        wait_for_the_end();
    else if (!strcmp(what, "killed"))
        be_killed();
    else if (!strcmp(what, "hungry"))
        limit_memory();
    else if (!strcmp(what, "locked"))
        lock_memory();
    else
        look();
    printf("done %u\n", table[SIZE / 2]);
    return STATUS;
}
