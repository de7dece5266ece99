/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The prefetchers of D1, and what the program prefetches.
 *
 * They see what a reference to data missed, or found first, when it was made and is in the queue to
 * the outer levels, and what they bring in comes after it there (ports/ref.h).  Its counts are kept
 * with those of the other levels (prefetched.h).
 */
#pragma once

#include "engine/ports/port.h"
#include "levels.h"

struct msim_first {
    struct msim_prefetching with; /* none: D1 has no prefetchers */
    bool has_l2;
    struct msim_port *port; /* NULL: no line comes into D1 ahead */
    struct msim_port *instr;
    struct msim_miss_queue *queue;
    const struct msim_outer_sharing *sharing; /* NULL: there is one core */
    bool stored;                              /* past the caches, and no fence came since */
    bool at_once; /* what is queued is passed on before the next line is brought in */
};

/* The program asks for the line of an address, for D1 or only for L2, where there is one; the same
 * of *now. */
void msim_first_hint(const struct msim_first *first, uint64_t address, uint32_t site, bool for_l2,
                     uint32_t *now);

/* The program stores `size` bytes from `address` past the caches, which give up their lines; `had`:
 * another core had one.  Returns what missed of the TLB, as msim_port_touch(). */
unsigned msim_first_store(struct msim_first *first, uint64_t address, uint32_t size, uint32_t site,
                          bool had, uint32_t *now);

/* A fence, or a locked instruction. */
void msim_first_fence(struct msim_first *first);

/* Before the reference is queued: reports what it used, and what went. */
void msim_first_report(const struct msim_first *first, uint64_t from, uint32_t size,
                       enum msim_kind kind);

/* After it: what is brought in, at times after *now, which grows. */
void msim_first_follow(const struct msim_first *first, const struct msim_demand *demand,
                       uint32_t *now);
