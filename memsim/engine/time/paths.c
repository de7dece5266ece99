/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The paths of paths.h. */
#include "paths.h"

struct path {
    struct msim_pair pair;
    uint32_t first; /* the part; 0: it is new */
};

void msim_part_paths_init(struct msim_part_paths *paths, const struct msim_mem *mem)
{
    msim_table_init(&paths->of, mem, sizeof(uint32_t), MSIM_PARTS_MAX);
    msim_pairs_init(&paths->known, mem, sizeof(struct path), MSIM_PARTS_MAX);
}

/* The path with this name inside another one; `number` is the part that has it. */
static uint32_t path_in(struct msim_part_paths *paths, uint32_t outer, uint32_t name,
                        uint32_t number)
{
    uint32_t known = msim_pairs_number(&paths->known, outer, name);
    if (known == UINT32_MAX)
        return 0;
    struct path *path = MSIM_TABLE_AT(&paths->known.table, known, struct path);
    if (!path->first)
        path->first = number;
    return path->first;
}

uint32_t msim_part_path(struct msim_part_paths *paths, const struct msim_part_tree *tree,
                        uint32_t part)
{
    while (paths->of.used <= part) {
        uint32_t number = paths->of.used;
        const struct msim_run_part *one = msim_run_part_at(tree, number);
        uint32_t *path = msim_table_add(&paths->of);
        if (!path)
            return 0;
        if (one->depth) /* the outer part's number is smaller */
            *path =
                path_in(paths, *MSIM_TABLE_AT(&paths->of, one->outer, uint32_t), one->name, number);
    }
    return *MSIM_TABLE_AT(&paths->of, part, uint32_t);
}
