/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A heap with a history: sites DEPTH.  It grows from many places to a first peak, falls, grows to a
 * second, higher one by reallocs, and falls; each peak is followed by a free, where Massif looks
 * for peaks.  Live at the second:
 *
 *     grow()      40 arrays of 16 * 64 = 1024 bytes, by realloc, each step 64 bytes more
 *     branch()    2^7 - 1 blocks, one from each node of a tree of calls 7 deep, of 24 bytes
 *     deep()      a block of 5000 bytes below DEPTH calls of itself
 *     main()      8 blocks of 0 to 7 pages
 */
#include <stdlib.h>

enum { ARRAYS = 40, STEPS = 16, STEP = 64, LEVELS = 7, PAGES = 8, EARLY = 300 };

static void *volatile kept; /* the compiler must not remove pairs of calls */

static void *keep(void *block)
{
    kept = block;
    return kept;
}

struct node {
    struct node *left, *right;
    void *filler;
};

__attribute__((noinline)) static struct node *branch(int level)
{
    if (level == 0)
        return NULL;
    struct node *node = keep(malloc(sizeof *node));
    node->left = branch(level - 1);
    node->right = branch(level - 1);
    return node;
}

__attribute__((noinline)) static void cut(struct node *node)
{
    if (!node)
        return;
    cut(node->left);
    cut(node->right);
    free(node);
}

__attribute__((noinline)) static void *deep(int depth)
{
    void *block = depth ? deep(depth - 1) : keep(malloc(5000));
    kept = block; /* not a tail call */
    return block;
}

__attribute__((noinline)) static void *grow(void)
{
    void *array = NULL;
    for (int step = 1; step <= STEPS; step++)
        array = keep(realloc(array, (size_t)step * STEP));
    return array;
}

__attribute__((noinline)) static void early(void)
{
    static void *blocks[EARLY];
    for (int i = 0; i < EARLY; i++)
        blocks[i] = keep(calloc(1, 100));
    for (int i = EARLY; i-- > 0;)
        free(blocks[i]);
}

int main(int count, char **arguments)
{
    void *arrays[ARRAYS], *pages[PAGES];
    early();
    for (int i = 0; i < ARRAYS; i++)
        arrays[i] = grow();
    struct node *tree = branch(LEVELS);
    void *far = deep(count > 1 ? atoi(arguments[1]) : 10);
    for (int i = 0; i < PAGES; i++)
        pages[i] = keep(malloc((size_t)i * 4096));
    for (int i = 0; i < PAGES; i++)
        free(pages[i]);
    free(far);
    cut(tree);
    for (int i = 0; i < ARRAYS; i++)
        free(keep(realloc(arrays[i], STEP)));
    return 0;
}
