/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The counter of counter.h, a part of the guest's state. */
#include "counter.h"

#include <stddef.h>

#include "pub_tool_machine.h"

#include "tool/base/platform.h"

Int msim_counter_get(ThreadId tid)
{
    UInt counter;
    VG_(get_shadow_regs_area)
    (tid, (UChar *)&counter, 0, offsetof(MsimGuestState, host_EvC_COUNTER), sizeof counter);
    return (Int)counter;
}

void msim_counter_set(ThreadId tid, Int blocks)
{
    UInt counter = (UInt)blocks;
    VG_(set_shadow_regs_area)
    (tid, 0, offsetof(MsimGuestState, host_EvC_COUNTER), sizeof counter, (const UChar *)&counter);
}
