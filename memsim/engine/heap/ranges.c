/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ranges of ranges.h. */
#include "ranges.h"

enum { START = 64 };

void msim_pages_init(struct msim_pages *pages, const struct msim_mem *mem)
{
    *pages = (struct msim_pages){.mem = mem, .most = START};
    pages->range = msim_get(mem, START * sizeof *pages->range, 8);
}

/* The first range that ends after `address`. */
static size_t first_after(const struct msim_pages *pages, uint64_t address)
{
    size_t low = 0, high = pages->used;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (pages->range[middle].end > address)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void make_room(struct msim_pages *pages)
{
    struct msim_range *old = pages->range;
    if (pages->used < pages->most)
        return;
    pages->most *= 2;
    pages->range = msim_get(pages->mem, pages->most * sizeof *old, 8);
    for (size_t i = 0; i < pages->used; i++)
        pages->range[i] = old[i];
}

static void insert(struct msim_pages *pages, size_t at, const struct msim_range *range)
{
    make_room(pages);
    for (size_t i = pages->used++; i > at; i--)
        pages->range[i] = pages->range[i - 1];
    pages->range[at] = *range;
}

static void drop(struct msim_pages *pages, size_t at)
{
    pages->used--;
    for (size_t i = at; i < pages->used; i++)
        pages->range[i] = pages->range[i + 1];
}

void msim_pages_remove(struct msim_pages *pages, uint64_t start, uint64_t end,
                       struct msim_range *taken)
{
    size_t at = first_after(pages, start);
    *taken = (struct msim_range){0};
    if (start >= end || at == pages->used || pages->range[at].start >= end)
        return;
    struct msim_range whole = pages->range[at];
    struct msim_range after = {end, whole.end, whole.place};
    *taken = (struct msim_range){whole.start > start ? whole.start : start,
                                 whole.end < end ? whole.end : end, whole.place};
    if (whole.start < start)
        pages->range[at++].end = start;
    else
        drop(pages, at);
    if (whole.end > end)
        insert(pages, at, &after);
}

/* What grows bit by bit, as brk does, stays one range. */
void msim_pages_add(struct msim_pages *pages, const struct msim_range *range)
{
    size_t at = first_after(pages, range->start);
    struct msim_range *before = at ? &pages->range[at - 1] : NULL;
    if (before && before->end == range->start && before->place == range->place)
        before->end = range->end;
    else
        insert(pages, at, range);
}
