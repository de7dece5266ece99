/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A core as --core names it, and the first line of a trace: a core to begin with, then values that
 * replace its own.
 *
 *     zen4-epyc             that of a shipped machine
 *     usual,width:6         one of which nothing else is known (core.h)
 *     width:6,window:320    the machine's own, but for these
 *     none                  the machine's own
 */
#pragma once

#include "engine/base/text.h"
#include "machines.h"

struct msim_core_option {
    bool begins;                           /* another core than the machine's is named: */
    const struct msim_named_machine *from; /* that of this machine; NULL: the usual one */
    struct msim_core_given given;          /* of these values */
    struct msim_core core;
};

static inline bool msim_core_is_given(const struct msim_core_option *option)
{
    return option->begins || option->given.any;
}

/* Adds what the text says to what was said before; a core to begin with, or none, drops that. NULL:
 * done; else what is wrong and what is allowed, and *option is unchanged. */
const char *msim_core_option_read(const char *text, struct msim_core_option *option);

void msim_core_option_apply(const struct msim_core_option *option, struct msim_machine *machine);

/* Writes the machine's core in this form, with a core to begin with: "zen4-epyc,width:5". */
void msim_core_option_put(struct msim_text *text, const struct msim_machine *machine);

/* The same for people: "zen4-epyc, width 5", "as described, width 6" or "generic". */
void msim_core_put(struct msim_text *text, const struct msim_machine *machine);
