/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The instructions of instrs.h, and the names of VEX's functions for them. */
#include <stddef.h>

#include "pub_tool_libcbase.h"

#include "instrs.h"
#include "tool/base/platform.h"

static const struct {
    const HChar *helper, *name;
} varying[MSIM_VARYING_MOST] = {
    {"amd64g_dirtyhelper_RDTSC", "rdtsc (instruction)"},
    {"amd64g_dirtyhelper_RDTSCP", "rdtscp (instruction)"},
    {"amd64g_dirtyhelper_RDRAND", "rdrand (instruction)"},
    {"amd64g_dirtyhelper_RDSEED", "rdseed (instruction)"},
};

UInt msim_varying_number(const IRDirty *dirty)
{
    UInt number = 0;
    while (number < MSIM_VARYING_MOST && !VG_STREQ(dirty->cee->name, varying[number].helper))
        number++;
    return number;
}

const HChar *msim_varying_name(UInt number)
{
    return varying[number].name;
}

Int msim_varying_register(void)
{
    return offsetof(MsimGuestState, MSIM_RESULT);
}
