/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a shared resource has left in each stretch of time, which may be asked for in any order: a
 * load at the end of a long chain takes its place late, and those after it in the program, which
 * start earlier, still find theirs.
 *
 * A stretch is 1 << shift cycles, and has `room` units. Stretches are in a ring by their number.
 * When one takes the place of an earlier one, that is passed: nothing is known of it any more, and
 * all that is asked of it is free, from then on.
 *
 * Cost: 8 bytes for a stretch; a request looks at one, and at those after it while they are full.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "stream/mem.h"

enum { MSIM_BUCKETS = 1 << 11 };

struct msim_buckets {
    uint64_t *entry; /* number of the stretch << 16 | units taken */
    unsigned shift;
    uint32_t room;
};

void msim_buckets_init(struct msim_buckets *buckets, const struct msim_mem *mem, unsigned shift,
                       uint32_t room);

/* Units that are taken in the stretch of a time. */
uint32_t msim_buckets_used(const struct msim_buckets *buckets, uint64_t time);

/* Takes `units` from the first stretch on that has any, the stretch of `time` or a later one, and
 * what that has not from those after it; returns when the first begins, or `time` if that is
 * later. */
uint64_t msim_buckets_take(struct msim_buckets *buckets, uint64_t time, uint32_t units);

/* The same for one unit of stretches of one cycle, as most requests are. */
static inline uint64_t msim_buckets_start(struct msim_buckets *buckets, uint64_t time)
{
    uint64_t *entry = &buckets->entry[time & (MSIM_BUCKETS - 1)], none = time << 16;
    uint64_t taken = *entry < none ? none : *entry;
    if (__builtin_expect(taken >= none + buckets->room, 0))
        return taken >> 16 > time ? time : msim_buckets_take(buckets, time + 1, 1);
    *entry = taken + 1;
    return time;
}

/* The first cycle, `time` or a later one, in which such a stretch has a unit; it is not taken. */
static inline uint64_t msim_buckets_next(const struct msim_buckets *buckets, uint64_t time)
{
    for (;; time++) {
        uint64_t entry = buckets->entry[time & (MSIM_BUCKETS - 1)];
        if (entry >> 16 != time || (entry & 0xffff) < buckets->room)
            return time;
    }
}
