/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A heap for other programs: CSV and JSON, see quote.h.  Counts are whole numbers in both, up to
 * 2^64 - 1.  Trees are lists of nodes with their depths, parents first: a reader of JSON need not
 * nest as deep as a program calls.
 */
#include <inttypes.h>
#include <string.h>

#include "out.h"
#include "cmd/base/quote.h"

/* --- CSV ---------------------------------------------------------------------------------------- */

static void csv_snapshots(const struct msim_heaped *heap, FILE *to)
{
    fputs("snapshot,time,time unit,total,heap,extra,stacks,tree\r\n", to);
    for (size_t i = 0; i < heap->snapshots; i++) {
        const struct msim_heaped_snapshot *of = &heap->snapshot[i];
        fprintf(to, "%zu,%" PRIu64 ",", i, of->time);
        msim_csv_text(to, heap->unit);
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
        msim_csv_text(to, alloc->row[i].file);
        fputc(',', to);
        msim_csv_text(to, alloc->row[i].function);
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

static void json_node(const struct msim_heaped_node *node, FILE *to)
{
    const char *place = msim_heaped_place(node->text);
    uint64_t joined = msim_heaped_joined(node->text);
    fprintf(to, "{\"depth\": %zu, \"bytes\": %" PRIu64 ", ", node->depth, node->bytes);
    if (place > node->text)
        fprintf(to, "\"address\": \"%.*s\", ", (int)strcspn(node->text, ":"), node->text);
    if (joined)
        fprintf(to, "\"joined\": %" PRIu64 ", ", joined);
    fputs("\"place\": ", to);
    msim_json_text(to, place);
    fputc('}', to);
}

static void json_snapshot(const struct msim_heaped *heap, size_t number, FILE *to)
{
    const struct msim_heaped_snapshot *of = &heap->snapshot[number];
    fprintf(to,
            "{\"number\": %zu, \"time\": %" PRIu64 ", \"total\": %" PRIu64 ", \"heap\": %" PRIu64
            ", \"extra\": %" PRIu64 ", \"stacks\": %" PRIu64 ", \"tree\": ",
            number, of->time, msim_heaped_total(of), of->heap, of->extra, of->stacks);
    if (!of->tree) {
        fputs("null}", to);
        return;
    }
    fputc('[', to);
    for (size_t i = 0; i < of->nodes; i++) {
        fputs(i ? ",\n      " : "\n      ", to);
        json_node(&heap->node[of->node + i], to);
    }
    fputs("]}", to);
}

static void json_heap(const struct msim_heaped *heap, FILE *to)
{
    fputs(",\n  \"options\": ", to);
    msim_json_text(to, heap->desc);
    fputs(",\n  \"time_unit\": ", to);
    msim_json_text(to, heap->unit);
    fprintf(to, ",\n  \"peak\": %zu,\n  \"snapshots\": [", heap->peak);
    for (size_t i = 0; i < heap->snapshots; i++) {
        fputs(i ? ",\n    " : "\n    ", to);
        json_snapshot(heap, i, to);
    }
    fputc(']', to);
}

/* --- JSON: allocations -------------------------------------------------------------------------- */

static void json_calls(const struct msim_allocated *alloc, FILE *to)
{
    fputs(",\n  \"calls\": [", to);
    for (size_t i = 0; i < alloc->calls; i++) {
        const struct msim_alloc_call *call = &alloc->call[i];
        fputs(i ? ",\n    {\"function\": " : "\n    {\"function\": ", to);
        msim_json_text(to, call->function);
        fprintf(to, ", \"calls\": %" PRIu64 ", \"bytes\": %" PRIu64 ", \"failed\": %" PRIu64 "}",
                call->calls, call->bytes, call->failed);
    }
    fputc(']', to);
}

static void json_facts(const struct msim_allocated *alloc, FILE *to)
{
    static const char *const names[MSIM_FACTS][4] = {
        [MSIM_FACT_REALLOC] = {"realloc", "nomove", "dec", "free"},
        [MSIM_FACT_FOREIGN] = {"foreign_frees", "frees"},
        [MSIM_FACT_MISSED] = {"missed_frees", "frees"},
        [MSIM_FACT_PEAK] = {"largest", "heap", "stacks"},
        [MSIM_FACT_LEFT] = {"never_freed", "blocks", "bytes"},
    };
    for (size_t i = 0; i < MSIM_FACTS; i++) {
        fprintf(to, ",\n  \"%s\": ", names[i][0]);
        if (!alloc->known[i])
            fputs("null", to);
        for (size_t k = 1; alloc->known[i] && k < 4 && names[i][k]; k++)
            fprintf(to, "%s\"%s\": %" PRIu64, k > 1 ? ", " : "{", names[i][k],
                    alloc->fact[i][k - 1]);
        fputs(alloc->known[i] ? "}" : "", to);
    }
}

static void json_sizes(const struct msim_allocated *alloc, FILE *to)
{
    fputs(",\n  \"sizes\": [", to);
    for (size_t i = 0; i < alloc->sizes; i++)
        fprintf(to, "%s{\"from\": %" PRIu64 ", \"to\": %" PRIu64 ", \"count\": %" PRIu64 "}",
                i ? ",\n    " : "\n    ", alloc->size[i].least,
                alloc->size[i].least + MSIM_SIZE_BUCKET - 1, alloc->size[i].count);
    if (alloc->large)
        fprintf(to, "%s{\"from\": %d, \"to\": null, \"count\": %" PRIu64 "}",
                alloc->sizes ? ",\n    " : "\n    ", MSIM_SIZE_LARGE, alloc->large);
    fputc(']', to);
}

static void json_events(const uint64_t *count, FILE *to)
{
    for (int event = 0; event < MSIM_ALLOC_EVENTS; event++)
        fprintf(to, "%s\"%s\": %" PRIu64, event ? ", " : "",
                msim_alloc_event_name((enum msim_alloc_event)event), count[event]);
    fputc('}', to);
}

static void json_lines(const struct msim_allocated *alloc, FILE *to)
{
    fputs(",\n  \"lines\": [", to);
    for (size_t i = 0; i < alloc->rows; i++) {
        const struct msim_alloc_row *row = &alloc->row[i];
        fputs(i ? ",\n    {\"file\": " : "\n    {\"file\": ", to);
        msim_json_text(to, row->file);
        fputs(", \"function\": ", to);
        msim_json_text(to, row->function);
        fprintf(to, ", \"line\": %" PRIu64 ", ", row->line);
        json_events(row->count, to);
    }
    fputs("],\n  \"all\": {", to);
    json_events(alloc->total, to);
}

void msim_heaped_json(const struct msim_heaped_report *report, const struct msim_heaped_view *view,
                      FILE *to)
{
    (void)view;
    fputs("{\n  \"command\": ", to);
    msim_json_text(to, report->heap ? report->heap->command : report->alloc->command);
    if (report->heap)
        json_heap(report->heap, to);
    else
        fputs(",\n  \"snapshots\": null", to);
    if (report->alloc) {
        json_calls(report->alloc, to);
        json_facts(report->alloc, to);
        json_sizes(report->alloc, to);
        json_lines(report->alloc, to);
    } else {
        fputs(",\n  \"lines\": null", to);
    }
    fputs("\n}\n", to);
}
