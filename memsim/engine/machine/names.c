/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of names.h. */
#include "names.h"

#include "engine/base/text.h"

const char *msim_level_name(enum msim_level level)
{
    static const char *const names[MSIM_LEVELS] = {"I1",   "D1",    "L2",     "L3",    "ITLB",
                                                   "DTLB", "L2TLB", "L2ITLB", "L2DTLB"};
    return names[level];
}

enum msim_level msim_level_named(const char *name)
{
    int level = 0;
    while (level < MSIM_LEVELS && !msim_same_text(msim_level_name(level), name))
        level++;
    return level;
}
