/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Draws a heap: bytes over time, by the places that allocated them. */
#ifndef MSIM_CMD_HEAP_PLOT_H
#define MSIM_CMD_HEAP_PLOT_H

#include "cmd/data/heap/inregion.h"
#include "cmd/data/heap/set.h"
#include "cmd/draw/canvas.h"

/* Returns the size of the picture, which msim_heaped_picture draws on a canvas of that size. */
struct msim_point msim_heaped_picture_size(const struct msim_heaped *heap);
/* `in`: the region whose time and largest heap are marked; NULL: the whole run's peak is. */
void msim_heaped_picture(const struct msim_heaped *heap, const struct msim_heaped_in_region *in,
                         struct msim_canvas *canvas);

#endif
