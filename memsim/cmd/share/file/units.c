/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The set of units.h. */
#include "units.h"

#include <stdlib.h>

#include "cmd/base/grow.h"

const char *const msim_shared_counts[MSIM_SHARED_COUNTS] = {"Reads", "Writes", "True",
                                                            "False", "Taken",  "Invalidated"};

static void add_use(struct msim_shared *shared, size_t number, enum msim_access_kind access)
{
    struct msim_object_set *data = &shared->data;
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
    MSIM_PUSH(data->use, data->uses, use);
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

static int by_thread(const void *one, const void *other)
{
    uint32_t a = ((const struct msim_shared_life *)one)->thread;
    uint32_t b = ((const struct msim_shared_life *)other)->thread;
    return a < b ? -1 : a > b;
}

struct msim_shared_life msim_shared_life_of(const struct msim_shared *shared, uint32_t thread)
{
    struct msim_shared_life wanted = {thread, 0, UINT64_MAX};
    const struct msim_shared_life *found = NULL;
    if (shared->lives)
        found = bsearch(&wanted, shared->life, shared->lives, sizeof wanted, by_thread);
    return found ? *found : wanted;
}

void msim_shared_free(struct msim_shared *shared)
{
    msim_objects_free(&shared->data);
    MSIM_FREE(shared->life, shared->unit, shared->part, shared->part_of);
    *shared = (struct msim_shared){.cores = 0};
}
