/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the functions of points.h. */
#include "points.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/index.h"
#include "cmd/code/object.h"
#include "engine/base/sort.h"

struct making {
    struct msim_alloc_points *points;
    const struct msim_dict *dict;
    struct msim_types *types;
    const struct msim_wrappers *wrappers;
    uint64_t *moved; /* by string: how much higher that object is than it was linked */
};

/* --- Objects ------------------------------------------------------------------------------ */

/* A file that was built again since is another one. */
static void expect_files(const struct making *making)
{
    static const char start[] = "# build-id: ";
    for (uint32_t i = 0; i < making->dict->strings.used; i++) {
        const char *text = msim_dict_text(making->dict, i);
        if (strncmp(text, start, sizeof start - 1) != 0)
            continue;
        char *id = msim_copy(text + sizeof start - 1), *blank = strchr(id, ' ');
        if (blank) {
            *blank = 0;
            msim_types_expect(making->types, blank + 1, id);
        }
        free(id);
    }
}

/* Traces of runs without objects do not say where segments' code is in its file. */
static void find_mapped(struct making *making, const struct msim_ahead *ahead)
{
    for (size_t i = 0; i < ahead->files; i++) {
        const struct msim_ahead_file *file = &ahead->file[i];
        const char *path = msim_dict_text(making->dict, file->path);
        uint64_t *moved = &making->moved[file->path];
        if (!*moved && *path && !msim_bias_of_file(path, file->address, file->offset, moved))
            *moved = 0;
    }
}

static void find_moved(struct making *making)
{
    const struct msim_dict *dict = making->dict;
    making->moved = msim_zeroed(dict->strings.used + (size_t)1, sizeof *making->moved);
    for (uint32_t i = 0; i < dict->segments.used; i++) {
        const struct msim_segment *segment = msim_dict_segment_at(dict, i);
        const struct msim_site *site = msim_dict_site_at(dict, segment->instrs[0].site);
        if (site->object && site->address)
            making->moved[site->object - 1] = segment->address - site->address;
    }
}

/* --- Frames ------------------------------------------------------------------------------- */

static void make_frame(struct making *making, uint32_t number)
{
    const struct msim_dict *dict = making->dict;
    const struct msim_frame *frame = msim_frame_at(&dict->calls, number);
    const struct msim_site *site = msim_dict_site_at(dict, frame->site);
    struct msim_points_frame *made = &making->points->frame[number];
    const char *path = msim_dict_text(dict, frame->object);
    const struct msim_code_level *level;
    made->whole = (struct msim_alloc_point){.function = msim_dict_text(dict, site->function),
                                            .declared = "",
                                            .file = msim_dict_text(dict, site->file),
                                            .line = site->line};
    made->address = frame->address - making->moved[frame->object];
    made->levels = *path ? msim_types_code(making->types, path, made->address, &level) : 0;
    if (!made->levels) {
        made->levels = 1;
        made->level = &made->whole;
        return;
    }
    struct msim_alloc_point *point = msim_zeroed(made->levels, sizeof *point);
    for (size_t i = 0; i < made->levels; i++) {
        bool last = i + 1 == made->levels;
        point[i] = made->whole;
        point[i].type = level[i].allocates;
        point[i].is_table = level[i].is_table;
        point[i].declared = level[i].declared ? level[i].declared : "";
        if (!last)
            point[i].function = level[i].function ? level[i].function : "";
        if (i) {
            point[i].file = level[i].source ? level[i].source : "";
            point[i].line = level[i].line;
        }
    }
    made->level = point;
}

/* --- Places ------------------------------------------------------------------------------- */

static bool is_named(const struct msim_alloc_point *point)
{
    return *point->function && strcmp(point->function, "???") != 0;
}

static bool is_place(const struct making *making, const struct msim_alloc_point *point)
{
    const char *declared = *point->declared ? point->declared : point->file;
    return is_named(point) && !msim_is_wrapper(making->wrappers, point->function, declared);
}

/* The innermost function that is no wrapper; if all are, the outermost one. */
static struct msim_points_place place_of(const struct making *making, uint32_t call)
{
    struct msim_points_place place = {.call = call};
    const struct msim_calls *calls = &making->dict->calls;
    for (uint32_t at = call; at; at = msim_call_at(calls, at)->caller) {
        const struct msim_points_frame *frame =
            &making->points->frame[msim_call_at(calls, at)->frame];
        for (size_t i = 0; i < frame->levels; i++) {
            const struct msim_alloc_point *point = &frame->level[i];
            bool found = is_place(making, point);
            if (found || (i + 1 == frame->levels && is_named(&frame->whole))) {
                place.call = at;
                place.level = i;
            }
            if (found)
                return place;
            if (place.type || !point->type)
                continue;
            place.type = point->type;
            place.is_table = point->is_table;
        }
    }
    return place;
}

void msim_points_make(struct msim_alloc_points *points, const struct msim_dict *dict,
                      const struct msim_ahead *ahead, struct msim_types *types,
                      const struct msim_wrappers *wrappers)
{
    struct making making = {.points = points, .dict = dict, .types = types, .wrappers = wrappers};
    points->dict = dict;
    points->frames = dict->calls.frames.used;
    points->calls = dict->calls.calls.used;
    points->frame = msim_zeroed(points->frames + 1, sizeof *points->frame);
    points->place = msim_zeroed(points->calls + 1, sizeof *points->place);
    expect_files(&making);
    find_moved(&making);
    find_mapped(&making, ahead);
    for (uint32_t i = 0; i < points->frames; i++)
        make_frame(&making, i);
    for (uint32_t i = 1; i < points->calls; i++)
        points->place[i] = place_of(&making, i);
    free(making.moved);
}

struct wanted {
    const struct msim_points_voted *voted;
    uint32_t call;
    uint64_t bytes;
};

static bool is_before(const void *context, uint64_t number)
{
    const struct wanted *wanted = context;
    const struct msim_points_voted *at = &wanted->voted[number];
    return at->call < wanted->call || (at->call == wanted->call && at->high < wanted->bytes);
}

const struct msim_type *msim_points_type(const struct msim_alloc_points *points, uint32_t call,
                                         uint64_t bytes)
{
    struct wanted wanted = {points->voted, call, bytes};
    size_t from = msim_search(points->voteds, is_before, &wanted);
    const struct msim_points_voted *found = from < points->voteds ? &points->voted[from] : NULL;
    if (found && found->call == call && bytes >= found->low)
        return found->type;
    return points->place[call].type;
}

char *msim_points_name(const struct msim_alloc_points *points, uint32_t call, uint64_t bytes)
{
    const struct msim_type *type = msim_points_type(points, call < points->calls ? call : 0, bytes);
    struct msim_points_place place = points->place[call < points->calls ? call : 0];
    if (!place.call)
        return msim_copy("???");
    const struct msim_alloc_point *at =
        &points->frame[msim_call_at(&points->dict->calls, place.call)->frame].level[place.level];
    const char *file = msim_base_name(at->file);
    if (!at->line)
        return msim_copy(at->function);
    if (type && !strstr(type->name, "->"))
        return msim_printed("%s (%s:%" PRIu64 ") %s", at->function, file, at->line, type->name);
    return msim_printed("%s@%s:%" PRIu64, at->function, file, at->line);
}
