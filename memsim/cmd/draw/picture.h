/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes pictures as files: with both --svg and --png, the picture is drawn once for each.
 *
 *     struct msim_picture picture = {.output = output};
 *     struct msim_point size = size_for(msim_picture_asked(output).x);
 *     while (msim_picture_next(&picture, size))
 *         draw(picture.canvas);
 *
 * What is drawn fits the canvas, whose height may be another one than its contents would have.
 */
#pragma once

#include "canvas.h"
#include "cmd/files/output.h"

struct msim_picture {
    const struct msim_output *output;
    struct msim_canvas *canvas; /* of the open file; NULL: no file is open */
    struct msim_whole_file file;
    int files; /* how many were opened or skipped */
};

/* Exits with 2 if --size is wrong, a name is that of another kind, or a PNG is requested and this
 * command cannot make one. */
void msim_picture_check(const struct msim_output *output);

/* The size that --size asks for, or ends the command with 2; x is 0 without it, and y if it has no
 * height: that which the picture usually has. */
struct msim_point msim_picture_asked(const struct msim_output *output);

/* Completes the open file and opens the next one requested, of `size`, but as high as --size asks
 * for; false: none. */
bool msim_picture_next(struct msim_picture *picture, struct msim_point size);
