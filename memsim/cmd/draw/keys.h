/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What colours mean: squares with names, from left to right in as many rows as they need. */
#pragma once

#include "canvas.h"

enum { MSIM_COLOUR_KEYS_MOST = 24 };

struct msim_colour_key {
    char *name;
    uint32_t colour;
};

/* Starts zeroed. */
struct msim_colour_keys {
    struct msim_colour_key key[MSIM_COLOUR_KEYS_MOST];
    size_t keys;
};

/* Adds the name of a function, shortened to `width` pixels, unless it is there with this colour, or
 * there are as many as there may be. */
void msim_colour_keys_add(struct msim_colour_keys *keys, const char *name, uint32_t colour,
                          double width);

/* Draws them below `top`; returns their height.  `canvas` NULL: only that. */
double msim_colour_keys_draw(const struct msim_colour_keys *keys, struct msim_canvas *canvas,
                             double left, double right, double top);

void msim_colour_keys_free(struct msim_colour_keys *keys);
