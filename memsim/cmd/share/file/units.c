/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The set of units.h. */
#include "units.h"

#include <stdlib.h>

#include "cmd/base/grow.h"

const char *const msim_shared_counts[MSIM_SHARED_COUNTS] = {"Reads", "Writes", "True",
                                                            "False", "Taken",  "Invalidated"};

static void add_use(struct msim_shared *shared, size_t number, enum msim_access access)
{
    struct msim_objects *data = &shared->data;
    const struct msim_shared_part *part = &shared->part[number];
    struct msim_objects_use use = {.object = part->object,
                                   .site = part->site,
                                   .access = access,
                                   .size = part->size,
                                   .first = part->at,
                                   .last = part->at,
                                   .cell = data->cells,
                                   .cells = 1};
    shared->part_of = msim_room(shared->part_of, data->uses, sizeof *shared->part_of);
    shared->part_of[data->uses] = number;
    data->use = msim_room(data->use, data->uses, sizeof use);
    data->use[data->uses++] = use;
    data->cell_offset = msim_room(data->cell_offset, data->cells, sizeof *data->cell_offset);
    data->cell_count = msim_room(data->cell_count, data->cells, sizeof *data->cell_count);
    data->cell_offset[data->cells] = part->at;
    data->cell_count[data->cells++] =
        part->count[access == MSIM_READ ? MSIM_SHARED_READS : MSIM_SHARED_WRITES];
}

void msim_shared_make_uses(struct msim_shared *shared)
{
    shared->data.event[0] = "Refs";
    shared->data.events = 1;
    for (size_t i = 0; i < shared->parts; i++) {
        if (shared->part[i].count[MSIM_SHARED_READS])
            add_use(shared, i, MSIM_READ);
        if (shared->part[i].count[MSIM_SHARED_WRITES])
            add_use(shared, i, MSIM_WRITE);
    }
}

struct msim_shared_life msim_shared_life_of(const struct msim_shared *shared, uint32_t thread)
{
    size_t low = 0, high = shared->lives;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (shared->life[middle].thread < thread)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < shared->lives && shared->life[low].thread == thread)
        return shared->life[low];
    return (struct msim_shared_life){thread, 0, UINT64_MAX};
}

void msim_shared_free(struct msim_shared *shared)
{
    msim_objects_free(&shared->data);
    free(shared->life);
    free(shared->unit);
    free(shared->part);
    free(shared->part_of);
    *shared = (struct msim_shared){.cores = 0};
}
