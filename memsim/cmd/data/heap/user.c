/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Trees of a heap without the functions of libraries; see user.h. */
#include "user.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"

/* A node of the new tree; number 0 is the root. */
struct twig {
    const char *text;
    uint64_t bytes, places; /* places: how many it joins; 0: it is one */
    uint32_t first, last, next;
};

struct folding {
    const struct msim_heaped_node *node; /* of the old tree */
    size_t nodes;
    size_t *parent;      /* of each */
    uint64_t *left;      /* bytes that no child has */
    bool *mine, *inside; /* it is the user's; one of the user's is above it */
    bool *beneath;       /* ... below it */
    uint32_t *twig_of;   /* of each that stays; of others, that of the nearest above */
    struct twig *twig;
    size_t twigs, dropped;
    struct msim_names keys; /* of twigs but the root, by what they are on and called */
};

static void look(struct folding *folding, struct msim_heaped_sources *sources)
{
    size_t *path = NULL, depths = 0;
    for (size_t i = 0; i < folding->nodes; i++) {
        const struct msim_heaped_node *node = &folding->node[i];
        while (depths <= node->depth)
            MSIM_PUSH(path, depths, 0);
        path[node->depth] = i;
        folding->left[i] = node->bytes;
        if (!i)
            continue;
        size_t above = folding->parent[i] = path[node->depth - 1];
        folding->mine[i] =
            !msim_heaped_joined(node->text) && msim_heaped_is_mine(sources, node->text);
        folding->inside[i] = folding->mine[above] || folding->inside[above];
        uint64_t *left = &folding->left[above];
        *left -= node->bytes < *left ? node->bytes : *left;
    }
    for (size_t i = folding->nodes; i-- > 1;)
        folding->beneath[folding->parent[i]] |= folding->mine[i] || folding->beneath[i];
    free(path);
}

static uint32_t add_twig(struct folding *folding, uint32_t on, const char *text, uint64_t bytes)
{
    uint64_t places = msim_heaped_joined(text);
    char *key = msim_printed("%" PRIu32 " %s", on, places ? "" : msim_heaped_place(text));
    uint32_t number = msim_names_number(&folding->keys, key) + 1;
    free(key);
    if (number == folding->twigs) {
        struct twig *below = &folding->twig[on];
        if (below->last)
            folding->twig[below->last].next = number;
        else
            below->first = number;
        below->last = number;
        MSIM_PUSH(folding->twig, folding->twigs, (struct twig){.text = text});
    }
    folding->twig[number].bytes += bytes;
    folding->twig[number].places += places;
    return number;
}

static void make_twigs(struct folding *folding)
{
    MSIM_PUSH(folding->twig, folding->twigs,
              (struct twig){.text = folding->node[0].text, .bytes = folding->node[0].bytes});
    for (size_t i = 1; i < folding->nodes; i++) {
        const struct msim_heaped_node *node = &folding->node[i];
        uint32_t on = folding->twig_of[folding->parent[i]];
        bool joined = msim_heaped_joined(node->text) != 0;
        bool dropped = !joined && !folding->mine[i] && (folding->inside[i] || folding->beneath[i]);
        if (dropped && folding->left[i] && !folding->inside[i])
            add_twig(folding, on, node->text, folding->left[i]);
        folding->dropped += dropped;
        folding->twig_of[i] = dropped ? on : add_twig(folding, on, node->text, node->bytes);
    }
}

/* --- the new tree ----------------------------------------------------------------------------- */

struct ordering {
    const struct twig *twig;
    const uint32_t *child;
};

static bool is_child_before(const void *context, uint32_t a, uint32_t b)
{
    const struct ordering *of = context;
    const struct twig *x = &of->twig[of->child[a]], *y = &of->twig[of->child[b]];
    if (!x->places != !y->places)
        return !x->places;
    return x->bytes > y->bytes;
}

/* Puts the children of a twig into the order of their bytes. */
static void sort_children(struct twig *twig, uint32_t on)
{
    uint32_t *child = NULL, last = 0;
    size_t children = 0;
    for (uint32_t i = twig[on].first; i; i = twig[i].next)
        MSIM_PUSH(child, children, i);
    struct ordering ordering = {twig, child};
    uint32_t *order = msim_order((uint32_t)children, is_child_before, &ordering);
    for (size_t i = 0; i < children; i++) {
        uint32_t next = child[order[i]];
        twig[next].next = 0;
        if (last)
            twig[last].next = next;
        else
            twig[on].first = next;
        last = next;
    }
    MSIM_FREE(child, order);
}

static const char *text_of(struct msim_heaped *heap, const struct twig *twig)
{
    if (!twig->places || twig->places == msim_heaped_joined(twig->text))
        return twig->text;
    const char *below = strstr(twig->text, "below");
    char *text = msim_printed("in %" PRIu64 " places, all %s", twig->places, below ? below : "");
    MSIM_PUSH(heap->made, heap->mades, text);
    return text;
}

/* Adds all twigs to the heap's nodes, parents before their children. */
static void put_twigs(struct msim_heaped *heap, struct folding *folding,
                      struct msim_heaped_node **node, size_t *nodes)
{
    uint32_t *path = NULL;
    size_t depth = 0;
    MSIM_PUSH(path, depth, 0);
    while (depth) {
        uint32_t at = path[depth - 1];
        const struct twig *twig = &folding->twig[at];
        MSIM_PUSH(*node, *nodes,
                  (struct msim_heaped_node){depth - 1, twig->bytes, text_of(heap, twig)});
        sort_children(folding->twig, at);
        if (twig->first) {
            MSIM_PUSH(path, depth, twig->first);
            continue;
        }
        while (depth && !folding->twig[path[depth - 1]].next)
            depth--;
        if (depth)
            path[depth - 1] = folding->twig[path[depth - 1]].next;
    }
    free(path);
}

static void fold(struct msim_heaped *heap, struct msim_heaped_snapshot *of,
                 struct msim_heaped_sources *sources, struct msim_heaped_node **node, size_t *nodes)
{
    size_t all = of->nodes, first = *nodes;
    struct folding folding = {.node = heap->node + of->node,
                              .nodes = all,
                              .parent = msim_zeroed(all, sizeof(size_t)),
                              .left = msim_zeroed(all, sizeof(uint64_t)),
                              .mine = msim_zeroed(all, 1),
                              .inside = msim_zeroed(all, 1),
                              .beneath = msim_zeroed(all, 1),
                              .twig_of = msim_zeroed(all, sizeof(uint32_t))};
    look(&folding, sources);
    make_twigs(&folding);
    put_twigs(heap, &folding, node, nodes);
    heap->folded += folding.dropped;
    of->node = first;
    of->nodes = *nodes - first;
    msim_names_free(&folding.keys);
    MSIM_FREE(folding.parent, folding.left, folding.mine, folding.inside, folding.beneath,
              folding.twig_of, folding.twig);
}

void msim_heaped_fold(struct msim_heaped *heap, struct msim_heaped_sources *sources)
{
    struct msim_heaped_node *node = NULL;
    size_t nodes = 0;
    for (size_t i = 0; i < heap->snapshots; i++)
        if (heap->snapshot[i].nodes)
            fold(heap, &heap->snapshot[i], sources, &node, &nodes);
    free(heap->node);
    heap->node = node;
    heap->nodes = nodes;
}
