/* SPDX-License-Identifier: GPL-2.0-or-later */
/* In place of canvas_png.c, where there is no cairo. */
#include "canvas_png.h"

#include <stdlib.h>

bool msim_canvas_has_png(void)
{
    return false;
}

struct msim_canvas *msim_canvas_png(FILE *to, struct msim_point size)
{
    (void)to, (void)size;
    abort(); /* was not asked */
}
