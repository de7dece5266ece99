/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The branches of list.h. */
#include "list.h"

#include <stddef.h>

#include "stream/hash.h"

static uint32_t hash(const void *element)
{
    const struct msim_listed_branch *branch = element;
    return (uint32_t)msim_mix(branch->address ^ msim_mix(branch->site));
}

static bool same(const void *element, const void *wanted)
{
    const struct msim_listed_branch *a = element, *b = wanted;
    return a->address == b->address && a->site == b->site && a->indirect == b->indirect;
}

static const struct msim_lookup_kind kind = {hash, same,
                                             offsetof(struct msim_listed_branch, same_hash), 1};

void msim_branch_list_init(struct msim_branch_list *list, const struct msim_mem *mem)
{
    msim_table_init(&list->table, mem, sizeof(struct msim_listed_branch), MSIM_SEGMENTS_MAX);
    msim_lookup_init(&list->lookup, mem, &kind);
    msim_table_add(&list->table);
}

uint32_t msim_branch_list_number(struct msim_branch_list *list, const struct msim_segment *segment,
                                 uint64_t address)
{
    const struct msim_listed_branch wanted = {.address = address,
                                              .site =
                                                  segment->instrs[segment->instrs_used - 1].site,
                                              .indirect = segment->branch == MSIM_BRANCH_INDIRECT};
    if (!segment->branch)
        return 0;
    uint32_t number = msim_lookup_number(&list->lookup, &list->table, &wanted);
    if (number == UINT32_MAX)
        return 0;
    if (segment->branch == MSIM_BRANCH_TAKEN)
        msim_branch_at(list, number)->jump = segment->jump;
    return number;
}

void msim_branch_list_clear(struct msim_branch_list *list)
{
    for (uint32_t i = 0; i < list->table.used; i++) {
        struct msim_listed_branch *branch = msim_branch_at(list, i);
        branch->times = branch->taken = branch->wrong = 0;
    }
}

static void put_jump(struct msim_text *text, const struct msim_listed_branch *branch)
{
    int64_t jump = branch->jump;
    if (branch->indirect) {
        msim_put(text, "*");
        return;
    }
    msim_put(text, jump < 0 ? "-" : "");
    msim_put_number(text, (uint64_t)(jump < 0 ? -jump : jump));
}

static void put_branch(struct msim_text *text, const struct msim_dict *dict,
                       const struct msim_listed_branch *branch)
{
    const struct msim_site *site = msim_dict_site_at(dict, branch->site);
    const uint64_t count[] = {branch->times, branch->taken, branch->wrong, site->line};
    const uint32_t name[] = {site->function, site->file};
    msim_put(text, "fl=# branch: ");
    msim_put_hex(text, branch->address);
    msim_put(text, "\t");
    put_jump(text, branch);
    for (unsigned i = 0; i < sizeof count / sizeof *count; i++) {
        msim_put(text, "\t");
        msim_put_number(text, count[i]);
    }
    for (unsigned i = 0; i < sizeof name / sizeof *name; i++) {
        msim_put(text, "\t");
        msim_put_name(text, msim_dict_text(dict, name[i]));
    }
    msim_put(text, "\n");
}

void msim_branch_list_put(const struct msim_branch_list *list, const struct msim_dict *dict,
                          struct msim_text *text)
{
    for (uint32_t i = 1; i < list->table.used; i++)
        if (msim_branch_at(list, i)->times)
            put_branch(text, dict, msim_branch_at(list, i));
}
