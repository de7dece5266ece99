/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Collects and sorts the rows of lists; see rows.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/counts/threads.h"
#include "engine/report/objectname.h"
#include "rows.h"

/* --- amounts ---------------------------------------------------------------------------------- */

/* What is in records, line by line, without signs. */
static double moved_in(const struct msim_rows *rows, const struct msim_records *records)
{
    const struct msim_view *view = rows->view;
    int64_t count[MSIM_EVENTS_MAX];
    double sum = 0;
    for (size_t at = 0; at < records->records;) {
        at = msim_records_line(records, view->counts, at, count);
        sum += (double)msim_amount(msim_column_over(&view->sort.column[0], count));
    }
    return sum;
}

/* The same of a part; 0 if counts have no signs. */
static double moved(const struct msim_rows *rows, uint32_t part)
{
    struct msim_records records = {0};
    if (!rows->signs)
        return 0;
    msim_records_of_part(&records, rows->view->counts, part);
    double sum = moved_in(rows, &records);
    free(records.record);
    return sum;
}

static uint32_t new_row(struct msim_rows *rows, struct msim_list_row row)
{
    size_t number = rows->rows, events = rows->view->counts->events;
    rows->row = msim_room(rows->row, number, sizeof *rows->row);
    rows->total = msim_room(rows->total, number, events * sizeof *rows->total);
    rows->moved = msim_room(rows->moved, number, sizeof *rows->moved);
    rows->row[number] = row;
    rows->moved[number] = 0;
    memset(rows->total + number * events, 0, events * sizeof *rows->total);
    return (uint32_t)rows->rows++;
}

static void add_part(struct msim_rows *rows, uint32_t row, uint32_t part)
{
    const struct msim_counts *counts = rows->view->counts;
    msim_counts_add(rows->total + row * counts->events, msim_part_total(counts, part),
                    counts->events);
    rows->moved[row] += moved(rows, part);
}

/* --- objects, files, functions ---------------------------------------------------------------- */

static const char *object_name(const struct msim_counts *counts, uint32_t part)
{
    uint32_t object = counts->part[part].object;
    return object == MSIM_NOTHING ? NULL : counts->object.name[object];
}

/* The number of a part's object, by the file of counts or by the function's name. */
static uint32_t object_of(struct msim_rows *rows, uint32_t part)
{
    const struct msim_counts *counts = rows->view->counts;
    const char *known = object_name(counts, part);
    size_t length = strlen("???");
    if (known)
        return msim_names_number(&rows->object, known);
    const char *object =
        msim_object_of(counts->function[counts->part[part].function].name, &length);
    char *name = msim_copy_part(object ? object : "???", length);
    uint32_t number = msim_names_number(&rows->object, name);
    free(name);
    return number;
}

static void collect_objects(struct msim_rows *rows)
{
    for (uint32_t i = 0; i < rows->view->counts->parts; i++) {
        uint32_t number = object_of(rows, i);
        if (number == rows->rows)
            new_row(rows, (struct msim_list_row){.object = rows->object.name[number],
                                                 .key = rows->object.name[number]});
        add_part(rows, number, i);
    }
}

/* Whether what is in this file is split by object. */
static bool is_split(const struct msim_rows *rows, uint32_t file)
{
    return !rows->view->joined && !strcmp(rows->view->counts->file[file].name, "???");
}

/* The row of a file in an object among those from `first` on, which are of this file. */
static uint32_t row_in(struct msim_rows *rows, size_t first, const char *file, const char *object)
{
    for (size_t i = first; i < rows->rows; i++)
        if (rows->row[i].object == object)
            return (uint32_t)i;
    return new_row(rows, (struct msim_list_row){.object = object, .file = file, .key = file});
}

static void collect_files(struct msim_rows *rows)
{
    const struct msim_counts *counts = rows->view->counts;
    for (uint32_t file = 0; file < counts->files; file++) {
        size_t first = rows->rows;
        const char *name = counts->file[file].name;
        for (uint32_t i = counts->file[file].first; i != MSIM_NOTHING; i = counts->function[i].next)
            for (uint32_t of = counts->function[i].first; of != MSIM_NOTHING;
                 of = counts->part[of].next)
                add_part(rows,
                         row_in(rows, first, name,
                                is_split(rows, file) ? object_name(counts, of) : NULL),
                         of);
        if (rows->rows == first)
            row_in(rows, first, name, NULL);
    }
}

/* The object of all parts; NULL: there are several, or it is unknown. */
static const char *only_object(const struct msim_counts *counts, uint32_t function)
{
    uint32_t first = counts->function[function].first;
    bool one = first != MSIM_NOTHING && counts->part[first].next == MSIM_NOTHING;
    return one ? object_name(counts, first) : NULL;
}

