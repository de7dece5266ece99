/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Profiles of calls as JSON (one object, "version" 1) and CSV (one table); see docs/format.md. */
#include <stdlib.h>
#include <string.h>

#include "cmd/listing/export.h"
#include "present.h"

enum { MEMBER = 2, ROW = 4, ROOM = 4096 }; /* indents of JSON */

static void json_head(struct msim_json *json, const struct msim_calls_shown *shown)
{
    const struct msim_calls_view *view = shown->view;
    const struct msim_counts *counts = view->counts;
    msim_json_number(json, "version", 1);
    msim_json_text(json, "file", view->file);
    msim_json_text(json, "command", counts->source[0].command);
    msim_json_desc(json, counts);
    msim_json_columns(json, &view->show);
    msim_json_text(json, "sort", view->sort.column[0].name);
    msim_json_value(json, "threshold", "%.6g", view->threshold);
    msim_json_number_if(json, "contexts", shown->calls->context, shown->calls->contexts - 1);
    msim_json_values(json, &view->show, "totals", counts->total);
}

/* --- functions ---------------------------------------------------------------------------- */

/* `cycle`: of a profile without a tree, recursion is that of cycles. */
static const char functions[] =
    "function,file,object,calls,recursive|,cycle|,inclusive*,exclusive*";

static void put_frame(struct msim_export *out, const struct msim_profile_frame *frame)
{
    msim_export_text(out, frame->name);
    msim_export_known(out, frame->file);
    msim_export_known(out, frame->object);
}

/* The fields of a function. */
static void put_cost(struct msim_export *out, const struct msim_calls_shown *shown, uint32_t frame)
{
    const struct msim_costs *costs = shown->costs;
    put_frame(out, &shown->frames->frame[frame]);
    msim_export_number(out, costs->calls[frame]);
    if (!shown->calls->context)
        msim_export_absent(out);
    msim_export_flag(out, costs->recursive[frame]);
    if (shown->calls->context)
        msim_export_absent(out);
    msim_export_values(out, costs->inclusive + frame * costs->events);
    msim_export_values(out, costs->own + frame * costs->events);
}

static void put_functions(struct msim_export *out, const struct msim_calls_shown *shown)
{
    size_t rows;
    uint32_t *row = msim_calls_rows(shown, &rows);
    for (size_t i = 0; i < rows; i++) {
        msim_export_row(out);
        put_cost(out, shown, row[i]);
        msim_export_end(out);
    }
    msim_export_done(out);
    free(row);
}

/* --- callers and callees ------------------------------------------------------------------ */

static const char relations[] = "|of,|list,by,function,file,object,signal|,calls,values*";

/* `of` is the function of the list; in JSON, the list is a member of it. */
static void put_relations(struct msim_export *out, const struct msim_calls_shown *shown,
                          uint32_t frame, const char *list, const struct msim_relations *of)
{
    static const char *const kinds[] = {"call", "start", "signal", "inlined", "self"};
    uint32_t *order = msim_calls_relation_order(shown->view, of);
    for (size_t i = 0; i < of->relations; i++) {
        const struct msim_relation *relation = &of->relation[order[i]];
        msim_export_row(out);
        msim_export_text(out, shown->frames->frame[frame].name);
        msim_export_text(out, list);
        msim_export_text(out, kinds[relation->kind]);
        if (relation->kind == MSIM_RELATION_FRAME || relation->kind == MSIM_RELATION_INLINED)
            put_frame(out, &shown->frames->frame[relation->frame]);
        else
            for (int field = 0; field < 3; field++)
                msim_export_absent(out);
        if (relation->kind == MSIM_RELATION_SIGNAL)
            msim_export_number(out, relation->frame);
        else
            msim_export_absent(out);
        msim_export_number(out, relation->calls);
        msim_export_values(out, of->count + order[i] * shown->view->counts->events);
        msim_export_end(out);
    }
    free(order);
}

static void json_relations(struct msim_json *json, const struct msim_calls_shown *shown,
                           uint32_t frame, const char *list, const struct msim_relations *of)
{
    struct msim_export out = msim_export_json(json, list, ROW + 2, relations, &shown->view->show);
    put_relations(&out, shown, frame, list, of);
    msim_export_done(&out);
}

static void json_related(struct msim_json *json, const struct msim_calls_shown *shown)
{
    struct msim_export out = msim_export_json(json, "related", ROW, functions, &shown->view->show);
    for (size_t i = 0; i < shown->chosens; i++) {
        struct msim_related related;
        uint32_t frame = shown->chosen[i];
        msim_related_make(&related, shown->calls, shown->frames, frame);
        msim_export_row(&out);
        put_cost(&out, shown, frame);
        json_relations(json, shown, frame, "callers", &related.callers);
        json_relations(json, shown, frame, "callees", &related.callees);
        msim_export_end(&out);
        msim_related_free(&related);
    }
    msim_export_done(&out);
}

