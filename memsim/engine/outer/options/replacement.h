/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How levels replace: the value of --policy, and what is allowed together. */
#pragma once

#include "engine/machine/geometry.h"

/* What options say of it. */
struct msim_replacement {
    struct msim_policy_name policy[MSIM_LEVELS]; /* "": not given */
    bool real; /* else no policy of the machine's description counts */
};

/* Reads LEVEL:NAME,... or none, which drops all before.  NULL: done; else what is wrong. */
const char *msim_replacement_read(const char *text, struct msim_replacement *replacement);

/* Gives the machine's levels their policies; levels whose `is_given` is set have
 * another shape than the machine's.  NULL: done; else why it cannot be.  Sets *note unless it is
 * set, if the user must know that not all is known. */
const char *msim_replacement_choose(const struct msim_replacement *replacement,
                                    const bool is_given[MSIM_LEVELS], struct msim_machine *machine,
                                    const char **note);
