/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A set of names; see names.h. */
#include "names.h"

#include <stdlib.h>
#include <string.h>

#include "grow.h"

struct wanted {
    const struct msim_names *names;
    const char *name;
};

static bool is_wanted(const void *context, uint32_t number)
{
    const struct wanted *wanted = context;
    return !strcmp(wanted->names->name[number], wanted->name);
}

uint32_t msim_names_number(struct msim_names *names, const char *name)
{
    struct wanted wanted = {names, name};
    uint32_t hash = msim_hash(name, 0);
    uint32_t number = msim_index_find(&names->index, hash, is_wanted, &wanted);
    if (number != MSIM_NOTHING)
        return number;
    names->name = msim_room(names->name, names->count, sizeof *names->name);
    names->name[names->count] = msim_copy(name);
    number = (uint32_t)names->count++;
    msim_index_add(&names->index, hash, number);
    return number;
}

void msim_names_free(struct msim_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->name[i]);
    free(names->name);
    msim_index_free(&names->index);
    *names = (struct msim_names){0};
}
