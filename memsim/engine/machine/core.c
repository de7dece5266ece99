/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The values of core.h. */
#include "core.h"

#include <stddef.h>

#include "engine/base/reader.h"

_Static_assert(sizeof(struct msim_core) == MSIM_CORE_VALUES * sizeof(uint32_t), "");

const struct msim_core_value msim_core_values[MSIM_CORE_VALUES] = {
#define CORE(field, name, usual, least, most, what) {name, usual, least, most, what},
#include "core.list"
#undef CORE
};

const struct msim_core msim_core_usual = {
#define CORE(field, name, usual, least, most, what) .field = usual,
#include "core.list"
#undef CORE
};

/* Takes "NAME:VALUE".  False: there is no such value, or it is not allowed. */
static bool take_value(struct msim_reader *reader, struct msim_core *core)
{
    for (unsigned i = 0; i < MSIM_CORE_VALUES; i++) {
        struct msim_reader after = *reader;
        uint64_t number;
        if (!msim_take(&after, msim_core_values[i].name) || !msim_take(&after, ":"))
            continue;
        if (!msim_take_number(&after, &number) || number < msim_core_values[i].least ||
            number > msim_core_values[i].most)
            return false;
        *msim_core_at(core, i) = (uint32_t)number;
        *reader = after;
        return true;
    }
    return false;
}

const char *msim_core_read(const char *text, struct msim_core *core)
{
    struct msim_reader reader = {text};
    struct msim_core read = *core;
    do
        if (!take_value(&reader, &read))
            return "expected values of the core as in width:6,window:320; `memsim machine show` "
                   "lists all with what is allowed";
    while (msim_take(&reader, ","));
    if (*reader.at)
        return "expected a comma between values of the core, as in width:6,window:320";
    *core = read;
    return NULL;
}
