/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Objects as text: the run, kinds of objects, and the objects that cost most. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/utf8.h"
#include "cmd/base/wrap.h"
#include "cmd/columns/column.h"
#include "cmd/columns/reasons.h"
#include "cmd/data/model/fields.h"
#include "cmd/data/typed/typed.h"
#include "cmd/listing/about.h"
#include "cmd/listing/cells.h"
#include "cmd/listing/next.h"
#include "present.h"

enum { NUMBER = 5, KIND = 9, BLOCKS = 11, BYTES = 12, NAME = 32, KINDS = 38 };

/* A name that would lose much has a line of its own. */
enum { BELOW = NUMBER + 4, ENOUGH = 48 };

/* --- The head ----------------------------------------------------------------------------- */

static void put_line(const struct msim_objects_shown *shown, const char *key, const char *text,
                     FILE *to)
{
    if (!text)
        return;
    int used = fprintf(to, "%-14s", key);
    msim_wrap(to, text, (size_t)used, (size_t)used, shown->view.width);
}

static void put_head(const struct msim_objects_shown *shown, FILE *to)
{
    const struct msim_object_set *objects = shown->model->objects;
    msim_table_rule(to);
    put_line(shown, "Command:", objects->command, to);
    put_line(shown, "Machine:", objects->machine, to);
    put_line(shown, "Instructions:", msim_human_count(objects->instructions).text, to);
    put_line(shown, "References:",
             objects->accesses ? "all references to data"
                               : "those that missed a first level; for all: --objects-sim=accesses",
             to);
    if (msim_counts_have_cycles(&shown->model->counts)) {
        char *text = msim_printed("%s%s", objects->sampled ? "sampled, " : "simulated",
                                  objects->sampled ? objects->sampled : "");
        put_line(shown, "Cycles:", text, to);
        free(text);
    }
    msim_table_rule(to);
    fputc('\n', to);
}

/* --- Kinds -------------------------------------------------------------------------------- */

struct kind {
    const char *name;
    uint32_t rows;
    int64_t *count;
};

static void sum_kinds(const struct msim_objects_shown *shown, struct kind *kind)
{
    const struct msim_objects_model *model = shown->model;
    for (int i = 0; i < MSIM_OBJECT_KINDS; i++)
        kind[i] = (struct kind){msim_object_kinds[i], 0,
                                msim_zeroed(model->counts.events, sizeof(int64_t))};
    for (uint32_t i = 0; i < model->rows; i++) {
        struct kind *its = &kind[model->row[i].kind];
        its->rows++;
        msim_counts_add(its->count, model->row[i].count, model->counts.events);
    }
}

static void put_kinds(const struct msim_objects_shown *shown, FILE *to)
{
    struct kind kind[MSIM_OBJECT_KINDS];
    struct msim_cells cells;
    int64_t *other = msim_objects_other(shown);
    sum_kinds(shown, kind);
    msim_cells_make(&cells, &shown->view);
    cells.drops_parts = true;
    msim_cells_measure(&cells, other);
    for (int i = 0; i < MSIM_OBJECT_KINDS; i++)
        msim_cells_measure(&cells, kind[i].count);
    msim_table_fit(&cells, 0, KINDS);
    fputs("Kinds of objects\n", to);
    msim_table_head(&cells, 0, " objects  kind", to);
    for (int i = 0; i < MSIM_OBJECT_KINDS; i++) {
        if (kind[i].rows) {
            msim_cells_numbers(&cells, kind[i].count, to);
            fprintf(to, "  %7" PRIu32 "  %s\n", kind[i].rows, kind[i].name);
        }
        free(kind[i].count);
    }
    if (msim_counts_have_cycles(shown->view.counts)) {
        msim_cells_numbers(&cells, other, to);
        fprintf(to, "  %7s  cycles in which no load waits\n", "");
    }
    free(other);
    msim_cells_free(&cells);
    fputc('\n', to);
}

/* How much of what was counted in the heap has the name of a field, if anything there has a
 * type. */
static void put_resolved(const struct msim_objects_shown *shown, FILE *to)
{
    uint64_t all = 0, named = 0;
    bool typed = false;
    for (uint32_t i = 0; i < shown->model->rows; i++) {
        const struct msim_objects_row *row = &shown->model->row[i];
        struct msim_objects_fields fields;
        if (row->kind != MSIM_OBJECT_HEAP)
            continue;
        for (int access = 0; access < MSIM_ACCESSES; access++)
            all += row->references[access];
        if (!row->element.type)
            continue;
        typed = true;
        msim_objects_fields_make(&fields, shown->model, row);
        for (size_t k = 0; k < fields.fields; k++)
            for (int access = 0; access < MSIM_ACCESSES && !fields.field[k].is_hole; access++)
                named += fields.field[k].references[access];
        msim_objects_fields_free(&fields);
    }
    if (typed && all)
        fprintf(to,
                "Fields are known for %.1f%% of the references to the heap that were recorded.\n\n",
                msim_percent((double)named, (double)all));
}

/* --- Objects ------------------------------------------------------------------------------ */

