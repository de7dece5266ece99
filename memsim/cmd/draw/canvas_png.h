/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A canvas that is a PNG file; of a command that was built without cairo there is none. */
#ifndef MSIM_CMD_DRAW_CANVAS_PNG_H
#define MSIM_CMD_DRAW_CANVAS_PNG_H

#include "canvas.h"

bool msim_canvas_has_png(void);

/* PNG, of twice as many pixels each way, written to `to` at the end.  NULL without cairo. */
struct msim_canvas *msim_canvas_png(FILE *to, struct msim_point size);

#endif
