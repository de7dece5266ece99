/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Collects and sorts the rows of lists; see rows.h. */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/order.h"
#include "engine/report/objectname.h"
#include "rows.h"

/* --- objects ------------------------------------------------------------------------------------ */

static uint32_t object_named(struct msim_rows *rows, const char *name)
{
    size_t events = rows->view->counts->events;
    uint32_t number = msim_names_number(&rows->object, name);
    if (number < rows->rows)
        return number;
    rows->own = msim_room(rows->own, rows->rows, events * sizeof *rows->own);
    memset(rows->own + rows->rows++ * events, 0, events * sizeof *rows->own);
    return number;
}

static void collect_objects(struct msim_rows *rows)
{
    const struct msim_counts *counts = rows->view->counts;
    for (size_t i = 0; i < counts->functions; i++) {
        size_t length = strlen("???");
        const char *object = msim_object_of(counts->function[i].name, &length);
        char *name = msim_zeroed(length + 1, 1);
        memcpy(name, object ? object : "???", length);
        uint32_t number = object_named(rows, name);
        free(name);
        int64_t *to = rows->own + number * counts->events;
        const int64_t *from = msim_function_total(counts, i);
        for (size_t e = 0; e < counts->events; e++)
            to[e] += from[e];
    }
    rows->total = rows->own;
}

/* --- lines -------------------------------------------------------------------------------------- */

void msim_each_line(const struct msim_counts *counts,
                    void (*take)(void *context, uint32_t file, const struct msim_record *record,
                                 size_t records, const int64_t *count),
                    void *context)
{
    int64_t count[MSIM_EVENTS_MAX];
    struct msim_records records = {0};
    for (uint32_t file = 0; file < counts->files; file++) {
        msim_records_of_file(&records, counts, file);
        for (size_t next, at = 0; at < records.records; at = next) {
            next = msim_records_line(&records, counts, at, count);
            take(context, file, &records.record[at], next - at, count);
        }
    }
    free(records.record);
}

static void take_line(void *context, uint32_t file, const struct msim_record *record,
                      size_t records, const int64_t *count)
{
    struct msim_rows *rows = context;
    struct msim_records *kept = &rows->kept;
    if (!msim_view_reaches(rows->view, count))
        return;
    struct msim_line_row row = {file, (uint32_t)records, kept->records, 0};
    if (!msim_column_value(&rows->view->sort.column[0], count, &row.key))
        row.key = 0;
    rows->line = msim_room(rows->line, rows->rows, sizeof *rows->line);
    rows->line[rows->rows++] = row;
    for (size_t i = 0; i < records; i++) {
        kept->record = msim_room(kept->record, kept->records, sizeof *kept->record);
        kept->record[kept->records++] = record[i];
    }
}

static void take_hottest(void *context, uint32_t file, const struct msim_record *record,
                         size_t records, const int64_t *count)
{
    const struct msim_view *view = ((void **)context)[0];
    struct msim_hottest *hottest = ((void **)context)[1];
    msim_wide amount = msim_amount(msim_column_over(&view->sort.column[0], count));
    size_t at = hottest->lines;
    (void)records;
    if (!record->line || !amount || (at == MSIM_HOTTEST && hottest->line[at - 1].amount >= amount))
        return;
    for (; at > 0 && hottest->line[at - 1].amount < amount; at--)
        hottest->line[at] = hottest->line[at - 1];
    hottest->line[at].file = file;
    hottest->line[at].line = record->line;
    hottest->line[at].amount = amount;
    hottest->lines += hottest->lines < MSIM_HOTTEST;
}

void msim_find_hottest(struct msim_hottest *hottest, const struct msim_view *view)
{
    const void *context[] = {view, hottest};
    hottest->lines = 0;
    msim_each_line(view->counts, take_hottest, (void *)context);
}

unsigned msim_hottest_rank(const struct msim_hottest *hottest, uint32_t file, uint32_t line)
{
    for (unsigned i = 0; i < hottest->lines; i++)
        if (hottest->line[i].file == file && hottest->line[i].line == line)
            return i + 1;
    return 0;
}

/* --- order -------------------------------------------------------------------------------------- */

