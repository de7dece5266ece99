/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions of one profile or two as frames; see frames.h. */
#define _GNU_SOURCE
#include "frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "engine/base/text.h"

static struct msim_frame frame_of(const struct msim_calls *calls, uint32_t function)
{
    return (struct msim_frame){msim_calls_name(calls, function), msim_calls_file(calls, function),
                               msim_calls_object(calls, function), calls->function[function].line};
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* What functions of two profiles have in common if they are the same. */
static char *key_of(const struct msim_frame *frame)
{
    char *key;
    bool known = strcmp(frame->name, "???") != 0;
    if (asprintf(&key, "%s\n%s\n%s", base_name(frame->file), known ? "" : base_name(frame->object),
                 frame->name) < 0)
        msim_bad_input("out of memory");
    return key;
}

static uint32_t add_frame(struct msim_frames *frames, struct msim_frame frame)
{
    frames->frame = msim_room(frames->frame, frames->frames, sizeof *frames->frame);
    frames->frame[frames->frames] = frame;
    return (uint32_t)frames->frames++;
}

static void add_profile(struct msim_frames *frames, const struct msim_calls *calls, int side,
                        bool alone)
{
    frames->of[side] = msim_zeroed(calls->functions, sizeof *frames->of[side]);
    for (uint32_t i = 0; i < calls->functions; i++) {
        struct msim_frame frame = frame_of(calls, i);
        if (alone) {
            frames->of[side][i] = add_frame(frames, frame);
            continue;
        }
        char *key = key_of(&frame);
        uint32_t number = msim_names_number(&frames->keys, key);
        if (number == frames->frames)
            add_frame(frames, frame);
        frames->of[side][i] = number;
        free(key);
    }
}

void msim_frames_make(struct msim_frames *frames, const struct msim_calls *calls,
                      const struct msim_calls *other)
{
    *frames = (struct msim_frames){0};
    add_profile(frames, calls, 0, !other);
    if (other)
        add_profile(frames, other, 1, false);
}

void msim_frames_free(struct msim_frames *frames)
{
    free(frames->frame);
    free(frames->of[0]);
    free(frames->of[1]);
    msim_names_free(&frames->keys);
}

struct msim_frame_place msim_frame_place(const struct msim_frame *frame)
{
    if (strcmp(frame->file, "???") != 0)
        return (struct msim_frame_place){" (", base_name(frame->file), ")"};
    if (strcmp(frame->object, "???") != 0)
        return (struct msim_frame_place){" [", base_name(frame->object), "]"};
    return (struct msim_frame_place){"", "", ""};
}

/* --- by name ----------------------------------------------------------------------------------- */

/* Is it the name without its arguments? */
static bool is_without_arguments(const char *wanted, const char *name)
{
    size_t length = strlen(wanted);
    return !strncmp(wanted, name, length) && name[length] == '(';
}

int msim_frame_fits(const char *wanted, const char *name)
{
    if (!strcmp(wanted, name))
        return 3;
    if (is_without_arguments(wanted, name))
        return 2;
    return strpbrk(wanted, "*?") && msim_glob(wanted, name);
}
