/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The names of rows.h. */
#include "rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmd/base/grow.h"

/* The function that has the code of a frame, with the line that the file says. */
static struct msim_objects_allocating whole_frame(const struct msim_object_set *objects,
                                                  uint32_t stack)
{
    struct msim_objects_allocating place = {.stack = stack,
                                            .at = objects->frame[objects->stack[stack].of]};
    const struct msim_objects_function *function = &objects->function[place.at.function];
    place.function = msim_objects_function_name(objects, place.at.function);
    place.is_line = place.at.line && !strcmp(place.at.source, function->source);
    return place;
}

/* The function at a level of the frame. */
static struct msim_objects_allocating level_of(const struct msim_object_set *objects,
                                               uint32_t stack, const struct msim_code_level *level,
                                               size_t levels, size_t number)
{
    struct msim_objects_allocating place = whole_frame(objects, stack);
    place.is_inlined = number + 1 < levels;
    place.is_line = place.at.line;
    if (place.is_inlined)
        place.function = level[number].function ? level[number].function : "";
    if (number) {
        place.at.source = level[number].source ? level[number].source : "";
        place.at.line = level[number].line;
        place.is_line = level[number].line;
    }
    return place;
}

/* Functions are the system's by the file that declares them: their lines may be those of
 * headers. */
static bool is_place(const struct msim_wrappers *wrappers,
                     const struct msim_objects_allocating *place, const char *declared)
{
    return *place->function && !msim_is_wrapper(wrappers, place->function, declared);
}

/* What is known of a stack's frame, and of the wrappers further in. */
struct walk {
    const struct msim_object_set *objects;
    struct msim_types *types;
    const struct msim_wrappers *wrappers;
    const struct msim_type *type; /* that the innermost wrapper which says one allocates */
    bool is_table;
};

/* True: the frame has the place.  Else *place is the function that has the frame's code. */
static bool find_level(struct walk *walk, uint32_t stack, struct msim_objects_allocating *place)
{
    const struct msim_object_set *objects = walk->objects;
    const struct msim_objects_site *frame = &objects->frame[objects->stack[stack].of];
    const struct msim_objects_function *function = &objects->function[frame->function];
    const char *file = objects->file[function->file];
    const struct msim_code_level *level;
    size_t levels = *file ? msim_types_code(walk->types, file, frame->offset, &level) : 0;
    *place = whole_frame(objects, stack);
    if (!levels)
        return *function->name && is_place(walk->wrappers, place, place->at.source);
    for (size_t i = 0; i < levels; i++) {
        *place = level_of(objects, stack, level, levels, i);
        if ((*function->name || place->is_inlined) &&
            is_place(walk->wrappers, place,
                     level[i].declared ? level[i].declared : place->at.source))
            return true;
        if (walk->type || !level[i].allocates)
            continue;
        walk->type = level[i].allocates;
        walk->is_table = level[i].is_table;
    }
    return false;
}

struct msim_objects_allocating msim_objects_allocating(const struct msim_object_set *objects,
                                                       struct msim_types *types, uint32_t stack,
                                                       const struct msim_wrappers *wrappers)
{
    struct walk walk = {.objects = objects, .types = types, .wrappers = wrappers};
    struct msim_objects_allocating last = whole_frame(objects, stack), place;
    for (uint32_t at = stack; at; at = objects->stack[at].outer) {
        bool found = find_level(&walk, at, &place);
        if (found || *objects->function[place.at.function].name)
            last = place;
        if (found)
            break;
    }
    last.type = walk.type;
    last.is_table = walk.is_table;
    return last;
}

const char *msim_objects_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

const char *msim_objects_function_name(const struct msim_object_set *objects, uint32_t function)
{
    const struct msim_objects_function *of = &objects->function[function];
    if (*of->name)
        return of->name;
    const char *file = msim_objects_base(objects->file[of->file]);
    return *file ? file : "???";
}

char *msim_objects_place(const struct msim_objects_site *site)
{
    const char *base = msim_objects_base(site->source);
    size_t room = strlen(base) + 24;
    char *place = msim_zeroed(room, 1);
    if (*base && site->line)
        snprintf(place, room, "%s:%" PRIu64, base, site->line);
    else
        snprintf(place, room, "%s", base);
    return place;
}