static void collect_functions(struct msim_rows *rows)
{
    const struct msim_counts *counts = rows->view->counts;
    for (uint32_t i = 0; i < counts->functions; i++) {
        const struct msim_counts_function *function = &counts->function[i];
        bool split = is_split(rows, function->file);
        struct msim_list_row row = {.object = only_object(counts, i),
                                    .file = counts->file[function->file].name,
                                    .function = function->name,
                                    .key = function->name,
                                    .in = function->file};
        uint32_t number = split && function->first != MSIM_NOTHING ? 0 : new_row(rows, row);
        for (uint32_t of = function->first; of != MSIM_NOTHING; of = counts->part[of].next) {
            row.object = object_name(counts, of);
            number = split ? new_row(rows, row) : number;
            add_part(rows, number, of);
        }
    }
}

/* --- inlined functions ------------------------------------------------------------------------ */

/* The name of the innermost of some inlined calls. */
static const char *innermost(struct msim_rows *rows, uint32_t inlined)
{
    const char *calls = rows->view->counts->inlined.name[inlined];
    char *name = msim_copy_part(calls, strcspn(calls, "\t"));
    uint32_t number = msim_names_number(&rows->inlined, name);
    free(name);
    return rows->inlined.name[number];
}

/* The row of code of a function or, where others were inlined, of the innermost of them. */
static uint32_t row_of_code(struct msim_rows *rows, uint32_t part, uint32_t inlined)
{
    const struct msim_counts *counts = rows->view->counts;
    const struct msim_counts_function *in = &counts->function[counts->part[part].function];
    struct msim_list_row row = {.object = object_name(counts, part),
                                .file = counts->file[in->file].name,
                                .function = in->name,
                                .in = in->file};
    if (inlined != MSIM_NOTHING) {
        row.function = innermost(rows, inlined);
        row.into = in->name;
    }
    row.key = row.function;
    char *key = msim_printed("%" PRIu32 "%c%s", part, row.into ? '+' : ' ', row.function);
    uint32_t number = msim_names_number(&rows->code, key);
    free(key);
    return number < rows->rows ? number : new_row(rows, row);
}

static void add_section(struct msim_rows *rows, uint32_t row, uint32_t section)
{
    const struct msim_counts *counts = rows->view->counts;
    int64_t count[MSIM_EVENTS_MAX], *to = rows->total + row * counts->events;
    struct msim_records records = {0};
    msim_records_of_section(&records, counts, section);
    msim_records_sort(&records);
    for (size_t at = 0; at < records.records;) {
        at = msim_records_line(&records, counts, at, count);
        msim_counts_add(to, count, counts->events);
    }
    rows->moved[row] += rows->signs ? moved_in(rows, &records) : 0;
    free(records.record);
}

static void collect_inlined(struct msim_rows *rows)
{
    const struct msim_counts *counts = rows->view->counts;
    for (uint32_t part = 0; part < counts->parts; part++)
        for (uint32_t i = counts->part[part].first; i != MSIM_NOTHING; i = counts->section[i].next)
            add_section(rows, row_of_code(rows, part, counts->section[i].inlined), i);
}

/* --- threads ---------------------------------------------------------------------------------- */

/* What is in no thread has a row only if it counts. */
static void collect_threads(struct msim_rows *rows)
{
    const struct msim_regions *regions = &rows->view->counts->regions;
    struct msim_threads threads;
    msim_threads_make(&threads, regions);
    int64_t *sums = msim_thread_sums(&threads, regions);
    for (size_t i = 0; i < threads.count; i++) {
        const int64_t *own = sums + i * regions->events;
        bool any = i && msim_thread_is_selected(&threads, regions, i);
        for (size_t e = 0; e < regions->events; e++)
            any |= own[e] != 0;
        if (!any)
            continue;
        uint32_t row = new_row(rows, (struct msim_list_row){.key = "", .in = threads.number[i]});
        memcpy(rows->total + row * regions->events, own, regions->events * sizeof *own);
    }
    free(sums);
    msim_threads_free(&threads);
}

/* --- lines ------------------------------------------------------------------------------------ */

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

static void keep_line(struct msim_rows *rows, uint32_t file, uint32_t part,
                      const struct msim_record *record, size_t records, const int64_t *count)
{
    struct msim_records *kept = &rows->kept;
    if (!msim_view_reaches(rows->view, count))
        return;
    struct msim_line_row row = {file, (uint32_t)records, part, kept->records, 0};
    if (!msim_column_value(&rows->view->sort.column[0], count, &row.key))
        row.key = 0;
    MSIM_PUSH(rows->line, rows->rows, row);
    for (size_t i = 0; i < records; i++)
        MSIM_PUSH(kept->record, kept->records, record[i]);
}

