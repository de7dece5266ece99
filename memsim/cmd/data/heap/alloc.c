/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The names of events, and the order of rows; see alloc.h. */
#include "alloc.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"

static const char *const names[MSIM_ALLOC_EVENTS] = {"Allocs", "Bytes",  "Frees",   "PeakBytes",
                                                     "Temp",   "Failed", "EndBytes"};

const char *msim_alloc_event_name(enum msim_alloc_event event)
{
    return names[event];
}

enum msim_alloc_event msim_alloc_event_named(const char *name)
{
    size_t i = 0;
    while (i < MSIM_ALLOC_EVENTS && strcmp(name, names[i]) != 0)
        i++;
    return (enum msim_alloc_event)i;
}

void msim_allocated_free(struct msim_allocated *alloc)
{
    MSIM_FREE(alloc->call, alloc->size, alloc->time, alloc->region, alloc->span, alloc->thread,
              alloc->row);
    msim_counts_free(&alloc->profile);
}

bool msim_alloc_selected(const struct msim_allocated *alloc, size_t region)
{
    uint32_t number = region ? alloc->region[region - 1].number : 0;
    return alloc->profile.regions.region[number].selected;
}

struct ranked {
    uint64_t count;
    size_t row;
};

static int compare(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

size_t *msim_allocated_order(const struct msim_allocated *alloc, enum msim_alloc_event event)
{
    struct ranked *ranked = msim_zeroed(alloc->rows, sizeof *ranked);
    size_t *order = msim_zeroed(alloc->rows, sizeof *order);
    for (size_t i = 0; i < alloc->rows; i++)
        ranked[i] = (struct ranked){alloc->row[i].count[event], i};
    qsort(ranked, alloc->rows, sizeof *ranked, compare);
    for (size_t i = 0; i < alloc->rows; i++)
        order[i] = ranked[i].row;
    free(ranked);
    return order;
}
