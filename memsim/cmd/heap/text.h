/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A heap as text, for people: a graph, the snapshots, the peak's tree, memusage's table, and the
 * lines that allocate.
 */
#ifndef MSIM_CMD_HEAP_TEXT_H
#define MSIM_CMD_HEAP_TEXT_H

#include <stdio.h>

#include "view.h"

/* Errors stay in the FILE, for the caller. */
void msim_heaped_text(const struct msim_heaped_report *report, const struct msim_heaped_view *view,
                      FILE *to);

/* The regions of the run that are selected, or all; nothing if it has none. */
void msim_heaped_regions(const struct msim_heaped_report *report,
                         const struct msim_heaped_view *view, FILE *to);

#endif
