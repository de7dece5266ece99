/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Profiles of calls as JSON (one object, "version" 1) and CSV (one table); see docs/format.md. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/quote.h"
#include "cmd/files/json.h"
#include "cmd/listing/values.h"
#include "present.h"

enum { MEMBER = 2, ROW = 4, ROOM = 4096 }; /* indents of JSON */

/* --- JSON --------------------------------------------------------------------------------------- */

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
    if (shown->calls->context)
        msim_json_number(json, "contexts", shown->calls->contexts - 1);
    else
        msim_json_null(json, "contexts");
    msim_json_values(json, &view->show, "totals", counts->total);
}

/* The names of a frame; what is not known is null. */
static void json_frame(struct msim_json *json, const struct msim_frame *frame)
{
    msim_json_text(json, "function", frame->name);
    if (strcmp(frame->file, "???") != 0)
        msim_json_text(json, "file", frame->file);
    else
        msim_json_null(json, "file");
    if (strcmp(frame->object, "???") != 0)
        msim_json_text(json, "object", frame->object);
    else
        msim_json_null(json, "object");
}

static void json_cost(struct msim_json *json, const struct msim_calls_shown *shown, uint32_t frame)
{
    const struct msim_costs *costs = shown->costs;
    json_frame(json, &shown->frames->frame[frame]);
    msim_json_number(json, "calls", costs->calls[frame]);
    msim_json_value(json, shown->calls->context ? "recursive" : "cycle",
                    costs->recursive[frame] ? "true" : "false");
    msim_json_values(json, &shown->view->show, "inclusive",
                     costs->inclusive + frame * costs->events);
    msim_json_values(json, &shown->view->show, "exclusive", costs->own + frame * costs->events);
}

static void json_functions(struct msim_json *json, const struct msim_calls_shown *shown)
{
    size_t rows;
    uint32_t *row = msim_calls_rows(shown, &rows);
    msim_json_list(json, "functions", ROW);
    for (size_t i = 0; i < rows; i++) {
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        json_cost(json, shown, row[i]);
        msim_json_end(json);
    }
    msim_json_end(json);
    free(row);
}

static const char *relation_kind(enum msim_relation_kind kind)
{
    static const char *const names[] = {"call", "start", "signal", "inlined", "self"};
    return names[kind];
}

static void json_relations(struct msim_json *json, const struct msim_calls_shown *shown,
                           const char *name, const struct msim_relations *of)
{
    uint32_t *order = msim_calls_relation_order(shown->view, of);
    msim_json_list(json, name, ROW + 2);
    for (size_t i = 0; i < of->relations; i++) {
        const struct msim_relation *relation = &of->relation[order[i]];
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_text(json, "by", relation_kind(relation->kind));
        if (relation->kind == MSIM_RELATION_FRAME || relation->kind == MSIM_RELATION_INLINED)
            json_frame(json, &shown->frames->frame[relation->frame]);
        if (relation->kind == MSIM_RELATION_SIGNAL)
            msim_json_number(json, "signal", relation->frame);
        msim_json_number(json, "calls", relation->calls);
        msim_json_values(json, &shown->view->show, "values",
                         of->count + order[i] * shown->view->counts->events);
        msim_json_end(json);
    }
    msim_json_end(json);
    free(order);
}

static void json_related(struct msim_json *json, const struct msim_calls_shown *shown)
{
    msim_json_list(json, "related", ROW);
    for (size_t i = 0; i < shown->chosens; i++) {
        struct msim_related related;
        msim_related_make(&related, shown->calls, shown->frames, shown->chosen[i]);
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        json_cost(json, shown, shown->chosen[i]);
        json_relations(json, shown, "callers", &related.callers);
        json_relations(json, shown, "callees", &related.callees);
        msim_json_end(json);
        msim_related_free(&related);
    }
    msim_json_end(json);
}

/* The way a path is taken, and the line of the call. */
static void json_way(struct msim_json *json, uint32_t way, uint32_t line)
{
    msim_json_text(json, "by",
                   way >= MSIM_PATH_THREAD    ? "thread"
                   : way >= MSIM_PATH_SIGNAL  ? "signal"
                   : way == MSIM_PATH_INLINED ? "inlined"
                                              : "call");
    if (way >= MSIM_PATH_THREAD)
        msim_json_number(json, "thread", way - MSIM_PATH_THREAD);
    else if (way >= MSIM_PATH_SIGNAL)
        msim_json_number(json, "signal", way - MSIM_PATH_SIGNAL);
    if (line && line != MSIM_MANY_LINES)
        msim_json_number(json, "line", line);
    else
        msim_json_null(json, "line");
}

