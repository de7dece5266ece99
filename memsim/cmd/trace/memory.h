/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The allocator that the command passes to stream/ and engine/. */
#pragma once

#include "stream/mem.h"

/* Its pieces are zeroed and never freed; running out of memory ends the command. */
extern const struct msim_mem msim_hosted_mem;

/* What is left of that now, in bytes (host/memory.h); 0: unknown. */
uint64_t msim_memory_available(void);

/* What the machine gives at most (host/memory.h); 0: unknown. */
uint64_t msim_memory_limit(void);
