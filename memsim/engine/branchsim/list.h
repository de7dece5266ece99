/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The branches that ran, each with what it did in all: where several segments end with it, and
 * where it is taken and where not, it is one.
 *
 * Cost: a look-up for each segment; 56 bytes for each branch.
 */
#pragma once

#include "engine/base/text.h"
#include "stream/dict.h"
#include "stream/lookup.h"

struct msim_listed_branch {
    uint64_t address;
    uint64_t times, taken, wrong;
    uint32_t site, same_hash;
    int32_t jump; /* as in struct msim_segment */
    bool indirect;
};

struct msim_branch_list {
    struct msim_table table;
    struct msim_lookup lookup;
};

void msim_branch_list_init(struct msim_branch_list *list, const struct msim_mem *mem);

/* The number of the branch with this address that the segment ends with; of none: 0, which is of no
 * branch. */
uint32_t msim_branch_list_number(struct msim_branch_list *list, const struct msim_segment *segment,
                                 uint64_t address);

static inline struct msim_listed_branch *msim_branch_at(const struct msim_branch_list *list,
                                                        uint32_t number)
{
    return MSIM_TABLE_AT(&list->table, number, struct msim_listed_branch);
}

/* It did this so many times. */
static inline void msim_branch_add(struct msim_listed_branch *branch, unsigned what, uint64_t times,
                                   uint64_t wrong)
{
    branch->times += times;
    branch->taken += what == MSIM_BRANCH_NOT_TAKEN ? 0 : times;
    branch->wrong += wrong;
}

/* Forgets all counts. */
void msim_branch_list_clear(struct msim_branch_list *list);

/* Writes the lines of the file of counts (docs/format.md). */
void msim_branch_list_put(const struct msim_branch_list *list, const struct msim_dict *dict,
                          struct msim_text *text);
