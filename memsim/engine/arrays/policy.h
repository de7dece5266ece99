/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The contract of replacement policies: which block of a full set goes.
 *
 * A policy is one file and one row in policies.list.  With a second row, --policy=LEVEL:NAME
 * chooses one for a level.
 *
 * A policy can rely on this:
 *
 *     It is asked when a block is brought into a set whose ways are all taken.  Empty ways are
 *     filled first, the lowest one first.
 *     `used` has the time of each way's last use.  No two are equal.  Only their order counts:
 *     times are replaced by their ranks before they run out.
 *     `filled` has the number of the fill that brought each way's block, if `needs_filled`.
 *
 * and must not expect more:
 *
 *     A hit stores the time, and nothing else, because a front answers nearly all hits
 *     (ports/port.h).  So a policy does not see hits and does not know how many there were.  Of
 *     several uses in a row, with no other block of the set in between, there may be one.
 *     It keeps nothing.  So what it answers is the same in a replay and in another process.
 *
 * Tree-PLRU follows from `used`, FIFO from `filled`, and random choice from `fills`.  Where LRU is
 * part of a model, other policies are refused: companions (caches/options.c) and a sweep of the
 * same level (sweep/grid.c).  Several cores need no LRU.
 *
 * Cost: for LRU none.  An array with another policy is not plain (array.h), so what a front does
 * not answer is searched in the general way.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct msim_full_set {
    const uint32_t *used;   /* by way */
    const uint64_t *filled; /* by way; NULL unless the policy needs it */
    uint64_t fills;         /* of the whole array, so far */
    uint32_t ways;
};

struct msim_policy {
    bool needs_filled;
    /* Why there can be no array with this number of ways; NULL: there can. */
    const char *(*refuses)(uint32_t ways); /* NULL: it takes any number */
    /* The way whose block goes.  NULL: the one used longest ago, which the array finds itself. */
    uint32_t (*victim)(const struct msim_full_set *set);
};

enum {
#define ROW(name) MSIM_POLICY_##name,
#include "policies.list"
#undef ROW
    MSIM_POLICIES
};

/* NULL ends them. */
extern const char *const msim_policy_names[MSIM_POLICIES + 1];

/* NULL is LRU; the name is one of msim_policy_names. */
const struct msim_policy *msim_policy_named(const char *name);
