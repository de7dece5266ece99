/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chooses the lines of predicted.h. */
#include "predicted.h"

#include "engine/base/sort.h"

struct choice {
    const struct msim_share *share;
    const struct msim_near *near;
    struct msim_predicted *all; /* by unit of near->parts */
};

/* The misses of a unit as it is. */
static uint64_t misses_of(const struct msim_share_units *units, uint64_t number)
{
    uint32_t unit = msim_share_unit_find(units, number);
    struct msim_share_counts sum = msim_share_unit_sum(units, unit);
    return msim_share_misses(&sum);
}

static bool is_new(const struct choice *choice, const struct msim_predicted *line)
{
    const struct msim_share_units *units = &choice->share->units;
    uint64_t misses = line->sum.count[MSIM_SHARE_FALSE];
    uint64_t now = misses_of(units, line->pair) + misses_of(units, line->pair + 1);
    return misses >= MSIM_SHARING_WATCHED_FROM && now <= misses / 2;
}

static bool has_block(const struct choice *choice, const struct msim_predicted *line)
{
    const struct msim_share_units *parts = &choice->near->parts;
    uint32_t i = msim_share_unit_at(parts, line->unit)->first;
    for (; i; i = msim_share_part_at(parts, i)->next) {
        uint32_t object = msim_share_part_at(parts, i)->key.object;
        if (msim_object_at(&choice->share->map.owners, object)->kind == MSIM_OBJECT_HEAP)
            return true;
    }
    return false;
}

/* True: of the pair's lines that begin elsewhere, this is the worst, the first of equal ones. */
static bool is_worst(const struct choice *choice, const struct msim_predicted *line)
{
    uint64_t own = line->sum.count[MSIM_SHARE_FALSE];
    for (unsigned i = MSIM_NEAR_DOUBLED + 1; i < MSIM_NEAR_LINES; i++) {
        uint64_t number = line->pair * MSIM_NEAR_LINES + i;
        uint32_t unit = msim_share_unit_find(&choice->near->parts, number);
        uint64_t misses = choice->all[unit].sum.count[MSIM_SHARE_FALSE];
        if (misses > own || (misses == own && i < line->line))
            return false;
    }
    return true;
}

static bool is_told(const struct choice *choice, const struct msim_predicted *line)
{
    if (!line->unit || !is_new(choice, line))
        return false;
    return line->line == MSIM_NEAR_DOUBLED || (has_block(choice, line) && is_worst(choice, line));
}

static bool is_before(const void *context, uint32_t one, uint32_t other)
{
    const struct choice *choice = context;
    const struct msim_predicted *a = &choice->all[one], *b = &choice->all[other];
    uint64_t first = msim_share_misses(&a->sum), second = msim_share_misses(&b->sum);
    if (first != second)
        return first > second;
    uint64_t at = msim_near_address(choice->near, a->pair, a->line);
    uint64_t behind = msim_near_address(choice->near, b->pair, b->line);
    return at != behind ? at < behind : a->line < b->line;
}

void msim_predicted_make(struct msim_predicted_list *list, const struct msim_share *share)
{
    const struct msim_share_units *parts = &share->near->parts;
    uint32_t used = parts->units.used;
    struct choice choice = {share, share->near, NULL};
    choice.all = msim_get(share->mem, used * sizeof *choice.all, 8);
    for (uint32_t i = 1; i < used; i++) {
        uint64_t number = msim_share_unit_at(parts, i)->number;
        choice.all[i] = (struct msim_predicted){.pair = number / MSIM_NEAR_LINES,
                                                .line = (unsigned)(number % MSIM_NEAR_LINES),
                                                .unit = i,
                                                .sum = msim_share_unit_sum(parts, i)};
    }
    const uint32_t *order = msim_sorted(share->mem, used, is_before, &choice);
    list->at = msim_get(share->mem, used * sizeof *list->at, 8);
    list->used = 0;
    for (uint32_t i = 0; i < used; i++)
        if (is_told(&choice, &choice.all[order[i]]))
            list->at[list->used++] = choice.all[order[i]];
}
