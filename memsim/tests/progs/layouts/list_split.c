/* SPDX-License-Identifier: GPL-2.0-or-later */
/* list.c, laid out by hand as "make_node: split 0-16" does. */
#include <stdio.h>
#include <stdlib.h>

enum { NODES = 4000, WALKS = 6, STEP = 7 };

struct node {
    struct node *next;
    long key;
};

struct cold {
    long payload[6];
};

static struct node *nodes;
static struct cold *colds;
static long used;

__attribute__((noinline)) static struct node *make_node(long key)
{
    struct node *node = &nodes[used];
    struct cold *cold = &colds[used++];
    node->next = NULL;
    node->key = key;
    for (int i = 0; i < 6; i++)
        cold->payload[i] = key + i;
    return node;
}

__attribute__((noinline)) static long walk(const struct node *node)
{
    long sum = 0;
    for (; node; node = node->next)
        sum += node->key;
    return sum;
}

int main(void)
{
    static struct node *all[NODES];
    long sum = 0;
    nodes = malloc(NODES * sizeof *nodes);
    colds = malloc(NODES * sizeof *colds);
    if (!nodes || !colds)
        return 1;
    for (long i = 0; i < NODES; i++)
        all[i] = make_node(i);
    for (long i = 0; i + 1 < NODES; i++)
        all[i * STEP % NODES]->next = all[(i + 1) * STEP % NODES];
    for (int i = 0; i < WALKS; i++)
        sum += walk(all[0]);
    for (long i = 0; i < NODES; i++)
        sum += colds[all[i] - nodes].payload[5];
    printf("%ld\n", sum);
    return 0;
}
