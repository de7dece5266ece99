/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Replaces canvas_png.c if there is no cairo. */
#include "canvas.h"

#include <stdlib.h>

bool msim_canvas_has_png(void)
{
    return false;
}

struct msim_canvas *msim_canvas_png(FILE *to, struct msim_point size)
{
    (void)to, (void)size;
    abort(); /* the caller did not check msim_canvas_has_png */
}
