/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the branches that matter, and their cycles (present.h). */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/counts/records.h"
#include "present.h"

/* A share of all mispredictions. */
static const double least_wrong = 0.005;

/* --- Rows --------------------------------------------------------------------------------- */

static int by_address(const void *a, const void *b)
{
    const struct msim_counted_branch *one = &((const struct msim_shown_branch *)a)->is;
    const struct msim_counted_branch *other = &((const struct msim_shown_branch *)b)->is;
    int order = (one->address > other->address) - (one->address < other->address);
    order = order ? order : one->indirect - other->indirect;
    order = order ? order : (one->line > other->line) - (one->line < other->line);
    order = order ? order : strcmp(one->file, other->file);
    return order ? order : strcmp(one->function, other->function);
}

/* Those of a merged file have a line for each of its sources. */
static void make_rows(struct msim_branch_view *view)
{
    const struct msim_counted_branches *all = &view->counts->branches;
    size_t used = 0;
    view->row = msim_zeroed(all->branches + 1, sizeof *view->row);
    for (size_t i = 0; i < all->branches; i++)
        view->row[i].is = all->branch[i];
    qsort(view->row, all->branches, sizeof *view->row, by_address);
    for (size_t i = 0; i < all->branches; i++) {
        if (!used || by_address(&view->row[used - 1], &view->row[i])) {
            view->row[used++] = view->row[i];
            continue;
        }
        view->row[used - 1].is.times += view->row[i].is.times;
        view->row[used - 1].is.taken += view->row[i].is.taken;
        view->row[used - 1].is.wrong += view->row[i].is.wrong;
    }
    view->rows = used;
}

/* --- Cycles by line ----------------------------------------------------------------------- */

static int by_line(const void *a, const void *b)
{
    const struct msim_counted_branch *one = &((const struct msim_shown_branch *)a)->is;
    const struct msim_counted_branch *other = &((const struct msim_shown_branch *)b)->is;
    int order = strcmp(one->file, other->file);
    return order ? order : (one->line > other->line) - (one->line < other->line);
}

static uint64_t wrong_from(const struct msim_shown_branch *row, size_t rows)
{
    uint64_t wrong = 0;
    for (size_t i = 0; i < rows; i++)
        wrong += row[i].is.wrong;
    return wrong;
}

/* Divides the cycles of a line among its branches. */
static void divide(struct msim_branch_view *view, const char *file, uint32_t line, int64_t cycles)
{
    const struct msim_shown_branch key = {.is = {.file = file, .line = line}};
    struct msim_shown_branch *end = view->row + view->rows,
                             *row = bsearch(&key, view->row, view->rows, sizeof key, by_line);
    if (!row)
        return;
    while (row > view->row && !by_line(row - 1, &key))
        row--;
    size_t rows = 0;
    while (row + rows < end && !by_line(&row[rows], &key))
        rows++;
    uint64_t wrong = wrong_from(row, rows);
    for (size_t i = 0; i < rows && wrong; i++)
        row[i].cycles = (double)cycles * (double)row[i].is.wrong / (double)wrong;
}

static void divide_cycles(struct msim_branch_view *view, size_t event)
{
    const struct msim_counts *counts = view->counts;
    int64_t *count = msim_zeroed(counts->events, sizeof *count);
    struct msim_records records = {0};
    for (uint32_t file = 0; file < counts->files; file++) {
        msim_records_of_file(&records, counts, file);
        for (size_t i = 0; i < records.records;) {
            uint32_t line = records.record[i].line;
            memset(count, 0, counts->events * sizeof *count);
            i = msim_records_line(&records, counts, i, count);
            divide(view, counts->file[file].name, line, count[event]);
        }
    }
    msim_records_clear(&records);
    free(count);
}

/* --- What matters ------------------------------------------------------------------------- */

static void add_up(struct msim_branch_view *view)
{
    for (size_t i = 0; i < view->rows; i++) {
        const struct msim_counted_branch *is = &view->row[i].is;
        view->times[is->indirect] += is->times;
        view->wrong[is->indirect] += is->wrong;
        view->taken += is->indirect ? 0 : is->taken;
    }
}

static bool matters(const struct msim_branch_view *view, const struct msim_shown_branch *row)
{
    double all = (double)(view->wrong[0] + view->wrong[1]);
    return row->advice != MSIM_BRANCH_FINE ||
           (row->is.wrong && (double)row->is.wrong >= least_wrong * all);
}

static int by_cost(const void *a, const void *b)
{
    const struct msim_shown_branch *one = a, *other = b;
    int order = (one->cycles < other->cycles) - (one->cycles > other->cycles);
    order = order ? order : (one->is.wrong < other->is.wrong) - (one->is.wrong > other->is.wrong);
    order = order ? order : (one->is.times < other->is.times) - (one->is.times > other->is.times);
    return order ? order
                 : (one->is.address > other->is.address) - (one->is.address < other->is.address);
}

void msim_branches_find(struct msim_branch_view *view, const struct msim_mine *mine)
{
    const struct msim_counts *counts = view->counts;
    size_t event = msim_counts_event(counts, "CyBranch", strlen("CyBranch")), left = 0;
    make_rows(view);
    if (mine)
        msim_branches_find_mine(view, mine);
    add_up(view);
    view->has_cycles = event < counts->events;
    for (size_t i = 0; i < view->rows && !view->has_cycles; i++)
        view->row[i].cycles = (double)MSIM_BRANCH_REFILL * (double)view->row[i].is.wrong;
    if (view->has_cycles) {
        qsort(view->row, view->rows, sizeof *view->row, by_line);
        divide_cycles(view, event);
    }
    for (size_t i = 0; i < view->rows; i++) {
        struct msim_shown_branch *row = &view->row[i];
        row->advice = msim_branch_advice_of(view, row);
        if (matters(view, row))
            view->row[left++] = *row;
    }
    view->rows = left;
    qsort(view->row, view->rows, sizeof *view->row, by_cost);
}
