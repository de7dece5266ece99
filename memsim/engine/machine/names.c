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

static const char *const physical_names[MSIM_PHYSICALS] = {"same", "scattered", "contiguous"};

const char *msim_physical_name(enum msim_physical physical)
{
    return physical_names[physical];
}

const char *msim_physical_read(const char *name, enum msim_physical *physical)
{
    for (int i = 0; i < MSIM_PHYSICALS; i++)
        if (msim_same_text(name, physical_names[i])) {
            *physical = (enum msim_physical)i;
            return NULL;
        }
    return "expected same, scattered or contiguous";
}

static const char *const inclusions[] = {"neither", "inclusive", "exclusive"};

const char *msim_inclusion_name(enum msim_inclusion inclusion)
{
    return inclusions[inclusion];
}

enum msim_inclusion msim_inclusion_named(const char *name)
{
    unsigned i = 0;
    while (i <= MSIM_EXCLUSIVE && !msim_same_text(name, inclusions[i]))
        i++;
    return (enum msim_inclusion)i;
}

const char *msim_write_name(enum msim_write write, bool passes_writes)
{
    static const char *const names[][2] = {
        {"none", "none"}, {"back", "back,no-allocate"}, {"through", "through,no-allocate"}};
    return names[write][passes_writes];
}
