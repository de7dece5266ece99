/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints the heap over time as a graph made of characters. */
#ifndef MSIM_CMD_HEAP_GRAPH_H
#define MSIM_CMD_HEAP_GRAPH_H

#include <stdio.h>

#include "view.h"

/* `in`: the region whose time is marked; NULL: none. */
void msim_heaped_graph(const struct msim_heaped *heap, const struct msim_heaped_in_region *in,
                       const struct msim_heaped_view *view, FILE *to);

#endif
