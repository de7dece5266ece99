/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A tree of places, as text. */
#ifndef MSIM_CMD_HEAP_TREETEXT_H
#define MSIM_CMD_HEAP_TREETEXT_H

#include <stdio.h>

#include "view.h"

/* Writes the tree of that snapshot, which has one. */
void msim_heaped_show_tree(const struct msim_heaped *heap, size_t snapshot,
                           const struct msim_heaped_view *view, FILE *to);

#endif
