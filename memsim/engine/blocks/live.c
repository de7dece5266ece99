/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tree of live.h. */
#include "live.h"

#include "stream/bits.h"

enum {
    ALIGN_SHIFT = 4,
    PAGE_SHIFT = 12,
    LEVELS = 4,
    BRANCH_SHIFT = 9,
    LINKS = 1 << BRANCH_SHIFT,
    LEAF_WORDS = 4 /* of bits */
};

/* Its address is that of its bit, plus `low`. */
struct msim_live_node {
    uint64_t bytes_born;
    uint64_t born_low : 28, low : 4, owner : 32;
};

struct leaf {
    uint64_t begins[LEAF_WORDS];
    struct msim_live_node *nodes;
    uint16_t used, room; /* room: which of the sizes its array has */
};

struct msim_live_branch {
    uint64_t has[LINKS / 64];
    void *link[LINKS];
};

void msim_live_init(struct msim_live *live, const struct msim_mem *mem)
{
    *live = (struct msim_live){.mem = mem};
    live->root = msim_get(mem, sizeof *live->root, 8);
}

/* --- Bits --------------------------------------------------------------------------------- */

/* The highest bit that is set below `bit`; -1: no bit is. */
static int highest_below(const uint64_t *bits, unsigned bit)
{
    uint64_t within = bits[bit / 64 - (bit % 64 == 0 && bit)];
    int word = (int)(bit / 64) - (bit % 64 == 0);
    if (bit % 64)
        within &= ((uint64_t)1 << bit % 64) - 1;
    while (word >= 0 && !within)
        within = --word >= 0 ? bits[word] : 0;
    return word < 0 ? -1 : word * 64 + 63 - __builtin_clzll(within);
}

static bool has(const uint64_t *bits, unsigned bit)
{
    return bits[bit / 64] >> bit % 64 & 1;
}

static bool any(const uint64_t *bits, unsigned words)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < words; i++)
        all |= bits[i];
    return all != 0;
}

/* How many bits below `bit` are set. */
static unsigned rank(const struct leaf *leaf, unsigned bit)
{
    unsigned count = 0;
    for (unsigned i = 0; i < bit / 64; i++)
        count += msim_count_bits(leaf->begins[i]);
    uint64_t below = leaf->begins[bit / 64] & (((uint64_t)1 << bit % 64) - 1);
    return count + msim_count_bits(below);
}

/* --- The tree ----------------------------------------------------------------------------- */

/* Which link of a branch leads to the page; level 0 is the root's. */
static unsigned link_of(uint64_t page, unsigned level)
{
    return page >> (BRANCH_SHIFT * (LEVELS - 1 - level)) & (LINKS - 1);
}

static unsigned slot_of(uint64_t address)
{
    return address >> ALIGN_SHIFT & (64 * LEAF_WORDS - 1);
}

/* The leaf of a page; NULL: it has none. */
static struct leaf *leaf_of(const struct msim_live *live, uint64_t page)
{
    const struct msim_live_branch *branch = live->root;
    for (unsigned level = 0; branch && level + 1 < LEVELS; level++)
        branch = branch->link[link_of(page, level)];
    return branch ? branch->link[link_of(page, LEVELS - 1)] : NULL;
}

/* The same, made if it has none, and the bits that lead to it are set. */
static struct leaf *make_leaf(struct msim_live *live, uint64_t page)
{
    struct msim_live_branch *branch = live->root;
    for (unsigned level = 0;; level++) {
        unsigned link = link_of(page, level);
        bool last = level + 1 == LEVELS;
        branch->has[link / 64] |= (uint64_t)1 << link % 64;
        if (!branch->link[link])
            branch->link[link] =
                msim_get(live->mem, last ? sizeof(struct leaf) : sizeof *branch, 8);
        if (last)
            return branch->link[link];
        branch = branch->link[link];
    }
}

/* Clears the bits of a leaf that is empty, and of branches above it that are. */
static void clear_leaf(struct msim_live *live, uint64_t page)
{
    struct msim_live_branch *path[LEVELS] = {live->root};
    for (unsigned level = 1; level < LEVELS; level++)
        path[level] = path[level - 1]->link[link_of(page, level - 1)];
    for (unsigned level = LEVELS; level-- > 0;) {
        unsigned link = link_of(page, level);
        path[level]->has[link / 64] &= ~((uint64_t)1 << link % 64);
        if (any(path[level]->has, LINKS / 64))
            return;
    }
}

/* The last page before this one in which a block begins; UINT64_MAX: no page. */
static uint64_t page_before(const struct msim_live *live, uint64_t page)
{
    const struct msim_live_branch *path[LEVELS] = {live->root};
    unsigned deep = 1;
    for (; deep < LEVELS && path[deep - 1]->link[link_of(page, deep - 1)]; deep++)
        path[deep] = path[deep - 1]->link[link_of(page, deep - 1)];
    while (deep-- > 0) {
        int link = highest_below(path[deep]->has, link_of(page, deep));
        if (link < 0)
            continue;
        uint64_t found = page >> BRANCH_SHIFT * (LEVELS - deep);
        const struct msim_live_branch *branch = path[deep];
        for (; link >= 0; link = highest_below(branch->has, LINKS)) {
            found = found << BRANCH_SHIFT | (unsigned)link;
            if (++deep == LEVELS)
                return found;
            branch = branch->link[link];
        }
    }
    return UINT64_MAX;
}

/* --- Blocks of a page --------------------------------------------------------------------- */

