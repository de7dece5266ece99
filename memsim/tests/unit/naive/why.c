/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The oracle of why.h. */
#include "why.h"

#include <stdlib.h>
#include <string.h>

#include "naive.h"

static struct naive_why_level *find(struct naive_why *why, const struct naive_level *level)
{
    for (unsigned i = 0; i < why->levels; i++)
        if (why->level[i].blocks == level->blocks)
            return &why->level[i];
    if (why->levels == NAIVE_WHY_INSTANCES)
        abort();
    struct naive_why_level *of = &why->level[why->levels++];
    *of = (struct naive_why_level){
        .blocks = level->blocks, .lines = level->sets * level->ways, .reason = -1};
    return of;
}

void naive_why_free(struct naive_why *why)
{
    for (unsigned i = 0; i < why->levels; i++) {
        free(why->level[i].used);
        free(why->level[i].known);
    }
    free(why);
}

static void *grow(void *list, uint64_t *room, size_t size)
{
    *room = 2 * *room + 256;
    list = realloc(list, *room * size);
    if (!list)
        abort();
    return list;
}

/* What is known of a block; NULL: it never was in the level. */
static struct naive_known_line *known(const struct naive_why_level *of, uint64_t block)
{
    for (uint64_t i = 0; i < of->known_count; i++)
        if (of->known[i].block == block)
            return &of->known[i];
    return NULL;
}

static struct naive_known_line *know(struct naive_why_level *of, uint64_t block)
{
    struct naive_known_line *line = known(of, block);
    if (line)
        return line;
    if (of->known_count == of->known_room)
        of->known = grow(of->known, &of->known_room, sizeof *of->known);
    line = &of->known[of->known_count++];
    *line = (struct naive_known_line){.block = block};
    return line;
}

/* How many others were used after it; the count of all: it never was. */
static uint64_t place_of(const struct naive_why_level *of, uint64_t block)
{
    uint64_t place = 0;
    while (place < of->used_count && of->used[place] != block)
        place++;
    return place;
}

static int reason_of(const struct naive_why *why, const struct naive_why_level *of, uint64_t block)
{
    const struct naive_known_line *line = known(of, block);
    uint64_t lines = of->lines;
    if (why->fault == NAIVE_WHY_ONE_MORE)
        lines++;
    if (why->fault == NAIVE_WHY_ONE_LESS)
        lines--;
    if (!line)
        return NAIVE_NEW;
    if (line->taken && why->fault != NAIVE_WHY_NEVER_TAKEN)
        return NAIVE_CORE;
    if (line->past && why->fault != NAIVE_WHY_NEVER_PAST)
        return NAIVE_PASSED;
    if (line->early && why->fault != NAIVE_WHY_NEVER_EARLY)
        return NAIVE_PF;
    return place_of(of, block) >= lines ? NAIVE_CAP : NAIVE_CONF;
}

/* It is used now, later than all others. */
static void put_first(struct naive_why_level *of, uint64_t block)
{
    uint64_t place = place_of(of, block);
    if (of->used_count == of->used_room)
        of->used = grow(of->used, &of->used_room, sizeof *of->used);
    of->used_count += place == of->used_count;
    memmove(of->used + 1, of->used, place * sizeof *of->used);
    of->used[0] = block;
}

static void bring(const struct naive_why *why, struct naive_why_level *of, uint64_t block,
                  bool missed)
{
    struct naive_known_line *line = know(of, block);
    if (!missed && why->fault == NAIVE_WHY_FOUND_EARLY)
        return;
    if (!missed || why->fault == NAIVE_WHY_BROUGHT_USED)
        put_first(of, block);
    if (!missed) {
        line->early = false;
        return;
    }
    *line = (struct naive_known_line){.block = block, .early = true};
}

void naive_why_use(struct naive_why *why, const struct naive_level *level, uint64_t block,
                   bool missed)
{
    struct naive_why_level *of = find(why, level);
    if (why->prefetch) {
        bring(why, of, block, missed);
        return;
    }
    if (missed && (of->reason < 0 || why->fault == NAIVE_WHY_LAST_LINE))
        of->reason = reason_of(why, of, block);
    if (!missed && why->fault == NAIVE_WHY_FIFO)
        return;
    if (why->fetches && why->fault == NAIVE_WHY_FETCHES)
        return;
    struct naive_known_line *line = know(of, block);
    line->taken = line->taken && why->fault == NAIVE_WHY_ALWAYS_TAKEN;
    line->past = line->past && why->fault == NAIVE_WHY_STAYS_PAST;
    line->early = line->early && why->fault == NAIVE_WHY_ALWAYS_EARLY;
    put_first(of, block);
}

void naive_why_take(struct naive_why *why, const struct naive_level *level, uint64_t block)
{
    struct naive_known_line *line = known(find(why, level), block);
    if (line && why->passing)
        line->past = true;
    else if (line)
        line->taken = true;
}

int naive_why_end(struct naive_why *why, const struct naive_level *level)
{
    struct naive_why_level *of = find(why, level);
    int reason = of->reason;
    of->reason = -1;
    return reason;
}
