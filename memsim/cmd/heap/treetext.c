/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Prints a snapshot's tree: bytes, percentage of the snapshot, and the place, indented by its
 * depth.
 *
 * Places with less than the least percentage are joined, separately at each depth, in a line after
 * the others.  So are places that the file has joined, as each of them may have less.  Indents take
 * up to half of the width; deeper places have their depth written out instead.
 */
#include "present.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "cmd/data/heap/set.h"
#include "cmd/names/labels.h"
#include "cmd/names/shorten.h"
#include "engine/base/numbers.h"

enum { INDENT = 2, PERCENT = 9, GAP = 2, STEP = 2, NAME_ROOM = 2048, LABEL_ROOM = 1024 };

/* What is joined at one depth, below the last node shown at the depth above. */
struct joined {
    uint64_t places, bytes;
};

struct sheet {
    const struct msim_heaped_view *view;
    const struct msim_heaped_node *node; /* of the tree */
    size_t nodes;
    uint64_t whole;
    size_t bytes_width, most_indent;
    struct joined *joined; /* by depth */
    char **number;         /* by line: what is before its label */
    size_t lines;
    struct msim_labels labels;
};

static bool is_small(const struct sheet *sheet, uint64_t bytes)
{
    return 100 * (double)bytes < sheet->view->least * (double)sheet->whole;
}

/* Adds a line, which is printed when all names are known. */
static void put_line(struct sheet *sheet, size_t depth, uint64_t bytes, const char *text)
{
    size_t indent = depth * STEP < sheet->most_indent ? depth * STEP : sheet->most_indent;
    const char *place = text[0] != '(' ? msim_shorten_location(text) : text + strlen(text);
    MSIM_PUSH(sheet->number, sheet->lines,
              msim_printed("%*s%*s%*s%*s", INDENT, "", (int)sheet->bytes_width,
                           msim_human_count(bytes).text, PERCENT,
                           msim_heaped_percent(bytes, sheet->whole).text, GAP, ""));
    msim_labels_next(&sheet->labels, indent);
    if (depth * STEP > sheet->most_indent)
        msim_labels_put(&sheet->labels, MSIM_LABEL_PLACE, "[%zu] ", depth);
    msim_labels_put(&sheet->labels, MSIM_LABEL_NAME, "%.*s", (int)(place - text), text);
    msim_labels_put(&sheet->labels, strchr(place, ':') ? MSIM_LABEL_PLACE : MSIM_LABEL_FILE, "%s",
                    place);
}

static void end_lines(struct sheet *sheet, FILE *to)
{
    size_t used = INDENT + sheet->bytes_width + PERCENT + GAP;
    msim_labels_fit(&sheet->labels, sheet->view->width > used ? sheet->view->width - used : 1);
    for (size_t i = 0; i < sheet->lines; i++) {
        fprintf(to, "%s%s\n", sheet->number[i], msim_labels_text(&sheet->labels, i));
        free(sheet->number[i]);
    }
    free(sheet->number);
    sheet->number = NULL;
    sheet->lines = 0;
    msim_labels_free(&sheet->labels);
}

static void put_node(struct sheet *sheet, size_t depth, const struct msim_heaped_node *node)
{
    char label[LABEL_ROOM];
    msim_heaped_label(label, sizeof label, node->text);
    put_line(sheet, depth, node->bytes, label);
}

static void put_joined(struct sheet *sheet, size_t depth)
{
    char text[96];
    struct joined *joined = &sheet->joined[depth];
    if (!joined->places)
        return;
    snprintf(text, sizeof text, "in %s %s below %g%%", msim_human_count(joined->places).text,
             joined->places == 1 ? "place" : "places, each", sheet->view->least);
    put_line(sheet, depth, joined->bytes, text);
    *joined = (struct joined){0};
}

static void put_nodes(struct sheet *sheet)
{
    size_t deepest = 0; /* depth at which something may be joined */
    for (size_t i = 0; i < sheet->nodes; i++) {
        const struct msim_heaped_node *node = &sheet->node[i];
        size_t depth = node->depth;
        for (; deepest > depth; deepest--)
            put_joined(sheet, deepest);
        if (depth && is_small(sheet, node->bytes)) {
            uint64_t places = msim_heaped_joined(node->text);
            sheet->joined[depth].places =
                msim_sum_limited(sheet->joined[depth].places, places ? places : 1);
            sheet->joined[depth].bytes = msim_sum_limited(sheet->joined[depth].bytes, node->bytes);
            while (i + 1 < sheet->nodes && sheet->node[i + 1].depth > depth)
                i++;
        } else {
            put_node(sheet, depth, node);
        }
        deepest = depth;
    }
    for (; deepest > 0; deepest--)
        put_joined(sheet, deepest);
}

