/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The source lines that allocate; see linetext.h.
 *
 * Lines with most of one event come first, and this event has percentages.  If the counts leave too
 * little room for a name, its line exceeds the width: better long than unreadable.
 */
#include "linetext.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"

enum { INDENT = 2, GAP = 2, PERCENT = 9, NAME_LEAST = 24 };

struct table {
    const struct msim_allocated *alloc;
    const struct msim_heaped_view *view;
    size_t *row; /* the rows in order */
    size_t rows; /* how many are shown */
    size_t width[MSIM_ALLOC_EVENTS];
};

/* Leaves out rows without the event. */
static void choose(struct table *table)
{
    const struct msim_allocated *alloc = table->alloc;
    enum msim_alloc_event sort = table->view->sort;
    table->row = msim_allocated_order(alloc, sort);
    while (table->rows < alloc->rows && table->rows < table->view->rows &&
           alloc->row[table->row[table->rows]].count[sort])
        table->rows++;
    for (size_t event = 0; event < alloc->events; event++) {
        table->width[event] = strlen(msim_human_count(alloc->total[event]).text);
        size_t head = strlen(msim_alloc_event_name((enum msim_alloc_event)event));
        table->width[event] = head > table->width[event] ? head : table->width[event];
    }
}

/* Returns the width of what it wrote. */
static size_t put_counts(const struct table *table, const uint64_t *count, FILE *to)
{
    size_t used = 0;
    for (size_t event = 0; event < table->alloc->events; event++) {
        const char *name = msim_alloc_event_name((enum msim_alloc_event)event);
        bool sorted = event == (size_t)table->view->sort;
        used += (size_t)fprintf(to, "%*s%*s", event ? GAP : INDENT, "", (int)table->width[event],
                                count ? msim_human_count(count[event]).text : name);
        if (sorted)
            used += (size_t)fprintf(
                to, "%*s", PERCENT,
                count ? msim_heaped_percent(count[event], table->alloc->total[event]).text : "%");
    }
    return used + (size_t)fprintf(to, "%*s", GAP, "");
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static void put_row(const struct table *table, const struct msim_alloc_row *row, FILE *to)
{
    size_t used = put_counts(table, row->count, to), width = table->view->width;
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
    msim_utf8_put(to, name, width > used + NAME_LEAST ? width - used : NAME_LEAST);
    fputc('\n', to);
    free(name);
}

void msim_heaped_lines(const struct msim_allocated *alloc, const struct msim_heaped_view *view,
                       FILE *to)
{
    struct table table = {.alloc = alloc, .view = view};
    if (!alloc->rows)
        return;
    choose(&table);
    fprintf(to, "\nlines that allocate, by %s", msim_alloc_event_name(view->sort));
    if (table.rows < alloc->rows)
        fprintf(to, ", %zu of %zu", table.rows, alloc->rows);
    fputs("\n\n", to);
    put_counts(&table, NULL, to);
    fputs("function (file:line)\n", to);
    for (size_t i = 0; i < table.rows; i++)
        put_row(&table, &alloc->row[table.row[i]], to);
    put_counts(&table, alloc->total, to);
    fputs("all\n", to);
    free(table.row);
}
