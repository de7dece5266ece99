/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A function that calls itself allocates a tree, from as many stacks as it has nodes of a kind; and main one large block, of
 * which a line in two is used.
 */
#include <stdio.h>
#include <stdlib.h>

enum { DEPTH = 16, LARGE = 2560000, STEP = 128, WALKS = 5 };

struct tree {
    struct tree *left, *right;
    long key;
    char rest[40];
};

__attribute__((noinline)) static struct tree *build(int depth)
{
    struct tree *tree = malloc(sizeof *tree);
    tree->key = depth;
    tree->left = depth ? build(depth - 1) : NULL;
    tree->right = depth > 2 ? build(depth - 2) : NULL;
    return tree;
}

static long sum(const struct tree *tree)
{
    return tree ? tree->key + sum(tree->left) + sum(tree->right) : 0;
}

int main(void)
{
    struct tree *tree = build(DEPTH);
    char *large = malloc(LARGE);
    long all = 0;
    for (long i = 0; i < LARGE; i += STEP)
        large[i] = 1;
    for (int i = 0; i < WALKS; i++)
        all += sum(tree);
    printf("%ld %d\n", all, large[0]);
    return 0;
}
