/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which levels have which prefetchers: the value of --prefetch, and what is allowed together. */
#pragma once

#include "engine/machine/geometry.h"

/* What options say of it. */
struct msim_prefetch_option {
    struct msim_policy_name prefetch[MSIM_PREFETCH_LEVELS][MSIM_PREFETCHERS_MAX];
    bool given;
};

/* Reads LEVEL:NAME[:NUMBER],... or none, which drops all before, and those of the machine.  NULL:
 * done; else what is wrong. */
const char *msim_prefetch_read(const char *text, struct msim_prefetch_option *option);

/* Gives the machine's levels their prefetchers; if `real`, those of its description, unless others
 * were given.  NULL: done; else why it cannot be. */
const char *msim_prefetch_choose(const struct msim_prefetch_option *option, bool real,
                                 struct msim_machine *machine);
