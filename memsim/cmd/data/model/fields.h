/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The fields of a row's elements, with what was counted on each.
 *
 * With a known type these are its leaves and holes; otherwise offsets that were referenced, with
 * the largest size of a reference there.  A reference belongs to the field that has its first byte.
 * References whose field is unknown, such as a block that is copied with another stride than the
 * element's, is unresolved.
 */
#pragma once

#include "rows.h"

struct msim_objects_field {
    const char *name; /* "": the element itself; NULL: a hole, or no name is known */
    int64_t offset;
    uint64_t bytes;
    const struct msim_type_field *type; /* NULL: unknown */
    bool is_hole;
    uint64_t references[MSIM_ACCESSES];
    int64_t *count;
};

struct msim_objects_fields {
    struct msim_objects_field *field; /* by offset */
    size_t fields;
    struct msim_objects_field unresolved; /* its count is NULL if there is nothing */
    uint64_t used;                        /* bytes of the element that were referenced */
    bool has_tail; /* all from the field `tail` on is its: an array without an end */
    size_t tail;
};

void msim_objects_fields_make(struct msim_objects_fields *fields, struct msim_objects_model *model,
                              const struct msim_objects_row *row);
void msim_objects_fields_free(struct msim_objects_fields *fields);

/* How references of a row went on from the one before, as in the file. */
struct msim_objects_pattern {
    uint64_t near, steady, random;
};
struct msim_objects_pattern msim_objects_pattern_of(const struct msim_objects_model *model,
                                                    const struct msim_objects_row *row);

/* Who uses a row's objects: the source lines, the calling contexts, and where blocks are
 * allocated. */

/* One source line (of = a site on it), context or stack, with its counts. */
struct msim_objects_user {
    uint32_t of;
    uint64_t references[MSIM_ACCESSES];
    uint64_t blocks, bytes; /* of a stack */
    int64_t *count;
};

struct msim_objects_users {
    struct msim_objects_user *user;
    size_t users;
};

/* Lines of code; code without lines is joined by function. */
void msim_objects_lines(struct msim_objects_users *users, const struct msim_objects_model *model,
                        const struct msim_objects_row *row);

/* Calling contexts; none if the row is a part of an object, or the run has none. */
void msim_objects_contexts(struct msim_objects_users *users, const struct msim_objects_model *model,
                           const struct msim_objects_row *row);

/* Stacks of the allocations of heap blocks, those joined that differ in how deep functions call
 * themselves alone. */
void msim_objects_stacks(struct msim_objects_users *users, const struct msim_objects_model *model,
                         const struct msim_objects_row *row);

/* The stack outside of `stack`'s innermost function: where it was called first, however often it
 * called itself since; 0: nowhere. */
uint32_t msim_objects_outside(const struct msim_object_set *objects, uint32_t stack);

void msim_objects_users_free(struct msim_objects_users *users);

/* The number of frames, from the innermost on, that all allocations of the row have in common;
 * *stack: the first one's. */
uint32_t msim_objects_common_frames(const struct msim_objects_model *model,
                                    const struct msim_objects_row *row, uint32_t *stack);
