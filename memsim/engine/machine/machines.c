/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Searches the table of machines.h, which is generated. */
#include "machines.h"

#include <stddef.h>

#include "engine/base/text.h"

const struct msim_named_machine *msim_named_machine(const char *name)
{
    for (const struct msim_named_machine *at = msim_named_machines; at->name; at++)
        if (msim_same_text(at->name, name))
            return at;
    return NULL;
}
