/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions of one profile or two as frames; see frames.h. */
#include "frames.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/index.h"
#include "engine/base/text.h"

struct msim_profile_frame msim_frame_of(const struct msim_call_profile *calls, uint32_t function)
{
    return (struct msim_profile_frame){
        msim_calls_name(calls, function), msim_calls_file(calls, function),
        msim_calls_object(calls, function), calls->function[function].line};
}

static bool is_address(const char *text)
{
    return !strncmp(text, "0x", 2) && text[2] &&
           !text[2 + strspn(text + 2, "0123456789abcdefABCDEF")];
}

/* The length of a name without the address of a twin. */
static size_t length_of(const char *name)
{
    const char *at = strrchr(name, '@');
    return at && at > name && is_address(at + 1) ? (size_t)(at - name) : strlen(name);
}

/* True: it is the file of the program that ran. */
static bool is_program(const struct msim_call_profile *calls, const char *object)
{
    const char *command = calls->counts.source[0].command;
    char *first = msim_copy(command);
    first[strcspn(first, " ")] = 0;
    bool is = *first && !strcmp(msim_base_name(first), msim_base_name(object));
    free(first);
    return is;
}

/* What functions of two profiles have in common if they are the same. */
static char *key_of(const struct msim_call_profile *calls, const struct msim_profile_frame *frame)
{
    bool nameless = is_address(frame->name) && !is_program(calls, frame->object);
    const char *object =
        nameless || !strcmp(frame->name, "???") ? msim_base_name(frame->object) : "";
    return msim_printed("%s\n%s\n%.*s", msim_base_name(frame->file), object,
                        (int)length_of(frame->name), frame->name);
}

static uint32_t add_frame(struct msim_profile_frames *frames, struct msim_profile_frame frame)
{
    frames->frame = msim_room(frames->frame, frames->frames, sizeof *frames->frame);
    frames->frame[frames->frames] = frame;
    return (uint32_t)frames->frames++;
}

static void add_profile(struct msim_profile_frames *frames, const struct msim_call_profile *calls,
                        int side, bool alone)
{
    frames->of[side] = msim_zeroed(calls->functions, sizeof *frames->of[side]);
    for (uint32_t i = 0; i < calls->functions; i++) {
        struct msim_profile_frame frame = msim_frame_of(calls, i);
        if (alone) {
            frames->of[side][i] = add_frame(frames, frame);
            continue;
        }
        char *key = key_of(calls, &frame);
        uint32_t number = msim_names_number(&frames->keys, key);
        if (number == frames->frames)
            add_frame(frames, frame);
        frames->of[side][i] = number;
        free(key);
    }
}

void msim_frames_make(struct msim_profile_frames *frames, const struct msim_call_profile *calls,
                      const struct msim_call_profile *other)
{
    *frames = (struct msim_profile_frames){0};
    add_profile(frames, calls, 0, !other);
    if (other)
        add_profile(frames, other, 1, false);
}

void msim_frames_free(struct msim_profile_frames *frames)
{
    MSIM_FREE(frames->frame, frames->of[0], frames->of[1]);
    msim_names_free(&frames->keys);
}

struct msim_frame_place msim_frame_place(const struct msim_profile_frame *frame)
{
    if (strcmp(frame->file, "???") != 0)
        return (struct msim_frame_place){" (", msim_base_name(frame->file), ")"};
    if (strcmp(frame->object, "???") != 0)
        return (struct msim_frame_place){" [", msim_base_name(frame->object), "]"};
    return (struct msim_frame_place){"", "", ""};
}

/* --- by name ---------------------------------------------------------------------------------- */

/* True: it is the name without its arguments. */
static bool is_without_arguments(const char *wanted, const char *name)
{
    size_t length = strlen(wanted);
    return !strncmp(wanted, name, length) && name[length] == '(';
}

static int fits_name(const char *wanted, const char *name)
{
    if (!strcmp(wanted, name))
        return 3;
    if (is_without_arguments(wanted, name))
        return 2;
    return strpbrk(wanted, "*?") && msim_glob(wanted, name);
}

/* True: it is the path, or its end: the file's name with some or none of its folders. */
static bool is_place(const char *wanted, size_t length, const char *path)
{
    size_t all = strlen(path);
    return length && all >= length && !strncmp(path + all - length, wanted, length) &&
           (all == length || path[all - length - 1] == '/');
}

/* The next colon that is not part of a name in C++ or Rust; NULL: none. */
static const char *next_colon(const char *at)
{
    while ((at = strchr(at, ':')) != NULL && at[1] == ':')
        at += strspn(at, ":");
    return at;
}

static int fits(const char *wanted, const struct msim_profile_frame *frame, const char *name)
{
    int how = fits_name(wanted, name);
    for (const char *at = wanted; !how && (at = next_colon(at)) != NULL; at++) {
        size_t length = (size_t)(at - wanted);
        if (is_place(wanted, length, frame->file) || is_place(wanted, length, frame->object))
            how = fits_name(at + 1, name);
    }
    return how;
}

int msim_frame_fits(const char *wanted, const struct msim_profile_frame *frame)
{
    size_t length = length_of(frame->name);
    int how = fits(wanted, frame, frame->name);
    if (how || !frame->name[length])
        return how;
    char *name = msim_copy(frame->name);
    name[length] = 0;
    how = fits(wanted, frame, name);
    free(name);
    return how;
}
