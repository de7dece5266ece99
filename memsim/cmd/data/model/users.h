/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who uses a row's objects: the source lines, the calling contexts, and where blocks are
 * allocated. */
#pragma once

#include "rows.h"

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
