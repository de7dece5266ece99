/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A branching recursion, which has a context for each call, in two threads, one after the other; then calls of
 * functions that were not called before.
 *
 *     branching DEPTH      fib(DEPTH) in main(), fib(DEPTH - 2) in a thread; each call of fib() below 2 calls leaf()
 *     after() -> late() 7 times -> last()
 */
#include <pthread.h>
#include <stdlib.h>

static volatile long sum;

static void leaf(long n)
{
    sum += n;
}

static void fib(long n)
{
    if (n < 2) {
        leaf(n);
        return;
    }
    fib(n - 1);
    fib(n - 2);
}

static void last(void)
{
    sum++;
}

static void late(void)
{
    last();
}

static void after(void)
{
    for (int i = 0; i < 7; i++)
        late();
}

static void *thread(void *depth)
{
    fib(*(long *)depth - 2);
    return NULL;
}

int main(int argc, char **argv)
{
    long depth = argc > 1 ? atol(argv[1]) : 15;
    pthread_t other;
    fib(depth);
    pthread_create(&other, NULL, thread, &depth);
    pthread_join(other, NULL);
    after();
    return 0;
}
