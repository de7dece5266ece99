/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The elements that an object consists of: one structure, or an array of them.
 *
 * Where their type is unknown, a stride that many references have is their size.
 */
#ifndef MSIM_CMD_OBJECTS_MODEL_ELEMENTS_H
#define MSIM_CMD_OBJECTS_MODEL_ELEMENTS_H

#include "cmd/objects/file/set.h"
#include "cmd/types/types.h"

struct msim_objects_element {
    const struct msim_type *type; /* NULL: unknown */
    uint64_t bytes;               /* 0: unknown; offsets are those in the object */
    uint64_t start;               /* bytes before the first element */
    bool given;                   /* by the user */
    bool is_single;               /* what comes behind the first one is something else */
};

/* The elements of an object of the file, as far as they are known without types. */
struct msim_objects_element msim_objects_element_untyped(const struct msim_objects *objects,
                                                         uint32_t object);

/* The elements of a variable: of an array, its innermost ones. */
struct msim_objects_element msim_objects_element_of(const struct msim_type *type);

#endif
