/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Divides a grid into shards, which can be computed independently.
 *
 * A level's cells are all combinations of its sizes, ways and lines.  So are a shard's, so that it
 * can be written as a grid again.  The largest shard is halved, by lines, else by sizes, else by
 * ways, until there are enough.  If fewer shards are wanted than there are levels, a shard has
 * several levels.
 */
#pragma once

#include "engine/sweep/grid.h"

struct msim_shards {
    char **grid; /* each in the form that users write */
    unsigned used;
};

/* Divides the grid into `wanted` shards, or as many as there are cells if those are fewer. */
struct msim_shards msim_shards_of(const struct msim_grid *grid, unsigned wanted);

void msim_shards_free(struct msim_shards *shards);
