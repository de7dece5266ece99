/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CSV and JSON; see present.h.
 *
 * Counts are whole numbers up to 2^64 - 1.  Trees are lists of nodes with their depths, parents
 * first, so that a reader of JSON need not nest as deep as the program's calls.
 */
#include "present.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/listing/export.h"

enum { FIELDS = 256, MEMBER = 2, ROW = 4, NODE = 6 }; /* indents of JSON */

/* --- JSON: snapshots ---------------------------------------------------------------------- */

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

static void json_region_of(struct msim_json *json, const struct msim_heaped_report *report,
                           size_t snapshot)
{
    if (!report->times)
        return;
    const struct msim_allocated *alloc = report->alloc;
    size_t region = report->times[snapshot]->region;
    msim_json_region(json, &alloc->profile.regions, region ? alloc->region[region - 1].number : 0);
}

static const char snapshot_fields[] =
    "number|snapshot,time,|time unit,total,heap,extra,stacks,|tree";

static void put_snapshots(struct msim_export *out, const struct msim_heaped_report *report)
{
    const struct msim_heaped *heap = report->heap;
    for (size_t i = 0; i < heap->snapshots; i++) {
        const struct msim_heaped_snapshot *of = &heap->snapshot[i];
        if (report->in && !report->in->snapshot[i])
            continue;
        msim_export_row(out);
        msim_export_number(out, i);
        msim_export_number(out, of->time);
        msim_export_text(out, heap->unit);
        msim_export_number(out, msim_heaped_total(of));
        msim_export_number(out, of->heap);
        msim_export_number(out, of->extra);
        msim_export_number(out, of->stacks);
        msim_export_text(out, msim_heaped_tree_name(of->tree));
        if (out->json) {
            json_region_of(out->json, report, i);
            json_tree(out->json, heap, of);
        }
        msim_export_end(out);
    }
    msim_export_done(out);
}

static void json_heap(struct msim_json *json, const struct msim_heaped_report *report)
{
    const struct msim_heaped *heap = report->heap;
    msim_json_text(json, "options", heap->desc);
    msim_json_text(json, "time_unit", heap->unit);
    msim_json_number(json, "peak", heap->peak);
    struct msim_export out = msim_export_json(json, "snapshots", ROW, snapshot_fields, NULL);
    put_snapshots(&out, report);
}

/* --- JSON: allocations -------------------------------------------------------------------- */

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
static void json_size(struct msim_json *json, uint64_t from, bool bounded, uint64_t count)
{
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    msim_json_number(json, "from", from);
    msim_json_number_if(json, "to", bounded, from + MSIM_SIZE_BUCKET - 1);
    msim_json_number(json, "count", count);
    msim_json_end(json);
}

static void json_sizes(struct msim_json *json, const struct msim_allocated *alloc)
{
    msim_json_list(json, "sizes", ROW);
    for (size_t i = 0; i < alloc->sizes; i++)
        json_size(json, alloc->size[i].least, true, alloc->size[i].count);
    if (alloc->large)
        json_size(json, MSIM_SIZE_LARGE, false, alloc->large);
    msim_json_end(json);
}

static void json_events(struct msim_json *json, const struct msim_allocated *alloc,
                        const uint64_t *count)
{
    for (size_t event = 0; event < alloc->events; event++)
        msim_json_number(json, msim_alloc_event_name((enum msim_alloc_event)event), count[event]);
}

/* The fields of a line: the object, which few files have, is only in JSON. */
static const char *line_fields(const struct msim_allocated *alloc, char *fields, size_t room)
{
    int used = snprintf(fields, room, "file,function,line,object|");
    for (size_t event = 0; event < alloc->events; event++)
        used += snprintf(fields + used, room - (size_t)used, ",%s",
                         msim_alloc_event_name((enum msim_alloc_event)event));
    return fields;
}

static void put_lines(struct msim_export *out, const struct msim_allocated *alloc)
{
    for (size_t i = 0; i < alloc->rows; i++) {
        const struct msim_alloc_row *row = &alloc->row[i];
        msim_export_row(out);
        msim_export_text(out, row->file);
        msim_export_text(out, row->function);
        msim_export_number(out, row->line);
        if (row->object)
            msim_export_text(out, row->object);
        else
            msim_export_absent(out);
        for (size_t event = 0; event < alloc->events; event++)
            msim_export_number(out, row->count[event]);
        msim_export_end(out);
    }
    msim_export_done(out);
}

static void json_lines(struct msim_json *json, const struct msim_allocated *alloc)
{
    char fields[FIELDS];
    struct msim_export out =
        msim_export_json(json, "lines", ROW, line_fields(alloc, fields, sizeof fields), NULL);
    put_lines(&out, alloc);
    msim_json_object(json, "all", MSIM_JSON_INLINE);
    json_events(json, alloc, alloc->total);
    msim_json_end(json);
}

/* Who allocates: the functions on the way, and by which of them, from that which allocates
 * outwards, what was allocated. */
