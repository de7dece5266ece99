/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The names of functions that are watched (watch.h), as options give them. */
#pragma once

#include "engine/base/option.h"

/* What a function does when it is entered or left. */
enum msim_watch_action {
    MSIM_WATCH_REGION, /* it is a region */
    MSIM_WATCH_FROM,   /* a region of its name begins, */
    MSIM_WATCH_TO,     /* and ends when this function is entered */
    MSIM_WATCH_TOGGLE, /* collection goes on or stops, and again when it is left */
    MSIM_WATCH_ZERO_BEFORE,
    MSIM_WATCH_DUMP_BEFORE,
    MSIM_WATCH_DUMP_AFTER,
    MSIM_WATCH_ACTIONS
};

/* Patterns of names for each action. */
struct msim_watch_names {
    struct msim_option_names by_action[MSIM_WATCH_ACTIONS];
};

/* True: a function is watched with these. */
bool msim_watch_is_asked(const struct msim_watch_names *names);

/* The pattern with this number, from 0 on, and its option; NULL: none. */
const char *msim_watch_name(const struct msim_watch_names *names, unsigned number,
                            const char **option);

/* The actions for a function of this name: bit i is for action i. */
uint8_t msim_watch_actions(const struct msim_watch_names *names, const char *name);
