/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The paths of tree.h. */
#include "tree.h"

#include "stream/hash.h"

static uint32_t hash(const void *element)
{
    const struct msim_run_part *part = element;
    return (uint32_t)msim_mix(((uint64_t)part->outer << 32 | part->name) + part->stretch);
}

static bool same(const void *element, const void *wanted)
{
    const struct msim_run_part *a = element, *b = wanted;
    return a->outer == b->outer && a->name == b->name && a->stretch == b->stretch;
}

static const struct msim_lookup_kind kind = {hash, same, offsetof(struct msim_run_part, same_hash),
                                             1};

void msim_part_tree_init(struct msim_part_tree *tree, const struct msim_mem *mem)
{
    msim_table_init(&tree->parts, mem, sizeof(struct msim_run_part), MSIM_PARTS_MAX);
    msim_table_init(&tree->dumps, mem, sizeof(uint32_t), MSIM_PARTS_MAX);
    msim_lookup_init(&tree->lookup, mem, &kind);
    msim_table_add(&tree->parts);
}

uint32_t msim_run_part_rest(struct msim_part_tree *tree)
{
    const struct msim_run_part wanted = {.name = MSIM_PART_REST, .stretch = tree->stretch};
    uint32_t number = tree->stretch ? msim_lookup_number(&tree->lookup, &tree->parts, &wanted) : 0;
    return number == UINT32_MAX ? 0 : number;
}

uint32_t msim_run_part_thread(const struct msim_part_tree *tree, uint32_t number)
{
    while (msim_run_part_at(tree, number)->depth > 1)
        number = msim_run_part_at(tree, number)->outer;
    uint32_t name = msim_run_part_at(tree, number)->name;
    return name != MSIM_PART_REST && name & MSIM_PART_THREAD ? name & ~MSIM_PART_THREAD : 0;
}

uint32_t msim_run_part_in(struct msim_part_tree *tree, uint32_t outer, uint32_t name)
{
    const struct msim_run_part *in = msim_run_part_at(tree, outer);
    const struct msim_run_part wanted = {
        .outer = outer, .name = name, .stretch = in->stretch, .depth = in->depth + 1};
    uint32_t number = msim_lookup_number(&tree->lookup, &tree->parts, &wanted);
    return number == UINT32_MAX ? outer : number;
}

uint32_t msim_run_part_again(struct msim_part_tree *tree, uint32_t number, uint32_t without)
{
    uint32_t names[MSIM_PART_DEPTH_MAX], used = msim_run_part_at(tree, number)->depth;
    for (uint32_t i = used; i-- > 0; number = msim_run_part_at(tree, number)->outer)
        names[i] = msim_run_part_at(tree, number)->name;
    uint32_t again = msim_run_part_rest(tree);
    for (uint32_t i = 0; i < used; i++)
        if (names[i] != without)
            again = msim_run_part_in(tree, again, names[i]);
    return again;
}

void msim_run_part_dump(struct msim_part_tree *tree, uint32_t reason)
{
    uint32_t *dump = msim_table_add(&tree->dumps);
    if (!dump)
        return;
    *dump = reason;
    tree->stretch++;
}
