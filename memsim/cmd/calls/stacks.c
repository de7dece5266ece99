/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stacks for other programs: folded ones, a line for each path, and speedscope's file.
 *
 * Both are as large as all paths together, so they take one pass over the paths for each column.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "cmd/files/json.h"
#include "present.h"

enum { ROOM = 65536 };

/* The frames of a path, the first one called first. */
struct stack {
    uint32_t *path;
    size_t depth, room;
};

static void find_stack(struct stack *stack, const struct msim_paths *paths, uint32_t number)
{
    size_t depth = paths->path[number].depth;
    if (depth > stack->room) {
        free(stack->path);
        stack->room = 2 * depth;
        stack->path = msim_zeroed(stack->room, sizeof *stack->path);
    }
    stack->depth = depth;
    for (size_t i = depth; i-- > 0; number = paths->path[number].parent)
        stack->path[i] = number;
}

/* --- folded ----------------------------------------------------------------------------------- */

/* A semicolon parts frames and a newline stacks, so neither may be in a name; the count is after
 * the last blank, so blanks may.  Inlined functions end in _[i], as perf's do. */
static void put_folded(const struct msim_paths *paths, uint32_t number, char *room, FILE *to)
{
    const struct msim_path *path = &paths->path[number];
    const char *name = paths->frames->frame[path->frame].name;
    msim_utf8_clean(room, ROOM, name, strlen(name));
    for (char *c = room; *c; c++)
        if (*c == ';')
            *c = ':';
    fputs(*room ? room : "???", to);
    fputs(path->way == MSIM_PATH_INLINED ? "_[i]" : msim_path_way(path->way).text, to);
}

void msim_calls_folded(const struct msim_calls_shown *shown, FILE *to)
{
    const struct msim_paths *paths = shown->paths;
    msim_wide *own = msim_paths_own(paths, 0, &shown->view->sort.column[0]);
    struct stack stack = {NULL, 0, 0};
    char *room = msim_zeroed(ROOM, 1);
    for (uint32_t i = 1; i < paths->paths; i++) {
        if (own[i] <= 0)
            continue;
        find_stack(&stack, paths, i);
        for (size_t k = 0; k < stack.depth; k++) {
            if (k)
                fputc(';', to);
            put_folded(paths, stack.path[k], room, to);
        }
        fprintf(to, " %s\n", msim_wide_text(own[i], 0).text);
    }
    MSIM_FREE(room, stack.path, own);
}

/* --- speedscope ------------------------------------------------------------------------------- */

/* Frames of speedscope: a frame once for each way in which it is taken. */
struct speed_frames {
    uint32_t *of;          /* for each path */
    uint32_t *frame, *way; /* of each */
    size_t frames;
};

static bool is_earlier(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_path *path = ((const struct msim_paths *)context)->path;
    return path[a].frame != path[b].frame ? path[a].frame < path[b].frame
                                          : path[a].way < path[b].way;
}

static void find_frames(struct speed_frames *speed, const struct msim_paths *paths)
{
    uint32_t *order = msim_order((uint32_t)paths->paths, is_earlier, paths);
    *speed = (struct speed_frames){.of = msim_zeroed(paths->paths, sizeof *speed->of)};
    for (size_t i = 0; i < paths->paths; i++) {
        const struct msim_path *path = &paths->path[order[i]];
        size_t last = speed->frames - 1;
        if (!order[i])
            continue;
        if (!speed->frames || speed->frame[last] != path->frame || speed->way[last] != path->way) {
            speed->frame = msim_room(speed->frame, speed->frames, sizeof *speed->frame);
            speed->way = msim_room(speed->way, speed->frames, sizeof *speed->way);
            speed->frame[speed->frames] = path->frame;
            speed->way[speed->frames++] = path->way;
        }
        speed->of[order[i]] = (uint32_t)speed->frames - 1;
    }
    free(order);
}

static void put_frames(struct msim_json *json, const struct speed_frames *speed,
                       const struct msim_paths *paths)
{
    char *room = msim_zeroed(ROOM, 1);
    msim_json_object(json, "shared", 2);
    msim_json_list(json, "frames", 4);
    for (size_t i = 0; i < speed->frames; i++) {
        const struct msim_profile_frame *frame = &paths->frames->frame[speed->frame[i]];
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_text(json, "name",
                       msim_path_name(paths->frames, speed->frame[i], speed->way[i], room, ROOM));
        if (strcmp(frame->file, "???") != 0)
            msim_json_text(json, "file", frame->file);
        else if (strcmp(frame->object, "???") != 0)
            msim_json_text(json, "file", frame->object);
        if (frame->line)
            msim_json_number(json, "line", frame->line);
        msim_json_end(json);
    }
    msim_json_end(json);
    msim_json_end(json);
    free(room);
}

static void put_profile(struct msim_json *json, const struct speed_frames *speed,
                        const struct msim_paths *paths, const struct msim_column *column)
{
    msim_wide *own = msim_paths_own(paths, 0, column), sum = 0;
    struct stack stack = {NULL, 0, 0};
    msim_json_object(json, NULL, 4);
    msim_json_text(json, "type", "sampled");
    msim_json_text(json, "name", column->name);
    msim_json_text(json, "unit", "none");
    msim_json_list(json, "samples", 6);
    for (uint32_t i = 1; i < paths->paths; i++) {
        if (own[i] <= 0)
            continue;
        sum += own[i];
        find_stack(&stack, paths, i);
        msim_json_list(json, NULL, MSIM_JSON_INLINE);
        for (size_t k = 0; k < stack.depth; k++)
            msim_json_number(json, NULL, speed->of[stack.path[k]]);
        msim_json_end(json);
    }
    msim_json_end(json);
    msim_json_list(json, "weights", 6);
    for (uint32_t i = 1; i < paths->paths; i++)
        if (own[i] > 0)
            msim_json_value(json, NULL, "%s", msim_wide_text(own[i], 0).text);
    msim_json_end(json);
    msim_json_number(json, "startValue", 0);
    msim_json_value(json, "endValue", "%s", msim_wide_text(sum, 0).text);
    msim_json_end(json);
    MSIM_FREE(stack.path, own);
}

void msim_calls_speedscope(const struct msim_calls_shown *shown, FILE *to)
{
    const struct msim_paths *paths = shown->paths;
    struct msim_json json = msim_json_start(to);
    struct speed_frames speed;
    find_frames(&speed, paths);
    msim_json_object(&json, NULL, 2);
    msim_json_text(&json, "$schema", "https://www.speedscope.app/file-format-schema.json");
    msim_json_text(&json, "exporter", "memsim " MEMSIM_VERSION);
    msim_json_text(&json, "name", shown->view->counts->source[0].command);
    msim_json_number(&json, "activeProfileIndex", 0);
    put_frames(&json, &speed, paths);
    msim_json_list(&json, "profiles", 2);
    for (size_t i = 0; i < shown->view->show.columns; i++)
        if (shown->view->show.column[i].kind == MSIM_COLUMN_COUNT)
            put_profile(&json, &speed, paths, &shown->view->show.column[i]);
    msim_json_end(&json);
    msim_json_end(&json);
    MSIM_FREE(speed.of, speed.frame, speed.way);
}
