/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes pictures as files: with both --svg and --png, the picture is drawn once for each.
 *
 *     struct msim_picture picture = {.output = output};
 *     while (msim_picture_next(&picture, size))
 *         draw(picture.canvas);
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

/* Exits with 2 if a PNG is requested and this command cannot make one. */
void msim_picture_check(const struct msim_output *output);

/* Completes the open file and opens the next one requested; false: none. */
bool msim_picture_next(struct msim_picture *picture, struct msim_point size);
