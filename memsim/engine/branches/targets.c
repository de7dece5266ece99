/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules of targets.h. */
#include "targets.h"

#include "stream/hash.h"

enum { TABLES = MSIM_HISTORY_TABLES };
enum { NARROWER = MSIM_HISTORY_PLACE_BITS - MSIM_TARGETS_PLACE_BITS };
enum { BRANCHES_BITS = 20 }; /* beyond these, branches share records */

struct msim_target_branch {
    uint64_t address, last, kept;
    uint32_t same_hash;
    bool known, several;
};

static uint32_t hash(const void *branch)
{
    return (uint32_t)msim_mix(((const struct msim_target_branch *)branch)->address);
}

static bool same(const void *branch, const void *wanted)
{
    return ((const struct msim_target_branch *)branch)->address ==
           ((const struct msim_target_branch *)wanted)->address;
}

static const struct msim_lookup_kind kind = {hash, same,
                                             offsetof(struct msim_target_branch, same_hash), 0};

void msim_targets_init(struct msim_targets *targets, const struct msim_mem *mem)
{
    msim_table_init(&targets->branches, mem, sizeof(struct msim_target_branch), 1 << BRANCHES_BITS);
    msim_lookup_init(&targets->lookup, mem, &kind);
}

static struct msim_target_branch *branch_at(struct msim_targets *targets, uint64_t address)
{
    struct msim_target_branch new = {.address = address};
    uint32_t number = msim_lookup_number(&targets->lookup, &targets->branches, &new);
    if (number == UINT32_MAX)
        number = hash(&new) & ((1 << BRANCHES_BITS) - 1);
    return MSIM_TABLE_AT(&targets->branches, number, struct msim_target_branch);
}

/* What the tables say of a branch: the entries of the tables from 1 on.  `longest` and `other` are
 * 0 for the last target. */
struct found {
    struct msim_target *entry[TABLES + 1];
    unsigned longest, other;
};

static void find(struct msim_targets *targets, struct found *found, msim_lanes place,
                 msim_lanes tag)
{
    found->longest = found->other = 0;
    for (unsigned i = 1; i <= TABLES; i++) {
        found->entry[i] = &targets->entry[i - 1][place[i - 1]];
        if (found->entry[i]->tag == tag[i - 1]) {
            found->other = found->longest;
            found->longest = i;
        }
    }
}

static void learn(struct msim_target *entry, uint64_t other, uint64_t target)
{
    if (entry->target == target) {
        entry->useful |= other != target;
        entry->sure = true;
    } else {
        if (other == target)
            entry->useful = false;
        if (!entry->sure)
            entry->target = target;
        entry->sure = false;
    }
}

static void make(const struct found *found, msim_lanes tag, uint64_t target)
{
    for (unsigned i = found->longest + 1; i <= TABLES; i++)
        if (!found->entry[i]->useful) {
            *found->entry[i] = (struct msim_target){.target = target, .tag = tag[i - 1]};
            return;
        }
    for (unsigned i = found->longest + 1; i <= TABLES; i++)
        found->entry[i]->useful = false;
}

/* A branch with several targets, the last of which is `last`. */
static bool foresee(struct msim_targets *targets, const struct msim_history *history,
                    uint64_t address, uint64_t last, uint64_t target)
{
    uint64_t hashed = msim_mix(address);
    msim_lanes tag = msim_history_tags(history, hashed);
    msim_lanes place = msim_history_places(history, hashed) >> NARROWER;
    struct found found;
    find(targets, &found, place, tag);
    uint64_t other = found.other ? found.entry[found.other]->target : last;
    uint64_t predicted = found.longest ? found.entry[found.longest]->target : last;
    if (found.longest)
        learn(found.entry[found.longest], other, target);
    if (predicted != target)
        make(&found, tag, target);
    return predicted == target;
}

bool msim_targets_branch(struct msim_targets *targets, const struct msim_history *history,
                         uint64_t address, uint64_t target, struct msim_goes *goes)
{
    struct msim_target_branch *branch = branch_at(targets, address);
    uint64_t last = branch->last;
    bool known = branch->known, predicted = known && last == target;
    branch->last = target;
    branch->known = true;
    goes->elsewhere = known && last != target;
    if (!known || (goes->elsewhere && !branch->several))
        branch->kept = target;
    branch->several |= goes->elsewhere;
    goes->several = branch->several;
    goes->aside = branch->kept != target;
    return branch->several ? foresee(targets, history, address, last, target) : predicted;
}
