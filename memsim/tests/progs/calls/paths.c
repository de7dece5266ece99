/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * paths MODE
 *
 * Takes paths of calls that are hard to follow; each ends in spot(), N times.  The test knows which
 * functions lead to it, and how often it is called from each.
 *
 *     plain     main -> outer -> inner -> spot
 *     recurse   main -> down -> down -> ... (20 deep) -> spot
 *     longjmp   main -> jumper -> deep -> deeper, which jumps back to jumper; then jumper -> spot
 *     tail      main -> first, which jumps to second, which jumps to spot
 *     cold      main -> chooser -> rare -> spot; GCC makes the call of rare() in code of its own, chooser.cold
 *     signal    main -> raiser; handler -> spot
 *     altstack  the same, on another stack
 *     escape    main -> raiser; the handler jumps out of itself; main -> spot
 *     context   main -> swapper, switching to and from coroutine -> step -> spot
 *     threads   start -> worker -> inner -> spot, in four threads
 *     forked    main -> forked -> outer -> inner -> spot, in the child of a fork
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define APART __attribute__((noinline, used))

enum { TIMES = 50, DEPTH = 20, THREADS = 4 };

static volatile int count, depth = DEPTH; /* unknown to the compiler: it makes no copies */
static sigjmp_buf back;
static char other_stack[64 * 1024];
static ucontext_t here, there;

APART static void spot(void)
{
    count++;
}

APART static void inner(void)
{
    for (int i = 0; i < TIMES; i++)
        spot();
}

APART static void outer(void)
{
    inner();
    count++;
}

APART static void down(int levels)
{
    if (levels == 1)
        spot();
    else
        down(levels - 1);
    count++;
}

APART static void deeper(void)
{
    longjmp(back, 1);
}

APART static void deep(void)
{
    deeper();
    count++;
}

APART static void jumper(void)
{
    for (volatile int i = 0; i < TIMES; i++) {
        if (!setjmp(back))
            deep();
        spot();
    }
    count++;
}

APART static void second(void)
{
    count += 2;
    __asm__ volatile("" ::: "memory");
    spot();
}

APART static void first(void)
{
    count += 3;
    __asm__ volatile("" ::: "memory");
    second();
}

APART __attribute__((cold)) static void rare(void)
{
    spot();
    count++;
}

APART static void chooser(void)
{
    for (int i = 0; i < TIMES; i++) {
        if (depth) {
            count += 2;
            rare();
        }
        count++;
    }
}

APART static void handler(int signal)
{
    (void)signal;
    spot();
    count++;
}

APART static void escaper(int signal)
{
    (void)signal;
    siglongjmp(back, 1);
}

APART static void raiser(void)
{
    for (int i = 0; i < TIMES; i++)
        raise(SIGUSR1);
    count++;
}

static void handle(void (*function)(int), int flags)
{
    struct sigaction action = {.sa_handler = function, .sa_flags = flags};
    stack_t stack = {.ss_sp = other_stack, .ss_size = sizeof other_stack};
    if (flags & SA_ONSTACK)
        sigaltstack(&stack, NULL);
    sigaction(SIGUSR1, &action, NULL);
}

APART static void escape(void)
{
    for (volatile int i = 0; i < TIMES; i++) {
        if (!sigsetjmp(back, 1))
            raiser();
        spot();
    }
    count++;
}

APART static void step(void)
{
    spot();
    count++;
}

APART static void coroutine(void)
{
    for (;;) {
        step();
        swapcontext(&there, &here);
    }
}

APART static void swapper(void)
{
    getcontext(&there);
    there.uc_stack.ss_sp = other_stack;
    there.uc_stack.ss_size = sizeof other_stack;
    makecontext(&there, coroutine, 0);
    for (int i = 0; i < TIMES; i++) {
        swapcontext(&here, &there);
        count++;
    }
}

APART static void *worker(void *unused)
{
    inner();
    return unused;
}

static void threads(void)
{
    pthread_t thread[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, worker, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
}

APART static void forked(void)
{
    pid_t child = fork();
    if (child)
        waitpid(child, NULL, 0);
    else
        outer();
    count++;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "plain";
    if (!strcmp(mode, "plain"))
        outer();
    else if (!strcmp(mode, "recurse"))
        down(depth);
    else if (!strcmp(mode, "longjmp"))
        jumper();
    else if (!strcmp(mode, "tail"))
        first();
    else if (!strcmp(mode, "cold"))
        chooser();
    else if (!strcmp(mode, "signal"))
        handle(handler, 0), raiser();
    else if (!strcmp(mode, "altstack"))
        handle(handler, SA_ONSTACK), raiser();
    else if (!strcmp(mode, "escape"))
        handle(escaper, 0), escape();
    else if (!strcmp(mode, "context"))
        swapper();
    else if (!strcmp(mode, "threads"))
        threads();
    else if (!strcmp(mode, "forked"))
        forked();
    else
        return 2;
    printf("%d\n", count);
    return 0;
}
