/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A canvas that writes a PNG file; not available if the command was built without cairo. */
#ifndef MSIM_CMD_DRAW_CANVAS_PNG_H
#define MSIM_CMD_DRAW_CANVAS_PNG_H

#include "canvas.h"

bool msim_canvas_has_png(void);

/* Makes a canvas that writes a PNG to `to` at the end, with twice as many pixels each way.  NULL without
 * cairo. */
struct msim_canvas *msim_canvas_png(FILE *to, struct msim_point size);

#endif