/* Parents come first: "parent" is an index into the list. */
static void json_tree(struct msim_json *json, const struct msim_calls_shown *shown)
{
    const struct msim_tree *tree = shown->tree;
    msim_json_text(json, "direction", shown->upwards ? "bottom-up" : "top-down");
    msim_json_list(json, "tree", ROW);
    for (size_t i = 0; i < tree->rows; i++) {
        const struct msim_tree_row *row = &tree->row[i];
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        if (i) {
            msim_json_number(json, "parent", row->parent);
            json_frame(json, &shown->frames->frame[row->frame]);
            json_way(json, row->way, row->line);
        } else {
            msim_json_null(json, "parent");
        }
        msim_json_number(json, "calls", row->calls[0]);
        msim_json_values(json, &shown->view->show, "inclusive", msim_tree_inclusive(tree, 0, i));
        msim_json_values(json, &shown->view->show, "exclusive", msim_tree_own(tree, 0, i));
        msim_json_end(json);
    }
    msim_json_end(json);
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

void msim_calls_json(const struct msim_calls_shown *shown, FILE *to)
{
    struct msim_json json = msim_json_report(to, "calls", MEMBER);
    json_head(&json, shown);
    if (!shown->chosens && !shown->tree && !shown->hot)
        json_functions(&json, shown);
    if (shown->chosens)
        json_related(&json, shown);
    if (shown->tree)
        json_tree(&json, shown);
    if (shown->hot)
        json_hot(&json, shown);
    msim_json_line(&json, 0);
    msim_json_end(&json);
}

/* --- CSV ---------------------------------------------------------------------------------------- */

static void csv_functions(const struct msim_calls_shown *shown, FILE *to)
{
    const struct msim_costs *costs = shown->costs;
    size_t rows;
    uint32_t *row = msim_calls_rows(shown, &rows);
    fputs("function,file,object,calls", to);
    msim_csv_columns(&shown->view->show, "inclusive ", to);
    msim_csv_columns(&shown->view->show, "exclusive ", to);
    fputs("\r\n", to);
    for (size_t i = 0; i < rows; i++) {
        msim_calls_csv_frame(&shown->frames->frame[row[i]], to);
        fprintf(to, ",%" PRIu64, costs->calls[row[i]]);
        msim_csv_values(&shown->view->show, costs->inclusive + row[i] * costs->events, to);
        msim_csv_values(&shown->view->show, costs->own + row[i] * costs->events, to);
        fputs("\r\n", to);
    }
    free(row);
}

static void csv_relations(const struct msim_calls_shown *shown, uint32_t frame, const char *list,
                          const struct msim_relations *of, FILE *to)
{
    uint32_t *order = msim_calls_relation_order(shown->view, of);
    for (size_t i = 0; i < of->relations; i++) {
        const struct msim_relation *relation = &of->relation[order[i]];
        bool known =
            relation->kind == MSIM_RELATION_FRAME || relation->kind == MSIM_RELATION_INLINED;
        msim_csv_quote(to, shown->frames->frame[frame].name);
        fprintf(to, ",%s,%s,", list, relation_kind(relation->kind));
        if (known)
            msim_calls_csv_frame(&shown->frames->frame[relation->frame], to);
        else
            fputs(",,", to);
        fprintf(to, ",%" PRIu64, relation->calls);
        msim_csv_values(&shown->view->show, of->count + order[i] * shown->view->counts->events, to);
        fputs("\r\n", to);
    }
    free(order);
}

static void csv_related(const struct msim_calls_shown *shown, FILE *to)
{
    fputs("of,list,by,function,file,object,calls", to);
    msim_csv_columns(&shown->view->show, "", to);
    fputs("\r\n", to);
    for (size_t i = 0; i < shown->chosens; i++) {
        struct msim_related related;
        uint32_t frame = shown->chosen[i];
        msim_related_make(&related, shown->calls, shown->frames, frame);
        csv_relations(shown, frame, "callers", &related.callers, to);
        csv_relations(shown, frame, "callees", &related.callees, to);
        msim_related_free(&related);
    }
}

static void csv_tree(const struct msim_calls_shown *shown, FILE *to)
{
    const struct msim_tree *tree = shown->tree;
    char room[ROOM];
    fputs("row,parent,function,file,object,calls", to);
    msim_csv_columns(&shown->view->show, "inclusive ", to);
    msim_csv_columns(&shown->view->show, "exclusive ", to);
    fputs("\r\n", to);
    for (size_t i = 0; i < tree->rows; i++) {
        const struct msim_tree_row *row = &tree->row[i];
        struct msim_frame frame = {"", "", "", 0};
        if (i)
            frame = shown->frames->frame[row->frame];
        frame.name = i ? msim_path_name(tree->frames, row->frame, row->way, room, sizeof room) : "";
        fprintf(to, "%zu,", i);
        if (i)
            fprintf(to, "%" PRIu32, row->parent);
        fputc(',', to);
        msim_calls_csv_frame(&frame, to);
        fprintf(to, ",%" PRIu64, row->calls[0]);
        msim_csv_values(&shown->view->show, msim_tree_inclusive(tree, 0, i), to);
        msim_csv_values(&shown->view->show, msim_tree_own(tree, 0, i), to);
        fputs("\r\n", to);
    }
}

void msim_calls_csv(const struct msim_calls_shown *shown, FILE *to)
{
    if (shown->tree)
        csv_tree(shown, to);
    else if (shown->chosens)
        csv_related(shown, to);
    else
        csv_functions(shown, to);
}
