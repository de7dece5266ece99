/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A list of page-ins as a picture. */
#ifndef MSIM_CMD_PAGES_PLOT_H
#define MSIM_CMD_PAGES_PLOT_H

#include "cmd/draw/canvas.h"
#include "read.h"

/* Time across, touched pages up, one band for each object: a point for each touch. */
struct msim_point msim_paged_picture_size(const struct msim_paged *paged);
void msim_paged_picture(const struct msim_paged *paged, struct msim_canvas *canvas);

#endif
