/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The fields of advise.h: bytes that are referenced together.  Where the type is known, they are
 * its fields: a name is what can be written into a program, and in a rule.
 */
#include <stdlib.h>
#include <string.h>

#include "advise.h"
#include "cmd/base/grow.h"

enum { WORD = 8 };

/* --- By their bytes ----------------------------------------------------------------------- */

/* The end of a field that is copied or cleared by references of more than a word, which may be to
 * several: where something else begins. */
static uint64_t wide_end(const struct msim_watched *object, uint64_t from, uint64_t to)
{
    uint64_t end = from + object->wide[from];
    while (to < end && to < object->element && !object->references[to] && !object->joined[to])
        to++;
    return to;
}

/* True: the field belongs to the one before it, because both were only copied or cleared, as
 * often. */
static bool goes_on(const struct msim_watched *object, const struct msim_found_field *last,
                    uint64_t from, uint64_t references)
{
    return object->wide[from] && object->wide[last->from] && last->to == from &&
           last->references == references;
}

static struct msim_found_field *found(const struct msim_watched *object, size_t *fields)
{
    struct msim_found_field *field = NULL;
    *fields = 0;
    for (uint64_t from = 0, to; from < object->element; from = to) {
        uint64_t references = object->references[from];
        to = from + 1;
        while (to < object->element && object->joined[to])
            references += object->references[to++];
        if (!references)
            continue;
        to = wide_end(object, from, to);
        struct msim_found_field *last = *fields ? &field[*fields - 1] : NULL;
        if (last && goes_on(object, last, from, references)) {
            last->to = to;
            continue;
        }
        bool bytes = to - from == 1 && last && last->to == from && from % WORD; /* one by one */
        if (bytes && last->to - last->from < WORD) {
            last->to = to;
            last->references = references > last->references ? references : last->references;
            continue;
        }
        MSIM_PUSH(field, *fields, (struct msim_found_field){NULL, from, to, references});
    }
    return field;
}

/* --- By their names ------------------------------------------------------------------------ */

/* True: rules can have the name, and mean this field alone. */
static bool is_written(const struct msim_plan_type *type, size_t number)
{
    const char *name = type->field[number].name;
    if (!msim_layout_can_write(name))
        return false;
    for (size_t i = 0; i < type->fields; i++)
        if (i != number && msim_plan_is_in(name, type->field[i].name))
            return false;
    return true;
}

/* True: a rule that names the type finds it. */
static bool is_known(const struct msim_layout_run *run, const struct msim_type *type)
{
    for (size_t i = 0; i < run->ahead.files; i++) {
        const struct msim_type *named =
            *run->file[i] ? msim_types_named(run->types, run->file[i], type->name) : NULL;
        if (named)
            return named->plain == type->plain;
    }
    return false;
}

void msim_watched_name_fields(const struct msim_layout_run *run, struct msim_watched *object)
{
    const struct msim_type *type = object->type;
    if (!type || object->element != type->plain->bytes || strpbrk(type->name, ";#\n") ||
        strstr(type->name, ": ") || !is_known(run, type))
        return;
    const struct msim_plan_type *fields = msim_layout_fields(type);
    for (size_t i = 0; fields && i < fields->fields; i++)
        if (!is_written(fields, i))
            return;
    object->fields = fields;
}

/* How often a field was referenced: the most that begin at one of its bytes.  Where none does, it
 * was copied or cleared together with what is before it. */
static uint64_t references_of(const struct msim_watched *object, const struct msim_plan_field *of,
                              const struct msim_found_field *bytes, size_t count)
{
    uint64_t references = 0;
    for (uint64_t i = of->from; i < of->to; i++)
        references = object->references[i] > references ? object->references[i] : references;
    for (size_t i = 0; i < count && !references; i++)
        if (bytes[i].from <= of->from && of->from < bytes[i].to)
            references = bytes[i].references;
    return references;
}

/* The fields of the type that are used. */
static struct msim_found_field *named(const struct msim_watched *object,
                                      const struct msim_found_field *bytes, size_t count,
                                      size_t *fields)
{
    struct msim_found_field *field = NULL;
    *fields = 0;
    for (size_t i = 0; i < object->fields->fields; i++) {
        const struct msim_plan_field *of = &object->fields->field[i];
        uint64_t references = references_of(object, of, bytes, count);
        if (references)
            MSIM_PUSH(field, *fields,
                      (struct msim_found_field){of->name, of->from, of->to, references});
    }
    return field;
}

struct msim_found_field *msim_found_fields(const struct msim_watched *object, size_t *fields)
{
    size_t count;
    struct msim_found_field *bytes = found(object, &count);
    if (!object->fields) {
        *fields = count;
        return bytes;
    }
    struct msim_found_field *field = named(object, bytes, count, fields);
    free(bytes);
    return field;
}
