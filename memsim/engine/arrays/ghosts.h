/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an LRU cache would have missed if nothing came into it ahead.
 *
 * Without prefetches, a set holds the lines that were referenced last: as many as it has ways.
 * Those are among its lines that were referenced, whose stamps are the times of their last references,
 * and the lines that were pushed out since then, which are remembered here, with these times: at most as
 * many as the set has ways, as older ones are not held.  A line that was referenced and is held here is
 * held there, too.  So only references that miss, or are the first to find a line that came ahead, need be
 * looked at.
 */
#pragma once

#include "array.h"
#include "recent.h"

struct msim_ghost {
    uint64_t block; /* + 1; 0: none */
    uint32_t stamp;
};

struct msim_ghosts {
    struct msim_array *cache;
    /* `ways` for each set; NULL: it is not known what would have missed, and nothing below does anything. */
    struct msim_ghost *ghost;
    /* The line in the slot came ahead, and was not referenced. */
    bool (*is_early)(const void *self, uint64_t slot);
    const void *self;
};

/* Nothing is known of a cache of another policy, or of many ways. */
void msim_ghosts_init(struct msim_ghosts *ghosts, const struct msim_mem *mem,
                      struct msim_array *cache, bool (*is_early)(const void *self, uint64_t slot),
                      const void *self);

/* The block is referenced, which the cache lacks, or has early; the stamps are those of before.  True: it
 * would have missed. */
bool msim_ghosts_miss(const struct msim_ghosts *ghosts, uint64_t block);

/* A block was put into the slot, in place of another one or of MSIM_NO_BLOCK, whose stamp is still there, and
 * what is known of it. */
void msim_ghosts_fill(const struct msim_ghosts *ghosts, uint64_t slot, uint64_t evicted);

/* Before the block leaves the cache, which may not have it; without prefetches, it would leave, too. */
void msim_ghosts_lose(const struct msim_ghosts *ghosts, uint64_t block);

/* As msim_array_renumber(), of the cache. */
uint32_t msim_ghosts_renumber(const struct msim_ghosts *ghosts);

/* The times of what was pushed out, for who renumbers them. */
struct msim_more_times msim_ghosts_times(const struct msim_ghosts *ghosts);

void msim_ghosts_empty(const struct msim_ghosts *ghosts);
