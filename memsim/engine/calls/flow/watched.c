/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The patterns of watched.h. */
#include "watched.h"

bool msim_watch_is_asked(const struct msim_watch_names *names)
{
    for (unsigned i = 0; i < MSIM_WATCH_ACTIONS; i++)
        if (names->by_action[i].used)
            return true;
    return false;
}

const char *msim_watch_name(const struct msim_watch_names *names, unsigned number,
                            const char **option)
{
    static const char *const of[] = {
        [MSIM_WATCH_REGION] = "--region",
        [MSIM_WATCH_FROM] = "--from",
        [MSIM_WATCH_TO] = "--to",
        [MSIM_WATCH_TOGGLE] = "--toggle-collect",
        [MSIM_WATCH_ZERO_BEFORE] = "--zero-before",
        [MSIM_WATCH_DUMP_BEFORE] = "--dump-before",
        [MSIM_WATCH_DUMP_AFTER] = "--dump-after",
    };
    for (unsigned i = 0; i < MSIM_WATCH_ACTIONS; number -= names->by_action[i++].used)
        if (number < names->by_action[i].used) {
            *option = of[i];
            return names->by_action[i].name[number];
        }
    return NULL;
}

uint8_t msim_watch_actions(const struct msim_watch_names *names, const char *name)
{
    unsigned actions = 0;
    for (unsigned i = 0; i < MSIM_WATCH_ACTIONS; i++)
        for (unsigned j = 0; j < names->by_action[i].used; j++)
            if (msim_glob_function(names->by_action[i].name[j], name))
                actions |= 1u << i;
    return (uint8_t)actions;
}
