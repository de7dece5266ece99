/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pictures as files: one that is asked for with --svg and --png is drawn once for each.
 *
 *     struct msim_picture picture = {.output = output};
 *     while (msim_picture_next(&picture, size))
 *         draw(picture.canvas);
 */
#ifndef MSIM_CMD_DRAW_PICTURE_H
#define MSIM_CMD_DRAW_PICTURE_H

#include "cmd/files/output.h"
#include "canvas.h"

struct msim_picture {
    const struct msim_output *output;
    struct msim_canvas *canvas; /* of the file that is open; NULL: none is */
    struct msim_whole_file file;
    int files; /* opened or passed over */
};

/* Ends with 2 if a PNG is asked for and this command cannot make one. */
void msim_picture_check(const struct msim_output *output);

/* Completes the file that is open, and opens the next that was asked for; false: there is none. */
bool msim_picture_next(struct msim_picture *picture, struct msim_point size);

#endif
