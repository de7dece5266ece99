/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Parts by the names on their paths alone, in whatever stretch between dumps they are
 * (parts/tree.h).
 *
 * A path is identified by the number of the first part that has it.
 *
 * Cost: 4 bytes for each part, and 20 for each path.
 */
#pragma once

#include "engine/parts/pairs.h"
#include "engine/parts/tree.h"

struct msim_part_paths {
    struct msim_table of;    /* by part: its path, uint32_t */
    struct msim_pairs known; /* by the outer path, and the name in it */
};

void msim_part_paths_init(struct msim_part_paths *paths, const struct msim_mem *mem);

/* The path of a part; 0: the part is in no region, or there is no room. */
uint32_t msim_part_path(struct msim_part_paths *paths, const struct msim_part_tree *tree,
                        uint32_t part);
