/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The initial stack of start.h. */
#include "start.h"

enum { GROUP = 4 };

static UWord count(HChar *const *string)
{
    UWord found = 0;
    while (string[found])
        found++;
    return found;
}

struct msim_start msim_start_find(Addr sp)
{
    struct msim_start start = {.sp = sp};
    start.argument = (HChar *const *)sp + 1;
    start.arguments = count(start.argument);
    start.variable = start.argument + start.arguments + 1;
    start.variables = count(start.variable);
    start.entry = (const UWord *)(start.variable + start.variables + 1);
    for (const UWord *entry = start.entry; entry[0]; entry += 2) {
        start.entries++;
        if (entry[0] == MSIM_AT_RANDOM)
            start.random = (UChar *)entry[1];
    }
    return start;
}

void msim_start_settle(const struct msim_start *start)
{
    for (UChar *byte = start->random; byte && (Addr)byte % GROUP; byte++)
        *byte = 0;
}
