/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * When an operation finds the unit that it needs: one of a group, and some of one of those that the
 * group is a part of, as an addition and a multiplication share the four units of integers.  With
 * `word_loads`, only so many loads of one word of their lines start in a cycle.
 *
 * Cost: a look at a bucket, or at two or three.
 */
#pragma once

#include <stddef.h>

#include "engine/core/memory/buckets.h"
#include "plan.h"

enum { MSIM_LINE_WORDS = 8 };

struct msim_ports {
    struct msim_buckets group[MSIM_PORT_GROUPS];
    struct msim_buckets word[MSIM_LINE_WORDS]; /* of lines, by loads, */
    bool words;                                /* if these are limited */
};

void msim_ports_init(struct msim_ports *ports, const struct msim_mem *mem,
                     const struct msim_core *core);

/* A unit of the group that was taken in this cycle is taken for so many, or the next that has one. */
static inline void msim_ports_keep(struct msim_buckets *group, uint64_t cycle, uint32_t cycles)
{
    for (; __builtin_expect(cycles > 1, 0); cycles--)
        cycle = msim_buckets_start(group, cycle + 1);
}

/* What loads of the same word take; NULL: any number may. */
static inline struct msim_buckets *
msim_ports_word(struct msim_ports *ports, const struct msim_act *act, const uint64_t *record)
{
    uint64_t address;
    if (__builtin_expect(!ports->words, 1) || act->kind != MSIM_ACT_LOAD ||
        !msim_act_address(act, record, &address))
        return NULL;
    return &ports->word[address / 8 % MSIM_LINE_WORDS];
}

/* Returns the cycle, `time` or a later one, in which the operation of this record starts. */
static inline uint64_t msim_ports_start(struct msim_ports *ports, const struct msim_act *act,
                                        const uint64_t *record, uint64_t time)
{
    struct msim_buckets *own = &ports->group[act->ports],
                        *word = msim_ports_word(ports, act, record);
    struct msim_buckets *whole = act->whole == MSIM_PORTS_NONE ? NULL : &ports->group[act->whole];
    for (uint64_t at = time + 1; (whole || word) && at != time;) {
        at = time;
        time = msim_buckets_next(own, time);
        time = whole ? msim_buckets_next(whole, time) : time;
        time = word ? msim_buckets_next(word, time) : time;
    }
    time = msim_buckets_start(own, time);
    if (whole) {
        msim_buckets_start(whole, time);
        msim_ports_keep(whole, time, act->whole_busy);
    }
    if (word)
        msim_buckets_start(word, time);
    msim_ports_keep(own, time, act->busy);
    return time;
}
