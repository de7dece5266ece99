/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A canvas that is an SVG file. */
#ifndef MSIM_CMD_DRAW_CANVAS_SVG_H
#define MSIM_CMD_DRAW_CANVAS_SVG_H

#include "canvas.h"

/* SVG 1.1, written to `to` while it is drawn. */
struct msim_canvas *msim_canvas_svg(FILE *to, struct msim_point size);

#endif
