/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The headings, keys and notes of sheet.h. */
#include "sheet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/names/shorten.h"

enum { LINES = 3, TEXT = 11 };

/* Bold letters are wider than is reckoned with. */
static const double bold_share = 0.95;

double msim_draw_heading(struct msim_canvas *canvas, struct msim_point at, const char *text,
                         const struct msim_font *font, double width)
{
    double room = width * bold_share;
    if (canvas)
        return msim_draw_wrapped(canvas, at, text, font, room, LINES);
    return msim_wrapped_height(text, font->size, room, LINES);
}

/* SQUARE: with its gap, and the gap after a name, and a row's height. */
enum { SIDE = 12, SQUARE = 18, ROOM = 1024 };

void msim_colour_keys_add(struct msim_colour_keys *keys, const char *name, uint32_t colour,
                          double width)
{
    char text[ROOM];
    double letter = msim_text_width(" ", TEXT), most = (width - SQUARE) / letter;
    msim_shorten_function(text, sizeof text, name, most > 2 ? (size_t)most : 2);
    for (size_t i = 0; i < keys->keys; i++)
        if (keys->key[i].colour == colour && !strcmp(keys->key[i].name, text))
            return;
    if (keys->keys < MSIM_COLOUR_KEYS_MOST)
        keys->key[keys->keys++] = (struct msim_colour_key){msim_copy(text), colour};
}

double msim_colour_keys_draw(const struct msim_colour_keys *keys, struct msim_canvas *canvas,
                             double left, double right, double top)
{
    const struct msim_font font = {.size = TEXT, .colour = 0x222222};
    struct msim_point at = {left, top};
    for (size_t i = 0; i < keys->keys; i++) {
        const struct msim_colour_key *key = &keys->key[i];
        double width = SQUARE + msim_text_width(key->name, TEXT);
        if (at.x > left && at.x + width > right)
            at = (struct msim_point){left, at.y + SQUARE};
        struct msim_point end = {at.x + SIDE, at.y + SIDE}, text = {at.x + SQUARE, at.y + 10};
        if (canvas) {
            msim_draw_rectangle(canvas, at, end, key->colour);
            msim_draw_text(canvas, text, key->name, &font, 0);
        }
        at.x += width + SQUARE;
    }
    return keys->keys ? at.y + SQUARE - top : 0;
}

void msim_colour_keys_free(struct msim_colour_keys *keys)
{
    for (size_t i = 0; i < keys->keys; i++)
        free(keys->key[i].name);
    keys->keys = 0;
}

void msim_draw_left_out(struct msim_canvas *canvas, struct msim_point at, size_t parts,
                        uint32_t colour)
{
    char text[64];
    const struct msim_font font = {.size = TEXT, .colour = colour};
    if (!parts)
        return;
    snprintf(text, sizeof text, "and %zu more, below this height", parts);
    msim_draw_text(canvas, at, text, &font, 0);
}
