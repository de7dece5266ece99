/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Flattens types for tried.h. */
#include "tried.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"

enum { DEPTH = 16, NAME = 512, WORD = 16 };

static uint64_t align_of(const struct msim_type *type, unsigned depth)
{
    uint64_t align = 1;
    type = type->plain ? type->plain : type;
    if (depth == DEPTH)
        return 1;
    if (type->kind == MSIM_TYPE_ARRAY && type->element)
        return align_of(type->element, depth + 1);
    for (size_t i = 0; i < type->members; i++) {
        uint64_t own = type->member[i].type ? align_of(type->member[i].type, depth + 1) : 1;
        align = own > align ? own : align;
    }
    if (type->members || !type->bytes)
        return align;
    align = type->bytes & -type->bytes;
    return align < WORD ? align : WORD;
}

/* A member that shares bytes with the one before (a bit field, or what lies in a union) is the same
 * field. */
static bool add(struct msim_plan_type *to, const char *name, uint64_t from, uint64_t bytes,
                uint64_t align)
{
    struct msim_plan_field *last = to->fields ? &to->field[to->fields - 1] : NULL;
    if (last && from < last->to) {
        last->to = from + bytes > last->to ? from + bytes : last->to;
        return from >= last->from;
    }
    if (to->fields == MSIM_LAYOUT_FIELDS)
        return false;
    MSIM_PUSH(to->field, to->fields,
              (struct msim_plan_field){msim_copy(name), from, from + bytes, align});
    return true;
}

static bool is_structure(const struct msim_type *type)
{
    return (type->kind == MSIM_TYPE_STRUCT || type->kind == MSIM_TYPE_CLASS) && type->members;
}

/* What a member without a name is called: a union as the first of its members, what else has none as
 * what it is in. */
static const char *name_of(const struct msim_type_member *member, const struct msim_type *plain)
{
    if (member->is_base)
        return "";
    for (size_t i = 0; !*member->name && plain->kind == MSIM_TYPE_UNION && i < plain->members; i++)
        if (*plain->member[i].name)
            return plain->member[i].name;
    return member->name;
}

static bool add_members(struct msim_plan_type *to, const struct msim_type *type, const char *prefix,
                        uint64_t base, unsigned depth)
{
    for (size_t i = 0; i < type->members; i++) {
        const struct msim_type_member *member = &type->member[i];
        char name[NAME];
        if (!member->type)
            return false;
        const struct msim_type *plain = member->type->plain ? member->type->plain : member->type;
        const char *own = name_of(member, plain);
        snprintf(name, sizeof name, "%s%s%s", prefix, *prefix && *own ? "." : "", own);
        uint64_t bytes = member->bits ? (member->bit + member->bits + 7) / 8 : plain->bytes;
        if (is_structure(plain) && depth < DEPTH) {
            if (!add_members(to, plain, name, base + member->offset, depth + 1))
                return false;
        } else if (bytes &&
                   !add(to, *name ? name : "?", base + member->offset, bytes, align_of(plain, 0))) {
            return false;
        }
    }
    return true;
}

const struct msim_plan_type *msim_layout_fields(const struct msim_type *type)
{
    type = type->plain ? type->plain : type;
    struct msim_plan_type *to = msim_zeroed(1, sizeof *to);
    to->bytes = type->bytes;
    bool good = is_structure(type) && type->bytes <= MSIM_LAYOUT_ELEMENT &&
                add_members(to, type, "", 0, 0) && to->fields &&
                to->field[to->fields - 1].to <= type->bytes;
    if (good)
        return to;
    for (size_t i = 0; i < to->fields; i++)
        free(to->field[i].name);
    MSIM_FREE(to->field, to);
    return NULL;
}

const struct msim_plan_type *msim_layout_type(const struct msim_layout_run *run, const char *name)
{
    const char *lack = NULL;
    const char **file = run->file;
    for (size_t i = 0; i < run->ahead.files; i++) {
        const struct msim_type *type =
            *file[i] ? msim_types_named(run->types, file[i], name) : NULL;
        const struct msim_plan_type *fields = type ? msim_layout_fields(type) : NULL;
        if (fields)
            return fields;
        if (type)
            msim_bad_input("--what-if: %s: expected a structure of up to %d fields", name,
                           MSIM_LAYOUT_FIELDS);
        if (!lack && *file[i])
            lack = msim_types_lack(run->types, file[i]);
    }
    msim_bad_input(
        "--what-if: no file that the program maps has a type %s in its debugging "
        "information, or it has several of that name that differ%s%s; bytes need none, as "
        "in '24 bytes: order 8-16'",
        name, lack ? ": " : "", lack ? lack : "");
}
