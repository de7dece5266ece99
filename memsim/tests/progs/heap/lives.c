/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Heap blocks whose lives and uses are known: lives [odd|fork].  The program has its own malloc, which never
 * looks into blocks, as the C library's does when they are freed; only its realloc reads what it copies.
 * By the function that allocates:
 *
 *     nodes()     100 blocks of 24 bytes.  Each is written at 0, 8 and 16 (8, 8 and 4 bytes), then
 *                 read 5 times at 0 and once at 16; half of them are freed.  An instruction that
 *                 increments the number at 8 is one reference, but reads and writes its bytes.
 *     vector()    one block that grows by realloc, 64 bytes more each time, to 1024: 16 blocks as
 *                 they are counted, 8704 bytes.  Its last byte is written each time, and 7680 bytes are
 *                 copied: read there, and written where no block is yet.
 *     table()     a block of 4000 bytes, as calloc leaves it; each 8 bytes are read once
 *     unused()    3 blocks of 100 bytes that nobody uses or frees
 *     early()     at most 5 blocks of 1000 bytes, long before the heap has most bytes
 *     equal()     twice the same peak, the heap's highest: 60000 bytes; 2 blocks, then 3
 *
 * With "odd", besides, where DHAT counts otherwise:
 *
 *     empty()     3 blocks of 0 bytes
 *     first()     10 blocks of 50 bytes, each resized, and so read, by
 *     second()    to 80
 *
 * With "fork", what follows nodes() is done by a child.
 */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- malloc ------------------------------------------------------------------------------- */

enum { ROOM = 1 << 20 };

static _Alignas(16) char room[ROOM];
static size_t at, bytes_of[ROOM / 16]; /* of the block that begins in these 16 bytes */

__attribute__((noinline)) void *malloc(size_t bytes)
{
    char *block = room + at;
    bytes_of[at / 16] = bytes;
    at += (bytes + 16) / 16 * 16;
    return at <= ROOM ? block : NULL;
}

static void *volatile freed; /* so that calls are not removed */

__attribute__((noinline)) void free(void *block)
{
    freed = block;
}

__attribute__((noinline)) void *calloc(size_t count, size_t each)
{
    return malloc(count * each); /* it was never used */
}

__attribute__((noinline)) void *realloc(void *old, size_t bytes)
{
    volatile char *from = old, *to = malloc(bytes);
    size_t had = old ? bytes_of[((char *)old - room) / 16] : 0;
    for (size_t i = 0; i < had && i < bytes; i++)
        to[i] = from[i];
    return (void *)to;
}

/* --- What is done with it ----------------------------------------------------------------- */

enum { NODES = 100, READS = 5, STEPS = 16, STEP = 64, LONGS = 500, EARLY = 5, RESIZED = 10 };

static void *volatile kept; /* the compiler must not remove pairs of calls, */
static volatile long sum;   /* nor reads */

static void *keep(void *block)
{
    kept = block;
    return kept;
}

struct node {
    volatile long key;
    long uses;
    volatile int flag;
};

static struct node *node[NODES];

__attribute__((noinline)) static void nodes(void)
{
    for (int i = 0; i < NODES; i++) {
        node[i] = keep(malloc(sizeof *node[i]));
        node[i]->key = i;
        node[i]->flag = 1;
        node[i]->uses = 0;
    }
    for (int round = 0; round < READS; round++)
        for (int i = 0; i < NODES; i++)
            sum = node[i]->key;
    for (int i = 0; i < NODES; i++) {
        sum = node[i]->flag;
        node[i]->uses++;
    }
    for (int i = 0; i < NODES; i += 2)
        free(node[i]);
}

__attribute__((noinline)) static void vector(void)
{
    volatile char *bytes = NULL;
    for (int step = 1; step <= STEPS; step++) {
        bytes = keep(realloc((void *)bytes, (size_t)step * STEP));
        bytes[step * STEP - 1] = 1;
    }
    free((void *)bytes);
}

__attribute__((noinline)) static void table(void)
{
    volatile long *numbers = keep(calloc(LONGS, sizeof *numbers));
    for (int i = 0; i < LONGS; i++)
        sum = numbers[i];
    free((void *)numbers);
}

__attribute__((noinline)) static void unused(void)
{
    for (int i = 0; i < 3; i++)
        keep(malloc(100));
}

__attribute__((noinline)) static void early(void)
{
    void *block[EARLY];
    for (int i = 0; i < EARLY; i++)
        block[i] = keep(malloc(1000));
    for (int i = 0; i < EARLY; i++)
        free(block[i]);
    free(keep(malloc(1000)));
}

__attribute__((noinline)) static void equal(void)
{
    void *block[3] = {keep(malloc(20000)), keep(malloc(40000)), NULL};
    free(block[1]);
    block[1] = keep(malloc(15000));
    block[2] = keep(malloc(25000));
    for (int i = 0; i < 3; i++)
        free(block[i]);
}

__attribute__((noinline)) static void empty(void)
{
    for (int i = 0; i < 3; i++)
        keep(malloc(0));
}

static void *resized[RESIZED];

__attribute__((noinline)) static void first(void)
{
    for (int i = 0; i < RESIZED; i++)
        resized[i] = keep(malloc(50));
}

__attribute__((noinline)) static void second(void)
{
    for (int i = 0; i < RESIZED; i++)
        resized[i] = keep(realloc(resized[i], 80));
}

int main(int count, char **arguments)
{
    char mode = count > 1 ? arguments[1][0] : 0;
    int status;
    early();
    nodes();
    pid_t child = mode == 'f' ? fork() : 0;
    if (child)
        return child < 0 || waitpid(child, &status, 0) != child || status;
    vector();
    table();
    unused();
    equal();
    if (mode == 'o') {
        empty();
        first();
        second();
    }
    return 0;
}
