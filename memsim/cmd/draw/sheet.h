/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands around the parts of a picture: its heading, what colours mean, and what was left out. */
#pragma once

#include "canvas.h"

enum { MSIM_SHEET_NARROW = 700 };

/* Narrow pictures have smaller margins and titles, and texts below each other. */
static inline bool msim_sheet_is_narrow(double width)
{
    return width < MSIM_SHEET_NARROW;
}

/* Draws a heading in bold letters, in as many lines as it needs, up to three; returns their height.
 * `canvas` NULL: only that. */
double msim_draw_heading(struct msim_canvas *canvas, struct msim_point at, const char *text,
                         const struct msim_font *font, double width);

/* What colours mean: squares with names, from left to right in as many rows as they need. */
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

/* Says how many parts there was no room for; nothing, if there are none. */
void msim_draw_left_out(struct msim_canvas *canvas, struct msim_point at, size_t parts,
                        uint32_t colour);
