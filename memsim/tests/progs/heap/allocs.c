/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calls every function that allocates or frees, well and badly.  allocs MODE, where each mode makes
 * exactly the events that are written at its function, in this order, and no others: the program
 * itself is without stdio, and what the C library allocates for a thread is said there.  A block "b"
 * is one that was returned before; "0" stands for none.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* The compiler must not know what becomes of blocks and sizes: it may remove pairs of calls. */
static void *volatile kept;
static volatile size_t zero, many = SIZE_MAX;

static void *keep(void *block)
{
    kept = block;
    return kept;
}

/*
 * malloc 10, realloc b 20, free b; calloc 3 * 7 = 21, reallocarray b 5 * 8 = 40, free b;
 * aligned 65 (memalign), free b; aligned 128 (aligned_alloc), free b; aligned 77 (posix_memalign),
 * free b; aligned 5 (valloc), free b; aligned 6 (pvalloc), free b
 *
 * How many of the two reallocs left the block in place is up to the C library: it is what is printed.
 */
static void every(void)
{
    void *block = keep(malloc(10));
    uintptr_t at = (uintptr_t)block;
    block = keep(realloc(block, 20));
    char stayed = (char)('0' + ((uintptr_t)block == at));
    free(block);
    block = keep(calloc(3, 7));
    at = (uintptr_t)block;
    block = keep(reallocarray(block, 5, 8));
    stayed = (char)(stayed + ((uintptr_t)block == at));
    free(block);
    if (write(STDOUT_FILENO, &stayed, 1) != 1)
        _exit(1);
    free(keep(memalign(64, 65)));
    free(keep(aligned_alloc(64, 128)));
    if (posix_memalign(&block, 64, 77) == 0)
        free(keep(block));
    free(keep(valloc(5)));
    free(keep(pvalloc(6)));
}

/*
 * malloc 0 -> b, free b; realloc 0 to 9 -> b, realloc b to 0 -> 0; free 0;
 * malloc 2^64-1 -> 0; calloc (2^64-1) * 2 -> 0, its size does not fit; malloc 8 -> b, realloc b to
 * 2^64-1 -> 0, reallocarray b to (2^64-1) * 2 -> 0, free b; aligned 8 (posix_memalign with an alignment
 * of 3) -> 0
 */
static void bad(void)
{
    void *block = NULL;
    free(keep(malloc(zero)));
    keep(realloc(keep(realloc(keep(NULL), 9)), zero));
    free(keep(NULL));
    keep(malloc(many));
    keep(calloc(many, 2));
    void *volatile eight = keep(malloc(8));
    keep(realloc(eight, many));
    keep(reallocarray(eight, many, 2));
    free(eight);
    if (posix_memalign(&block, 3, 8) != EINVAL)
        _exit(1);
}

static sigjmp_buf back;

static void leave(int signal)
{
    (void)signal;
    siglongjmp(back, 1);
}

/*
 * malloc 48, free b; the C library finds that the second free is wrong and aborts, so that one does not
 * happen; malloc 49, free b
 */
static void twice(void)
{
    close(STDERR_FILENO); /* for the C library's message */
    signal(SIGABRT, leave);
    void *block = keep(malloc(48));
    free(block);
    if (sigsetjmp(back, 1) == 0)
        free(keep(block));
    free(keep(malloc(49)));
}

/* malloc 30, malloc 31 by the handler, malloc 32; free b three times */
static void *volatile of_handler;

static void handle(int signal)
{
    (void)signal;
    of_handler = malloc(31);
}

static void signals(void)
{
    static char other[1 << 16];
    stack_t stack = {.ss_sp = other, .ss_size = sizeof other};
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
    sigaltstack(&stack, NULL);
    sigaction(SIGUSR1, &action, NULL);
    void *first = keep(malloc(30));
    raise(SIGUSR1);
    void *last = keep(malloc(32));
    free(first);
    free(of_handler);
    free(last);
}

static pthread_barrier_t both;

/* The first blocks are there at the same time, whichever thread runs when. */
static void *thread(void *size)
{
    for (int i = 0; i < 100; i++) {
        void *block = keep(malloc((size_t)size));
        if (i == 0)
            pthread_barrier_wait(&both);
        free(block);
    }
    return NULL;
}

/*
 * 100 times malloc 1000 and free b, 100 times malloc 2000 and free b, mixed; and before each thread
 * what the C library allocates for it (a calloc)
 */
static void threads(void)
{
    pthread_t a, b;
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&a, NULL, thread, (void *)1000);
    pthread_create(&b, NULL, thread, (void *)2000);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}

/* malloc 11, then in the child: free b, malloc 12, free b; in the parent: malloc 13, free b, free b */
static void forks(void)
{
    int status;
    void *block = keep(malloc(11));
    if (fork() == 0) {
        free(block);
        free(keep(malloc(12)));
        _exit(0);
    }
    wait(&status);
    free(keep(malloc(13)));
    free(block);
}

/* An allocator of the program's own, for --allocator: it may fail by a longjmp, it calls itself as its
 * last act, and it may be interrupted. */
__attribute__((noinline)) void *own_alloc(size_t bytes, int how)
{
    if (how == 1)
        siglongjmp(back, 1);
    if (how == 2)
        raise(SIGUSR1);
    if (how > 2)
        return own_alloc(bytes, how - 3);
    return malloc(bytes);
}

__attribute__((noinline)) static void deeper(void)
{
    free(keep(malloc(42)));
}

/*
 * With --allocator=own_alloc: other 40, free b; one that does not happen; malloc 42, free b; then 31 by a
 * handler that interrupts, other 43, free b, free b.  Without: malloc 40, free b; malloc 42, free b;
 * malloc 31, malloc 43, free b, free b.
 */
static void own(void)
{
    signal(SIGUSR1, handle);
    free(keep(own_alloc(40, 3)));
    if (sigsetjmp(back, 1) == 0)
        keep(own_alloc(41, 1));
    deeper();
    free(keep(own_alloc(43, 2)));
    free(of_handler);
}

/* Only with --pages-as-heap=yes: 16384 bytes mapped, moved to 32768, half of that unmapped, and the
 * rest.  The heap is not touched. */
static void pages(void)
{
    char *at = mmap(NULL, 16384, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    at = mremap(at, 16384, 32768, MREMAP_MAYMOVE);
    munmap(at, 16384);
    munmap(at + 16384, 16384);
}

__attribute__((noinline)) static int recurse(int depth)
{
    volatile char frame[4000];
    frame[0] = (char)depth;
    return depth ? recurse(depth - 1) + frame[0] : frame[0];
}

/* malloc 50, then a stack of more than 400,000 bytes that is gone before free b */
static void stacks(void)
{
    void *block = keep(malloc(50));
    kept = (void *)(intptr_t)recurse(100);
    free(block);
}

int main(int count, char **arguments)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } modes[] = {{"every", every},     {"bad", bad},         {"twice", twice},
                 {"signals", signals}, {"threads", threads}, {"forks", forks},
                 {"own", own},         {"pages", pages},     {"stacks", stacks}};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (count == 2 && strcmp(arguments[1], modes[i].name) == 0) {
            modes[i].run();
            return 0;
        }
    return 1;
}
