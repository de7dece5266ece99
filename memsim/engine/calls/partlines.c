/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the contexts of the tree count in each part of the run (caches/parts.h):
 *
 *     #P TIMES NAME<tab>NAME      a part, as in the file of counts
 *     #Q CONTEXT COUNT ...        what a context has itself in it, inlined calls included
 *
 * What is in no part is not written: it is what the parts leave.
 */
#include "engine/report/partlines.h"
#include "callfile.h"
#include "engine/base/sort.h"

static bool before(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_pair *x = &msim_pair_row_at(context, a)->pair;
    const struct msim_pair *y = &msim_pair_row_at(context, b)->pair;
    return x->first != y->first ? x->first < y->first : x->second < y->second;
}

/* Adds up what is counted for the same context. */
static void add_all(const struct msim_callfile *file, struct msim_pairs *to,
                    const struct msim_pairs *from)
{
    for (uint32_t i = 0; i < from->table.used; i++) {
        const struct msim_pair_row *counts = msim_pair_row_at(from, i);
        if (file->follower->forgotten && file->follower->forgotten[counts->pair.second])
            continue;
        uint32_t context = msim_tree_settled(&file->follower->tree, counts->pair.second);
        struct msim_row *row =
            msim_row_is_zero(&counts->row) ? NULL : msim_pairs_row(to, counts->pair.first, context);
        if (row)
            msim_row_add(row, &counts->row);
    }
}

/* What is in no region since the last dump. */
static bool is_rest(const struct msim_parts *parts, uint32_t part)
{
    const struct msim_run_part *of = msim_run_part_at(&parts->open.tree, part);
    return !of->depth && of->stretch == parts->open.tree.stretch;
}

void msim_callfile_put_parts(struct msim_callfile *file)
{
    const struct msim_parts *parts = file->run_parts;
    struct msim_pairs all;
    uint32_t part = 0;
    if (!msim_has_parts(parts))
        return;
    msim_pairs_init(&all, file->mem, sizeof(struct msim_pair_row), MSIM_PAIRS_MAX);
    add_all(file, &all, &parts->contexts->refs_in_parts);
    add_all(file, &all, &parts->contexts->misses_in_parts);
    const uint32_t *sorted = msim_sorted(file->mem, all.table.used, before, &all);
    for (uint32_t i = 0; i < all.table.used; i++) {
        const struct msim_pair_row *counts = msim_pair_row_at(&all, sorted[i]);
        if (is_rest(parts, counts->pair.first))
            continue;
        if (counts->pair.first != part) {
            part = counts->pair.first;
            msim_put(file->text, "#P ");
            msim_put_number(file->text, msim_run_part_at(&parts->open.tree, part)->times);
            msim_put(file->text, " ");
            msim_put_part_names(file->text, parts, file->profile->dict, part, "\t");
            msim_put(file->text, "\n");
        }
        msim_put(file->text, "#Q ");
        msim_put_number(file->text, file->number[counts->pair.second]);
        msim_callfile_put_counts(file, &counts->row, NULL);
    }
}
