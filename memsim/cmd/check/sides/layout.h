/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The sides side by side: which parts of their code are the same, and how much of their growth is
 * layout, which any rebuild changes.
 *
 * Of misses, work is what a fully associative cache of the same size would miss, too: how much data
 * there is, and in which order it is used.  The rest is layout: blocks that displace each other
 * because of where they lie.  Where the files have the counts of such caches (companions, events
 * with an f in place of the m):
 *
 *     work   = growth of the fully associative cache's misses
 *     layout = growth of the misses - work
 *
 * Of instructions, reads and writes, strings.h says which growth is layout.
 */
#pragma once

#include "cmd/base/index.h"
#include "cmd/counts/counts.h"
#include "pair.h"
#include "side.h"

/*
 * Regions of both sides, by name.
 *
 * Regions are paths of names; here, what counts is the names, because programs that changed call
 * them in another order.  What was counted belongs to each name on its path, once, even if a region
 * is in itself.  Number 0 is the whole run, to which everything belongs; the others are names; a
 * selection of regions has none.
 */

/* Of one file: the numbers to which each of its regions belongs. */
struct msim_region_numbers {
    size_t *first; /* of each region, an index of `number`; one more at the end */
    uint32_t *number;
};

/* Totals of the whole run (region: NULL) or of all regions with a name, in the order of each side's
 * events. */
struct msim_totals {
    const char *region;
    const int64_t *base, *fresh; /* NULL: this side does not have the region */
    const int64_t *moved;        /* growth by strings.h, by NEW's events */
};

/* Further runs of a side (side.h), and their totals in the order of msim_sides' totals. */
struct msim_more {
    struct msim_side *side;
    int64_t **totals;
    size_t sides;
};

struct msim_sides {
    struct msim_side base, fresh;
    struct msim_more more_base, more_fresh;
    struct msim_common common;
    struct msim_totals *totals;  /* the first one is that of the whole run */
    size_t regions;              /* how many follow */
    struct msim_side_pair *pair; /* which parts are the same */
    size_t pairs;

    struct msim_names names; /* of regions */
    struct msim_region_numbers base_numbers, fresh_numbers;
    int64_t *base_totals, *fresh_totals, *moved; /* what the totals point into */
};

/* Compares the sides, once both are loaded: their events, regions, parts and string functions. */
void msim_sides_compare(struct msim_sides *sides);
void msim_sides_free(struct msim_sides *sides);

/* Whether these parts are a string function, of whose growth nothing is work. */
bool msim_pair_is_layout(const struct msim_sides *sides, const struct msim_side_pair *pair);

/* Ir, Dr, Dw: what code does, wherever it lies. */
bool msim_is_work(const char *event);

/* The companion of an event of misses, "D2fr" of "D2mr"; NULL: the event is not one of misses. */
const char *msim_companion(const char *event);
