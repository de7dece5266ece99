/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A heap as a picture: bytes over time, by the places that allocated them. */
#ifndef MSIM_CMD_HEAP_PLOT_H
#define MSIM_CMD_HEAP_PLOT_H

#include "cmd/draw/canvas.h"
#include "cmd/heap/file/set.h"

/* Returns the size of the picture, which msim_heaped_picture draws on a canvas of that size. */
struct msim_point msim_heaped_picture_size(const struct msim_heaped *heap);
void msim_heaped_picture(const struct msim_heaped *heap, struct msim_canvas *canvas);

#endif
