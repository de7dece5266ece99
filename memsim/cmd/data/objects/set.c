/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The set of set.h. */
#include "set.h"

#include <string.h>

#include "cmd/base/grow.h"

const char *const msim_object_kinds[] = {"heap",      "static", "tls",     "stack", "mapped",
                                         "allocator", "code",   "unknown", NULL};
const char *const msim_accesses[] = {"read", "write", "fetch", NULL};

size_t msim_objects_event_named(const struct msim_object_set *objects, const char *name)
{
    size_t event = 0;
    while (event < objects->events && strcmp(objects->event[event], name) != 0)
        event++;
    return event;
}

/* Elements 0 of the tables. */
static void make_unknown(struct msim_object_set *objects)
{
    objects->file = msim_zeroed(1, sizeof *objects->file);
    objects->build_id = msim_zeroed(1, sizeof *objects->build_id);
    objects->function = msim_zeroed(1, sizeof *objects->function);
    objects->frame = msim_zeroed(1, sizeof *objects->frame);
    objects->stack = msim_zeroed(1, sizeof *objects->stack);
    objects->life_of = msim_zeroed(1, sizeof *objects->life_of);
    objects->site = msim_zeroed(1, sizeof *objects->site);
    objects->context = msim_zeroed(1, sizeof *objects->context);
    objects->object = msim_zeroed(1, sizeof *objects->object);
    objects->file[0] = objects->function[0].name = objects->function[0].source = "";
    objects->frame[0].source = objects->site[0].source = "";
}

void msim_objects_start(struct msim_object_set *objects, const char *name, char *bytes)
{
    *objects = (struct msim_object_set){.name = name, .bytes = bytes};
    make_unknown(objects);
}

void msim_objects_free(struct msim_object_set *objects)
{
    MSIM_FREE(objects->file, objects->build_id, objects->function, objects->frame, objects->stack,
              objects->site, objects->context, objects->object, objects->life, objects->life_of,
              objects->use, objects->use_of, objects->cell_offset, objects->cell_count, objects->in,
              objects->in_count, objects->in_of, objects->lines, objects->lines_of,
              objects->pattern, objects->bytes);
    *objects = (struct msim_object_set){0};
}
