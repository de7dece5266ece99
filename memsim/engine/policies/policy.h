/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The contract of replacement policies: which block of a set goes.
 *
 * A policy is one file and one row in policies.list; --policy=LEVEL:NAME chooses one for a level.
 * A row may be a family, whose members have names with parameters in them (QLRU_H11_M1_R0_U0).
 *
 * What a policy can know of a set:
 *
 *     `used`     the time of each way's last use.  No two are equal but of ways that never held a
 *                block, which have 0.  Only their order counts: times are replaced by their ranks
 *                before they run out.
 *     `filled`   the number of the fill that brought each way's block, if `needs_filled`
 *     `fills`    of the whole array, so far
 *     `state`    64 bits that are its own, of which a policy with `hit` and `fill` makes the next
 *                ones: 0 when the array is new, or was emptied
 *
 * All of this is the same in a replay and in another process.
 *
 * A miss: `missed` makes a state, then a way is chosen, then `fill` makes a state.  Empty ways are
 * filled first, the lowest one, unless `empty` says otherwise; of a set whose ways are all taken,
 * `victim` says which goes.  A hit: `hit` makes a state.
 *
 * A block that another core takes away leaves its way empty, and changes nothing else: neither
 * `used` nor the state.
 *
 * A front answers nearly all hits of a first level (ports/port.h), and calls nobody.  So a policy
 * with a state has `quiet`, which says of which ways a hit would change nothing, and only those are
 * in a front.  Hits in a row at one way may then be one, unless the policy `counts_hits`.  Such a
 * policy sees each reference: each instruction that is fetched, each load and store.
 *
 * Where LRU is part of a model, other policies are refused: companions (outer/options/replacement.c)
 * and a sweep of the same level (sweep/grid.c).  Several cores need no LRU.
 *
 * Cost: for LRU none.  An array with another policy is not plain (arrays/array.h), so what a front
 * does not answer is searched in the general way.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Ways of a set whose policy has a state. */
enum { MSIM_STATE_WAYS = 32 };

struct msim_policy_set {
    const uint32_t *used;   /* by way */
    const uint64_t *filled; /* by way; NULL unless the policy needs it */
    uint64_t fills;
    uint64_t state;
    uint64_t parameter; /* of the policy, which `reads` made */
    uint32_t ways;
    bool full; /* before this miss, or hit, no way was empty */
};

/* Which empty way is filled: the lowest or the highest one; or whatever `victim` says. */
enum msim_policy_empty { MSIM_EMPTY_LOWEST, MSIM_EMPTY_HIGHEST, MSIM_EMPTY_AS_VICTIM };

struct msim_policy {
    bool needs_filled;
    bool counts_hits;
    enum msim_policy_empty (*empty)(uint64_t parameter); /* NULL: MSIM_EMPTY_LOWEST */
    /* Of a family: true if the name is one of its, whose parameter this is; NULL: the row's name is
     * the only one. */
    bool (*reads)(const char *name, uint64_t *parameter);
    /* Why there can be no array with this number of ways; NULL: there can. */
    const char *(*refuses)(uint64_t parameter, uint32_t ways); /* NULL: it takes any number */
    /* The way whose block goes.  NULL: the one used longest ago, which the array finds itself. */
    uint32_t (*victim)(const struct msim_policy_set *set);
    /* The state after a miss, before a way is chosen; NULL: it is as it was. */
    uint64_t (*missed)(const struct msim_policy_set *set);
    /* The state after the way was filled, or hit; NULL, both: it has none. */
    uint64_t (*fill)(const struct msim_policy_set *set, uint32_t way);
    uint64_t (*hit)(const struct msim_policy_set *set, uint32_t way);
    /* A bit for each way at which a hit would change nothing. */
    uint64_t (*quiet)(const struct msim_policy_set *set);
};

/* A policy of an array. */
struct msim_policy_choice {
    const struct msim_policy *policy;
    uint64_t parameter;
};

/* False: there is none of this name.  "" is LRU. */
bool msim_policy_read(const char *name, struct msim_policy_choice *choice);

/* The policy of a name that msim_policy_read() knows. */
struct msim_policy_choice msim_policy_named(const char *name);

/* What names of families look like, for messages; */
#define MSIM_POLICY_FORMS                                                                          \
    " (QLRU: srrip, or QLRU_H<00|10|11|20|21>_M<0-3>_R<0|1|2>_U<0-3>[_UMO], where R0 and R2 need " \
    "U0 or U1; random:SEED: another one)"
/* "the policies are ..." */
extern const char msim_policies_expected[];

/* Why the policy cannot be that of an array with so many ways; NULL: it can. */
const char *msim_policy_refuses(const struct msim_policy_choice *choice, uint32_t ways);
