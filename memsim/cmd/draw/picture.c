/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes pictures as files; see picture.h. */
#include "picture.h"

#include <string.h>
#include <strings.h>

#include "canvas.h"
#include "cmd/base/die.h"

/* A picture is of the kind that its name says. */
static void check_ending(const char *option, const char *name, const char *other)
{
    size_t length = name ? strlen(name) : 0, ending = strlen(other);
    if (length > ending && name[length - ending - 1] == '.' &&
        !strcasecmp(name + length - ending, other))
        msim_bad_usage("--%s=%s: the name is that of another kind of picture: --%s=%s", option,
                       name, other, name);
}

void msim_picture_check(const struct msim_output *output)
{
    check_ending("svg", output->svg, "png");
    check_ending("png", output->png, "svg");
    if (output->png && !msim_canvas_has_png())
        msim_bad_usage(
            "--png=%s: this memsim was built without cairo and cannot write PNG; use --svg",
            output->png);
}

bool msim_picture_next(struct msim_picture *picture, struct msim_point size)
{
    static struct msim_canvas *(*const make[])(FILE *, struct msim_point) = {msim_canvas_svg,
                                                                             msim_canvas_png};
    const char *const name[] = {picture->output->svg, picture->output->png};
    if (picture->canvas)
        msim_whole_close(&picture->file, msim_canvas_finish(picture->canvas));
    picture->canvas = NULL;
    while (picture->files < 2 && !picture->canvas) {
        int which = picture->files++;
        if (!name[which])
            continue;
        msim_whole_open(&picture->file, name[which]);
        picture->canvas = make[which](picture->file.to, size);
    }
    return picture->canvas != NULL;
}
