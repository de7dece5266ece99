/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CSV and JSON; see export.h.
 *
 * Counts are whole numbers up to 2^64 - 1.  Trees are lists of nodes with their depths, parents
 * first, so that a reader of JSON need not nest as deep as the program's calls.
 */
#include "export.h"

#include <inttypes.h>
#include <string.h>

#include "cmd/base/quote.h"
#include "cmd/files/json.h"

enum { MEMBER = 2, ROW = 4, NODE = 6 }; /* indents of JSON */

/* --- CSV ---------------------------------------------------------------------------------------- */

static void csv_snapshots(const struct msim_heaped *heap, FILE *to)
{
    fputs("snapshot,time,time unit,total,heap,extra,stacks,tree\r\n", to);
    for (size_t i = 0; i < heap->snapshots; i++) {
        const struct msim_heaped_snapshot *of = &heap->snapshot[i];
        fprintf(to, "%zu,%" PRIu64 ",", i, of->time);
        msim_csv_quote(to, heap->unit);
        fprintf(to, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%s\r\n",
                msim_heaped_total(of), of->heap, of->extra, of->stacks,
                msim_heaped_tree_name(of->tree));
    }
}

static void csv_lines(const struct msim_allocated *alloc, FILE *to)
{
    fputs("file,function,line", to);
    for (int event = 0; event < MSIM_ALLOC_EVENTS; event++)
        fprintf(to, ",%s", msim_alloc_event_name((enum msim_alloc_event)event));
    fputs("\r\n", to);
    for (size_t i = 0; i < alloc->rows; i++) {
        msim_csv_quote(to, alloc->row[i].file);
        fputc(',', to);
        msim_csv_quote(to, alloc->row[i].function);
        fprintf(to, ",%" PRIu64, alloc->row[i].line);
        for (int event = 0; event < MSIM_ALLOC_EVENTS; event++)
            fprintf(to, ",%" PRIu64, alloc->row[i].count[event]);
        fputs("\r\n", to);
    }
}

void msim_heaped_csv(const struct msim_heaped_report *report, const struct msim_heaped_view *view,
                     FILE *to)
{
    (void)view;
    if (report->heap)
        csv_snapshots(report->heap, to);
    else
        csv_lines(report->alloc, to);
}

/* --- JSON: snapshots ---------------------------------------------------------------------------- */

static void json_node(struct msim_json *json, const struct msim_heaped_node *node)
{
    const char *place = msim_heaped_place(node->text);
    uint64_t joined = msim_heaped_joined(node->text);
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    msim_json_number(json, "depth", node->depth);
    msim_json_number(json, "bytes", node->bytes);
    if (place > node->text)
        msim_json_value(json, "address", "\"%.*s\"", (int)strcspn(node->text, ":"), node->text);
    if (joined)
        msim_json_number(json, "joined", joined);
    msim_json_text(json, "place", place);
    msim_json_end(json);
}

static void json_tree(struct msim_json *json, const struct msim_heaped *heap,
                      const struct msim_heaped_snapshot *of)
{
    if (!of->tree) {
        msim_json_null(json, "tree");
        return;
    }
    msim_json_list(json, "tree", NODE);
    for (size_t i = 0; i < of->nodes; i++)
        json_node(json, &heap->node[of->node + i]);
    msim_json_end(json);
}

static void json_heap(struct msim_json *json, const struct msim_heaped *heap)
{
    msim_json_text(json, "options", heap->desc);
    msim_json_text(json, "time_unit", heap->unit);
    msim_json_number(json, "peak", heap->peak);
    msim_json_list(json, "snapshots", ROW);
    for (size_t i = 0; i < heap->snapshots; i++) {
        const struct msim_heaped_snapshot *of = &heap->snapshot[i];
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_number(json, "number", i);
        msim_json_number(json, "time", of->time);
        msim_json_number(json, "total", msim_heaped_total(of));
        msim_json_number(json, "heap", of->heap);
        msim_json_number(json, "extra", of->extra);
        msim_json_number(json, "stacks", of->stacks);
        json_tree(json, heap, of);
        msim_json_end(json);
    }
    msim_json_end(json);
}

