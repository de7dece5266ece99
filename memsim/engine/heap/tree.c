/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The trees of tree.h. */
#include "tree.h"

#define NODES_MAX (UINT32_C(1) << 24)

/* A place, while its callers are followed outwards. */
struct msim_heap_item {
    uint64_t address; /* of the frame */
    uint64_t bytes;
    uint32_t frame;
    uint32_t level; /* of the frame, where the place begins with it */
    uint32_t call;  /* 0: outermost frame */
};

void msim_forest_init(struct msim_forest *forest, const struct msim_mem *mem,
                      const struct msim_callers *callers)
{
    *forest = (struct msim_forest){.mem = mem, .callers = callers};
    msim_table_init(&forest->nodes, mem, sizeof(struct msim_heap_node), NODES_MAX);
    msim_table_add(&forest->nodes); /* number 0 means no node */
}

/* --- Nodes -------------------------------------------------------------------------------- */

static struct msim_heap_node *node_at(const struct msim_forest *forest, uint32_t node)
{
    return msim_table_at(&forest->nodes, node);
}

static uint32_t new_node(struct msim_forest *forest, uint64_t bytes, uint32_t frame,
                         uint32_t places)
{
    uint32_t number = forest->unused;
    if (number)
        forest->unused = node_at(forest, number)->next;
    else if (msim_table_add(&forest->nodes))
        number = forest->nodes.used - 1;
    if (number)
        *node_at(forest, number) =
            (struct msim_heap_node){.bytes = bytes, .frame = frame, .places = places};
    return number;
}

/* Sorts the child in among its siblings: most bytes first; of equal ones, the one added first. */
static void add_child(struct msim_forest *forest, uint32_t parent, uint32_t child)
{
    if (!child)
        return;
    uint32_t *link = &node_at(forest, parent)->child;
    while (*link && node_at(forest, *link)->bytes >= node_at(forest, child)->bytes)
        link = &node_at(forest, *link)->next;
    node_at(forest, child)->next = *link;
    *link = child;
    node_at(forest, parent)->children++;
}

void msim_tree_give_back(struct msim_forest *forest, uint32_t root)
{
    while (root) {
        struct msim_heap_node *node = node_at(forest, root);
        uint32_t next = node->next;
        msim_tree_give_back(forest, node->child);
        node->next = forest->unused;
        forest->unused = root;
        root = next;
    }
}

/* --- Items -------------------------------------------------------------------------------- */

static bool before(const struct msim_heap_item *a, const struct msim_heap_item *b)
{
    return a->address != b->address ? a->address < b->address : a->frame < b->frame;
}

static void sink(struct msim_heap_item *items, uint32_t at, uint32_t used)
{
    struct msim_heap_item moved = items[at];
    for (uint64_t child; (child = 2 * (uint64_t)at + 1) < used; at = (uint32_t)child) {
        child += child + 1 < used && before(&items[child], &items[child + 1]);
        if (!before(&moved, &items[child]))
            break;
        items[at] = items[child];
    }
    items[at] = moved;
}

/* A heap sort: in place, and O(n log n) in the worst case. */
static void sort(struct msim_heap_item *items, uint32_t used)
{
    for (uint32_t at = used / 2; at-- > 0;)
        sink(items, at, used);
    while (used > 1) {
        struct msim_heap_item largest = items[0];
        items[0] = items[--used];
        items[used] = largest;
        sink(items, 0, used);
    }
}

static void step(const struct msim_forest *forest, struct msim_heap_item *item, uint32_t call)
{
    const struct msim_calls *calls = &forest->callers->dict->calls;
    item->call = call;
    item->level = 0;
    if (!call)
        return;
    item->frame = msim_call_at(calls, call)->frame;
    item->address = msim_frame_at(calls, item->frame)->address;
}

static uint32_t caller_of(const struct msim_forest *forest, uint32_t call)
{
    return msim_call_at(&forest->callers->dict->calls, call)->caller;
}

/* Moves the items that have a frame to the front and returns their number; *bytes is the sum of the
 * others. */
static uint32_t without_ends(struct msim_heap_item *items, uint32_t used, uint64_t *bytes)
{
    uint32_t kept = 0;
    *bytes = 0;
    for (uint32_t i = 0; i < used; i++)
        if (items[i].call)
            items[kept++] = items[i];
        else
            *bytes += items[i].bytes;
    return kept;
}

/* --- Trees -------------------------------------------------------------------------------- */

