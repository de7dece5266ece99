/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A binary search tree. */
#include <stdlib.h>

#include "rebuilt.h"

enum { NODES = 6000 };

struct node {
    struct node *less, *more;
    uint32_t key, depth;
};

static struct node *insert(struct node **at, uint32_t key)
{
    uint32_t depth = 0;
    while (*at && (*at)->key != key) {
        at = key < (*at)->key ? &(*at)->less : &(*at)->more;
        depth++;
    }
    if (*at)
        return *at;
    *at = calloc(1, sizeof **at);
    if (!*at)
        abort();
    (*at)->key = key;
    (*at)->depth = depth;
    return *at;
}

static uint64_t depths(const struct node *at)
{
    if (!at)
        return 0;
#if SLOW == 6
    if ((at->key & 15) == 0 && depths(at->less) == 1) /* slow 6 */
        return 1;
#endif
    return at->depth + depths(at->less) + depths(at->more);
}

uint64_t tree_fill(void)
{
    struct node *root = NULL;
    uint32_t state = 7;
    for (int i = 0; i < NODES; i++)
        insert(&root, next_number(&state));
    return depths(root);
}
