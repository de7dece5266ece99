/* SPDX-License-Identifier: GPL-2.0-or-later */
/* LEVEL:NAME in the values of options. */
#pragma once

#include "engine/base/reader.h"
#include "engine/machine/names.h"

/* Takes what is before a comma or the end; false: there is no room for it. */
static inline bool msim_take_name(struct msim_reader *text, struct msim_policy_name *name)
{
    unsigned used = 0;
    for (; *text->at && *text->at != ','; text->at++) {
        if (used == sizeof name->text - 1)
            return false;
        name->text[used++] = *text->at;
    }
    name->text[used] = 0;
    return used > 0;
}

/* One of the levels from `first` on, before `end`; false: it is none, or the name is too long. */
static inline bool msim_take_level_name(struct msim_reader *text, unsigned first, unsigned end,
                                        enum msim_level *level, struct msim_policy_name *name)
{
    struct msim_reader from = *text;
    for (unsigned i = first; i < end; i++, *text = from) {
        *level = (enum msim_level)i;
        if (msim_take(text, msim_level_name(*level)) && msim_take(text, ":"))
            return msim_take_name(text, name);
    }
    return false;
}