static void put_row(const struct msim_objects_shown *shown, const struct msim_cells *cells,
                    uint32_t number, const char *name, bool below, FILE *to)
{
    const struct msim_objects_row *row = &shown->model->row[number];
    fprintf(to, "%*" PRIu32 " ", NUMBER - 1, msim_objects_number(number));
    msim_cells_numbers(cells, row->count, to);
    fprintf(to, " %-*s", row->blocks || !below ? KIND : 0, msim_object_kinds[row->kind]);
    struct msim_objects_number blocks = msim_objects_number_in(&shown->view, row->blocks, BLOCKS);
    struct msim_objects_number bytes = msim_objects_number_in(&shown->view, row->bytes, BYTES);
    if (row->blocks || !below)
        fprintf(to, " %*s %*s", blocks.width, row->blocks ? blocks.text.text : "", bytes.width,
                row->blocks ? bytes.text.text : "");
    fprintf(to, below ? "\n%*s%s\n" : "%*s%s\n", below ? BELOW : 2, "", name);
    msim_reasons_hint(shown->view.counts, row->count, NUMBER, to);
}

static void put_rows(const struct msim_objects_shown *shown, FILE *to)
{
    char head[100];
    struct msim_cells cells;
    struct msim_labels labels = {.count = 0};
    size_t listed = shown->listed < shown->limit ? shown->listed : shown->limit;
    int blocks = msim_objects_number_in(&shown->view, 0, BLOCKS).width;
    int bytes = msim_objects_number_in(&shown->view, 0, BYTES).width;
    size_t fixed = KIND + (size_t)(blocks + bytes) + 5;
    const char *sorted = shown->view.sort.column[0].name;
    fprintf(to, "Objects, from %g%% of %s%s%s: %zu of %" PRIu32 "\n", shown->view.threshold,
            msim_counts_have_cycles(shown->view.counts) ? "their " : "", sorted,
            msim_cycles_note(shown->view.counts, sorted), listed, shown->model->rows);
    msim_cells_make(&cells, &shown->view);
    cells.drops_parts = true;
    for (size_t i = 0; i < listed; i++)
        msim_cells_measure(&cells, shown->model->row[shown->order[i]].count);
    msim_table_fit(&cells, NUMBER, fixed + NAME);
    snprintf(head, sizeof head, "%-*s %*s %*s  object", KIND, "kind", blocks, "blocks", bytes,
             "bytes");
    msim_table_head(&cells, NUMBER, head, to);
    size_t used = NUMBER + msim_cells_width(&cells) + fixed, width = shown->view.width;
    size_t room = !width ? SIZE_MAX : width > used + NAME ? width - used : NAME;
    if (!listed)
        fputs("(none reaches the threshold)\n", to);
    for (size_t i = 0; i < listed; i++)
        msim_objects_label(&labels, &shown->model->row[shown->order[i]]);
    msim_labels_fit(&labels, room < ENOUGH ? width - BELOW : room);
    for (size_t i = 0; i < listed; i++) {
        const char *name = msim_labels_text(&labels, i);
        put_row(shown, &cells, shown->order[i], name, msim_utf8_length(name) > room, to);
    }
    msim_labels_free(&labels);
    msim_cells_free(&cells);
    if (shown->listed > listed)
        fprintf(to, "(%zu more; --limit=0 shows all)\n", shown->listed - listed);
    fputc('\n', to);
}

/* --- All ---------------------------------------------------------------------------------- */

/* The first of the user's objects: not the allocator's, nor what no variable is known for. */
static size_t first_own(const struct msim_objects_shown *shown)
{
    for (size_t i = 0; i < shown->listed; i++) {
        const struct msim_objects_row *row = &shown->model->row[shown->order[i]];
        bool is_own = row->kind != MSIM_OBJECT_ALLOCATOR && row->kind != MSIM_OBJECT_CODE &&
                      row->kind != MSIM_OBJECT_UNKNOWN;
        if (is_own && !row->is_rest)
            return i;
    }
    return 0;
}

/* What to look at next: the first object, and what other layouts save, which a trace of the run
 * says. */
static void put_advice(const struct msim_objects_shown *shown, FILE *to)
{
    const char *name = shown->model->objects->name;
    if (!shown->listed)
        return;
    char *word = msim_shell_word(name);
    char *command = msim_printed("memsim objects %s --object=%" PRIu32, word,
                                 msim_objects_number(shown->order[first_own(shown)]));
    msim_next_put("One object, its users and its structure", command, shown->view.width, to);
    free(command);
    char *trace = msim_next_file(name, ".objects.", ".trace.");
    command = msim_printed("memsim objects --advise %s", trace ? trace : "");
    if (trace)
        msim_next_put("Other layouts, and what each of them saves", command, shown->view.width, to);
    MSIM_FREE(trace, command, word);
}

void msim_objects_text(const struct msim_objects_shown *shown, FILE *to)
{
    put_head(shown, to);
    if (!shown->chosen) {
        msim_listing_totals(&shown->view, to);
        fputc('\n', to);
        put_kinds(shown, to);
        put_resolved(shown, to);
        put_rows(shown, to);
        put_advice(shown, to);
        return;
    }
    size_t chosen = shown->chosen < shown->limit ? shown->chosen : shown->limit;
    for (size_t i = 0; i < chosen; i++)
        msim_objects_detail(shown, shown->order[i], to);
    if (chosen < shown->chosen)
        fprintf(to, "(%zu more objects of that name; --limit=0 shows all)\n",
                shown->chosen - chosen);
}
