/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ghosts of ghosts.h. */
#include "ghosts.h"

#include <stddef.h>

void msim_ghosts_init(struct msim_ghosts *ghosts, const struct msim_mem *mem,
                      struct msim_array *cache, bool (*is_early)(const void *self, uint64_t slot),
                      const void *self)
{
    ghosts->cache = cache;
    ghosts->is_early = is_early;
    ghosts->self = self;
    if (!cache->policy && !cache->assoc)
        ghosts->ghost = msim_get(mem, cache->sets * cache->ways * sizeof *ghosts->ghost, 8);
}

static struct msim_ghost *ghosts_of(const struct msim_ghosts *ghosts, uint64_t set)
{
    return ghosts->ghost + set / ghosts->cache->stride * ghosts->cache->ways;
}

/* How many lines of the set were referenced after `stamp`. */
static uint32_t younger(const struct msim_ghosts *ghosts, uint64_t set, uint32_t stamp)
{
    const struct msim_array *cache = ghosts->cache;
    const struct msim_ghost *ghost = ghosts_of(ghosts, set);
    uint32_t used = 0;
    for (uint32_t way = 0; way < cache->ways; way++) {
        used += msim_array_tag(cache, set + way) && !ghosts->is_early(ghosts->self, set + way) &&
                cache->stamp[set + way] > stamp;
        used += ghost[way].block && ghost[way].stamp > stamp;
    }
    return used;
}

/* Forgets the block, which is held from now on. */
bool msim_ghosts_miss(const struct msim_ghosts *ghosts, uint64_t block)
{
    if (!ghosts->ghost)
        return false;
    uint64_t set = msim_array_set(ghosts->cache, block);
    struct msim_ghost *ghost = ghosts_of(ghosts, set);
    for (uint32_t way = 0; way < ghosts->cache->ways; way++)
        if (ghost[way].block == block + 1) {
            bool held = younger(ghosts, set, ghost[way].stamp) < ghosts->cache->ways;
            ghost[way].block = 0;
            return !held;
        }
    return true;
}

/* Remembers a line that goes, in place of an older one. */
static void remember(const struct msim_ghosts *ghosts, uint64_t block, uint32_t stamp)
{
    struct msim_ghost *ghost = ghosts_of(ghosts, msim_array_set(ghosts->cache, block));
    struct msim_ghost *oldest = ghost;
    for (uint32_t way = 0; way < ghosts->cache->ways && oldest->block; way++)
        if (!ghost[way].block || ghost[way].stamp < oldest->stamp)
            oldest = &ghost[way];
    if (!oldest->block || oldest->stamp < stamp)
        *oldest = (struct msim_ghost){block + 1, stamp};
}

void msim_ghosts_fill(const struct msim_ghosts *ghosts, uint64_t slot, uint64_t evicted)
{
    if (ghosts->ghost && evicted != MSIM_NO_BLOCK && !ghosts->is_early(ghosts->self, slot))
        remember(ghosts, evicted, ghosts->cache->stamp[slot]);
}

/* The set has room for one more then.  Lines that it does not hold stay away, although there are fewer
 * younger ones from now on. */
void msim_ghosts_lose(const struct msim_ghosts *ghosts, uint64_t block)
{
    if (!ghosts->ghost)
        return;
    uint64_t set = msim_array_set(ghosts->cache, block);
    struct msim_ghost *ghost = ghosts_of(ghosts, set);
    bool held[MSIM_SCAN_WAYS];
    for (uint32_t way = 0; way < ghosts->cache->ways; way++)
        held[way] = younger(ghosts, set, ghost[way].stamp) < ghosts->cache->ways;
    for (uint32_t way = 0; way < ghosts->cache->ways; way++)
        if (!held[way] || ghost[way].block == block + 1)
            ghost[way].block = 0;
}

/* 1 + the number of stamps that are smaller, of lines and ghosts of a set; 0 stays. */
static uint32_t rank(const struct msim_ghosts *ghosts, uint64_t set, uint32_t of)
{
    const struct msim_ghost *ghost = ghosts_of(ghosts, set);
    const uint32_t *stamp = ghosts->cache->stamp + set;
    uint32_t smaller = 0;
    for (uint32_t way = 0; way < ghosts->cache->ways; way++) {
        smaller += stamp[way] && stamp[way] < of;
        smaller += ghost[way].block && ghost[way].stamp < of;
    }
    return of ? smaller + 1 : 0;
}

static void renumber_set(const struct msim_ghosts *ghosts, uint64_t set)
{
    struct msim_ghost *ghost = ghosts_of(ghosts, set);
    uint32_t ranks[2][MSIM_SCAN_WAYS];
    for (uint32_t way = 0; way < ghosts->cache->ways; way++) {
        ranks[0][way] = rank(ghosts, set, ghosts->cache->stamp[set + way]);
        ranks[1][way] = rank(ghosts, set, ghost[way].stamp);
    }
    for (uint32_t way = 0; way < ghosts->cache->ways; way++) {
        ghosts->cache->stamp[set + way] = ranks[0][way];
        ghost[way].stamp = ranks[1][way];
    }
}

uint32_t msim_ghosts_renumber(const struct msim_ghosts *ghosts)
{
    struct msim_array *cache = ghosts->cache;
    if (!ghosts->ghost)
        return msim_array_renumber(cache);
    for (uint64_t set = 0; set < cache->sets; set++)
        renumber_set(ghosts, set * cache->stride);
    return 2 * cache->ways;
}

struct msim_more_times msim_ghosts_times(const struct msim_ghosts *ghosts)
{
    const struct msim_array *cache = ghosts->cache;
    if (!ghosts->ghost)
        return (struct msim_more_times){NULL, 0, 0};
    return (struct msim_more_times){&ghosts->ghost->stamp, (uint32_t)(cache->sets * cache->ways),
                                    sizeof *ghosts->ghost / sizeof(uint32_t)};
}

void msim_ghosts_empty(const struct msim_ghosts *ghosts)
{
    const struct msim_array *cache = ghosts->cache;
    for (uint64_t i = 0; ghosts->ghost && i < cache->sets * cache->ways; i++)
        ghosts->ghost[i] = (struct msim_ghost){0, 0};
}