/* Sizes of arrays: 4, 6, 8, 12, 16, ... up to the bits of a leaf. */
static unsigned room_size(unsigned room)
{
    return (room % 2 ? 6u : 4u) << room / 2;
}

static void grow(struct msim_live *live, struct leaf *leaf)
{
    unsigned room = leaf->nodes ? leaf->room + 1u : 0;
    struct msim_live_node *nodes = live->spare[room];
    if (nodes)
        live->spare[room] = (struct msim_live_node *)(uintptr_t)nodes->bytes_born;
    else
        nodes = msim_get(live->mem, room_size(room) * sizeof *nodes, 8);
    for (unsigned i = 0; i < leaf->used; i++)
        nodes[i] = leaf->nodes[i];
    if (leaf->nodes) {
        leaf->nodes->bytes_born = (uintptr_t)live->spare[leaf->room];
        live->spare[leaf->room] = leaf->nodes;
    }
    leaf->nodes = nodes;
    leaf->room = (uint16_t)room;
}

static struct msim_live_node node_of(const struct msim_live_block *block)
{
    enum { HIGH = 16, LOW = 28 };
    uint64_t born = block->born & ((UINT64_C(1) << (HIGH + LOW)) - 1);
    return (struct msim_live_node){block->bytes << HIGH | born >> LOW,
                                   born & ((UINT64_C(1) << LOW) - 1), block->address & 15,
                                   block->owner};
}

static struct msim_live_block block_of(uint64_t page, unsigned slot,
                                       const struct msim_live_node *node)
{
    uint64_t address = page << PAGE_SHIFT | slot << ALIGN_SHIFT | node->low;
    uint64_t born = (node->bytes_born & 0xffff) << 28 | node->born_low;
    return (struct msim_live_block){address, node->bytes_born >> 16, born, node->owner};
}

bool msim_live_add(struct msim_live *live, const struct msim_live_block *block)
{
    if (block->address >= MSIM_LIVE_MAX || block->bytes >= MSIM_LIVE_MAX)
        return false;
    struct leaf *leaf = make_leaf(live, block->address >> PAGE_SHIFT);
    unsigned slot = slot_of(block->address);
    if (has(leaf->begins, slot))
        return false;
    if (!leaf->nodes || leaf->used == room_size(leaf->room))
        grow(live, leaf);
    unsigned at = rank(leaf, slot);
    for (unsigned i = leaf->used++; i > at; i--)
        leaf->nodes[i] = leaf->nodes[i - 1];
    leaf->nodes[at] = node_of(block);
    leaf->begins[slot / 64] |= (uint64_t)1 << slot % 64;
    live->largest = block->bytes > live->largest ? block->bytes : live->largest;
    return true;
}

bool msim_live_remove(struct msim_live *live, uint64_t address, struct msim_live_block *found)
{
    uint64_t page = address >> PAGE_SHIFT;
    unsigned slot = slot_of(address);
    struct leaf *leaf = address < MSIM_LIVE_MAX ? leaf_of(live, page) : NULL;
    if (!leaf || !has(leaf->begins, slot))
        return false;
    unsigned at = rank(leaf, slot);
    *found = block_of(page, slot, &leaf->nodes[at]);
    if (found->address != address)
        return false;
    leaf->begins[slot / 64] &= ~((uint64_t)1 << slot % 64);
    leaf->used--;
    for (unsigned i = at; i < leaf->used; i++)
        leaf->nodes[i] = leaf->nodes[i + 1];
    if (!leaf->used)
        clear_leaf(live, page);
    return true;
}

/* The last block that begins in the page, at most in this slot. */
static bool last_of(const struct leaf *leaf, uint64_t page, unsigned slot,
                    struct msim_live_block *found)
{
    int at = leaf ? highest_below(leaf->begins, slot + 1) : -1;
    if (at >= 0)
        *found = block_of(page, (unsigned)at, &leaf->nodes[rank(leaf, (unsigned)at)]);
    return at >= 0;
}

bool msim_live_find(const struct msim_live *live, uint64_t address, struct msim_live_block *found)
{
    uint64_t page = address >> PAGE_SHIFT;
    unsigned slot = slot_of(address);
    if (address >= MSIM_LIVE_MAX)
        return false;
    bool is_here = last_of(leaf_of(live, page), page, slot, found);
    if (is_here && found->address > address) /* it begins in the same 16 bytes */
        is_here = slot && last_of(leaf_of(live, page), page, slot - 1, found);
    if (!is_here) {
        page = page_before(live, page);
        if (page == UINT64_MAX ||
            (address >> PAGE_SHIFT) - page > (live->largest >> PAGE_SHIFT) + 1)
            return false;
        last_of(leaf_of(live, page), page, 64 * LEAF_WORDS - 1, found);
    }
    return address - found->address < found->bytes;
}

void msim_live_each(const struct msim_live *live,
                    void (*each)(void *self, const struct msim_live_block *block), void *self)
{
    uint64_t page = (MSIM_LIVE_MAX >> PAGE_SHIFT) - 1;
    while ((page = page_before(live, page)) != UINT64_MAX) {
        const struct leaf *leaf = leaf_of(live, page);
        int slot = 64 * LEAF_WORDS;
        for (unsigned i = leaf->used; i-- > 0;) {
            slot = highest_below(leaf->begins, (unsigned)slot);
            struct msim_live_block block = block_of(page, (unsigned)slot, &leaf->nodes[i]);
            each(self, &block);
        }
    }
}
