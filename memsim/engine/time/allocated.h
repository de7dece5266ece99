/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Time in bytes: the bytes allocated plus the bytes freed so far.  A call of realloc counts once,
 * with the difference.  Blocks of pools, which programs report, do not count.
 */
#pragma once

#include "engine/blocks/blocks.h"

struct msim_allocated_bytes {
    struct msim_blocks blocks;
    uint64_t live, changed;
};

void msim_allocated_init(struct msim_allocated_bytes *bytes, const struct msim_mem *mem);

/* Takes an event of the heap (stream/event.h). */
void msim_allocated_event(struct msim_allocated_bytes *bytes, const uint64_t *record);
