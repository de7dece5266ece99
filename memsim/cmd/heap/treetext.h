/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints a tree of places. */
#ifndef MSIM_CMD_HEAP_TREETEXT_H
#define MSIM_CMD_HEAP_TREETEXT_H

#include <stdio.h>

#include "view.h"

/* Prints the tree of a snapshot that has one. */
void msim_heaped_show_tree(const struct msim_heaped *heap, size_t snapshot,
                           const struct msim_heaped_view *view, FILE *to);

/* If nearly all of the tree comes through one function after another (file/split.h), prints these
 * and who called the last of them. */
void msim_heaped_show_split(const struct msim_heaped *heap, size_t snapshot,
                            const struct msim_heaped_view *view, FILE *to);

#endif
