/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The regions of space.h. */
#include "space.h"

#include "cmd/base/grow.h"
#include "engine/base/numbers.h"

enum { MALLOC_UNIT = 16, MALLOC_LEAST = 32, PAGE = 4096, STAGGER = PAGE + 64 };

uint64_t msim_space_chunk(uint64_t bytes)
{
    uint64_t chunk = msim_round_up(bytes + MSIM_SPACE_HEADER, MALLOC_UNIT);
    return chunk < MALLOC_LEAST ? MALLOC_LEAST : chunk;
}

/* --- Lists of what was returned ------------------------------------------------------------ */

struct key {
    const struct msim_space *space;
    unsigned region;
    uint64_t bytes;
};

static bool same(const void *context, uint32_t number)
{
    const struct key *key = context;
    const struct msim_space_list *list = &key->space->list[number];
    return list->region == key->region && list->bytes == key->bytes;
}

/* The list for such blocks. */
static struct msim_space_list *list_of(struct msim_space *space, unsigned region, uint64_t bytes)
{
    struct key key = {space, region, bytes};
    uint32_t hash = (uint32_t)((bytes * 1024 + region) * UINT64_C(0x9e3779b97f4a7c15) >> 32);
    uint32_t number = msim_index_find(&space->index, hash, same, &key);
    if (number != MSIM_NOTHING)
        return &space->list[number];
    space->list = msim_room(space->list, space->lists, sizeof *space->list);
    space->list[space->lists] = (struct msim_space_list){region, bytes, 0};
    msim_index_add(&space->index, hash, (uint32_t)space->lists);
    return &space->list[space->lists++];
}

/* 0: nothing was returned. */
static uint64_t take(struct msim_space *space, struct msim_space_list *list)
{
    if (!list->first)
        return 0;
    size_t number = list->first - 1;
    struct msim_space_node *node = &space->node[number];
    list->first = node->next;
    node->next = space->spare;
    space->spare = number + 1;
    return node->address;
}

static void give(struct msim_space *space, struct msim_space_list *list, uint64_t address)
{
    size_t number = space->spare;
    if (number) {
        number--;
        space->spare = space->node[number].next;
    } else {
        space->node = msim_room(space->node, space->nodes, sizeof *space->node);
        number = space->nodes++;
    }
    space->node[number] = (struct msim_space_node){address, list->first};
    list->first = number + 1;
}

/* --- Regions ------------------------------------------------------------------------------ */

/* What is really asked of a region: malloc's alignment costs a part of a larger block. */
static uint64_t needed(unsigned *region, uint64_t bytes, uint64_t *align, uint64_t *before)
{
    *before = 0;
    if (*region != MSIM_SPACE_MALLOC)
        return bytes;
    if (*align <= MALLOC_UNIT && bytes >= MSIM_SPACE_MAPS) {
        *region = MSIM_SPACE_MAPPED;
        *before = MALLOC_UNIT;
        *align = PAGE;
        return msim_round_up(bytes + MALLOC_UNIT, PAGE);
    }
    *before = MSIM_SPACE_HEADER;
    *align = *align < MALLOC_UNIT ? MALLOC_UNIT : *align;
    return msim_space_chunk(bytes);
}

uint64_t msim_space_get(struct msim_space *space, unsigned region, uint64_t bytes, uint64_t align)
{
    uint64_t before;
    bytes = needed(&region, bytes ? bytes : 1, &align, &before);
    struct msim_space_list *list = list_of(space, region, bytes * 2 + (align > MALLOC_UNIT));
    uint64_t address = take(space, list);
    if (address)
        return address;
    uint64_t start = MSIM_SPACE_FIRST + region * MSIM_SPACE_REGION;
    uint64_t *used = &space->used[region];
    if (!*used)
        *used = region * STAGGER + (region == MSIM_SPACE_MAPPED ? PAGE - STAGGER : 0);
    uint64_t at = region == MSIM_SPACE_MAPPED ? msim_round_up(start + *used, align) + before
                                              : msim_round_up(start + *used + before, align);
    if (bytes >= MSIM_SPACE_REGION || at + bytes >= start + MSIM_SPACE_REGION)
        return 0;
    *used = at - before + bytes - start;
    return at;
}

void msim_space_put(struct msim_space *space, unsigned region, uint64_t bytes, uint64_t align,
                    uint64_t address)
{
    uint64_t before;
    bytes = needed(&region, bytes ? bytes : 1, &align, &before);
    give(space, list_of(space, region, bytes * 2 + (align > MALLOC_UNIT)), address);
}

void msim_space_free(struct msim_space *space)
{
    msim_index_free(&space->index);
    MSIM_FREE(space->list, space->node);
    *space = (struct msim_space){.lists = 0};
}
