/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A sweep as a picture: a panel for each level. */
#ifndef MSIM_CMD_SWEEP_PLOT_H
#define MSIM_CMD_SWEEP_PLOT_H

#include "cmd/draw/canvas.h"
#include "view.h"

/* The picture's size, and the picture of a joined set on a canvas of that size. */
struct msim_point msim_swept_picture_size(const struct msim_swept *sweep,
                                          const struct msim_swept_view *view);
void msim_swept_picture(const struct msim_swept *sweep, const struct msim_swept_view *view,
                        struct msim_canvas *canvas);

#endif
