/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A grid cut into parts that can be worked on apart.
 *
 * A level's cells are all combinations of its sizes, ways and lines, and so are those of every part, so
 * that a part is written as a grid again.  The largest part is halved, by lines, else by sizes, else by
 * ways, until there are enough of them; where there are fewer parts wanted than levels, levels share.
 */
#ifndef MSIM_CMD_SWEEP_SHARDS_H
#define MSIM_CMD_SWEEP_SHARDS_H

#include "engine/sweep/grid.h"

struct msim_shards {
    char **grid; /* each as users write it */
    unsigned used;
};

/* Into `wanted` parts, or as many as there are cells. */
struct msim_shards msim_shards_of(const struct msim_grid *grid, unsigned wanted);

void msim_shards_free(struct msim_shards *shards);

#endif