static struct sheet sheet_of(const struct msim_heaped *heap, size_t snapshot,
                             const struct msim_heaped_view *view)
{
    const struct msim_heaped_snapshot *of = &heap->snapshot[snapshot];
    struct sheet sheet = {.view = view,
                          .node = heap->node + of->node,
                          .nodes = of->nodes,
                          .whole = msim_heaped_total(of)};
    uint64_t most = 0;
    for (size_t i = 0; i < sheet.nodes; i++)
        most = sheet.node[i].bytes > most ? sheet.node[i].bytes : most;
    sheet.bytes_width = msim_utf8_length(msim_human_count(most).text);
    sheet.most_indent =
        view->width / 2 > sheet.bytes_width + 20 ? view->width / 2 - sheet.bytes_width - 10 : 10;
    return sheet;
}

void msim_heaped_show_tree(const struct msim_heaped *heap, size_t snapshot,
                           const struct msim_heaped_view *view, FILE *to)
{
    struct sheet sheet = sheet_of(heap, snapshot, view);
    size_t depths = 1;
    for (size_t i = 0; i < sheet.nodes; i++)
        depths = sheet.node[i].depth >= depths ? sheet.node[i].depth + 1 : depths;
    sheet.joined = msim_zeroed(depths, sizeof *sheet.joined);
    put_nodes(&sheet);
    end_lines(&sheet, to);
    free(sheet.joined);
}

/* --- where it splits -------------------------------------------------------------------------- */

static void put_steps(const struct sheet *sheet, const struct msim_heaped_split *split, FILE *to)
{
    char label[LABEL_ROOM];
    struct msim_labels labels = {.count = 0};
    fprintf(to, "%s of it comes through\n\n", msim_heaped_percent(split->bytes, sheet->whole).text);
    for (size_t i = 0; i < split->steps; i++) {
        msim_heaped_label(label, sizeof label, split->place[i]);
        const char *place = msim_shorten_location(label);
        msim_labels_next(&labels, INDENT);
        msim_labels_put(&labels, MSIM_LABEL_NAME, "%.*s", (int)(place - label), label);
        msim_labels_put(&labels, MSIM_LABEL_PLACE, "%s", place);
    }
    msim_labels_fit(&labels, sheet->view->width);
    for (size_t i = 0; i < split->steps; i++)
        fprintf(to, "%s\n", msim_labels_text(&labels, i));
    msim_labels_free(&labels);
    fprintf(to, "\n%s by\n\n",
            split->steps > 1 ? "each called by the next, and the last" : "called");
}

/* A caller without a name, and the one that names it. */
static void put_caller(struct sheet *sheet, const struct msim_heaped_node *node, const char *named)
{
    char own[LABEL_ROOM], by[LABEL_ROOM], label[2 * LABEL_ROOM + 16];
    msim_heaped_label(own, sizeof own, node->text);
    msim_heaped_label(by, sizeof by, named);
    const char *in = strstr(by, " (in ");
    int bytes = (int)(in ? (size_t)(in - by) : strlen(by)); /* its object is likely the same */
    if (!strcmp(own, by))
        snprintf(label, sizeof label, "%s", own);
    else
        snprintf(label, sizeof label, "%.*s, through %s", bytes, by, own);
    put_line(sheet, 0, node->bytes, label);
}

/* The callers of the last step, as lines without an indent. */
static void put_callers(struct sheet *sheet, const struct msim_heaped *heap, size_t first,
                        size_t depth, FILE *to)
{
    struct joined joined = {0};
    sheet->joined = &joined;
    for (size_t i = 0; i < sheet->nodes; i++) {
        const struct msim_heaped_node *node = &sheet->node[i];
        uint64_t places = msim_heaped_joined(node->text);
        if (node->depth != depth)
            continue;
        if (!places && !is_small(sheet, node->bytes)) {
            put_caller(sheet, node, msim_heaped_named(heap, first + i));
            continue;
        }
        joined.places = msim_sum_limited(joined.places, places ? places : 1);
        joined.bytes = msim_sum_limited(joined.bytes, node->bytes);
    }
    put_joined(sheet, 0);
    end_lines(sheet, to);
}

void msim_heaped_show_split(const struct msim_heaped *heap, size_t snapshot,
                            const struct msim_heaped_view *view, FILE *to)
{
    const struct msim_heaped_snapshot *of = &heap->snapshot[snapshot];
    struct msim_heaped_split split = msim_heaped_split_of(heap, of);
    struct sheet sheet = sheet_of(heap, snapshot, view);
    size_t from, end;
    if (!split.steps)
        return;
    put_steps(&sheet, &split, to);
    msim_heaped_below_split(heap, of, &split, &from, &end);
    sheet.node = heap->node + from;
    sheet.nodes = end - from;
    put_callers(&sheet, heap, from, split.steps + 1, to);
    fputs("\nthe whole tree\n\n", to);
}