/* --- JSON: allocations -------------------------------------------------------------------------- */

static void json_calls(struct msim_json *json, const struct msim_allocated *alloc)
{
    msim_json_list(json, "calls", ROW);
    for (size_t i = 0; i < alloc->calls; i++) {
        const struct msim_alloc_call *call = &alloc->call[i];
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_text(json, "function", call->function);
        msim_json_number(json, "calls", call->calls);
        msim_json_number(json, "bytes", call->bytes);
        msim_json_number(json, "failed", call->failed);
        msim_json_end(json);
    }
    msim_json_end(json);
}

static void json_facts(struct msim_json *json, const struct msim_allocated *alloc)
{
    static const char *const names[MSIM_FACTS][4] = {
        [MSIM_FACT_REALLOC] = {"realloc", "nomove", "dec", "free"},
        [MSIM_FACT_FOREIGN] = {"foreign_frees", "frees"},
        [MSIM_FACT_MISSED] = {"missed_frees", "frees"},
        [MSIM_FACT_PEAK] = {"largest", "heap", "stacks"},
        [MSIM_FACT_LEFT] = {"never_freed", "blocks", "bytes"},
    };
    for (size_t i = 0; i < MSIM_FACTS; i++) {
        if (!alloc->known[i]) {
            msim_json_null(json, names[i][0]);
            continue;
        }
        msim_json_object(json, names[i][0], MSIM_JSON_INLINE);
        for (size_t k = 1; k < 4 && names[i][k]; k++)
            msim_json_number(json, names[i][k], alloc->fact[i][k - 1]);
        msim_json_end(json);
    }
}

/* The largest sizes have no upper bound, so their "to" is null. */
static void json_size(struct msim_json *json, uint64_t from, const uint64_t *to, uint64_t count)
{
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    msim_json_number(json, "from", from);
    if (to)
        msim_json_number(json, "to", *to);
    else
        msim_json_null(json, "to");
    msim_json_number(json, "count", count);
    msim_json_end(json);
}

static void json_sizes(struct msim_json *json, const struct msim_allocated *alloc)
{
    msim_json_list(json, "sizes", ROW);
    for (size_t i = 0; i < alloc->sizes; i++) {
        uint64_t to = alloc->size[i].least + MSIM_SIZE_BUCKET - 1;
        json_size(json, alloc->size[i].least, &to, alloc->size[i].count);
    }
    if (alloc->large)
        json_size(json, MSIM_SIZE_LARGE, NULL, alloc->large);
    msim_json_end(json);
}

static void json_events(struct msim_json *json, const uint64_t *count)
{
    for (int event = 0; event < MSIM_ALLOC_EVENTS; event++)
        msim_json_number(json, msim_alloc_event_name((enum msim_alloc_event)event), count[event]);
}

static void json_lines(struct msim_json *json, const struct msim_allocated *alloc)
{
    msim_json_list(json, "lines", ROW);
    for (size_t i = 0; i < alloc->rows; i++) {
        const struct msim_alloc_row *row = &alloc->row[i];
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_text(json, "file", row->file);
        msim_json_text(json, "function", row->function);
        msim_json_number(json, "line", row->line);
        if (row->object)
            msim_json_text(json, "object", row->object);
        json_events(json, row->count);
        msim_json_end(json);
    }
    msim_json_end(json);
    msim_json_object(json, "all", MSIM_JSON_INLINE);
    json_events(json, alloc->total);
    msim_json_end(json);
}

void msim_heaped_json(const struct msim_heaped_report *report, const struct msim_heaped_view *view,
                      FILE *to)
{
    struct msim_json json = msim_json_report(to, "heap", MEMBER);
    (void)view;
    msim_json_text(&json, "command", report->heap ? report->heap->command : report->alloc->command);
    if (report->heap)
        json_heap(&json, report->heap);
    else
        msim_json_null(&json, "snapshots");
    if (report->alloc) {
        json_calls(&json, report->alloc);
        json_facts(&json, report->alloc);
        json_sizes(&json, report->alloc);
        json_lines(&json, report->alloc);
    } else {
        msim_json_null(&json, "lines");
    }
    msim_json_line(&json, 0);
    msim_json_end(&json);
}
