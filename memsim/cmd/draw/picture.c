/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes pictures as files; see picture.h. */
#include "picture.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "canvas.h"
#include "cmd/base/die.h"

enum { LEAST_WIDTH = 360, LEAST_HEIGHT = 400, MOST = 10000 };

/* A picture is of the kind that its name says. */
static void check_ending(const char *option, const char *name, const char *other)
{
    size_t length = name ? strlen(name) : 0, ending = strlen(other);
    if (length > ending && name[length - ending - 1] == '.' &&
        !strcasecmp(name + length - ending, other))
        msim_bad_usage("--%s=%s: the name is that of another kind of picture: --%s=%s", option,
                       name, other, name);
}

/* Reads a number of pixels, and moves `at` after it; 0: there is none. */
static double pixels_at(const char **at)
{
    double pixels = 0;
    for (; isdigit((unsigned char)**at); ++*at)
        pixels = 10 * pixels + (**at - '0');
    return pixels;
}

struct msim_point msim_picture_asked(const struct msim_output *output)
{
    struct msim_point size = {0, 0};
    const char *at = output->size;
    if (!at)
        return size;
    size.x = pixels_at(&at);
    bool has_height = *at == 'x';
    at += has_height;
    size.y = has_height ? pixels_at(&at) : 0;
    if (*at || size.x < LEAST_WIDTH || size.x > MOST ||
        (has_height && (size.y < LEAST_HEIGHT || size.y > MOST)))
        msim_bad_usage("--size=%s: expected WIDTH or WIDTHxHEIGHT in pixels, from %dx%d to %dx%d, "
                       "as in --size=1280x720",
                       output->size, LEAST_WIDTH, LEAST_HEIGHT, MOST, MOST);
    return size;
}

void msim_picture_check(const struct msim_output *output)
{
    if (output->size && !output->svg && !output->png)
        msim_bad_usage("--size is for pictures: --svg=FILE or --png=FILE");
    msim_picture_asked(output);
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
    struct msim_point asked = msim_picture_asked(picture->output);
    if (picture->canvas)
        msim_whole_close(&picture->file, msim_canvas_finish(picture->canvas));
    picture->canvas = NULL;
    while (picture->files < 2 && !picture->canvas) {
        int which = picture->files++;
        if (!name[which])
            continue;
        msim_whole_open(&picture->file, name[which]);
        size.y = asked.y > 0 ? asked.y : ceil(size.y);
        picture->canvas = make[which](picture->file.to, size);
    }
    return picture->canvas != NULL;
}
