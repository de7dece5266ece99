/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Page tables, as far as walks read them: where a page's entry is, and which level has its line.
 *
 *     table     8 bytes for each page, one after the other, far from the program's addresses; pages
 *               of each size have a table of their own. The levels of tables above it are in the
 *               walker's own caches
 *     line      of eight entries. It is in a level if, since it came there or was last found there,
 *               fewer lines have come into the level than that has room for. A walk looks for it
 *               level by level; into those that it is not in it comes
 *     written   when a page of the line is used for the first time, the kernel has just written
 *               there: the line is in the first level
 *
 * So tables and data have the caches together, as in a processor, but counts of misses do not know
 * of it: lines of data are those of the simulator, which has no tables.
 *
 * Cost: about 50 bytes for each eight pages that were used.
 */
#pragma once

#include <stdbool.h>

#include "engine/machine/geometry.h"
#include "stream/lookup.h"
#include "waits.h"

/* The levels that lines of tables may be in: D1, L2, L3. */
enum { MSIM_TABLE_LEVELS = 3, MSIM_TABLE_ENTRIES = 8 };

struct msim_page_tables {
    uint64_t room[MSIM_TABLE_LEVELS]; /* lines; 0: there is no such level */
    uint64_t came[MSIM_TABLE_LEVELS]; /* lines that came into it so far */
    struct msim_lookup lookup;
    struct msim_table lines; /* struct table_line: those that were read so far */
};

/* An entry: the number of its line, as lines of data are numbered, and where that is:
 * MSIM_DEPENDENCY for the first level. */
struct msim_page_entry {
    uint64_t line;
    enum msim_cause from;
};

void msim_page_tables_init(struct msim_page_tables *tables, const struct msim_mem *mem,
                           const struct msim_machine *machine);

/* A line came into a level: MSIM_WAIT_L2 the first one's data, from L2; _L3 it and L2, from L3;
 * _MEMORY all, from memory. */
void msim_page_tables_fill(struct msim_page_tables *tables, enum msim_cause from, bool of_data);

/* So many lines came into all levels but the first without a reference of the program. */
static inline void msim_page_tables_pass(struct msim_page_tables *tables, unsigned lines)
{
    tables->came[1] += lines;
    tables->came[2] += lines;
}

/* All levels are empty. */
void msim_page_tables_empty(struct msim_page_tables *tables);

/* A walk reads the entry of page number `page`, which has 1 << shift bytes. */
struct msim_page_entry msim_page_tables_read(struct msim_page_tables *tables, uint64_t page,
                                             unsigned shift);
