/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Contexts merged into paths; see paths.h. */
#include "paths.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "stream/hash.h"

struct wanted {
    const struct msim_paths *paths;
    uint32_t parent, frame, way;
};

static bool is_wanted(const void *context, uint32_t number)
{
    const struct wanted *wanted = context;
    const struct msim_path *path = &wanted->paths->path[number];
    return path->parent == wanted->parent && path->frame == wanted->frame &&
           path->way == wanted->way;
}

static uint32_t way_of(const struct msim_profile_context *context, bool apart)
{
    enum { THREADS = INT32_MAX - MSIM_PATH_THREAD };
    if (apart && context->kind == MSIM_CONTEXT_THREAD)
        return MSIM_PATH_THREAD + (context->line < THREADS ? context->line : THREADS);
    if (context->kind == MSIM_CONTEXT_SIGNAL)
        return MSIM_PATH_SIGNAL + (context->line < UINT16_MAX ? context->line : UINT16_MAX);
    return context->kind == MSIM_CONTEXT_INLINED ? MSIM_PATH_INLINED : MSIM_PATH_CALL;
}

/* Threads and signals are numbered where calls have lines. */
static uint32_t line_of(const struct msim_profile_context *context)
{
    return context->parent ? context->line : 0;
}

static uint32_t path_of(struct msim_paths *paths, uint32_t parent, uint32_t frame,
                        const struct msim_profile_context *context, bool apart)
{
    struct wanted wanted = {paths, parent, frame, way_of(context, apart)};
    uint64_t mixed = msim_mix((uint64_t)parent << 32 | frame) + wanted.way;
    uint32_t hash = (uint32_t)(msim_mix(mixed) >> 32);
    uint32_t number = msim_index_find(&paths->index, hash, is_wanted, &wanted);
    if (number != MSIM_NOTHING)
        return number;
    number = (uint32_t)paths->paths;
    paths->path = msim_room(paths->path, number, sizeof *paths->path);
    paths->path[number] = (struct msim_path){.parent = parent,
                                             .frame = frame,
                                             .way = wanted.way,
                                             .line = line_of(context),
                                             .depth = paths->path[parent].depth + 1};
    paths->paths++;
    msim_index_add(&paths->index, hash, number);
    return number;
}

static void add_profile(struct msim_paths *paths, const struct msim_call_profile *calls, int side,
                        bool apart)
{
    uint32_t *of = paths->of[side] = msim_zeroed(calls->contexts, sizeof *of);
    for (size_t i = 1; i < calls->contexts; i++) {
        const struct msim_profile_context *context = &calls->context[i];
        uint32_t frame = paths->frames->of[side][context->function];
        of[i] = path_of(paths, of[context->parent], frame, context, apart);
        struct msim_path *path = &paths->path[of[i]];
        path->calls[side] += context->calls;
        if (path->line != line_of(context))
            path->line = MSIM_MANY_LINES;
    }
}

void msim_paths_make(struct msim_paths *paths, const struct msim_profile_frames *frames,
                     const struct msim_call_profile *const *calls, int sides, bool apart)
{
    *paths = (struct msim_paths){.frames = frames, .sides = sides, .paths = 1};
    paths->path = msim_room(NULL, 0, sizeof *paths->path);
    paths->path[0] = (struct msim_path){.frame = MSIM_NOTHING};
    for (int side = 0; side < sides; side++) {
        paths->calls[side] = calls[side];
        add_profile(paths, calls[side], side, apart);
    }
    msim_index_free(&paths->index);
}

void msim_paths_free(struct msim_paths *paths)
{
    MSIM_FREE(paths->path, paths->of[0], paths->of[1]);
}

msim_wide *msim_paths_own(const struct msim_paths *paths, int side,
                          const struct msim_column *column)
{
    const struct msim_call_profile *calls = paths->calls[side];
    msim_wide *own = msim_zeroed(paths->paths, sizeof *own);
    for (size_t i = 1; i < calls->contexts; i++) {
        int64_t count[MSIM_EVENTS_MAX] = {0};
        msim_context_add(calls, i, count);
        own[paths->of[side][i]] += msim_column_over(column, count);
    }
    return own;
}

void msim_paths_add_up(const struct msim_paths *paths, msim_wide *amount)
{
    for (size_t i = paths->paths; i-- > 1;)
        amount[paths->path[i].parent] += amount[i];
}

struct msim_path_way msim_path_way(uint32_t way)
{
    struct msim_path_way made = {""};
    if (way >= MSIM_PATH_THREAD)
        snprintf(made.text, sizeof made.text, " [thread %" PRIu32 "]", way - MSIM_PATH_THREAD);
    else if (way >= MSIM_PATH_SIGNAL)
        snprintf(made.text, sizeof made.text, " [signal %" PRIu32 "]", way - MSIM_PATH_SIGNAL);
    else if (way == MSIM_PATH_INLINED)
        strcpy(made.text, " [inlined]");
    return made;
}

const char *msim_path_name(const struct msim_profile_frames *frames, uint32_t frame, uint32_t way,
                           char *room, size_t size)
{
    const char *name = frame == MSIM_NOTHING ? "(the program)" : frames->frame[frame].name;
    if (way == MSIM_PATH_CALL)
        return name;
    struct msim_path_way made = msim_path_way(way);
    snprintf(room, size, "%.*s%s", (int)(size - sizeof made.text), name, made.text);
    return room;
}
