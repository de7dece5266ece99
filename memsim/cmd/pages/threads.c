/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which thread touched pages first: in all, and of each object.
 *
 * A cell is what one thread touched of one object.  Each page and each line of faults is a cell of
 * its own at first; they are sorted, and those of the same thread and object become one.
 */
#include "present.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "cmd/counts/threads.h"
#include "cmd/listing/export.h"
#include "engine/base/numbers.h"

enum { FIELDS = 128, MEMBER = 1, ROW = 2 }; /* MEMBER, ROW: indents of JSON */

struct cell {
    uint32_t thread, object; /* thread: its place, 0: none */
    uint64_t count[MSIM_PAGED_EVENTS];
};

struct table {
    const struct msim_paged *paged;
    struct msim_threads threads;
    struct cell *cell; /* by thread, those with most pages first */
    size_t cells;
};

/* --- cells ------------------------------------------------------------------------------------ */

static void add(struct cell *to, const struct cell *from)
{
    for (size_t i = 0; i < MSIM_PAGED_EVENTS; i++)
        to->count[i] = msim_sum_limited(to->count[i], from->count[i]);
}

static struct cell cell_of_page(const struct msim_paged_page *page, uint32_t thread)
{
    struct cell cell = {.thread = thread, .object = page->object};
    cell.count[MSIM_PAGED_PAGES] = 1;
    cell.count[MSIM_PAGED_CODE] = page->kind == 'C';
    cell.count[MSIM_PAGED_READ] = page->access == 'r';
    cell.count[MSIM_PAGED_WRITTEN] = page->access == 'w';
    cell.count[MSIM_PAGED_KERNEL] = page->access == 'k';
    return cell;
}

static struct cell cell_of_faults(const struct msim_paged_faults *faults, uint32_t thread)
{
    struct cell cell = {.thread = thread, .object = faults->object};
    cell.count[MSIM_PAGED_FAULTS] = msim_sum_limited(faults->first, faults->copied);
    cell.count[MSIM_PAGED_COPIES] = faults->copied;
    return cell;
}

static int by_object(const void *a, const void *b)
{
    const struct cell *x = a, *y = b;
    if (x->thread != y->thread)
        return (x->thread > y->thread) - (x->thread < y->thread);
    return (x->object > y->object) - (x->object < y->object);
}

static int by_pages(const void *a, const void *b)
{
    const struct cell *x = a, *y = b;
    if (x->thread != y->thread)
        return (x->thread > y->thread) - (x->thread < y->thread);
    for (size_t i = 0; i < MSIM_PAGED_EVENTS; i++)
        if (x->count[i] != y->count[i])
            return (x->count[i] < y->count[i]) - (x->count[i] > y->count[i]);
    return (x->object > y->object) - (x->object < y->object);
}

static void join(struct table *table)
{
    size_t kept = 0;
    qsort(table->cell, table->cells, sizeof *table->cell, by_object);
    for (size_t i = 0; i < table->cells; i++)
        if (kept && !by_object(&table->cell[kept - 1], &table->cell[i]))
            add(&table->cell[kept - 1], &table->cell[i]);
        else
            table->cell[kept++] = table->cell[i];
    table->cells = kept;
    qsort(table->cell, table->cells, sizeof *table->cell, by_pages);
}

/* The faults that are in no part are all but those of the parts. */
static void add_rest(struct table *table)
{
    const struct msim_paged *paged = table->paged;
    struct cell *rest = msim_zeroed(paged->object.count, sizeof *rest);
    for (size_t i = 0; i < paged->object.count; i++)
        rest[i].object = (uint32_t)i;
    for (size_t i = 0; i < paged->faulted; i++) {
        struct cell cell = cell_of_faults(&paged->faults[i], 0);
        add(&rest[cell.object], &cell);
    }
    for (size_t i = 0; i < table->cells; i++) {
        const struct cell *part = &table->cell[i];
        for (size_t e = MSIM_PAGED_FAULTS; e <= MSIM_PAGED_COPIES; e++) {
            uint64_t *left = &rest[part->object].count[e];
            *left -= part->count[e] < *left ? part->count[e] : *left;
        }
    }
    for (size_t i = 0; i < paged->object.count; i++)
        if (rest[i].count[MSIM_PAGED_FAULTS])
            table->cell[table->cells++] = rest[i];
    free(rest);
}

