/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an allocation costs: pairs COUNT does malloc and free COUNT times, of 16 to 271 bytes; pairs
 * COUNT live keeps COUNT blocks of 16 bytes until the end.  Twenty blocks live before that, so that the
 * allocator has something to look at.
 */
#include <stdlib.h>

static void *volatile kept;

static void *keep(void *block)
{
    kept = block;
    return kept;
}

static void pairs(long count)
{
    for (long i = 0; i < count; i++)
        free(keep(malloc(16 + (size_t)(i & 255))));
}

/* A chain, so that the program itself needs nothing beside the blocks. */
static void live(long count)
{
    void **last = NULL;
    while (count-- > 0) {
        void **block = keep(malloc(16));
        *block = last;
        last = block;
    }
    while (last) {
        void **next = *last;
        free(last);
        last = next;
    }
}

int main(int count, char **arguments)
{
    void *early[20];
    if (count < 2)
        return 1;
    for (size_t i = 0; i < 20; i++)
        early[i] = keep(malloc(100 * i));
    (count > 2 ? live : pairs)(atol(arguments[1]));
    for (size_t i = 0; i < 20; i++)
        free(early[i]);
    return 0;
}
