/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The table of threads.h.
 *
 * The file has for each thread what becomes of the blocks that it allocated, and which blocks it
 * frees itself.  So those of its blocks that others free are what is freed of them, without what it
 * frees itself.
 */
#include "threads.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/utf8.h"
#include "cmd/counts/threads.h"
#include "cmd/listing/aligned.h"
#include "cmd/listing/export.h"

enum { ALLOCS, BYTES, FREES, BY_OTHERS, FREED, OF_OTHERS, PEAK, END, COLUMNS };
enum { GAP = 2, MEMBER = 2, ROW = 4 }; /* indents of JSON */

static const char *const heads[COLUMNS] = {"Allocs", "Bytes",     "Frees",     "by others",
                                           "freed",  "of others", "PeakBytes", "EndBytes"};
static const char fields[] =
    "thread,allocs,bytes,frees,freed_by_others,freed,of_others,peak_bytes,end_bytes";

struct row {
    uint32_t thread; /* 0: what is in none */
    uint64_t number[COLUMNS];
};

struct table {
    struct row *row;
    size_t rows;
};

static uint64_t sum_of(const struct msim_allocated *alloc, const int64_t *sums,
                       enum msim_alloc_event event)
{
    const char *name = msim_alloc_event_name(event);
    return (uint64_t)sums[msim_counts_event(&alloc->profile, name, strlen(name))];
}

static struct row row_of(const struct msim_allocated *alloc, const int64_t *sums, uint32_t thread)
{
    struct msim_alloc_thread freed = {.thread = thread};
    for (size_t i = 0; i < alloc->threads; i++)
        if (alloc->thread[i].thread == thread)
            freed = alloc->thread[i];
    uint64_t frees = sum_of(alloc, sums, MSIM_FREES), own = freed.frees - freed.others;
    return (struct row){thread,
                        {sum_of(alloc, sums, MSIM_ALLOCS), sum_of(alloc, sums, MSIM_ALLOC_BYTES),
                         frees, frees > own ? frees - own : 0, freed.frees, freed.others,
                         sum_of(alloc, sums, MSIM_PEAK_BYTES),
                         alloc->events > MSIM_END_BYTES ? sum_of(alloc, sums, MSIM_END_BYTES) : 0}};
}

static void make(struct table *table, const struct msim_allocated *alloc)
{
    const struct msim_regions *regions = &alloc->profile.regions;
    struct msim_threads threads;
    msim_threads_make(&threads, regions);
    int64_t *sums = msim_thread_sums(&threads, regions);
    *table = (struct table){.row = msim_zeroed(threads.count, sizeof *table->row)};
    for (size_t i = 0; i < threads.count; i++) {
        struct row row = row_of(alloc, sums + i * regions->events, threads.number[i]);
        bool any = i != 0;
        for (size_t column = 0; column < COLUMNS; column++)
            any |= row.number[column] != 0;
        if (any)
            table->row[table->rows++] = row;
    }
    free(sums);
    msim_threads_free(&threads);
}

/* --- output ------------------------------------------------------------------------------- */

void msim_heaped_threads_text(const struct msim_allocated *alloc, size_t width, FILE *to)
{
    struct msim_aligned cells = {.indent = GAP, .gap = GAP};
    struct table table;
    make(&table, alloc);
    for (size_t column = 0; column < COLUMNS; column++)
        msim_aligned_head(&cells, "%s", heads[column]);
    for (size_t i = 0; i < table.rows; i++)
        for (size_t column = 0; column < COLUMNS; column++)
            msim_aligned_cell(&cells, "%s", msim_human_count(table.row[i].number[column]).text);
    msim_utf8_put(to, alloc->command, width);
    fputs(
        "\n\nblocks that each thread allocated, how many of them were freed, and by other threads; "
        "blocks\nthat it freed, and how many of these others had allocated; bytes of its blocks at "
        "the peak, and\nnever freed\n\n",
        to);
    msim_aligned_put_heads(&cells, COLUMNS, to);
    fputs("  thread\n", to);
    for (size_t i = 0; i < table.rows; i++) {
        msim_aligned_put(&cells, i, COLUMNS, to);
        if (table.row[i].thread)
            fprintf(to, "  %" PRIu32 "\n", table.row[i].thread);
        else
            fputs("  (in no thread)\n", to);
    }
    msim_aligned_free(&cells);
    free(table.row);
}

static void put_threads(struct msim_export *out, const struct msim_allocated *alloc)
{
    struct table table;
    make(&table, alloc);
    for (size_t i = 0; i < table.rows; i++) {
        msim_export_row(out);
        msim_export_number_if(out, table.row[i].thread, table.row[i].thread);
        for (size_t column = 0; column < COLUMNS; column++)
            msim_export_number(out, table.row[i].number[column]);
        msim_export_end(out);
    }
    msim_export_done(out);
    free(table.row);
}

void msim_heaped_threads_json(const struct msim_allocated *alloc, size_t width, FILE *to)
{
    struct msim_json json = msim_json_report(to, "heap", MEMBER);
    (void)width;
    msim_json_text(&json, "command", alloc->command);
    struct msim_export out = msim_export_json(&json, "threads", ROW, fields, NULL);
    put_threads(&out, alloc);
    msim_json_line(&json, 0);
    msim_json_end(&json);
}

void msim_heaped_threads_csv(const struct msim_allocated *alloc, size_t width, FILE *to)
{
    struct msim_export out = msim_export_csv(to, fields, NULL);
    (void)width;
    put_threads(&out, alloc);
}