static void make(struct table *table, const struct msim_paged *paged)
{
    const struct msim_regions *regions = &paged->regions;
    *table = (struct table){.paged = paged};
    msim_threads_make(&table->threads, regions);
    table->cell =
        msim_zeroed(paged->pages + paged->parts_faulted + paged->object.count, sizeof *table->cell);
    for (size_t i = 0; i < paged->pages; i++)
        table->cell[table->cells++] =
            cell_of_page(&paged->page[i], table->threads.of[paged->page[i].region]);
    for (size_t i = 0; i < paged->parts_faulted; i++) {
        const struct msim_paged_part_faults *part = &paged->part_faults[i];
        if (regions->region[part->region].selected)
            table->cell[table->cells++] =
                cell_of_faults(&part->faults, table->threads.of[part->region]);
    }
    add_rest(table);
    join(table);
}

static void done(struct table *table)
{
    msim_threads_free(&table->threads);
    free(table->cell);
}

/* The sum of a thread's cells, which begin at *from; that becomes the next thread's. */
static struct cell sum_of_thread(const struct table *table, uint32_t thread, size_t *from)
{
    struct cell sum = {.thread = thread};
    for (; *from < table->cells && table->cell[*from].thread == thread; (*from)++)
        add(&sum, &table->cell[*from]);
    return sum;
}

/* True: the thread is shown.  What belongs to no thread is shown only if it touched something. */
static bool is_shown(const struct table *table, const struct cell *sum)
{
    return sum->thread
               ? msim_thread_is_selected(&table->threads, &table->paged->regions, sum->thread)
               : sum->count[MSIM_PAGED_PAGES] || sum->count[MSIM_PAGED_FAULTS];
}

/* --- objects ---------------------------------------------------------------------------------- */

/* How an object's pages are divided among threads. */
struct object {
    uint32_t number, thread; /* thread: the one that touched most; the first of equal ones */
    uint64_t pages, most, threads;
};

static int by_object_pages(const void *a, const void *b)
{
    const struct object *x = a, *y = b;
    return x->pages != y->pages ? (x->pages < y->pages) - (x->pages > y->pages)
                                : (x->number > y->number) - (x->number < y->number);
}

/* Those with most pages first; from malloc. */
static struct object *objects_of(const struct table *table)
{
    size_t objects = table->paged->object.count;
    struct object *object = msim_zeroed(objects, sizeof *object);
    for (size_t i = 0; i < objects; i++)
        object[i].number = (uint32_t)i;
    for (size_t i = 0; i < table->cells; i++) {
        const struct cell *cell = &table->cell[i];
        struct object *of = &object[cell->object];
        uint64_t pages = cell->count[MSIM_PAGED_PAGES];
        of->pages += pages;
        of->threads += pages && cell->thread;
        if (pages > of->most) {
            of->most = pages;
            of->thread = cell->thread;
        }
    }
    qsort(object, objects, sizeof *object, by_object_pages);
    return object;
}

/* --- text ------------------------------------------------------------------------------------- */

static void put_counts(const struct cell *cell, FILE *to)
{
    for (size_t i = 0; i < MSIM_PAGED_EVENTS; i++)
        fprintf(to, "%s%7" PRIu64, i ? " " : "", cell->count[i]);
    fputs("  ", to);
}

static void put_name(const char *name, FILE *to)
{
    msim_utf8_put(to, name, strlen(name));
    fputc('\n', to);
}

static void text_threads(const struct table *table, FILE *to)
{
    fputc('\n', to);
    for (size_t i = 0; i < MSIM_PAGED_EVENTS; i++)
        fprintf(to, "%s%7s", i ? " " : "", msim_paged_event_name((enum msim_paged_event)i));
    fputs("  touched first by thread, and of\n", to);
    for (size_t i = 0, from = 0, at; i < table->threads.count; i++) {
        at = from;
        struct cell sum = sum_of_thread(table, (uint32_t)i, &from);
        if (!is_shown(table, &sum))
            continue;
        put_counts(&sum, to);
        if (i)
            fprintf(to, MSIM_REGION_THREAD "%" PRIu32 "\n", table->threads.number[i]);
        else
            fputs("(before the first thread)\n", to);
        for (; at < from; at++) {
            put_counts(&table->cell[at], to);
            fputs("  ", to);
            put_name(table->paged->object.name[table->cell[at].object], to);
        }
    }
}

