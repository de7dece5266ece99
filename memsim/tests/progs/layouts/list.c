/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A linked list with cold payload: 4,000 nodes of 64 bytes, each by a malloc of its own, of which walks
 * need the first 16.  list_split.c is the same with those 16 bytes in a pool and the rest in another.
 * Usage: list [NODES], at most 4,000, and no multiple of 7.
 */
#include <stdio.h>
#include <stdlib.h>

enum { NODES = 4000, WALKS = 6, STEP = 7 };

struct node {
    struct node *next;
    long key;
    long payload[6];
};

__attribute__((noinline)) static struct node *make_node(long key)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->next = NULL;
    node->key = key;
    for (int i = 0; i < 6; i++)
        node->payload[i] = key + i;
    return node;
}

__attribute__((noinline)) static long walk(const struct node *node)
{
    long sum = 0;
    for (; node; node = node->next)
        sum += node->key;
    return sum;
}

int main(int argc, char **argv)
{
    static struct node *all[NODES];
    long sum = 0, nodes = argc > 1 ? atol(argv[1]) : NODES;
    if (nodes < 1 || nodes > NODES)
        return 2;
    for (long i = 0; i < nodes; i++)
        all[i] = make_node(i);
    for (long i = 0; i + 1 < nodes; i++) /* not in the order of addresses */
        all[i * STEP % nodes]->next = all[(i + 1) * STEP % nodes];
    for (int i = 0; i < WALKS; i++)
        sum += walk(all[0]);
    for (long i = 0; i < nodes; i++)
        sum += all[i]->payload[5];
    printf("%ld\n", sum);
    return 0;
}
