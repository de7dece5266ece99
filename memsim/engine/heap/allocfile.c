/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The file of allocations: one line of counts for each source line that allocates.
 *
 * Places with the same line but different callers are added up when the file is written.
 */
#include "engine/report/sites.h"
#include "file.h"

enum { COLUMNS = 6 };

struct alloc_row {
    uint64_t count[COLUMNS];
};

struct alloc_rows {
    struct alloc_row *row;
    uint32_t *of_site; /* row + 1; 0: the site allocates nothing */
    uint32_t used;
    struct alloc_row total;
    uint32_t nowhere; /* row + 1, for places without a site */
};

static struct alloc_row counts_of(const struct msim_heap *heap, const struct msim_place *place)
{
    const struct msim_alloc_counts *counts = &place->counts;
    return (struct alloc_row){{counts->allocs, counts->bytes, counts->frees,
                               msim_peaked_at(&place->bytes, heap->peak_number), counts->temp,
                               counts->failed}};
}

static bool add(struct alloc_row *to, const struct alloc_row *from)
{
    bool any = false;
    for (unsigned i = 0; i < COLUMNS; i++) {
        to->count[i] += from->count[i];
        any |= from->count[i] != 0;
    }
    return any;
}

static struct alloc_rows collect(const struct msim_heap *heap)
{
    uint32_t places = heap->callers.places.used, sites = heap->dict->sites.used;
    struct alloc_rows rows = {.used = 0};
    rows.row = msim_get(heap->mem, (places + 1) * sizeof *rows.row, 8);
    rows.of_site = msim_get(heap->mem, (sites + 1) * sizeof *rows.of_site, 8);
    for (uint32_t i = 0; i < places; i++) {
        const struct msim_place *place = msim_place_at(&heap->callers, i);
        uint32_t *row = place->site < sites ? &rows.of_site[place->site] : &rows.nowhere;
        struct alloc_row counts = counts_of(heap, place);
        if (place->ignored || !add(&rows.total, &counts))
            continue;
        if (!*row)
            *row = ++rows.used;
        add(&rows.row[*row - 1], &counts);
    }
    return rows;
}

static void put_counts(struct msim_text *text, const struct alloc_row *row)
{
    for (unsigned i = 0; i < COLUMNS; i++) {
        msim_put(text, " ");
        msim_put_number(text, row->count[i]);
    }
    msim_put(text, "\n");
}

static void put_two(struct msim_text *text, const char *what, uint64_t a, uint64_t b)
{
    msim_put(text, what);
    msim_put_number(text, a);
    msim_put(text, " ");
    msim_put_number(text, b);
    msim_put(text, "\n");
}

/* Numbers that Massif's format has no room for: with them `memsim heap --by=` can draw over calls
 * and bytes. */
static void put_time(struct msim_text *text, const struct msim_snapshot *snapshot)
{
    msim_put(text, "desc: at ");
    msim_put_number(text, snapshot->time);
    put_two(text, " ", snapshot->calls, snapshot->changed);
}

static void put_times(struct msim_text *text, const struct msim_heap *heap)
{
    for (uint32_t i = 0; i < heap->timeline.used; i++)
        put_time(text, &heap->timeline.snapshots[i]);
    if (heap->peak_number)
        put_time(text, &heap->peak);
}

static void put_head(struct msim_text *text, const struct msim_heap *heap,
                     const struct msim_about *about)
{
    msim_usage_describe(&heap->usage, text);
    put_two(text, "desc: peak ", heap->bytes_max, heap->stacks_max);
    put_two(text, "desc: never-freed ", msim_heap_live(heap), heap->bytes);
    put_times(text, heap);
    msim_put_about(text, "desc: ", about);
    msim_put(text, "cmd: ");
    msim_put_name(text, about->command);
    msim_put(text, "\nevents: Allocs Bytes Frees PeakBytes Temp Failed\n");
}

static void put_rows(struct msim_text *text, const struct msim_heap *heap,
                     const struct alloc_rows *rows)
{
    const uint32_t *sites = msim_sites_sorted(heap->dict, heap->mem, false);
    struct msim_site_lines lines;
    msim_site_lines_init(&lines, text, heap->dict, false);
    for (uint32_t i = 0, next; i < heap->dict->sites.used; i = next) {
        struct alloc_row row = {{0}};
        bool any = false;
        for (next = i; next < heap->dict->sites.used &&
                       msim_sites_are_one(heap->dict, sites[i], sites[next], false);
             next++)
            if (rows->of_site[sites[next]])
                any |= add(&row, &rows->row[rows->of_site[sites[next]] - 1]);
        if (!any)
            continue;
        msim_put_site(&lines, sites[i]);
        put_counts(text, &row);
    }
    if (rows->nowhere) {
        msim_put_no_site(&lines);
        put_counts(text, &rows->row[rows->nowhere - 1]);
    }
}

void msim_alloc_file(const struct msim_heap *heap, const struct msim_about *about,
                     const struct msim_sink *sink)
{
    struct msim_text text;
    struct alloc_rows rows = collect(heap);
    msim_text_init(&text, sink);
    put_head(&text, heap, about);
    put_rows(&text, heap, &rows);
    msim_put(&text, "summary:");
    put_counts(&text, &rows.total);
    msim_text_flush(&text);
}
