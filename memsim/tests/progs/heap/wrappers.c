/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Allocates through wrappers, for --alloc-fn: xmalloc, xcalloc and xrealloc, which take other
 * arguments than malloc; retry, which calls itself twice before it calls xmalloc; and twice, which is
 * also called where it is no wrapper.  Live at the end of build(), which is the peak:
 *
 *     build   xmalloc 100, xcalloc 3 * 7, retry 50, main's xrealloc of 10 to 4000
 *     twice   xmalloc 30, of which it is no wrapper, because it called helper, which called xmalloc
 *
 * Then all is freed.
 */
#include <stddef.h>
#include <stdlib.h>

/* The functions keep their names and arguments. */
#ifdef __clang__
#define NO_INLINE __attribute__((noinline))
#else
#define NO_INLINE __attribute__((noipa))
#endif

static volatile int zero;

NO_INLINE static void *xmalloc(const char *why, size_t bytes)
{
    void *block = malloc(bytes);
    if (!block)
        exit(why[0]);
    return block;
}

NO_INLINE static void *xcalloc(const char *why, size_t count, size_t bytes)
{
    void *block = calloc(count, bytes);
    if (!block)
        exit(why[0]);
    return block;
}

NO_INLINE static void *xrealloc(void *old, size_t bytes)
{
    void *block = realloc(old, bytes);
    if (!block)
        exit(2);
    return block;
}

NO_INLINE static void *retry(int times, size_t bytes)
{
    void *block = times ? retry(times - 1, bytes) : xmalloc("retry", bytes);
    if (zero)
        exit(3);
    return block;
}

NO_INLINE static void *helper(size_t bytes)
{
    void *block = xmalloc("helper", bytes);
    if (zero)
        exit(4);
    return block;
}

NO_INLINE static void *twice(size_t bytes)
{
    void *block = helper(bytes);
    if (zero)
        exit(5);
    return block;
}

NO_INLINE static void build(void **to)
{
    to[0] = xmalloc("build", 100);
    to[1] = xcalloc("build", 3, 7);
    to[2] = retry(2, 50);
    to[3] = xrealloc(to[3], 4000);
    to[4] = twice(30);
}

int main(void)
{
    void *blocks[5] = {0};
    blocks[3] = xrealloc(NULL, 10);
    build(blocks);
    for (int i = 0; i < 5; i++)
        free(blocks[i]);
    return zero;
}