static void csv_related(const struct msim_calls_shown *shown, FILE *to)
{
    struct msim_export out = msim_export_csv(to, relations, &shown->view->show);
    for (size_t i = 0; i < shown->chosens; i++) {
        struct msim_related related;
        uint32_t frame = shown->chosen[i];
        msim_related_make(&related, shown->calls, shown->frames, frame);
        put_relations(&out, shown, frame, "callers", &related.callers);
        put_relations(&out, shown, frame, "callees", &related.callees);
        msim_related_free(&related);
    }
}

/* --- trees and paths ---------------------------------------------------------------------- */

/* Parents come first: "parent" is an index into the list. */
static const char tree_fields[] = "|row,parent,function|,|function,file,object,by|,thread|,signal|,"
                                  "line|,calls,inclusive*,exclusive*";

/* The way a path is taken, and the line of the call. */
static void put_way(struct msim_export *out, uint32_t way, uint32_t line)
{
    msim_export_text(out, way >= MSIM_PATH_THREAD    ? "thread"
                          : way >= MSIM_PATH_SIGNAL  ? "signal"
                          : way == MSIM_PATH_INLINED ? "inlined"
                                                     : "call");
    if (way >= MSIM_PATH_THREAD)
        msim_export_number(out, way - MSIM_PATH_THREAD);
    else
        msim_export_absent(out);
    if (way >= MSIM_PATH_SIGNAL && way < MSIM_PATH_THREAD)
        msim_export_number(out, way - MSIM_PATH_SIGNAL);
    else
        msim_export_absent(out);
    msim_export_number_if(out, line && line != MSIM_MANY_LINES, line);
}

/* The fields that the first row, which is all, does not have. */
static void put_place(struct msim_export *out, const struct msim_calls_shown *shown,
                      const struct msim_tree_row *row)
{
    char room[ROOM];
    const struct msim_profile_frame *frame = &shown->frames->frame[row->frame];
    msim_export_number(out, row->parent);
    msim_export_text(out, frame->name);
    msim_export_text(out, msim_path_name(shown->tree->frames, row->frame, row->way, room, ROOM));
    msim_export_known(out, frame->file);
    msim_export_known(out, frame->object);
    put_way(out, row->way, row->line);
}

static void put_tree(struct msim_export *out, const struct msim_calls_shown *shown)
{
    enum { PLACE = 8 }; /* fields of put_place() after the parent */
    const struct msim_shown_tree *tree = shown->tree;
    for (size_t i = 0; i < tree->rows; i++) {
        msim_export_row(out);
        msim_export_number(out, i);
        if (i)
            put_place(out, shown, &tree->row[i]);
        else
            msim_export_none(out);
        for (int field = 0; !i && field < PLACE; field++)
            msim_export_absent(out);
        msim_export_number(out, tree->row[i].calls[0]);
        msim_export_values(out, msim_tree_inclusive(tree, 0, i));
        msim_export_values(out, msim_tree_own(tree, 0, i));
        msim_export_end(out);
    }
    msim_export_done(out);
}

static void json_hot(struct msim_json *json, const struct msim_calls_shown *shown)
{
    const struct msim_paths *paths = shown->paths;
    size_t found;
    msim_wide *own = msim_paths_own(paths, 0, &shown->view->sort.column[0]);
    uint32_t *hot = msim_calls_hot(shown, own, &found);
    msim_json_list(json, "hot", ROW);
    for (size_t i = 0; i < found; i++) {
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_value(json, "exclusive", "%s", msim_wide_text(own[hot[i]], 0).text);
        msim_json_list(json, "path", MSIM_JSON_INLINE);
        /* From the function up. */
        for (uint32_t at = hot[i]; at; at = paths->path[at].parent)
            msim_json_text(json, NULL, shown->frames->frame[paths->path[at].frame].name);
        msim_json_end(json);
        msim_json_end(json);
    }
    msim_json_end(json);
    free(own);
    free(hot);
}

/* --- JSON and CSV ------------------------------------------------------------------------- */

void msim_calls_json(const struct msim_calls_shown *shown, FILE *to)
{
    const struct msim_columns *show = &shown->view->show;
    struct msim_json json = msim_json_report(to, "calls", MEMBER);
    struct msim_export out;
    json_head(&json, shown);
    if (!shown->chosens && !shown->tree && !shown->hot) {
        out = msim_export_json(&json, "functions", ROW, functions, show);
        put_functions(&out, shown);
    }
    if (shown->chosens)
        json_related(&json, shown);
    if (shown->tree) {
        msim_json_text(&json, "direction", shown->upwards ? "bottom-up" : "top-down");
        out = msim_export_json(&json, "tree", ROW, tree_fields, show);
        put_tree(&out, shown);
    }
    if (shown->hot)
        json_hot(&json, shown);
    msim_json_line(&json, 0);
    msim_json_end(&json);
}

void msim_calls_csv(const struct msim_calls_shown *shown, FILE *to)
{
    struct msim_export out;
    if (shown->tree) {
        out = msim_export_csv(to, tree_fields, &shown->view->show);
        put_tree(&out, shown);
    } else if (shown->chosens) {
        csv_related(shown, to);
    } else {
        out = msim_export_csv(to, functions, &shown->view->show);
        put_functions(&out, shown);
    }
}
