/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A linked list whose nodes carry a payload that is rarely read: the walks follow next and add up key.
 * Between two nodes another block of the heap is allocated, as in a real program.
 * Flags: -O1 -g. Usage: coldlist [NODES] [WALKS] */
#include "places.h"
#include <string.h>

struct node {
    struct node *next;
    long key;
    char payload[104];
};

static size_t nodes = 800, walks = 5;

static NOINLINE struct node *make_node(void)
{
    return malloc(sizeof(struct node));
}

static NOINLINE char *make_word(size_t length)
{
    return malloc(length);
}

/* The words that come between are kept in the nodes' payload. */
static NOINLINE struct node *build(void)
{
    struct node *first = NULL;
    for (size_t i = 0; i < nodes; i++) {
        struct node *node = make_node();
        char *word = make_word(24 + i % 3 * 16);
        word[0] = 'w';
        memset(node->payload, 0, sizeof node->payload);
        memcpy(node->payload, &word, sizeof word);
        node->key = (long)i;
        node->next = first;
        first = node;
    }
    return first;
}

static NOINLINE long walk(const struct node *node)
{
    long sum = 0;
    for (; node; node = node->next)
        sum += node->key;
    return sum;
}

static NOINLINE long look(const struct node *node)
{
    long sum = 0;
    for (long i = 0; node; node = node->next, i++)
        if (i % 50 == 0)
            sum += node->payload[64];
    return sum;
}

static void print_node(const struct node *node, size_t i)
{
    static const struct about about = {.kind = "heap", .key = "make_node", .layout = "node"};
    static const struct about words = {.kind = "heap", .key = "make_word"};
    char *word;
    memcpy(&word, node->payload, sizeof word);
    heap_place(&about, node, sizeof *node);
    heap_place(&words, word, 24 + i % 3 * 16);
}

int main(int argc, char **argv)
{
    long sum = 0;
    if (argc > 1)
        nodes = strtoul(argv[1], NULL, 10);
    if (argc > 2)
        walks = strtoul(argv[2], NULL, 10);
    struct node *first = build();
    for (size_t i = 0; i < walks; i++)
        sum += walk(first);
    sum += look(first);
    places_begin();
    layout("node", sizeof(struct node));
    FIELD(struct node, next);
    FIELD(struct node, key);
    FIELD(struct node, payload);
    for (const struct node *node = first; node; node = node->next)
        print_node(node, (size_t)node->key);
    places_end();
    return sum < 0;
}
