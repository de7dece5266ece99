/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Draws a list of page-ins. */
#ifndef MSIM_CMD_PAGES_PLOT_H
#define MSIM_CMD_PAGES_PLOT_H

#include "cmd/data/pages/read.h"
#include "cmd/draw/canvas.h"

/* Time across, touched pages up, in bands by object, with a point for each touch. */
struct msim_point msim_paged_picture_size(const struct msim_paged *paged);
void msim_paged_picture(const struct msim_paged *paged, struct msim_canvas *canvas);

#endif
