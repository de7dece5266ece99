/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The set of set.h. */
#include "set.h"

#include <stdlib.h>
#include <string.h>

const char *const msim_object_kinds[] = {"heap",      "static", "tls",     "stack", "mapped",
                                         "allocator", "code",   "unknown", NULL};
const char *const msim_accesses[] = {"read", "write", "fetch", NULL};

size_t msim_objects_event_named(const struct msim_objects *objects, const char *name)
{
    size_t event = 0;
    while (event < objects->events && strcmp(objects->event[event], name) != 0)
        event++;
    return event;
}

void msim_objects_free(struct msim_objects *objects)
{
    free(objects->file);
    free(objects->build_id);
    free(objects->function);
    free(objects->frame);
    free(objects->stack);
    free(objects->site);
    free(objects->context);
    free(objects->object);
    free(objects->life);
    free(objects->life_of);
    free(objects->use);
    free(objects->use_of);
    free(objects->cell_offset);
    free(objects->cell_count);
    free(objects->in);
    free(objects->in_count);
    free(objects->in_of);
    free(objects->lines);
    free(objects->lines_of);
    free(objects->pattern);
    free(objects->bytes);
    *objects = (struct msim_objects){0};
}
