/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines of a port's cache that were prefetched and not used yet, and what the cache would have
 * missed without prefetches.
 *
 * A marked line has no entry in the front, so the first reference to it is seen.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/arrays/ghosts.h"
#include "stream/mem.h"

enum { MSIM_MARK_EVENTS = 512 };

/* A marked line is used, or goes. */
struct msim_mark_event {
    uint32_t slot;
    bool used;
};

struct msim_marks {
    uint8_t *marked; /* by slot of the cache */
    struct msim_array *cache;
    struct msim_ghosts ghosts; /* what the cache would have missed */
    bool missed;               /* without prefetches, the reference would have */
    uint32_t used;
    struct msim_mark_event event[MSIM_MARK_EVENTS]; /* of the reference or prefetch */
};

/* `cache` lives as long; its policy is known. */
void msim_marks_init(struct msim_marks *marks, const struct msim_mem *mem,
                     struct msim_array *cache);

/* Before the block is referenced, which is in `slot`, or MSIM_NO_SLOT. */
void msim_marks_refer(struct msim_marks *marks, uint64_t block, int64_t slot);

/* A block is put into the slot, in place of another one or of MSIM_NO_BLOCK, whose stamp is still
 * there. */
void msim_marks_fill(struct msim_marks *marks, int64_t slot, uint64_t evicted);

/* Before the block leaves the cache, which may not have it; without prefetches, it would leave, too. */
void msim_marks_lose(struct msim_marks *marks, uint64_t block);

/* It has left the slot; or MSIM_NO_SLOT, as it was not there. */
void msim_marks_lost(struct msim_marks *marks, int64_t slot);

void msim_marks_empty(struct msim_marks *marks);
