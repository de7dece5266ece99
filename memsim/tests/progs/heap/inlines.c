/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Allocates through functions that are inlined, whatever the optimisation:
 *
 *     main -> build -> [node -> xmalloc]    50 blocks of 100 bytes
 *             build -> [xmalloc]            1000 bytes
 *     main -> [grow] -> more -> [xmalloc]   2000 bytes
 *     main -> down -> [step] -> down -> [step] -> ... (10 deep) -> [node -> xmalloc]    100 bytes
 */
#include <stdlib.h>

#define APART __attribute__((noinline, used))
#define INLINE static inline __attribute__((always_inline))

enum { NODES = 50, DEPTH = 10 };

static void *volatile kept[NODES + 3];
static volatile int depth = DEPTH; /* unknown to the compiler */

INLINE void *xmalloc(size_t bytes)
{
    void *block = malloc(bytes);
    if (!block)
        abort();
    return block;
}

INLINE void *node(void)
{
    return xmalloc(100);
}

APART static void build(void)
{
    for (int i = 0; i < NODES; i++)
        kept[i] = node();
    kept[NODES] = xmalloc(1000);
}

APART static void more(void)
{
    kept[NODES + 1] = xmalloc(2000);
}

INLINE void grow(void)
{
    more();
    kept[NODES + 1] = kept[NODES + 1];
}

APART static void down(int levels);

INLINE void step(int levels)
{
    down(levels - 1);
    kept[0] = kept[0];
}

APART static void down(int levels)
{
    if (levels == 1)
        kept[NODES + 2] = node();
    else
        step(levels);
    kept[1] = kept[1];
}

int main(void)
{
    build();
    grow();
    down(depth);
    free(kept[0]);
    return 0;
}
