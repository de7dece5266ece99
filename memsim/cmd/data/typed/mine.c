/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Code of libraries that is inlined into the user's functions, as lines of these: the innermost
 * line that is the user's has what its inlined calls do.
 */
#include <stdlib.h>

#include "cmd/base/grow.h"
#include "cmd/base/index.h"
#include "typed.h"

struct folding {
    struct msim_object_set *objects;
    struct msim_types *types;
    const struct msim_mine *mine;
    struct msim_names name; /* of functions that were added, with their file; */
    uint32_t first;         /* the number of the first of these */
};

static uint32_t function_named(struct folding *folding, const char *name, const char *source,
                               uint32_t file)
{
    struct msim_object_set *objects = folding->objects;
    char *key = msim_printed("%u %s", (unsigned)file, name);
    size_t before = folding->name.count;
    uint32_t number = msim_names_number(&folding->name, key);
    free(key);
    if (number == before) {
        objects->function =
            msim_room(objects->function, objects->functions + (size_t)1, sizeof *objects->function);
        objects->function[++objects->functions] =
            (struct msim_objects_function){name, source, file};
    }
    return folding->first + number;
}

static void fold(struct folding *folding, struct msim_objects_site *site)
{
    const struct msim_object_set *objects = folding->objects;
    const struct msim_objects_function of = objects->function[site->function];
    const char *path = objects->file[of.file];
    const struct msim_code_level *level;
    if (!of.file || msim_is_mine(folding->mine, site->source, path))
        return;
    size_t levels = msim_types_code(folding->types, path, site->offset, &level), at = 1;
    while (at < levels &&
           (!level[at].source || !msim_is_mine(folding->mine, level[at].source, path)))
        at++;
    if (at >= levels)
        return;
    site->source = level[at].source;
    site->line = level[at].line;
    if (at + 1 < levels && level[at].function)
        site->function = function_named(folding, level[at].function, level[at].source, of.file);
}

void msim_objects_fold(struct msim_object_set *objects, struct msim_types *types,
                       const struct msim_mine *mine)
{
    struct folding folding = {objects, types, mine, .first = objects->functions + 1};
    for (uint32_t i = 1; mine && i <= objects->sites; i++)
        fold(&folding, &objects->site[i]);
    msim_names_free(&folding.name);
}
