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