static void text_objects(const struct table *table, FILE *to)
{
    struct object *object = objects_of(table);
    fprintf(to, "\n%7s %7s %7s %9s  of\n", "pages", "threads", "most", "by thread");
    for (size_t i = 0; i < table->paged->object.count && object[i].pages; i++) {
        fprintf(to, "%7" PRIu64 " %7" PRIu64 " %7" PRIu64 " ", object[i].pages, object[i].threads,
                object[i].most);
        if (object[i].thread)
            fprintf(to, "%9" PRIu32 "  ", table->threads.number[object[i].thread]);
        else
            fprintf(to, "%9s  ", "-");
        put_name(table->paged->object.name[object[i].number], to);
    }
    free(object);
}

void msim_paged_threads_text(const struct msim_paged *paged, const struct msim_paged_view *view,
                             FILE *to)
{
    struct table table;
    (void)view;
    make(&table, paged);
    msim_paged_head_text(paged, to);
    text_threads(&table, to);
    text_objects(&table, to);
    done(&table);
}

/* --- JSON and CSV ----------------------------------------------------------------------------- */

/* A cell: "thread,object,pages,...". */
static const char *cell_fields(char *fields, size_t room)
{
    int used = snprintf(fields, room, "|thread,object");
    for (size_t i = 0; i < MSIM_PAGED_EVENTS; i++)
        used += snprintf(fields + used, room - (size_t)used, ",%s",
                         msim_paged_event_name((enum msim_paged_event)i));
    return fields;
}

static void put_cell(struct msim_export *out, const struct table *table, const struct cell *cell)
{
    msim_export_row(out);
    msim_export_number_if(out, cell->thread, table->threads.number[cell->thread]);
    msim_export_text(out, table->paged->object.name[cell->object]);
    for (size_t i = 0; i < MSIM_PAGED_EVENTS; i++)
        msim_export_number(out, cell->count[i]);
    msim_export_end(out);
}

static void json_thread(const struct table *table, struct msim_json *json, const struct cell *sum,
                        size_t from, size_t end)
{
    char fields[FIELDS];
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    msim_json_number_if(json, "thread", sum->thread, table->threads.number[sum->thread]);
    for (size_t i = 0; i < MSIM_PAGED_EVENTS; i++)
        msim_json_number(json, msim_paged_event_name((enum msim_paged_event)i), sum->count[i]);
    struct msim_export out = msim_export_json(json, "objects", MSIM_JSON_INLINE,
                                              cell_fields(fields, sizeof fields), NULL);
    for (size_t i = from; i < end; i++)
        put_cell(&out, table, &table->cell[i]);
    msim_export_done(&out);
    msim_json_end(json);
}

void msim_paged_threads_json(const struct msim_paged *paged, const struct msim_paged_view *view,
                             FILE *to)
{
    struct table table;
    (void)view;
    make(&table, paged);
    struct msim_json json = msim_json_report(to, "pages", MSIM_JSON_INLINE);
    msim_paged_head_json(paged, &json);
    msim_json_line(&json, MEMBER);
    msim_json_list(&json, "threads", ROW);
    for (size_t i = 0, from = 0, at; i < table.threads.count; i++) {
        at = from;
        struct cell sum = sum_of_thread(&table, (uint32_t)i, &from);
        if (is_shown(&table, &sum))
            json_thread(&table, &json, &sum, at, from);
    }
    msim_json_line(&json, MEMBER);
    msim_json_end(&json);
    msim_json_end(&json);
    done(&table);
}

void msim_paged_threads_csv(const struct msim_paged *paged, const struct msim_paged_view *view,
                            FILE *to)
{
    struct table table;
    char fields[FIELDS];
    (void)view;
    make(&table, paged);
    struct msim_export out = msim_export_csv(to, cell_fields(fields, sizeof fields), NULL);
    for (size_t i = 0; i < table.cells; i++)
        put_cell(&out, &table, &table.cell[i]);
    done(&table);
}
