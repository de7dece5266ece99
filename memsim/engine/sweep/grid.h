/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Grids: many geometries of levels, as users write them.
 *
 *     grid    LEVEL:SIZES,WAYS,LINES[;LEVEL:...]     L2:512K-16M,1-8,32-64
 *             TLB:ENTRIES,WAYS[,PAGES]               DTLB:16-4096,4+full   L2TLB:512-2048,4
 *     field   values and ranges joined by +            32K+48K   1-16   8+full   512K-4M+6M
 *     a-b     a, 2a, 4a, ... up to b
 *
 * LEVEL is I1 D1 L2 L3 ITLB DTLB L2TLB L2ITLB L2DTLB.  Sizes are written as for geometries (512K,
 * 1.25M); for a TLB they are numbers of entries.  Ways may be `full`.  Second-level TLBs have the
 * pages of the first level, so they take no third field; for the other TLBs it may be omitted.  The
 * cells of a level are all combinations of its fields; a value written twice counts once.  Each
 * cell must be a geometry that msim_geometry_make() accepts.  Nothing is rounded: the first cell
 * that cannot be built is refused by name.  A level written twice is refused, too, because its
 * values can be joined.
 *
 * Order of the cells: levels as written, then ascending by size, ways (`full` last) and line.
 */
#pragma once

#include "engine/machine/geometry.h"
#include "stream/mem.h"

enum { MSIM_CELLS_MAX = 4096, MSIM_GRID_WHY = 320 };

struct msim_cell {
    enum msim_level level;
    bool full;                     /* written as `full` */
    struct msim_geometry geometry; /* line 0: the machine's page (msim_grid_fit) */
};

struct msim_grid {
    struct msim_cell *cells;
    uint32_t used;
    char why[MSIM_GRID_WHY]; /* what is wrong with the grid */
};

/* Reads what a user wrote.  NULL: done.  Else what is wrong, where, and what is allowed; that text
 * lives in the grid. */
const char *msim_grid_read(const char *text, struct msim_grid *grid, const struct msim_mem *mem);

/* Gives TLBs without a page size that of the machine, or 4K if it has none.  The machine has passed
 * msim_machine_check().  NULL, or why the machine has no references for a level: an L2 needs a
 * first level, an L3 an L2, a second-level TLB a first-level one. */
const char *msim_grid_fit(struct msim_grid *grid, const struct msim_machine *machine);

/* True: the grid has cells of this level. */
bool msim_grid_has(const struct msim_grid *grid, enum msim_level level);