const int64_t *msim_row_count(const struct msim_rows *rows, size_t place, int64_t *room)
{
    uint32_t row = rows->order[place];
    if (rows->total)
        return rows->total + row * rows->view->counts->events;
    msim_records_line(&rows->kept, rows->view->counts, rows->line[row].first, room);
    return room;
}

static int order_of_names(const struct msim_rows *rows, uint32_t a, uint32_t b)
{
    const struct msim_counts *counts = rows->view->counts;
    if (rows->per == MSIM_PER_OBJECT)
        return strcmp(rows->object.name[a], rows->object.name[b]);
    if (rows->per == MSIM_PER_FILE)
        return strcmp(counts->file[a].name, counts->file[b].name);
    int order = strcmp(counts->file[counts->function[a].file].name,
                       counts->file[counts->function[b].file].name);
    return order ? order : strcmp(counts->function[a].name, counts->function[b].name);
}

static bool before(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_rows *rows = context;
    size_t events = rows->view->counts->events;
    a = rows->order[a];
    b = rows->order[b];
    int order = msim_view_order(rows->view, rows->total + a * events, rows->total + b * events);
    return order ? order < 0 : order_of_names(rows, a, b) < 0;
}

static bool line_before(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_rows *rows = context;
    const struct msim_line_row *left = &rows->line[rows->order[a]];
    const struct msim_line_row *right = &rows->line[rows->order[b]];
    double x = left->key < 0 ? -left->key : left->key;
    double y = right->key < 0 ? -right->key : right->key;
    if (x != y)
        return x > y;
    int order = strcmp(rows->view->counts->file[left->file].name,
                       rows->view->counts->file[right->file].name);
    if (order)
        return order < 0;
    return rows->kept.record[left->first].line < rows->kept.record[right->first].line;
}

/* Selects the rows that reach the threshold, in any order; rows of lines already do. */
static void choose(struct msim_rows *rows)
{
    size_t events = rows->view->counts->events;
    rows->order = msim_zeroed(rows->rows, sizeof *rows->order);
    for (size_t i = 0; i < rows->rows; i++)
        if (!rows->total || msim_view_reaches(rows->view, rows->total + i * events))
            rows->order[rows->shown++] = (uint32_t)i;
}

static void sort(struct msim_rows *rows)
{
    uint32_t *sorted = msim_order((uint32_t)rows->shown, rows->total ? before : line_before, rows);
    for (size_t i = 0; i < rows->shown; i++)
        sorted[i] = rows->order[sorted[i]];
    free(rows->order);
    rows->order = sorted;
}

void msim_rows_make(struct msim_rows *rows, const struct msim_view *view, enum msim_per per)
{
    const struct msim_counts *counts = view->counts;
    *rows = (struct msim_rows){.view = view, .per = per};
    switch (per) {
    case MSIM_PER_OBJECT:
        collect_objects(rows);
        break;
    case MSIM_PER_FILE:
        rows->rows = counts->files;
        rows->total = rows->own = msim_file_totals(counts);
        break;
    case MSIM_PER_FUNCTION:
        rows->rows = counts->functions;
        rows->total = counts->function_total;
        break;
    default:
        msim_each_line(counts, take_line, rows);
        break;
    }
    choose(rows);
    sort(rows);
}

struct msim_row_name msim_row_name(const struct msim_rows *rows, size_t place)
{
    const struct msim_counts *counts = rows->view->counts;
    uint32_t row = rows->order[place];
    struct msim_row_name name = {NULL, NULL, 0};
    switch (rows->per) {
    case MSIM_PER_OBJECT:
        name.file = rows->object.name[row];
        break;
    case MSIM_PER_FILE:
        name.file = counts->file[row].name;
        break;
    case MSIM_PER_FUNCTION:
        name.file = counts->file[counts->function[row].file].name;
        name.function = counts->function[row].name;
        break;
    default:
        name.file = counts->file[rows->line[row].file].name;
        name.line = rows->kept.record[rows->line[row].first].line;
        break;
    }
    return name;
}

void msim_rows_free(struct msim_rows *rows)
{
    msim_names_free(&rows->object);
    free(rows->own);
    free(rows->order);
    free(rows->line);
    free(rows->kept.record);
    *rows = (struct msim_rows){0};
}
