/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The oracle of replacement policies: each by the rules that engine/policies says, kept as ages,
 * bits of trees and lists, and changed step by step at each use.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define NAIVE_EMPTY UINT64_MAX /* no block's number */

enum naive_policy_fault {
    NAIVE_POLICY_RIGHT,
    NAIVE_POLICY_NO_HITS, /* a hit changes nothing */
    NAIVE_POLICY_FORGETS, /* what is known of a way ends with its block */
    NAIVE_POLICY_FAULTS
};

struct naive_policy;

/* `name`: one that msim_policy_read() knows, but LRU's. */
struct naive_policy *naive_policy_new(const char *name, uint64_t sets, uint64_t ways);
void naive_policy_free(struct naive_policy *policy);

/* As if the set had never been used. */
void naive_policy_empty(struct naive_policy *policy, uint64_t set);

/* Uses a block: true if it missed.  `blocks`: those of this set, by way. */
bool naive_policy_touch(struct naive_policy *policy, uint64_t *blocks, uint64_t set,
                        uint64_t block);

/* Takes a block away. */
void naive_policy_remove(struct naive_policy *policy, uint64_t *blocks, uint64_t set,
                         uint64_t block);

extern enum naive_policy_fault naive_policy_fault; /* of all */
