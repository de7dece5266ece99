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

uint8_t msim_watch_actions(const struct msim_watch_names *names, const char *name)
{
    unsigned actions = 0;
    for (unsigned i = 0; i < MSIM_WATCH_ACTIONS; i++)
        for (unsigned j = 0; j < names->by_action[i].used; j++)
            if (msim_glob_function(names->by_action[i].name[j], name))
                actions |= 1u << i;
    return (uint8_t)actions;
}
