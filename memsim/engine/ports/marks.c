/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The marks of marks.h. */
#include "marks.h"

#include <stddef.h>

void msim_marks_init(struct msim_marks *marks, const struct msim_mem *mem, struct msim_array *cache)
{
    marks->cache = cache;
    marks->marked = msim_get(mem, msim_array_slots(cache), 8);
    if (!cache->policy && !cache->assoc)
        marks->ghost = msim_get(mem, cache->sets * cache->ways * sizeof *marks->ghost, 8);
}

static struct msim_ghost *ghosts_of(const struct msim_marks *marks, uint64_t set)
{
    return marks->ghost + set / marks->cache->stride * marks->cache->ways;
}

static void add_event(struct msim_marks *marks, int64_t slot, bool used)
{
    if (marks->used < MSIM_MARK_EVENTS)
        marks->event[marks->used++] = (struct msim_mark_event){(uint32_t)slot, used};
    marks->marked[slot] = 0;
}

/* --- What would have missed ----------------------------------------------------------------- */

/* How many lines of the set were referenced after `stamp`. */
static uint32_t younger(const struct msim_marks *marks, uint64_t set, uint32_t stamp)
{
    const struct msim_array *cache = marks->cache;
    const struct msim_ghost *ghost = ghosts_of(marks, set);
    uint32_t used = 0;
    for (uint32_t way = 0; way < cache->ways; way++) {
        used += msim_array_tag(cache, set + way) && !marks->marked[set + way] &&
                cache->stamp[set + way] > stamp;
        used += ghost[way].block && ghost[way].stamp > stamp;
    }
    return used;
}

/* Forgets the block, which is held from now on; true: it would have missed. */
static bool would_miss(const struct msim_marks *marks, uint64_t block)
{
    uint64_t set = msim_array_set(marks->cache, block);
    struct msim_ghost *ghost = ghosts_of(marks, set);
    for (uint32_t way = 0; way < marks->cache->ways; way++)
        if (ghost[way].block == block + 1) {
            bool held = younger(marks, set, ghost[way].stamp) < marks->cache->ways;
            ghost[way].block = 0;
            return !held;
        }
    return true;
}

/* Remembers a line that goes, in place of an older one. */
static void remember(const struct msim_marks *marks, uint64_t block, uint32_t stamp)
{
    struct msim_ghost *ghost = ghosts_of(marks, msim_array_set(marks->cache, block));
    struct msim_ghost *oldest = ghost;
    for (uint32_t way = 0; way < marks->cache->ways && oldest->block; way++)
        if (!ghost[way].block || ghost[way].stamp < oldest->stamp)
            oldest = &ghost[way];
    if (!oldest->block || oldest->stamp < stamp)
        *oldest = (struct msim_ghost){block + 1, stamp};
}

/* --- What happens --------------------------------------------------------------------------- */

void msim_marks_refer(struct msim_marks *marks, uint64_t block, int64_t slot)
{
    if (slot != MSIM_NO_SLOT && !marks->marked[slot])
        return;
    if (marks->ghost)
        marks->missed |= would_miss(marks, block);
    if (slot != MSIM_NO_SLOT)
        add_event(marks, slot, true);
}

void msim_marks_fill(struct msim_marks *marks, int64_t slot, uint64_t evicted)
{
    if (marks->marked[slot])
        add_event(marks, slot, false);
    else if (marks->ghost && evicted != MSIM_NO_BLOCK)
        remember(marks, evicted, marks->cache->stamp[slot]);
}

/* The set has room for one more then.  Lines that it does not hold stay away, although there are fewer
 * younger ones from now on. */
static void lose_ghosts(const struct msim_marks *marks, uint64_t block)
{
    uint64_t set = msim_array_set(marks->cache, block);
    struct msim_ghost *ghost = ghosts_of(marks, set);
    bool held[MSIM_SCAN_WAYS];
    for (uint32_t way = 0; way < marks->cache->ways; way++)
        held[way] = younger(marks, set, ghost[way].stamp) < marks->cache->ways;
    for (uint32_t way = 0; way < marks->cache->ways; way++)
        if (!held[way] || ghost[way].block == block + 1)
            ghost[way].block = 0;
}

void msim_marks_lose(struct msim_marks *marks, uint64_t block)
{
    if (marks->ghost)
        lose_ghosts(marks, block);
}

void msim_marks_lost(struct msim_marks *marks, int64_t slot)
{
    if (slot != MSIM_NO_SLOT && marks->marked[slot])
        add_event(marks, slot, false);
}

/* --- Renumbering, emptying ------------------------------------------------------------------ */

/* 1 + the number of stamps that are smaller, of lines and ghosts of a set; 0 stays. */
static uint32_t rank(const struct msim_marks *marks, uint64_t set, uint32_t of)
{
    const struct msim_ghost *ghost = ghosts_of(marks, set);
    const uint32_t *stamp = marks->cache->stamp + set;
    uint32_t smaller = 0;
    for (uint32_t way = 0; way < marks->cache->ways; way++) {
        smaller += stamp[way] && stamp[way] < of;
        smaller += ghost[way].block && ghost[way].stamp < of;
    }
    return of ? smaller + 1 : 0;
}

static void renumber_set(struct msim_marks *marks, uint64_t set)
{
    struct msim_ghost *ghost = ghosts_of(marks, set);
    uint32_t ranks[2][MSIM_SCAN_WAYS];
    for (uint32_t way = 0; way < marks->cache->ways; way++) {
        ranks[0][way] = rank(marks, set, marks->cache->stamp[set + way]);
        ranks[1][way] = rank(marks, set, ghost[way].stamp);
    }
    for (uint32_t way = 0; way < marks->cache->ways; way++) {
        marks->cache->stamp[set + way] = ranks[0][way];
        ghost[way].stamp = ranks[1][way];
    }
}

uint32_t msim_marks_renumber(struct msim_marks *marks)
{
    struct msim_array *cache = marks->cache;
    if (!marks->ghost)
        return msim_array_renumber(cache);
    for (uint64_t set = 0; set < cache->sets; set++)
        renumber_set(marks, set * cache->stride);
    return 2 * cache->ways;
}

struct msim_more_times msim_marks_times(const struct msim_marks *marks)
{
    const struct msim_array *cache = marks->cache;
    if (!marks->ghost)
        return (struct msim_more_times){NULL, 0, 0};
    return (struct msim_more_times){&marks->ghost->stamp, (uint32_t)(cache->sets * cache->ways),
                                    sizeof *marks->ghost / sizeof(uint32_t)};
}

void msim_marks_empty(struct msim_marks *marks)
{
    const struct msim_array *cache = marks->cache;
    for (uint64_t slot = 0; slot < msim_array_slots(cache); slot++)
        marks->marked[slot] = 0;
    for (uint64_t i = 0; marks->ghost && i < cache->sets * cache->ways; i++)
        marks->ghost[i] = (struct msim_ghost){0, 0};
    marks->used = 0;
    marks->missed = false;
}
