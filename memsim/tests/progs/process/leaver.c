/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Leaves the place where it was started, in the ways of its arguments, one after the other; then
 * allocates and works, and ends with 7.
 *
 *     limit=N     no file may be larger than N bytes from here on
 *     soft=N      the same, but the limit may be raised again
 *     chroot=DIR  DIR is the root
 *     user=N      the user and group are N, and nothing else
 *     empty=DIR   removes DIR, which is empty
 *     lock=DIR    nobody may use DIR
 *     filter      no file may be opened, as a filter of system calls says
 *     close       closes every descriptor but the first three, and prints how many those were
 *     fork        a child does the rest, too
 *     work        loops
 *     kill        ends by SIGKILL
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile unsigned sink;

static int check(int result, const char *what)
{
    if (result == 0)
        return 1;
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(1);
}

static const char *value(const char *argument, const char *name)
{
    size_t length = strlen(name);
    return !strncmp(argument, name, length) && argument[length] == '=' ? argument + length + 1
                                                                       : NULL;
}

static int limit(rlim_t bytes, int soft)
{
    struct rlimit both;
    getrlimit(RLIMIT_FSIZE, &both);
    both.rlim_cur = bytes;
    if (!soft)
        both.rlim_max = bytes;
    return setrlimit(RLIMIT_FSIZE, &both);
}

static int user(unsigned number)
{
    return setgroups(0, NULL) || setgid(number) || setuid(number);
}

static int filter(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof code / sizeof *code, code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

static int close_all(void)
{
    int closed = 0;
    long most = sysconf(_SC_OPEN_MAX);
    for (int fd = 3; fd < most + 100 && fd < 100000; fd++)
        closed += close(fd) == 0;
    return printf("%d closed\n", closed) < 0;
}

static __attribute__((noinline)) void work(void)
{
    for (unsigned i = 0; i < 200000; i++)
        sink += i * (sink | 1);
}

static int both(void)
{
    fflush(NULL);
    pid_t child = fork();
    if (child > 0)
        waitpid(child, NULL, 0);
    return child < 0;
}

static void leave(const char *how)
{
    const char *to;
    if ((to = value(how, "limit")))
        check(limit((rlim_t)atol(to), 0), how);
    else if ((to = value(how, "soft")))
        check(limit((rlim_t)atol(to), 1), how);
    else if ((to = value(how, "chroot")))
        check(chroot(to) || chdir("/"), how);
    else if ((to = value(how, "user")))
        check(user((unsigned)atoi(to)), how);
    else if ((to = value(how, "empty")))
        check(rmdir(to), how);
    else if ((to = value(how, "lock")))
        check(chmod(to, 0), how);
    else if (!strcmp(how, "filter"))
        check(filter(), how);
    else if (!strcmp(how, "close"))
        check(close_all(), how);
    else if (!strcmp(how, "fork"))
        check(both(), how);
    else if (!strcmp(how, "work"))
        work();
    else if (!strcmp(how, "kill"))
        check(raise(SIGKILL), how);
    else
        exit(2);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        leave(argv[i]);
    char *volatile block = malloc(1000);
    free(block);
    return 7;
}
