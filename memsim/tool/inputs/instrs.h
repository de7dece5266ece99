/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Instructions whose value varies: clocks and random numbers. */
#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

enum { MSIM_VARYING_MOST = 4 };

/* The number of the instruction that VEX carries out by calling this; MSIM_VARYING_MOST: its value
 * does not vary. */
UInt msim_varying_number(const IRDirty *dirty);

const HChar *msim_varying_name(UInt number);

/* Where it leaves its value if the call has no result: an offset in the guest state. */
Int msim_varying_register(void);
