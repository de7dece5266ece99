/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The division of charge.h. */
#include "charge.h"

#include <stddef.h>

/* Multiples of this, modulo a cycle, lie far from each other: the golden ratio's share of it. */
enum { STEP = 148 };

/* The point in a cycle whose instruction it is charged to. */
static inline uint64_t point_of(uint64_t cycle)
{
    return cycle * MSIM_TICKS + cycle * STEP % MSIM_TICKS;
}

/* Charges whole cycles whose points lie before `time`. */
static inline void charge_to(struct msim_account *account, uint64_t time, uint32_t site,
                             enum msim_cause cause)
{
    uint64_t before = account->charged, least = time / MSIM_TICKS;
    if (account->mark >= time)
        return;
    if (account->charged < least)
        account->charged = least; /* their points lie before */
    while ((account->mark = point_of(account->charged)) < time)
        account->charged++;
    if (account->charged > before)
        account->to.charge(account->to.self, site, cause, account->charged - before);
}

/* The part of `at`..`time` before the last `ticks` of it. */
static uint64_t before_last(uint64_t at, uint64_t time, uint64_t ticks)
{
    return time - at > ticks ? time - ticks : at;
}

/* An instruction waited for its operations: the latest part of a load's way counts first. */
static void charge_waiting(struct msim_account *account, uint64_t at, uint64_t time,
                           const struct msim_spent *spent)
{
    const struct msim_wait *by = spent->by;
    if (by->from == MSIM_DEPENDENCY && !by->walk) {
        charge_to(account, time, spent->site, MSIM_DEPENDENCY);
        return;
    }
    uint64_t there = by->ready * MSIM_TICKS < time ? by->ready * MSIM_TICKS : time;
    uint64_t loaded = there > at ? there : at;
    uint64_t level = before_last(at, loaded, by->level * MSIM_TICKS);
    uint64_t band = before_last(at, level, by->bandwidth * MSIM_TICKS);
    uint64_t walk = before_last(at, band, by->walk * MSIM_TICKS);
    charge_to(account, walk, spent->site, MSIM_DEPENDENCY);
    account->by = by;
    charge_to(account, band, spent->site, MSIM_WAIT_WALK);
    charge_to(account, level, spent->site, MSIM_WAIT_BANDWIDTH);
    charge_to(account, loaded, spent->site, by->from);
    account->by = NULL;
    charge_to(account, time, spent->site, MSIM_DEPENDENCY);
}

void msim_charge(struct msim_account *account, uint64_t last, uint64_t time,
                 const struct msim_spent *spent)
{
    uint64_t busy = msim_earlier(last + spent->busy, time);
    account->retires = spent->site;
    charge_to(account, busy, spent->site, MSIM_BUSY);
    uint64_t entered = msim_earlier(spent->could_end, time);
    account->far = spent->far;
    if (entered > busy)
        charge_to(account, entered, spent->late_site, spent->late);
    else
        entered = busy;
    account->far = false;
    charge_waiting(account, entered, time, spent);
}
