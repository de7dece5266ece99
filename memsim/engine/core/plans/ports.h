/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * When an operation finds the unit that it needs: one of a group, and some of one of those that the
 * group is a part of, as an addition and a multiplication share the four units of integers.
 *
 * Cost: a look at a bucket, or at two.
 */
#pragma once

#include "engine/core/memory/buckets.h"
#include "plan.h"

struct msim_ports {
    struct msim_buckets group[MSIM_PORT_GROUPS];
};

void msim_ports_init(struct msim_ports *ports, const struct msim_mem *mem,
                     const struct msim_core *core);

/* A unit of the group that was taken in this cycle is taken for so many, or the next that has one. */
static inline void msim_ports_keep(struct msim_buckets *group, uint64_t cycle, uint32_t cycles)
{
    for (; __builtin_expect(cycles > 1, 0); cycles--)
        cycle = msim_buckets_start(group, cycle + 1);
}

/* Returns the cycle, `time` or a later one, in which the operation starts. */
static inline uint64_t msim_ports_start(struct msim_ports *ports, const struct msim_act *act,
                                        uint64_t time)
{
    struct msim_buckets *own = &ports->group[act->ports];
    if (act->whole == MSIM_PORTS_NONE) {
        time = msim_buckets_start(own, time);
    } else {
        struct msim_buckets *whole = &ports->group[act->whole];
        for (uint64_t at = 0; at != time; time = msim_buckets_next(whole, at))
            at = msim_buckets_next(own, time);
        msim_buckets_start(own, time);
        msim_buckets_start(whole, time);
        msim_ports_keep(whole, time, act->whole_busy);
    }
    msim_ports_keep(own, time, act->busy);
    return time;
}
