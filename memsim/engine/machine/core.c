/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The values of core.h. */
#include "core.h"

#include <stddef.h>

#include "engine/base/reader.h"
#include "engine/base/text.h"

_Static_assert(sizeof(struct msim_core) == MSIM_CORE_VALUES * sizeof(uint32_t), "");

const struct msim_core_value msim_core_values[MSIM_CORE_VALUES] = {
#define CORE(field, name, usual, least, most, what)                                                \
    {name, usual, least, most, what, name ": expected a number from " #least " to " #most},
#include "core.list"
#undef CORE
};

const struct msim_core msim_core_usual = {
#define CORE(field, name, usual, least, most, what) .field = usual,
#include "core.list"
#undef CORE
};

#define CORE(field, name, usual, least, most, what) " " name
const char msim_core_names[] = "the core's values are"
#include "core.list"
    ;
static const char unnamed[] = "expected none, usual or a machine's name, and NAME:NUMBER,... as in "
                              "width:6,window:320; the core's values are"
#include "core.list"
    ;
#undef CORE

unsigned msim_core_named(const char *name)
{
    unsigned i = 0;
    while (i < MSIM_CORE_VALUES && !msim_same_text(msim_core_values[i].name, name))
        i++;
    return i;
}

/* Takes "NAME:VALUE".  NULL, or what is wrong. */
static const char *take_value(struct msim_reader *reader, struct msim_core *core,
                              struct msim_core_given *given)
{
    for (unsigned i = 0; i < MSIM_CORE_VALUES; i++) {
        const struct msim_core_value *value = &msim_core_values[i];
        struct msim_reader after = *reader;
        uint64_t number;
        if (!msim_take(&after, value->name) || !msim_take(&after, ":"))
            continue;
        if (!msim_take_number(&after, &number) || (*after.at && *after.at != ',') ||
            number < value->least || number > value->most)
            return value->expected;
        *msim_core_at(core, i) = (uint32_t)number;
        given->any = given->value[i] = true;
        *reader = after;
        return NULL;
    }
    return unnamed;
}

const char *msim_core_read_given(const char *text, struct msim_core *core,
                                 struct msim_core_given *given)
{
    struct msim_reader reader = {text};
    struct msim_core read = *core;
    struct msim_core_given named = *given;
    do {
        const char *wrong = take_value(&reader, &read, &named);
        if (wrong)
            return wrong;
    } while (msim_take(&reader, ","));
    *core = read;
    *given = named;
    return NULL;
}

const char *msim_core_read(const char *text, struct msim_core *core)
{
    struct msim_core_given given = {.any = false};
    return msim_core_read_given(text, core, &given);
}
