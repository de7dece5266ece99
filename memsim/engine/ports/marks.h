/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines of a port's cache that were prefetched and not used yet, and what the cache would have
 * missed without prefetches.
 *
 * A marked line has no entry in the front, so the first reference to it is seen.
 *
 * Without prefetches, an LRU set holds the lines that were referenced last: as many as it has ways.
 * Those are among its unmarked lines, whose stamps are the times of their last references, and the
 * lines that a prefetch pushed out since then, which are remembered here, with these times: at most
 * as many as the set has ways, as older ones are not held.  An unmarked line that is held here is held
 * there, too.  So only references that miss, or find a marked line, need be looked at.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/arrays/array.h"
#include "engine/arrays/recent.h"
#include "stream/mem.h"

enum { MSIM_MARK_EVENTS = 512 };

/* A marked line is used, or goes. */
struct msim_mark_event {
    uint32_t slot;
    bool used;
};

struct msim_ghost {
    uint64_t block; /* + 1; 0: none */
    uint32_t stamp;
};

struct msim_marks {
    uint8_t *marked; /* by slot of the cache */
    struct msim_array *cache;
    struct msim_ghost
        *ghost;  /* `ways` for each set; NULL: it is not known what would have missed */
    bool missed; /* without prefetches, the reference would have */
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

/* As msim_array_renumber(), of the cache. */
uint32_t msim_marks_renumber(struct msim_marks *marks);

/* The times of what was pushed out, for who renumbers them. */
struct msim_more_times msim_marks_times(const struct msim_marks *marks);

void msim_marks_empty(struct msim_marks *marks);
