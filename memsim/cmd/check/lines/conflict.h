/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Conflict misses: growth by layout that is no accident of a rebuild.
 *
 * Any rebuild moves all code and data a little, which changes misses a little, in many lines.  A
 * row whose length became a power of two makes few lines miss much more: its blocks displace each
 * other in few sets, which a fully associative cache of that size would not do.  So growth is a
 * conflict if it is more than rebuilds make (check/budget.h) and a few lines have most of it.
 */
#ifndef MSIM_CMD_CHECK_LINES_CONFLICT_H
#define MSIM_CMD_CHECK_LINES_CONFLICT_H

#include "changes.h"

/* Whether a few lines have most of a column's growth by layout; where that is not known, of its
 * growth.  `sign`: 1, or -1 for what it shrank by. */
bool msim_growth_is_on_few_lines(const struct msim_sides *sides, const char *column, bool has_work,
                                 int sign);

/* Marks the lines that have a good part of that growth. */
void msim_conflicts_mark(struct msim_changes *changes, const struct msim_sides *sides,
                         const char *column);

#endif
