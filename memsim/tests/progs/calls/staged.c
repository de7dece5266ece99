/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Work in functions that call each other in several ways, in regions that other functions begin and end.
 * Flags: -O1 -g.  Usage: staged marks|threads|calls */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <valgrind/valgrind.h>

enum { BEGIN = VG_USERREQ_TOOL_BASE('M', 'S'), END };

static volatile int data[4096];
static jmp_buf out;

static __attribute__((noinline)) void work(int n)
{
    for (int i = 0; i < n; i++)
        data[(i * 37) & 4095] += i;
}

static __attribute__((noinline)) void begin(const char *name)
{
    VALGRIND_DO_CLIENT_REQUEST_STMT(BEGIN, name, 0, 0, 0, 0);
}

static __attribute__((noinline)) void end(const char *name)
{
    VALGRIND_DO_CLIENT_REQUEST_STMT(END, name, 0, 0, 0, 0);
}

static __attribute__((noinline)) void recurse(int depth)
{
    work(20);
    if (depth)
        recurse(depth - 1);
    work(10);
}

static __attribute__((noinline)) void leave(int depth)
{
    work(5);
    if (depth)
        leave(depth - 1);
    else if (data[0] >= 0)
        longjmp(out, 1);
    work(1);
}

static __attribute__((noinline)) void jump(void)
{
    if (!setjmp(out))
        leave(6);
    work(30);
}

static void handler(int signal)
{
    work(signal);
}

static __attribute__((noinline)) void interrupted(void)
{
    signal(SIGUSR1, handler);
    work(40);
    raise(SIGUSR1);
    work(40);
}

static void *thread(void *name)
{
    begin(name);
    recurse(3);
    end(name);
    return NULL;
}

static __attribute__((noinline)) void all(void)
{
    recurse(4);
    jump();
    interrupted();
    recurse(1);
    work(100);
}

static void marks(int threads)
{
    pthread_t other;
    begin("outer");
    work(200);
    begin("inner");
    all();
    end("inner");
    if (threads) {
        pthread_create(&other, NULL, thread, "thread");
        pthread_join(other, NULL);
    }
    end("outer");
    work(50);
    begin("outer");
    jump();
    end("outer");
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "calls") != 0)
        marks(!strcmp(argv[1], "threads"));
    else
        all();
    return 0;
}
