/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stacks of stacks.h.  A stack is found by a key: the stack outside of it, and the code of its
 * frame. */
#include "stacks.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cmd/base/grow.h"
#include "cmd/base/index.h"
#include "cmd/data/objects/set.h"
#include "cmd/files/lines.h"
#include "typed.h"

struct msim_objects_stacks {
    struct msim_object_set objects;
    struct msim_objects_element *element;
    struct msim_names keys;
    uint32_t
        *number; /* by stack of the file: that of its key + 1, by which all are known outside */
};

static uint32_t number_of(struct msim_objects_stacks *stacks, uint32_t outer, const char *path,
                          uint64_t address)
{
    char *key = msim_printed("%" PRIu32 " %" PRIu64 " %s", outer, address, path);
    uint32_t number = msim_names_number(&stacks->keys, key) + 1;
    free(key);
    return number;
}

struct msim_objects_stacks *msim_objects_stacks_make(const char *name, char *bytes, size_t size,
                                                     struct msim_types *types,
                                                     const struct msim_wrappers *wrappers)
{
    struct msim_objects_stacks *stacks = msim_zeroed(1, sizeof *stacks);
    struct msim_object_set *objects = &stacks->objects;
    if (!msim_objects_read(objects, name, bytes, size))
        msim_bad_file(&objects->error);
    stacks->element = msim_objects_elements(objects, wrappers, types, NULL, 0);
    stacks->number = msim_zeroed(objects->stacks + (size_t)1, sizeof *stacks->number);
    for (uint32_t i = 1; i <= objects->stacks; i++) {
        const struct msim_objects_site *frame = &objects->frame[objects->stack[i].of];
        stacks->number[i] =
            number_of(stacks, stacks->number[objects->stack[i].outer],
                      objects->file[objects->function[frame->function].file], frame->offset);
    }
    return stacks;
}

uint32_t msim_objects_stacks_find(struct msim_objects_stacks *stacks, uint32_t outer,
                                  const char *path, uint64_t address)
{
    return number_of(stacks, outer, path, address);
}

bool msim_objects_stacks_type(const struct msim_objects_stacks *stacks, uint32_t number,
                              uint32_t *stack, uint64_t *low, uint64_t *high,
                              const struct msim_type **type)
{
    if (number > stacks->objects.objects)
        return false;
    const struct msim_data_object *object = &stacks->objects.object[number];
    bool is_heap = object->kind == MSIM_OBJECT_HEAP && object->of;
    *stack = is_heap ? stacks->number[object->of] : 0;
    *low = object->low;
    *high = object->high;
    *type = is_heap ? stacks->element[number].type : NULL;
    return true;
}

void msim_objects_stacks_free(struct msim_objects_stacks *stacks)
{
    msim_names_free(&stacks->keys);
    msim_objects_free(&stacks->objects);
    MSIM_FREE(stacks->element, stacks->number, stacks);
}