/* True: `inner` is inlined into `frame`, so the two count as one step. */
static bool is_same_step(const struct msim_forest *forest, uint32_t inner, uint32_t frame)
{
    const struct msim_calls *calls = &forest->callers->dict->calls;
    if (inner == MSIM_NO_FRAME || inner == frame)
        return false;
    return msim_frame_at(calls, inner)->address == msim_frame_at(calls, frame)->address;
}

/* The number of items at the start that have the first one's address; *bytes is their sum. */
static uint32_t group(const struct msim_heap_item *items, uint32_t used, uint64_t *bytes)
{
    uint32_t count = 0;
    *bytes = 0;
    while (count < used && items[count].address == items[0].address)
        *bytes += items[count++].bytes;
    return count;
}

/* The places under a node that do not get a child of their own. */
struct rest {
    uint32_t joined; /* children that are too small */
    uint64_t joined_bytes;
    uint64_t unknown; /* bytes of places without further callers, or at the largest depth */
};

static void add_rest(struct msim_forest *forest, const struct msim_tree_wish *wish, uint32_t parent,
                     struct rest *rest)
{
    bool alone = !node_at(forest, parent)->child && !rest->joined;
    if (!rest->unknown || (alone && node_at(forest, parent)->frame != MSIM_NO_FRAME)) {
        rest->unknown = 0; /* a leaf */
    } else if (rest->unknown < wish->cut) {
        rest->joined++;
        rest->joined_bytes += rest->unknown;
    } else {
        add_child(forest, parent, new_node(forest, rest->unknown, MSIM_NO_FRAME, 0));
    }
    if (rest->joined)
        add_child(forest, parent,
                  new_node(forest, rest->joined_bytes, MSIM_NO_FRAME, rest->joined));
}

/* Adds the nodes of a frame; returns the last one, below which its callers are added. */
static uint32_t add_frame(struct msim_forest *forest, uint32_t parent, uint64_t bytes,
                          const struct msim_heap_item *item)
{
    uint32_t last = msim_callers_levels(forest->callers, item->frame);
    for (uint32_t level = item->level; parent && level <= last; level++) {
        uint32_t node = new_node(forest, bytes, item->frame, 0);
        if (node)
            node_at(forest, node)->level = level;
        add_child(forest, parent, node);
        parent = node;
    }
    return parent;
}

static void make_children(struct msim_forest *forest, const struct msim_tree_wish *wish,
                          uint32_t parent, struct msim_heap_item *items, uint32_t used,
                          uint32_t left)
{
    struct rest rest = {0, 0, 0};
    uint32_t inner = node_at(forest, parent)->frame;
    uint64_t bytes;
    used = without_ends(items, used, &rest.unknown);
    sort(items, used);
    for (uint32_t count; used; items += count, used -= count) {
        uint32_t frame = items->frame;
        count = group(items, used, &bytes);
        uint32_t after = left - !is_same_step(forest, inner, frame);
        if (after == UINT32_MAX) {
            rest.unknown += bytes;
            continue;
        }
        if (bytes < wish->cut) {
            rest.joined++;
            rest.joined_bytes += bytes;
            continue;
        }
        uint32_t node = add_frame(forest, parent, bytes, items);
        for (uint32_t i = 0; i < count; i++)
            step(forest, &items[i], caller_of(forest, items[i].call));
        if (node)
            make_children(forest, wish, node, items, count, after);
    }
    add_rest(forest, wish, parent, &rest);
}

static void make_room(struct msim_forest *forest, uint32_t wanted)
{
    if (wanted <= forest->items_most)
        return;
    forest->items_most = 2 * wanted;
    forest->items = msim_get(forest->mem, forest->items_most * sizeof *forest->items, 8);
}

uint32_t msim_tree_make(struct msim_forest *forest, const struct msim_tree_wish *wish)
{
    const struct msim_callers *callers = forest->callers;
    uint32_t used = 0;
    uint64_t total = 0;
    make_room(forest, wish->places);
    for (uint32_t i = 0; i < wish->places; i++) {
        const struct msim_place *place = msim_place_at(callers, i);
        if (place->ignored)
            continue;
        struct msim_heap_item *item = &forest->items[used++];
        item->bytes = wish->at_peak ? msim_peaked_at(&place->bytes, wish->peak) : place->bytes.now;
        step(forest, item, place->call);
        item->level = place->level;
        total += item->bytes;
    }
    uint32_t root = new_node(forest, total, MSIM_NO_FRAME, 0);
    if (root)
        make_children(forest, wish, root, forest->items, used, wish->depth);
    return root;
}

uint64_t msim_tree_share(uint64_t total, uint32_t threshold)
{
    const uint64_t whole = 100000000; /* of the threshold's units */
    return total / whole * threshold + total % whole * threshold / whole;
}
