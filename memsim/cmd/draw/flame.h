/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Flame graphs as SVG: a box for each frame, above the frame that called it, as wide as what it
 * costs.  A small script in the file zooms and searches; without it, the picture is complete.
 *
 * Names are shortened to their box, but never within their last part; boxes too narrow for that
 * have none.  Every box has a tooltip.  Levels for which a height that is asked for has no room are
 * left out, and the subtitle says so.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct msim_flame_frame {
    uint32_t parent;  /* the frame below; that of frame 0 is itself */
    const char *name; /* any bytes */
    char *tooltip;    /* what follows the name in the tooltip; may have several lines */
    double width;     /* in any unit; frames on one frame are not wider than it */
    uint32_t colour;  /* 0xRRGGBB */
};

/* Frames follow the one that they lie on; those on one frame are drawn from left to right. */
struct msim_flame {
    const char *title, *subtitle; /* any bytes */
    const struct msim_flame_frame *frame;
    size_t frames;
    /* A legend at the bottom: texts and their colours. */
    const char *const *legend;
    const uint32_t *legend_colour;
    size_t legends;
    double width, height; /* of the picture in pixels; 0: what is usual, or needed */
};

void msim_flame_write(const struct msim_flame *flame, FILE *to);

/* A warm colour that depends on the name alone. */
uint32_t msim_flame_colour(const char *name);

/* A colour between two others: `part` from 0 to 1. */
uint32_t msim_flame_between(uint32_t from, uint32_t to, double part);

/* The script of the pictures; flamescript.c. */
extern const char msim_flame_script[];
