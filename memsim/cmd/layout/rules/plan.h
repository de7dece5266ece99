/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plan: where the bytes of an element go by a rule.
 *
 * The element is cut into pieces, each a field of the rule or what lies between fields.  A piece
 * goes to a part, at some offset.  Parts are elements themselves, of a size and an alignment.  A
 * field's alignment is its type's, or what its offset and its size allow, at most 8.
 *
 *     24 bytes: split 0-8          0       8      16      24
 *                                  +-------+-------+-------+
 *                                  |  0-8  |     rest      |     old
 *                                  +-------+-------+-------+
 *                        part 0:   0-8 (8 bytes)      part 1:   rest (16 bytes)
 */
#pragma once

#include "layout.h"

/* A field of a type: its bytes in the element. */
struct msim_plan_field {
    char *name;
    uint64_t from, to, align;
};

/* What a rule's type is; NULL where there is none. */
struct msim_plan_type {
    uint64_t bytes;
    struct msim_plan_field *field; /* by offset; they do not overlap */
    size_t fields;
};

#define MSIM_PLAN_NOWHERE UINT32_MAX /* part: a hole that is not kept */

struct msim_plan_piece {
    uint64_t from, to; /* of the element */
    uint64_t at;       /* in the part */
    unsigned part;
    unsigned field; /* number among the names, or as many as there are: the rest */
};

struct msim_plan_part {
    uint64_t bytes, align; /* of an element of it */
    uint64_t used;
};

struct msim_plan {
    uint64_t element;
    struct msim_plan_piece *piece; /* by `from`, without gaps */
    size_t pieces;
    struct msim_plan_part part[MSIM_LAYOUT_FIELDS + 1];
    unsigned parts;
    uint64_t pointer; /* offset in part 0 of the pointer to part 1; if `has_pointer` */
    bool has_pointer;
    size_t names; /* of fields */
};

/* The names of a rule's fields, as results have them: `names` of them, from malloc. */
char **msim_plan_names(const struct msim_layout_rule *rule, const struct msim_plan_type *type,
                       size_t *names);

/* Makes the plan of a rule for elements of that many bytes.  False: they do not have the rule's
 * fields, and stay as they are.  `name` is that of a field that the type lacks, else NULL. */
bool msim_plan_make(struct msim_plan *plan, const struct msim_layout_rule *rule,
                    const struct msim_plan_type *type, uint64_t element, const char **name);

void msim_plan_free(struct msim_plan *plan);

/* True: a rule's `name` is the field, or has it ("a" has "a.b"). */
bool msim_plan_is_in(const char *name, const char *field);

/* The piece that has the byte. */
const struct msim_plan_piece *msim_plan_piece_at(const struct msim_plan *plan, uint64_t offset);
