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
    for (unsigned i = 0; i < why->levels; i++)
        free(why->level[i].used);
    free(why);
}

/* How many others were used after it; the count of all: it never was. */
static uint64_t place_of(const struct naive_why_level *of, uint64_t block)
{
    uint64_t place = 0;
    while (place < of->count && of->used[place].block != block)
        place++;
    return place;
}

static int reason_of(const struct naive_why *why, const struct naive_why_level *of, uint64_t place)
{
    uint64_t lines = of->lines;
    if (why->fault == NAIVE_WHY_ONE_MORE)
        lines++;
    if (why->fault == NAIVE_WHY_ONE_LESS)
        lines--;
    if (place == of->count)
        return NAIVE_NEW;
    if (of->used[place].taken && why->fault != NAIVE_WHY_NEVER_TAKEN)
        return NAIVE_CORE;
    return place >= lines ? NAIVE_CAP : NAIVE_CONF;
}

void naive_why_use(struct naive_why *why, const struct naive_level *level, uint64_t block,
                   bool missed)
{
    struct naive_why_level *of = find(why, level);
    uint64_t place = place_of(of, block);
    if (missed && (of->reason < 0 || why->fault == NAIVE_WHY_LAST_LINE))
        of->reason = reason_of(why, of, place);
    if (!missed && why->fault == NAIVE_WHY_FIFO)
        return;
    if (why->fetches && why->fault == NAIVE_WHY_FETCHES)
        return;
    if (of->count == of->room) {
        of->room = 2 * of->room + 256;
        of->used = realloc(of->used, of->room * sizeof *of->used);
        if (!of->used)
            abort();
    }
    struct naive_used_line line = {block, false};
    if (place < of->count)
        line.taken = of->used[place].taken && why->fault == NAIVE_WHY_ALWAYS_TAKEN;
    else
        of->count++;
    memmove(of->used + 1, of->used, place * sizeof *of->used);
    of->used[0] = line;
}

void naive_why_take(struct naive_why *why, const struct naive_level *level, uint64_t block)
{
    struct naive_why_level *of = find(why, level);
    uint64_t place = place_of(of, block);
    if (place < of->count)
        of->used[place].taken = true;
}

int naive_why_end(struct naive_why *why, const struct naive_level *level)
{
    struct naive_why_level *of = find(why, level);
    int reason = of->reason;
    of->reason = -1;
    return reason;
}
