/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the contexts of the tree count in each part of the run (caches/parts.h):
 *
 *     #P TIMES NAME<tab>NAME      a part, as in the file of counts
 *     #Q CONTEXT COUNT ...        what a context has itself in it, inlined calls included
 *
 * What is in no part is not written: it is what the parts leave.
 *
 * Counts come from four lists, one after the other: what contexts refer to at home, and miss at
 * home (parts/contexts.h); and the rows of what they refer to, and miss, in other parts.  They are
 * sorted by part and context, and a row at home is made when it is written.
 */
#include "engine/report/partlines.h"
#include "callfile.h"
#include "engine/base/sort.h"

struct lists {
    struct msim_callfile *file;
    const struct msim_tree *tree; /* that the simulator counted in */
    const struct msim_pairs *refs, *misses;
    struct msim_sparse
        away; /* by context: the sum of what it counts in other parts, struct msim_row */
};

enum list { REFS_AT_HOME, MISSES_AT_HOME, REFS_AWAY, MISSES_AWAY, LISTS };

static uint32_t length_of(const struct lists *lists, unsigned list)
{
    const uint32_t length[LISTS] = {lists->tree->contexts.used, lists->tree->misses.rows.used,
                                    lists->refs->table.used, lists->misses->table.used};
    return length[list];
}

/* Which list a number is of, and where in it. */
static enum list list_of(const struct lists *lists, uint32_t *number)
{
    unsigned list = 0;
    while (*number >= length_of(lists, list))
        *number -= length_of(lists, list++);
    return list;
}

static const struct msim_pair_row *away_at(const struct lists *lists, enum list list, uint32_t at)
{
    return msim_pair_row_at(list == REFS_AWAY ? lists->refs : lists->misses, at);
}

/* The context in the simulator's tree, and the part that counts; 0: none does. */
static uint32_t counted_of(const struct lists *lists, uint32_t number, uint32_t *part)
{
    enum list list = list_of(lists, &number);
    const struct msim_context_misses *misses;
    uint32_t home, context = number;
    if (list >= REFS_AWAY) {
        *part = away_at(lists, list, number)->pair.first;
        return away_at(lists, list, number)->pair.second;
    }
    if (list == MISSES_AT_HOME) {
        misses = msim_table_at(&lists->tree->misses.rows, number);
        home = misses->home;
        context = misses->number;
    } else {
        home = msim_context_at(lists->tree, number)->home;
    }
    *part = home == MSIM_HOME_NONE || home == MSIM_HOME_NOWHERE ? 0 : home - 1;
    return context;
}

/* By part, and context in the file. */
static struct msim_pair pair_of(const struct lists *lists, uint32_t number)
{
    const struct msim_follower *follower = lists->file->follower;
    struct msim_pair pair = {0};
    uint32_t context = counted_of(lists, number, &pair.first);
    if (follower->forgotten && follower->forgotten[context])
        return (struct msim_pair){0};
    pair.second = msim_tree_settled(&follower->tree, msim_tree_settled(lists->tree, context));
    return pair;
}

/* What a context counts itself, without what it counts in other parts. */
static struct msim_row row_of(const struct lists *lists, uint32_t number)
{
    uint32_t part, context = counted_of(lists, number, &part);
    enum list list = list_of(lists, &number);
    if (list >= REFS_AWAY)
        return away_at(lists, list, number)->row;
    const struct msim_row *away = msim_sparse_at(&lists->away, context);
    struct msim_row row = msim_context_row(lists->tree, context);
    for (unsigned kind = 0; kind < MSIM_KINDS; kind++)
        for (unsigned i = 0; i < MSIM_ALL_COUNTS; i++) {
            bool miss = msim_counted[i].counter == MSIM_BY_OUTER;
            if (miss != (list == MISSES_AT_HOME))
                row.count[kind][i] = 0;
            else if (away)
                row.count[kind][i] -= away->count[kind][i];
        }
    return row;
}

static bool before(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_pair x = pair_of(context, a), y = pair_of(context, b);
    return x.first != y.first ? x.first < y.first : x.second < y.second;
}

static void sum_up_away(struct lists *lists, const struct msim_pairs *pairs)
{
    for (uint32_t i = 0; i < pairs->table.used; i++) {
        const struct msim_pair_row *counts = msim_pair_row_at(pairs, i);
        uint32_t context = msim_tree_settled(lists->tree, counts->pair.second);
        struct msim_row *sum = msim_sparse_need(&lists->away, context);
        if (sum)
            msim_row_add(sum, &counts->row);
    }
}

/* What is in no region since the last dump. */
static bool is_rest(const struct msim_parts *parts, uint32_t part)
{
    const struct msim_run_part *of = msim_run_part_at(&parts->open.tree, part);
    return !of->depth && of->stretch == parts->open.tree.stretch;
}

static void put_part(struct msim_callfile *file, uint32_t part)
{
    msim_put(file->text, "#P ");
    msim_put_number(file->text, msim_run_part_at(&file->run_parts->open.tree, part)->times);
    msim_put(file->text, " ");
    msim_put_part_names(file->text, file->run_parts, file->profile->dict, part, "\t");
    msim_put(file->text, "\n");
}

/* Writes the first of those that are left, and all that are of the same part and context; returns
 * how many.  *written: the last part that was. */
static uint32_t put_context(const struct lists *lists, const uint32_t *sorted, uint32_t left,
                            uint32_t *written)
{
    struct msim_callfile *file = lists->file;
    struct msim_row sum = {0};
    struct msim_pair pair = pair_of(lists, sorted[0]), next = pair;
    uint32_t used = 0;
    while (next.first == pair.first && next.second == pair.second) {
        struct msim_row row = row_of(lists, sorted[used]);
        msim_row_add(&sum, &row);
        if (++used == left)
            break;
        next = pair_of(lists, sorted[used]);
    }
    if (!pair.first || msim_row_is_zero(&sum) || is_rest(file->run_parts, pair.first))
        return used;
    if (pair.first != *written)
        put_part(file, *written = pair.first);
    msim_put(file->text, "#Q ");
    msim_put_number(file->text, file->number[pair.second]);
    msim_callfile_put_counts(file, &sum, NULL);
    return used;
}

void msim_callfile_put_parts(struct msim_callfile *file)
{
    const struct msim_parts *parts = file->run_parts;
    if (!msim_has_parts(parts))
        return;
    struct lists lists = {.file = file,
                          .tree = file->counted,
                          .refs = &parts->contexts->refs_in_parts,
                          .misses = &parts->contexts->misses_in_parts};
    uint32_t used = 0, part = 0;
    for (unsigned list = 0; list < LISTS; list++)
        used += length_of(&lists, list);
    msim_sparse_init(&lists.away, file->mem, sizeof(struct msim_row), lists.tree->contexts.used);
    sum_up_away(&lists, lists.refs);
    sum_up_away(&lists, lists.misses);
    const uint32_t *sorted = msim_sorted(file->mem, used, before, &lists);
    for (uint32_t i = 0; i < used;)
        i += put_context(&lists, sorted + i, used - i, &part);
}
