/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The regions of the run: how large the heap was while each was open, and what it allocated.
 *
 * A region has with it what is inside it.  Those that are selected are shown; of the whole run,
 * those that allocated most.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "cmd/base/wrap.h"
#include "cmd/listing/aligned.h"
#include "present.h"

enum { INDENT = 2, GAP = 2, COLUMNS = 9, NAME_LEAST = 20, LEAST_COLUMNS = 4 };

static const char *const heads[COLUMNS] = {"times",  "open",  "began", "most",    "ended",
                                           "Allocs", "Bytes", "kept",  "EndBytes"};

struct row {
    uint32_t region;
    uint64_t number[COLUMNS];
};

struct table {
    const struct msim_allocated *alloc;
    struct row *row;
    size_t rows, hidden;
};

static uint64_t sum_of(const struct msim_allocated *alloc, const int64_t *sums, uint32_t region,
                       enum msim_alloc_event event)
{
    const char *name = msim_alloc_event_name(event);
    size_t column = msim_counts_event(&alloc->profile, name, strlen(name));
    return (uint64_t)sums[region * alloc->profile.events + column];
}

static void add_row(struct table *table, const int64_t *sums, const struct msim_alloc_region *of)
{
    const struct msim_allocated *alloc = table->alloc;
    struct row row = {of->number,
                      {alloc->profile.regions.region[of->number].times, of->lasted,
                       msim_alloc_moment_total(&of->began), msim_alloc_moment_total(&of->most),
                       msim_alloc_moment_total(&of->ended),
                       sum_of(alloc, sums, of->number, MSIM_ALLOCS),
                       sum_of(alloc, sums, of->number, MSIM_ALLOC_BYTES), of->kept,
                       sum_of(alloc, sums, of->number, MSIM_END_BYTES)}};
    table->row[table->rows++] = row;
}

static bool allocated_more(const void *context, uint32_t a, uint32_t b)
{
    enum { BYTES = 6 };
    const struct row *row = context;
    return row[a].number[BYTES] != row[b].number[BYTES]
               ? row[a].number[BYTES] > row[b].number[BYTES]
               : a < b;
}

/* Leaves out all but the `most` that allocated most. */
static void hide(struct table *table, uint64_t most)
{
    size_t rows = table->rows, kept = 0;
    if (rows <= most)
        return;
    uint32_t *order = msim_order((uint32_t)rows, allocated_more, table->row);
    bool *shown = msim_zeroed(rows, sizeof *shown);
    for (size_t i = 0; i < most; i++)
        shown[order[i]] = true;
    for (size_t i = 0; i < rows; i++)
        if (shown[i])
            table->row[kept++] = table->row[i];
    table->hidden = rows - kept;
    table->rows = kept;
    MSIM_FREE(shown, order);
}

static void choose(struct table *table, uint64_t most)
{
    const struct msim_allocated *alloc = table->alloc;
    const struct msim_regions *regions = &alloc->profile.regions;
    int64_t *sums = msim_region_sums(regions, regions->total);
    uint32_t *order = msim_regions_by_path(regions);
    size_t *found = msim_zeroed(regions->count, sizeof *found);
    for (size_t i = 0; i < alloc->regions; i++)
        found[alloc->region[i].number] = i + 1;
    table->row = msim_zeroed(alloc->regions, sizeof *table->row);
    for (size_t i = 0; i < regions->count; i++)
        if (found[order[i]] && regions->region[order[i]].selected)
            add_row(table, sums, &alloc->region[found[order[i]] - 1]);
    hide(table, most);
    MSIM_FREE(found, order, sums);
}

/* The columns that names need, of which some may be cut off. */
static size_t name_width(const struct table *table)
{
    size_t longest = 0;
    for (size_t i = 0; i < table->rows; i++) {
        char *path = msim_region_path(&table->alloc->profile.regions, table->row[i].region, ";");
        size_t length = msim_utf8_length(path);
        longest = length > longest ? length : longest;
        free(path);
    }
    return longest < NAME_LEAST ? longest : NAME_LEAST;
}

static void put_rows(const struct table *table, size_t width, FILE *to)
{
    struct msim_aligned cells = {.indent = INDENT, .gap = GAP};
    for (size_t column = 0; column < COLUMNS; column++)
        msim_aligned_head(&cells, "%s", heads[column]);
    for (size_t i = 0; i < table->rows; i++)
        for (size_t column = 0; column < COLUMNS; column++)
            msim_aligned_cell(&cells, "%s", msim_human_count(table->row[i].number[column]).text);
    size_t used, columns = msim_aligned_fit(&cells, LEAST_COLUMNS, name_width(table), width, &used);
    msim_aligned_put_heads(&cells, columns, to);
    fputs("  region\n", to);
    for (size_t i = 0; i < table->rows; i++) {
        msim_aligned_put(&cells, i, columns, to);
        char *path = msim_region_path(&table->alloc->profile.regions, table->row[i].region, ";");
        fprintf(to, "%*s", GAP, "");
        msim_utf8_put(to, path, width > used + NAME_LEAST ? width - used : NAME_LEAST);
        fputc('\n', to);
        free(path);
    }
    msim_aligned_put_left_out(&cells, columns, to);
    msim_aligned_free(&cells);
}

void msim_heaped_regions(const struct msim_heaped_report *report,
                         const struct msim_heaped_view *view, FILE *to)
{
    struct table table = {.alloc = report->alloc};
    choose(&table, report->in ? UINT64_MAX : view->rows);
    if (table.rows) {
        fputc('\n', to);
        msim_wrap(
            to,
            "regions: the heap in bytes when each began first, at most while it was open, and "
            "when it ended last; what it allocated, how much of that was live then, and how "
            "much was never freed",
            0, 0, view->width);
        fputc('\n', to);
        put_rows(&table, view->width, to);
    }
    if (table.hidden)
        fprintf(to, "%*s(%zu more, --top=%zu shows all)\n", INDENT, "", table.hidden,
                table.hidden + table.rows);
    free(table.row);
}