static void take_line(void *context, uint32_t file, const struct msim_record *record,
                      size_t records, const int64_t *count)
{
    struct msim_rows *rows = context;
    if (record->line || rows->view->joined)
        keep_line(rows, file, MSIM_NOTHING, record, records, count);
}

static void collect_lines(struct msim_rows *rows)
{
    const struct msim_counts *counts = rows->view->counts;
    int64_t count[MSIM_EVENTS_MAX];
    struct msim_records records = {0};
    msim_each_line(counts, take_line, rows);
    for (uint32_t i = 0; i < counts->parts && !rows->view->joined; i++) {
        msim_records_of_part(&records, counts, i);
        if (!records.records || records.record[0].line)
            continue;
        size_t end = msim_records_line(&records, counts, 0, count);
        keep_line(rows, counts->function[counts->part[i].function].file, i, records.record, end,
                  count);
    }
    free(records.record);
}

/* --- order ------------------------------------------------------------------------------------ */

const int64_t *msim_row_count(const struct msim_rows *rows, size_t place, int64_t *room)
{
    uint32_t row = rows->order[place];
    if (rows->total)
        return rows->total + row * rows->view->counts->events;
    const struct msim_line_row *line = &rows->line[row];
    struct msim_records own = {rows->kept.record + line->first, line->records};
    msim_records_line(&own, rows->view->counts, 0, room);
    return room;
}

static int order_of_names(const struct msim_rows *rows, uint32_t a, uint32_t b)
{
    const struct msim_list_row *x = &rows->row[a], *y = &rows->row[b];
    int order = x->file && y->file ? strcmp(x->file, y->file) : 0;
    if (!order)
        order = strcmp(x->key, y->key);
    if (!order)
        order = strcmp(x->into ? x->into : "", y->into ? y->into : "");
    if (!order && rows->per == MSIM_PER_THREAD)
        return (x->in > y->in) - (x->in < y->in);
    return order ? order : strcmp(x->object ? x->object : "", y->object ? y->object : "");
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
    uint32_t x_line = rows->kept.record[left->first].line;
    uint32_t y_line = rows->kept.record[right->first].line;
    return x_line != y_line ? x_line < y_line : left->part < right->part;
}

/* Selects the rows that reach the threshold, in any order; rows of lines already do. */
static void choose(struct msim_rows *rows)
{
    size_t events = rows->view->counts->events;
    rows->order = msim_zeroed(rows->rows, sizeof *rows->order);
    for (size_t i = 0; i < rows->rows; i++)
        if (!rows->total || msim_view_reaches(rows->view, rows->total + i * events) ||
            (rows->moved[i] > 0 && msim_view_reached_by(rows->view, rows->moved[i])))
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
    *rows = (struct msim_rows){.view = view, .per = per, .signs = msim_view_has_signs(view)};
    switch (per) {
    case MSIM_PER_OBJECT:
        collect_objects(rows);
        break;
    case MSIM_PER_FILE:
        collect_files(rows);
        break;
    case MSIM_PER_FUNCTION:
        collect_functions(rows);
        break;
    case MSIM_PER_INLINE:
        collect_inlined(rows);
        break;
    case MSIM_PER_THREAD:
        collect_threads(rows);
        break;
    default:
        collect_lines(rows);
        break;
    }
    choose(rows);
    sort(rows);
}

struct msim_row_name msim_row_name(const struct msim_rows *rows, size_t place)
{
    const struct msim_counts *counts = rows->view->counts;
    uint32_t row = rows->order[place];
    if (rows->row)
        return (struct msim_row_name){rows->row[row].object,   rows->row[row].file,
                                      rows->row[row].function, 0,
                                      rows->row[row].into,     rows->row[row].in};
    const struct msim_line_row *line = &rows->line[row];
    struct msim_row_name name = {
        NULL, counts->file[line->file].name, NULL, rows->kept.record[line->first].line, NULL, 0};
    if (line->part != MSIM_NOTHING) {
        name.function = counts->function[counts->part[line->part].function].name;
        name.object = object_name(counts, line->part);
    }
    return name;
}

void msim_rows_free(struct msim_rows *rows)
{
    msim_names_free(&rows->object);
    msim_names_free(&rows->inlined);
    msim_names_free(&rows->code);
    MSIM_FREE(rows->row, rows->total, rows->moved, rows->order, rows->line, rows->kept.record);
    *rows = (struct msim_rows){0};
}
