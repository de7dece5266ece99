/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A linked list whose nodes carry a payload that is rarely read: the walks follow next and add up key.
 * Between two nodes another block of the heap is allocated, as in a real program.
 * SPLIT_BY_HAND: payloads are in a pool, next and key in another.
 * Flags: -O1 -g. Usage: coldlist [NODES] [WALKS] */
#include "places.h"
#include <string.h>

struct node {
    struct node *next;
    long key;
#ifdef SPLIT_BY_HAND
};
static struct node pool[800];
static _Alignas(long) char payloads[800][104];
#define PAYLOAD(node) payloads[(node)-pool]
#else
    char payload[104];
};
#define PAYLOAD(node) (node)->payload
#endif
enum { BYTES = 120, PAYLOAD_AT = 16 }; /* without SPLIT_BY_HAND */

static size_t nodes = 800, walks = 5;

static NOINLINE struct node *make_node(void)
{
#ifdef SPLIT_BY_HAND
    static size_t used;
    return used < sizeof pool / sizeof *pool ? &pool[used++] : NULL;
#else
    return malloc(sizeof(struct node));
#endif
}

static NOINLINE char *make_word(size_t length)
{
    return malloc(length);
}

/* Eight bytes at a time: by how many a compiler clears says which bytes are a field. */
static NOINLINE void clear(void *payload, size_t bytes)
{
    volatile long *at = payload;
    for (size_t i = 0; i < bytes / sizeof *at; i++)
        at[i] = 0;
}

/* The words that come between are kept in the nodes' payload. */
static NOINLINE struct node *build(void)
{
    struct node *first = NULL;
    for (size_t i = 0; i < nodes; i++) {
        struct node *node = make_node();
        char *word = make_word(24 + i % 3 * 16);
        word[0] = 'w';
        memcpy(PAYLOAD(node), &word, sizeof word);
        clear(PAYLOAD(node) + sizeof word, sizeof PAYLOAD(node) - sizeof word);
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
            sum += PAYLOAD(node)[64];
    return sum;
}

static void print_node(const struct node *node, size_t i)
{
    static const struct about about = {.kind = "heap", .key = "make_node", .layout = "node"};
    static const struct about words = {.kind = "heap", .key = "make_word"};
    char *word;
    memcpy(&word, PAYLOAD(node), sizeof word);
    heap_place(&about, node, BYTES);
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
    layout("node", BYTES);
    FIELD(struct node, next);
    FIELD(struct node, key);
    field("payload", PAYLOAD_AT, sizeof PAYLOAD(first));
    for (const struct node *node = first; node; node = node->next)
        print_node(node, (size_t)node->key);
    places_end();
    return sum < 0;
}
