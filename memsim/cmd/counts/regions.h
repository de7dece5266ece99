/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The regions of a set of profiles: what was counted while which regions of the program were open.
 *
 * A region is a path of names, from the outermost region to the innermost: `parse` in `load` is
 * another one than `parse` alone.  Number 0 is what is in no region.  Outer regions have smaller
 * numbers.  Counts of the profiles belong to exactly one region each, so the sum over all of them
 * is the whole.
 *
 * Where the run was divided by thread, the outermost name is the thread's, `thread 2`, or after a
 * dump the one in `dump 1`.
 *
 * A selection leaves out what is in other regions: it is read and checked, and belongs to no file,
 * function or line of the set.  The regions themselves have totals in any case.
 *
 * Cost: one look-up for each name of a path; a region has 16 bytes for each event.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmd/base/index.h"

/* A name is at most this deep on its path. */
enum { MSIM_REGION_DEPTH = 100 };

/* The name of a thread begins with this; its number is not above that. */
#define MSIM_REGION_THREAD "thread "
enum { MSIM_REGION_THREAD_MAX = 999999999 };

struct msim_region {
    const char *name; /* the innermost one; "" for number 0 */
    uint64_t times;   /* it began */
    uint32_t outer;   /* the region that it is in; 0: none */
    uint32_t depth;   /* names on the path */
    bool selected;
};

/* Starts zeroed. */
struct msim_regions {
    /* Set before reading.  NULL: everything is selected; "": what is in no region; else a pattern
     * (msim_glob) for any name of the path or all of it, `load;parse`. */
    const char *only;
    struct msim_region *region;
    int64_t *total; /* `events` for each region, without the regions inside it */
    int64_t *base;  /* of a difference: what was subtracted; else 0 */
    size_t count, events;
    struct msim_index index;
};

/* Makes region 0, if there is none. */
void msim_regions_start(struct msim_regions *regions, size_t events);
void msim_regions_free(struct msim_regions *regions);

/* Reads "TIMES NAME<tab>NAME...", the outermost name first, and adds the region if it is new;
 * `text` is cut into names, which must stay.  MSIM_NOTHING: it is something else. */
uint32_t msim_region_read(struct msim_regions *regions, char *text, uint64_t *times);

/* Whether the program had regions, or there is only what is in none. */
static inline bool msim_has_regions(const struct msim_regions *regions)
{
    return regions->count > 1;
}

static inline int64_t *msim_region_total(const struct msim_regions *regions, size_t region)
{
    return regions->total + region * regions->events;
}

static inline int64_t *msim_region_base(const struct msim_regions *regions, size_t region)
{
    return regions->base + region * regions->events;
}

/* `own` (`total` or `base`) with what is in the regions inside; region 0 stays what is in none.
 * From malloc. */
int64_t *msim_region_sums(const struct msim_regions *regions, const int64_t *own);

/* The number of the thread that a region is in; 0: it is not said. */
uint32_t msim_region_thread(const struct msim_regions *regions, uint32_t region);

/* Whether it is what a thread runs in no region. */
bool msim_region_is_thread(const struct msim_regions *regions, uint32_t region);

/* The names of the path with `between` between them, from malloc. */
char *msim_region_path(const struct msim_regions *regions, uint32_t region, const char *between);

/* The numbers of all regions, by the names of their paths, so a region follows the one that it is
 * in; from malloc. */
uint32_t *msim_regions_by_path(const struct msim_regions *regions);

/* "a, b, c, d, e and 7 more": paths for a message. */
void msim_regions_say(const struct msim_regions *regions, char *text, size_t room);

/* Whether anything is selected. */
bool msim_regions_any(const struct msim_regions *regions);

/* Ends the command if `only` selects nothing in a file. */
void msim_regions_need(const struct msim_regions *regions, const char *name);
