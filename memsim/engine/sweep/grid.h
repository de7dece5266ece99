/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Grids: many geometries of a level, as users write them.
 *
 *     grid    LEVEL:SIZES,ASSOCS,LINES[;LEVEL:...]     L2:512K-16M,1-8,32-64
 *             TLB:ENTRIES,ASSOCS[,PAGES]               DTLB:16-4096,4+full   L2TLB:512-2048,4
 *     field   values and ranges joined by +            32K+48K   1-16   8+full   512K-4M+6M
 *     a-b     a, 2a, 4a, ... up to b
 *
 * LEVEL is I1 D1 L2 L3 ITLB DTLB L2TLB L2ITLB L2DTLB.  Sizes are written as for geometries (512K,
 * 1.25M), for a TLB they are numbers of entries; assocs may be `full`.  Second-level TLBs have the pages
 * of the first level, so they take no third field, and for the others it may be left out.  All
 * combinations of a level's fields are its cells; a value written twice is one value.  Each cell must
 * be a geometry that msim_geometry_read takes: nothing is rounded, and the first that cannot be built
 * is refused by name.  So is a level written twice, as its values can be joined.
 *
 * Order of the cells: levels as written, then size, ways (`full` last), line, each ascending.
 */
#ifndef MSIM_ENGINE_SWEEP_GRID_H
#define MSIM_ENGINE_SWEEP_GRID_H

#include "stream/mem.h"
#include "engine/machine/geometry.h"

enum { MSIM_CELLS_MAX = 4096, MSIM_GRID_WHY = 320 };

struct msim_cell {
    enum msim_level level;
    bool full;                     /* written as `full` */
    struct msim_geometry geometry; /* line 0: the machine's page, see msim_grid_fit */
};

struct msim_grid {
    struct msim_cell *cells;
    uint32_t used;
    char why[MSIM_GRID_WHY]; /* what is wrong with the grid */
};

/* Reads what a user wrote.  NULL: done.  Else what is wrong, where, and what is allowed; the text is
 * valid as long as the grid. */
const char *msim_grid_read(const char *text, struct msim_grid *grid, const struct msim_mem *mem);

/* Gives TLBs without a page those of the machine, which has passed msim_machine_check (where it has
 * none: 4K).  NULL, or why the machine has no references for a level: an L2 needs a first level, an L3
 * an L2, a second-level TLB the first. */
const char *msim_grid_fit(struct msim_grid *grid, const struct msim_machine *machine);

/* Is any cell of this level? */
bool msim_grid_has(const struct msim_grid *grid, enum msim_level level);

#endif
