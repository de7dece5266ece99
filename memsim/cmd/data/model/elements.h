/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The elements that an object consists of: one structure, or an array of them.
 *
 * Where their type is unknown, a stride that many references have is their size.
 */
#pragma once

#include "cmd/data/objects/set.h"
#include "cmd/types/types.h"

struct msim_objects_element {
    const struct msim_type *type; /* NULL: unknown */
    uint64_t bytes;               /* 0: unknown; offsets are those in the object */
    uint64_t start;               /* bytes before the first element */
    bool given;                   /* by the user */
    bool is_single;               /* something else follows the first one */
    bool is_table;                /* a hash table of Rust: bytes about its slots follow them */
};

/* The elements of an object of the file, as far as they are known without types. */
struct msim_objects_element msim_objects_element_untyped(const struct msim_object_set *objects,
                                                         uint32_t object);

/* The elements of a variable: of an array, its innermost ones. */
struct msim_objects_element msim_objects_element_of(const struct msim_type *type);

/* The smallest and the largest block that the object may have: classes are wide, but what its
 * blocks have together leaves less.  One block has one size. */
void msim_objects_sizes(const struct msim_data_object *of, uint64_t *low, uint64_t *high);

/* How many slots such a table of that many bytes has; 0: it is not such a table. */
uint64_t msim_objects_slots(uint64_t element, uint64_t bytes);

/* The elements of blocks whose allocation says their type; false: they cannot be of it. */
bool msim_objects_element_allocated(const struct msim_data_object *object,
                                    const struct msim_type *type, bool is_table,
                                    struct msim_objects_element *element);
