/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The source lines that allocate; see present.h.
 *
 * Lines with most of one event come first, and this event has percentages.  If the counts leave too
 * little room for a name, the last ones are left out.
 */
#include "present.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "cmd/listing/aligned.h"
#include "cmd/names/labels.h"

enum { INDENT = 2, GAP = 2, PERCENT = 9, NAME_LEAST = 36, LEAST_COLUMNS = 4 };

/* The number of rows to show, without those that lack the event; *row: all of them in order. */
static size_t choose(const struct msim_allocated *alloc, const struct msim_heaped_view *view,
                     size_t **row)
{
    size_t rows = 0;
    *row = msim_allocated_order(alloc, view->sort);
    while (rows < alloc->rows && rows < view->rows && alloc->row[(*row)[rows]].count[view->sort])
        rows++;
    return rows;
}

static void add_counts(struct msim_aligned *table, const struct msim_allocated *alloc,
                       enum msim_alloc_event sort, const uint64_t *count)
{
    for (size_t event = 0; event < alloc->events; event++) {
        struct msim_human number = msim_human_count(count[event]), percent = {""};
        if (event == (size_t)sort)
            percent = msim_heaped_percent(count[event], alloc->total[event]);
        msim_aligned_cell(table, "%s%*s", number.text, event == (size_t)sort ? PERCENT : 0,
                          percent.text);
    }
}

/* The rows, and the sums of all below them. */
static struct msim_aligned make_table(const struct msim_allocated *alloc,
                                      enum msim_alloc_event sort, const size_t *row, size_t rows)
{
    struct msim_aligned table = {.indent = INDENT, .gap = GAP};
    for (size_t event = 0; event < alloc->events; event++)
        msim_aligned_head(&table, "%s%*s", msim_alloc_event_name((enum msim_alloc_event)event),
                          event == (size_t)sort ? PERCENT : 0, event == (size_t)sort ? "%" : "");
    for (size_t i = 0; i < rows; i++)
        add_counts(&table, alloc, sort, alloc->row[row[i]].count);
    add_counts(&table, alloc, sort, alloc->total);
    return table;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static void add_name(struct msim_labels *labels, const struct msim_alloc_row *row)
{
    bool named = strcmp(row->file, "???") != 0;
    const char *where = named ? row->file : row->object ? row->object : "";
    msim_labels_next(labels, 0);
    msim_labels_put(labels, MSIM_LABEL_NAME, "%s", row->function);
    if (row->line)
        msim_labels_put(labels, MSIM_LABEL_PLACE, " (%s:%" PRIu64 ")", base_name(row->file),
                        row->line);
    else if (*where)
        msim_labels_put(labels, MSIM_LABEL_FILE, " (%s)", base_name(where));
}

/* The columns that names need, of which some may be shortened. */
static size_t name_width(const struct msim_labels *labels)
{
    size_t longest = strlen("function (file:line)");
    for (size_t i = 0; i < labels->count; i++) {
        size_t length = msim_utf8_length(labels->label[i].full);
        longest = length > longest ? length : longest;
    }
    return longest < NAME_LEAST ? longest : NAME_LEAST;
}

void msim_heaped_lines(const struct msim_allocated *alloc, const struct msim_heaped_view *view,
                       FILE *to)
{
    struct msim_labels labels = {.count = 0};
    size_t *row, width = view->width, used;
    if (!alloc->rows)
        return;
    size_t rows = choose(alloc, view, &row);
    struct msim_aligned table = make_table(alloc, view->sort, row, rows);
    fprintf(to, "\nlines that allocate, by %s", msim_alloc_event_name(view->sort));
    if (rows < alloc->rows)
        fprintf(to, ", %zu of %zu", rows, alloc->rows);
    fputs("\n\n", to);
    for (size_t i = 0; i < rows; i++)
        add_name(&labels, &alloc->row[row[i]]);
    size_t columns = msim_aligned_fit(&table, LEAST_COLUMNS, name_width(&labels), width, &used);
    msim_labels_fit(&labels, width > used + NAME_LEAST ? width - used : NAME_LEAST);
    msim_aligned_put_heads(&table, columns, to);
    fputs("  function (file:line)\n", to);
    for (size_t i = 0; i < rows; i++) {
        msim_aligned_put(&table, i, columns, to);
        fprintf(to, "%*s%s\n", GAP, "", msim_labels_text(&labels, i));
    }
    msim_aligned_put(&table, rows, columns, to);
    fputs("  all\n", to);
    msim_aligned_put_left_out(&table, columns, to);
    msim_labels_free(&labels);
    msim_aligned_free(&table);
    free(row);
}
