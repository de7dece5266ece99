/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How much memory the machine gives this process, as host/memory.h finds it. */
#pragma once

#include "pub_tool_basics.h"

/* The smallest of physical memory, memory.max of its control groups, and ulimit -v, in bytes; 0:
 * unknown. */
ULong msim_memory_limit(void);

/* True: the process's addresses are limited (ulimit -v). */
Bool msim_memory_is_limited(void);

/* What is left of that limit now; ~0: unknown. */
ULong msim_memory_left(void);
