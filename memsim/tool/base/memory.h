/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The allocator that the tool passes to stream/ and engine/. */
#ifndef MSIM_TOOL_BASE_MEMORY_H
#define MSIM_TOOL_BASE_MEMORY_H

#include "stream/mem.h"

extern const struct msim_mem msim_tool_mem;

/* Available memory of the system in bytes; 0: unknown. */
uint64_t msim_memory_available(void);

#endif
