/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The other `struct node` of contradict_a.c. */
#include <stdlib.h>

struct node {
    double weight;
    struct node *left, *right;
    char rest[8];
};

__attribute__((noinline)) static struct node *LONG(double weight, struct node *right)
{
    struct node *node = malloc(sizeof *node);
    node->weight = weight;
    node->right = right;
    node->left = NULL;
    return node;
}

long others(int count);
long others(int count)
{
    struct node *first = NULL;
    double sum = 0;
    for (int i = 0; i < count; i++)
        first = LONG(i, first);
    for (int k = 0; k < 3; k++)
        for (const struct node *at = first; at; at = at->right)
            sum += at->weight;
    return (long)sum;
}
