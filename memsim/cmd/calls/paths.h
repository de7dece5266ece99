/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Paths: contexts with the same frames above them, whatever the lines of the calls, of one profile
 * or two.  Path 0 is the program, without a frame; parents have smaller numbers.
 *
 * A call and an inlined copy of the same function are two paths, and so are handlers of two
 * signals; threads that begin in the same function are one, unless they are kept apart.
 *
 * Cost: 40 bytes and two slots of an index for each path, 4 bytes for each context.
 */
#pragma once

#include "cmd/callgrind/frames.h"
#include "cmd/columns/value.h"

/* What a path is, beside its frame; from MSIM_PATH_SIGNAL on, the handler of that signal; from
 * MSIM_PATH_THREAD on, the beginning of that thread. */
enum { MSIM_PATH_CALL, MSIM_PATH_INLINED, MSIM_PATH_SIGNAL, MSIM_PATH_THREAD = 1 << 20 };

#define MSIM_MANY_LINES UINT32_MAX

struct msim_path {
    uint32_t parent, frame;
    uint32_t way;   /* as above */
    uint32_t line;  /* of the call, in the caller; 0: unknown; MSIM_MANY_LINES: several */
    uint32_t depth; /* of path 0, 0 */
    uint64_t calls[MSIM_SIDES];
};

struct msim_paths {
    const struct msim_profile_frames *frames;
    const struct msim_call_profile *calls[MSIM_SIDES];
    int sides;
    struct msim_path *path;
    size_t paths;
    uint32_t *of[MSIM_SIDES]; /* for each context, its path */
    struct msim_index index;
};

/* Of all `sides` profiles of the frames; all have a tree.  `apart`: threads are. */
void msim_paths_make(struct msim_paths *paths, const struct msim_profile_frames *frames,
                     const struct msim_call_profile *const *calls, int sides, bool apart);

void msim_paths_free(struct msim_paths *paths);

/* What each path has itself in a column, from malloc. */
msim_wide *msim_paths_own(const struct msim_paths *paths, int side,
                          const struct msim_column *column);

/* Adds what paths have to their parents: exclusive amounts become inclusive ones. */
void msim_paths_add_up(const struct msim_paths *paths, msim_wide *amount);

/* What a way says after the name of a function: " [inlined]", " [signal 11]", " [thread 2]", or
 * nothing. */
struct msim_path_way {
    char text[32];
};
struct msim_path_way msim_path_way(uint32_t way);

/* The name of a frame as a path shows it, with its way; returns `room`. */
const char *msim_path_name(const struct msim_profile_frames *frames, uint32_t frame, uint32_t way,
                           char *room, size_t size);