static void json_paths(struct msim_json *json, const struct msim_allocated *alloc,
                       const struct msim_mine *mine)
{
    const struct msim_alloc_paths *paths = &alloc->paths;
    if (!paths->places)
        return;
    msim_json_list(json, "steps", ROW);
    for (size_t i = 0; i < paths->steps; i++) {
        const struct msim_alloc_step *is = &paths->step[i];
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_text(json, "function", is->function);
        msim_json_text(json, "file", is->file);
        msim_json_number(json, "line", is->line);
        msim_json_end(json);
    }
    msim_json_end(json);
    msim_json_list(json, "paths", ROW);
    for (size_t i = 0; i < paths->places; i++) {
        if (!msim_alloc_selected(alloc, paths->place[i].region))
            continue;
        size_t steps, *step = msim_alloc_paths_steps(paths, &paths->place[i], mine, &steps);
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_list(json, "path", MSIM_JSON_INLINE);
        for (size_t k = 0; k < steps; k++)
            msim_json_number(json, NULL, step[k]);
        msim_json_end(json);
        json_events(json, alloc, paths->place[i].count);
        msim_json_end(json);
        free(step);
    }
    msim_json_end(json);
}

/* --- JSON: regions ------------------------------------------------------------------------ */

static void json_moment(struct msim_json *json, const char *key,
                        const struct msim_alloc_moment *moment)
{
    msim_json_object(json, key, MSIM_JSON_INLINE);
    msim_json_number(json, "time", moment->time);
    msim_json_number(json, "total", msim_alloc_moment_total(moment));
    msim_json_number(json, "heap", moment->heap);
    msim_json_number(json, "extra", moment->extra);
    msim_json_number(json, "stacks", moment->stacks);
    msim_json_end(json);
}

static void json_spans(struct msim_json *json, const struct msim_allocated *alloc,
                       const struct msim_alloc_region *region)
{
    msim_json_list(json, "open", MSIM_JSON_INLINE);
    for (size_t i = 0; i < region->spans; i++) {
        const struct msim_alloc_span *span = &alloc->span[region->span + i];
        msim_json_list(json, NULL, MSIM_JSON_INLINE);
        msim_json_number(json, NULL, span->from);
        msim_json_number(json, NULL, span->to);
        msim_json_end(json);
    }
    msim_json_end(json);
}

static void json_sums(struct msim_json *json, const struct msim_allocated *alloc, const char *key,
                      const int64_t *sums)
{
    msim_json_object(json, key, MSIM_JSON_INLINE);
    for (size_t event = 0; event < alloc->events; event++) {
        const char *name = msim_alloc_event_name((enum msim_alloc_event)event);
        size_t column = msim_counts_event(&alloc->profile, name, strlen(name));
        msim_json_number(json, name, (uint64_t)sums[column]);
    }
    msim_json_end(json);
}

static void json_region(struct msim_json *json, const struct msim_allocated *alloc,
                        const struct msim_alloc_region *region, const int64_t *sums)
{
    const struct msim_regions *regions = &alloc->profile.regions;
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    msim_json_region(json, regions, region->number);
    msim_json_number(json, "times", regions->region[region->number].times);
    msim_json_number(json, "lasted", region->lasted);
    json_moment(json, "began", &region->began);
    json_moment(json, "most", &region->most);
    json_moment(json, "ended", &region->ended);
    msim_json_number(json, "live_most", region->live_most);
    msim_json_number(json, "kept", region->kept);
    json_sums(json, alloc, "inclusive", sums + region->number * regions->events);
    json_sums(json, alloc, "exclusive", msim_region_total(regions, region->number));
    json_spans(json, alloc, region);
    msim_json_end(json);
}

/* Of a run that has any. */
static void json_regions(struct msim_json *json, const struct msim_allocated *alloc)
{
    const struct msim_regions *regions = &alloc->profile.regions;
    if (!alloc->regions)
        return;
    int64_t *sums = msim_region_sums(regions, regions->total);
    msim_json_list(json, "regions", ROW);
    for (size_t i = 0; i < alloc->regions; i++)
        if (msim_alloc_selected(alloc, i + 1))
            json_region(json, alloc, &alloc->region[i], sums);
    msim_json_end(json);
    free(sums);
}

void msim_heaped_json(const struct msim_heaped_report *report, const struct msim_heaped_view *view,
                      FILE *to)
{
    struct msim_json json = msim_json_report(to, "heap", MEMBER);
    msim_json_text(&json, "command", report->heap ? report->heap->command : report->alloc->command);
    if (report->in)
        msim_json_text(&json, "region", report->in->name);
    if (report->heap)
        json_heap(&json, report);
    else
        msim_json_null(&json, "snapshots");
    if (report->alloc) {
        json_calls(&json, report->alloc);
        json_facts(&json, report->alloc);
        json_sizes(&json, report->alloc);
        json_regions(&json, report->alloc);
        json_lines(&json, report->alloc);
        json_paths(&json, report->alloc, view->mine);
    } else {
        msim_json_null(&json, "lines");
    }
    msim_json_line(&json, 0);
    msim_json_end(&json);
}

void msim_heaped_csv(const struct msim_heaped_report *report, const struct msim_heaped_view *view,
                     FILE *to)
{
    char fields[FIELDS];
    struct msim_export out;
    (void)view;
    if (report->heap) {
        out = msim_export_csv(to, snapshot_fields, NULL);
        put_snapshots(&out, report);
    } else {
        out = msim_export_csv(to, line_fields(report->alloc, fields, sizeof fields), NULL);
        put_lines(&out, report->alloc);
    }
}
