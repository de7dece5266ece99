/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The hosted allocator, which the command passes to stream/ and engine/. */
#ifndef MSIM_CMD_TRACE_MEMORY_H
#define MSIM_CMD_TRACE_MEMORY_H

#include "stream/mem.h"

/* Zeroed pieces, never given back; lack of memory ends the command. */
extern const struct msim_mem msim_hosted_mem;

/* Available memory of the system in bytes; 0: unknown. */
uint64_t msim_memory_available(void);

#endif
