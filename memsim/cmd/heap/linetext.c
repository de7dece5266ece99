/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The source lines that allocate; see present.h.
 *
 * Lines with most of one event come first, and this event has percentages.  If the counts leave too
 * little room for a name, its line exceeds the width: better long than unreadable.
 */
#include "present.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "cmd/listing/aligned.h"

enum { INDENT = 2, GAP = 2, PERCENT = 9, NAME_LEAST = 24 };

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

static void put_name(const struct msim_alloc_row *row, size_t most, FILE *to)
{
    const char *object = row->object ? row->object : "";
    size_t room = strlen(row->function) + strlen(row->file) + strlen(object) + 32;
    char *name = msim_zeroed(room, 1);
    if (row->line)
        snprintf(name, room, "%s (%s:%" PRIu64 ")", row->function, base_name(row->file), row->line);
    else if (strcmp(row->file, "???") != 0)
        snprintf(name, room, "%s (%s)", row->function, base_name(row->file));
    else if (*object)
        snprintf(name, room, "%s (%s)", row->function, base_name(object));
    else
        snprintf(name, room, "%s", row->function);
    msim_utf8_put(to, name, most);
    fputc('\n', to);
    free(name);
}

void msim_heaped_lines(const struct msim_allocated *alloc, const struct msim_heaped_view *view,
                       FILE *to)
{
    size_t *row, columns = alloc->events, width = view->width;
    if (!alloc->rows)
        return;
    size_t rows = choose(alloc, view, &row);
    struct msim_aligned table = make_table(alloc, view->sort, row, rows);
    fprintf(to, "\nlines that allocate, by %s", msim_alloc_event_name(view->sort));
    if (rows < alloc->rows)
        fprintf(to, ", %zu of %zu", rows, alloc->rows);
    fputs("\n\n", to);
    msim_aligned_put_heads(&table, columns, to);
    fputs("  function (file:line)\n", to);
    for (size_t i = 0; i < rows; i++) {
        size_t used = msim_aligned_put(&table, i, columns, to) + GAP;
        fprintf(to, "%*s", GAP, "");
        put_name(&alloc->row[row[i]], width > used + NAME_LEAST ? width - used : NAME_LEAST, to);
    }
    msim_aligned_put(&table, rows, columns, to);
    fputs("  all\n", to);
    msim_aligned_free(&table);
    free(row);
}
