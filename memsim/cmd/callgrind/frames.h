/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Frames: what functions are called in views of one profile or two.
 *
 * In one profile, every function is a frame.  Functions of two profiles are the same frame if they
 * have the same name in a file of the same name, whatever its folder; a function without a name,
 * which is called by its address, also needs an object of the same name, or to be in the program of
 * both, whatever that is called.  The address that twins have in their names, work@0x1139, is no
 * part of the name: another build has another one.
 */
#pragma once

#include "profile.h"

enum { MSIM_SIDES = 2 };

struct msim_profile_frame {
    const char *name, *file, *object; /* "???" if not known */
    uint32_t line;                    /* the first line with counts; 0: unknown */
};

struct msim_profile_frames {
    struct msim_profile_frame *frame;
    size_t frames;
    uint32_t *of[MSIM_SIDES]; /* for each function of a profile, its frame */
    struct msim_names keys;
};

/* `other`, a second profile, may be NULL.  The profiles must stay. */
void msim_frames_make(struct msim_profile_frames *frames, const struct msim_call_profile *calls,
                      const struct msim_call_profile *other);

void msim_frames_free(struct msim_profile_frames *frames);

/* Where a frame is, in three parts: " (" "file.c" ")", or " [" "object" "]", or nothing. */
struct msim_frame_place {
    const char *before, *name, *after;
};
struct msim_frame_place msim_frame_place(const struct msim_profile_frame *frame);

/* How well a function fits what a user asks for, a name or PLACE:NAME, where the place is its file
 * or object: 3 exactly, 2 without its arguments, 1 as a pattern with * and ?; 0: not at all. */
int msim_frame_fits(const char *wanted, const struct msim_profile_frame *frame);

/* The function as a frame. */
struct msim_profile_frame msim_frame_of(const struct msim_call_profile *calls, uint32_t function);
