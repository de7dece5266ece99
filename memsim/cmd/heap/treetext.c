/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Prints a snapshot's tree: bytes, percentage of the snapshot, and the place, indented by its
 * depth.
 *
 * Places with less than the least percentage are joined, separately at each depth, in a line after
 * the others.  So are places that the file has joined, as each of them may have less.  Indents take
 * up to half of the width; deeper places have their depth written out instead.
 */
#include "treetext.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "cmd/draw/shorten.h"

enum { INDENT = 2, PERCENT = 9, GAP = 2, STEP = 2, NAME_ROOM = 2048 };

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
};

/* A sum that a file could make overflow stops at the maximum. */
static void add(uint64_t *to, uint64_t number)
{
    *to = number > UINT64_MAX - *to ? UINT64_MAX : *to + number;
}

static bool is_small(const struct sheet *sheet, uint64_t bytes)
{
    return 100 * (double)bytes < sheet->view->least * (double)sheet->whole;
}

static void put_line(const struct sheet *sheet, size_t depth, uint64_t bytes, const char *text,
                     FILE *to)
{
    size_t indent = depth * STEP < sheet->most_indent ? depth * STEP : sheet->most_indent;
    size_t used = INDENT + sheet->bytes_width + PERCENT + GAP + indent;
    fprintf(to, "%*s%*s%*s%*s", INDENT, "", (int)sheet->bytes_width, msim_human_count(bytes).text,
            PERCENT, msim_heaped_percent(bytes, sheet->whole).text, (int)(GAP + indent), "");
    if (depth * STEP > sheet->most_indent)
        used += (size_t)fprintf(to, "[%zu] ", depth);
    size_t room = sheet->view->width > used ? sheet->view->width - used : 1;
    char name[NAME_ROOM];
    if (msim_utf8_length(text) > room && 4 * room + 16 < sizeof name) {
        msim_shorten_place(name, sizeof name, text, room);
        text = name;
    }
    msim_utf8_put(to, text, room);
    fputc('\n', to);
}

static void put_joined(const struct sheet *sheet, size_t depth, FILE *to)
{
    char text[96];
    struct joined *joined = &sheet->joined[depth];
    if (!joined->places)
        return;
    snprintf(text, sizeof text, "in %s %s below %g%%", msim_human_count(joined->places).text,
             joined->places == 1 ? "place" : "places, each", sheet->view->least);
    put_line(sheet, depth, joined->bytes, text, to);
    *joined = (struct joined){0};
}

static void put_nodes(struct sheet *sheet, FILE *to)
{
    size_t deepest = 0; /* depth at which something may be joined */
    for (size_t i = 0; i < sheet->nodes; i++) {
        const struct msim_heaped_node *node = &sheet->node[i];
        size_t depth = node->depth;
        for (; deepest > depth; deepest--)
            put_joined(sheet, deepest, to);
        if (depth && is_small(sheet, node->bytes)) {
            uint64_t places = msim_heaped_joined(node->text);
            add(&sheet->joined[depth].places, places ? places : 1);
            add(&sheet->joined[depth].bytes, node->bytes);
            while (i + 1 < sheet->nodes && sheet->node[i + 1].depth > depth)
                i++;
        } else {
            put_line(sheet, depth, node->bytes, msim_heaped_place(node->text), to);
        }
        deepest = depth;
    }
    for (; deepest > 0; deepest--)
        put_joined(sheet, deepest, to);
}

void msim_heaped_show_tree(const struct msim_heaped *heap, size_t snapshot,
                           const struct msim_heaped_view *view, FILE *to)
{
    const struct msim_heaped_snapshot *of = &heap->snapshot[snapshot];
    struct sheet sheet = {.view = view,
                          .node = heap->node + of->node,
                          .nodes = of->nodes,
                          .whole = msim_heaped_total(of)};
    uint64_t most = 0;
    size_t depths = 1;
    for (size_t i = 0; i < sheet.nodes; i++) {
        most = sheet.node[i].bytes > most ? sheet.node[i].bytes : most;
        depths = sheet.node[i].depth >= depths ? sheet.node[i].depth + 1 : depths;
    }
    sheet.bytes_width = msim_utf8_length(msim_human_count(most).text);
    sheet.most_indent =
        view->width / 2 > sheet.bytes_width + 20 ? view->width / 2 - sheet.bytes_width - 10 : 10;
    sheet.joined = msim_zeroed(depths, sizeof *sheet.joined);
    put_nodes(&sheet, to);
    free(sheet.joined);
}
