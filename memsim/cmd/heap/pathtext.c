/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Who allocates, as a tree of calls: a function that allocates, its callers below it, indented.
 *
 * Counts are of all blocks that were allocated through these calls.  Places with a small share are
 * left out.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/wrap.h"
#include "cmd/files/filename.h"
#include "cmd/listing/aligned.h"
#include "cmd/listing/symbols.h"
#include "cmd/names/labels.h"
#include "present.h"

enum { INDENT = 2, GAP = 2, STEP = 2, DEEPEST = 12, NAME_LEAST = 24 };

/* What is shown of each. */
static const enum msim_alloc_event columns[] = {MSIM_ALLOCS, MSIM_ALLOC_BYTES, MSIM_TEMP};
enum { COLUMNS = sizeof columns / sizeof *columns };

/* A step of the tree; number 0 is the root. */
struct twig {
    const struct msim_alloc_step *is;
    uint32_t first, last, next;
    uint64_t count[MSIM_ALLOC_EVENTS];
};

struct sheet {
    const struct msim_allocated *alloc;
    const struct msim_heaped_view *view;
    enum msim_alloc_event sort;
    struct twig *twig;
    size_t twigs;
    struct msim_names keys; /* of twigs but the root */
    struct msim_aligned cells;
    struct msim_labels labels;
    size_t rows, hidden; /* hidden: functions that allocate and are not listed */
};

/* --- The tree ----------------------------------------------------------------------------- */

static uint32_t twig_on(struct sheet *sheet, uint32_t on, const struct msim_alloc_step *is)
{
    char *key = msim_printed("%" PRIu32 "\n%s\n%s\n%" PRIu64 "\n%s", on, is->function, is->file,
                             is->line, *is->file == '?' ? is->object : "");
    uint32_t number = msim_names_number(&sheet->keys, key) + 1;
    free(key);
    if (number < sheet->twigs)
        return number;
    if (sheet->twig[on].last)
        sheet->twig[sheet->twig[on].last].next = number;
    else
        sheet->twig[on].first = number;
    sheet->twig[on].last = number;
    MSIM_PUSH(sheet->twig, sheet->twigs, (struct twig){.is = is});
    return number;
}

static void add_counts(struct twig *twig, const struct msim_alloc_place *place)
{
    for (size_t i = 0; i < MSIM_ALLOC_EVENTS; i++)
        twig->count[i] += place->count[i];
}

/* True: both are in functions of one library that are not known: rows for each would look alike. */
static bool are_alike(const struct msim_alloc_step *one, const struct msim_alloc_step *other)
{
    return one && other && !strcmp(one->function, "???") && !strcmp(other->function, "???") &&
           !one->line && !other->line && !strcmp(one->object, other->object);
}

static void grow(struct sheet *sheet)
{
    const struct msim_alloc_paths *paths = &sheet->alloc->paths;
    static const struct msim_alloc_step unknown = {"???", "???", "???", 0};
    MSIM_PUSH(sheet->twig, sheet->twigs, (struct twig){.is = NULL});
    for (size_t i = 0; i < paths->places; i++) {
        const struct msim_alloc_place *place = &paths->place[i];
        size_t steps;
        uint32_t on = 0;
        if (!msim_alloc_selected(sheet->alloc, place->region))
            continue;
        size_t *step = msim_alloc_paths_steps(paths, place, sheet->view->mine, &steps);
        add_counts(&sheet->twig[0], place);
        for (size_t k = 0; k < steps || !k; k++) {
            const struct msim_alloc_step *is = steps ? &paths->step[step[k]] : &unknown;
            if (are_alike(sheet->twig[on].is, is))
                continue;
            on = twig_on(sheet, on, is);
            add_counts(&sheet->twig[on], place);
        }
        free(step);
    }
}

/* --- Rows --------------------------------------------------------------------------------- */

struct ordering {
    const struct sheet *sheet;
    const uint32_t *child;
};

static bool is_first(const void *context, uint32_t a, uint32_t b)
{
    const struct ordering *of = context;
    return of->sheet->twig[of->child[a]].count[of->sheet->sort] >
           of->sheet->twig[of->child[b]].count[of->sheet->sort];
}

static void add_row(struct sheet *sheet, uint32_t number, size_t depth)
{
    const struct twig *twig = &sheet->twig[number];
    const struct msim_alloc_step *is = twig->is;
    const uint64_t *whole = sheet->twig[0].count;
    for (size_t i = 0; i < COLUMNS; i++) {
        uint64_t count = twig->count[columns[i]];
        msim_aligned_cell(&sheet->cells, "%s", msim_human_count(count).text);
        if (columns[i] == sheet->sort)
            msim_aligned_cell(&sheet->cells, "%s",
                              msim_heaped_percent(count, whole[columns[i]]).text);
    }
    sheet->rows++;
    msim_labels_next(&sheet->labels, depth * STEP);
    msim_labels_put(&sheet->labels, MSIM_LABEL_NAME, "%s", is->function);
    if (is->line)
        msim_labels_put(&sheet->labels, MSIM_LABEL_PLACE, " (%s:%" PRIu64 ")",
                        msim_base_name(is->file), is->line);
    else if (strcmp(is->object, "???") != 0)
        msim_labels_put(&sheet->labels, MSIM_LABEL_FILE, " (%s)", msim_base_name(is->object));
}

/* Adds rows for what is on the twig, that with most first. */
static void add_rows(struct sheet *sheet, uint32_t on, size_t depth)
{
    uint32_t *child = NULL;
    size_t children = 0;
    double least = sheet->view->least / 100 * (double)sheet->twig[0].count[sheet->sort];
    for (uint32_t i = sheet->twig[on].first; i; i = sheet->twig[i].next)
        MSIM_PUSH(child, children, i);
    struct ordering ordering = {sheet, child};
    uint32_t *order = msim_order((uint32_t)children, is_first, &ordering);
    for (size_t i = 0; i < children; i++) {
        uint32_t at = child[order[i]];
        uint64_t count = sheet->twig[at].count[sheet->sort];
        if (!count || (double)count < least || (!depth && i >= sheet->view->rows)) {
            sheet->hidden += !depth;
            continue;
        }
        add_row(sheet, at, depth);
        if (depth < DEEPEST)
            add_rows(sheet, at, depth + 1);
    }
    MSIM_FREE(child, order);
}

/* --- Text --------------------------------------------------------------------------------- */

static void put_head(const struct sheet *sheet, FILE *to)
{
    char *text =
        msim_printed("who allocates, and below each its callers, by %s; Temp: freed before "
                     "the next allocation",
                     msim_alloc_event_name(sheet->sort));
    fputc('\n', to);
    msim_wrap(to, text, 0, INDENT, sheet->view->width);
    fputc('\n', to);
    free(text);
}

static void put_rows(struct sheet *sheet, FILE *to)
{
    size_t used = GAP, all = COLUMNS + 1;
    for (size_t i = 0; i < all; i++)
        used += (i ? GAP : INDENT) + msim_aligned_width(&sheet->cells, i);
    size_t width = sheet->view->width;
    msim_labels_fit(&sheet->labels, width > used + NAME_LEAST ? width - used : NAME_LEAST);
    msim_aligned_put_heads(&sheet->cells, all, to);
    fputs("  function (file:line)\n", to);
    for (size_t i = 0; i < sheet->rows; i++) {
        msim_aligned_put(&sheet->cells, i, all, to);
        fprintf(to, "%*s%s\n", GAP, "", msim_labels_text(&sheet->labels, i));
    }
    if (sheet->hidden)
        fprintf(to, "(%zu more: --threshold=0 --top=%zu)\n", sheet->hidden,
                sheet->rows + sheet->hidden);
}

/* What one place adds to each library that it comes through in a function without a name. */
static bool add_unnamed(struct msim_lacking *lacking, const struct sheet *sheet,
                        const struct msim_alloc_place *place, double share)
{
    const struct msim_alloc_paths *paths = &sheet->alloc->paths;
    struct msim_names seen = {0};
    bool added = false;
    size_t steps, *step = msim_alloc_paths_steps(paths, place, sheet->view->mine, &steps);
    for (size_t i = 0; i < steps; i++) {
        const struct msim_alloc_step *is = &paths->step[step[i]];
        size_t before = seen.count;
        if (!strcmp(is->function, "???") && msim_names_number(&seen, is->object) == before)
            added |= msim_lacking_add_unnamed(lacking, is->function, is->object, share);
    }
    msim_names_free(&seen);
    free(step);
    return added;
}

/* Where the names are of functions that have none. */
static void put_unnamed(const struct sheet *sheet, FILE *to)
{
    const struct msim_alloc_paths *paths = &sheet->alloc->paths;
    double whole = (double)sheet->twig[0].count[sheet->sort], unnamed = 0;
    struct msim_lacking lacking = {.share = NULL};
    for (size_t i = 0; i < paths->places && whole > 0; i++) {
        const struct msim_alloc_place *place = &paths->place[i];
        double share = 100 * (double)place->count[sheet->sort] / whole;
        if (msim_alloc_selected(sheet->alloc, place->region) &&
            add_unnamed(&lacking, sheet, place, share))
            unnamed += share;
    }
    char *what = msim_printed("%s come through", msim_alloc_event_name(sheet->sort));
    if (msim_lacking_is_much(unnamed))
        fputc('\n', to);
    msim_lacking_put_unnamed(&lacking, unnamed, what, to);
    free(what);
    msim_lacking_free(&lacking);
}

void msim_heaped_paths(const struct msim_allocated *alloc, const struct msim_heaped_view *view,
                       FILE *to)
{
    struct sheet sheet = {.alloc = alloc,
                          .view = view,
                          .sort = view->sort == MSIM_PEAK_BYTES ? MSIM_ALLOCS : view->sort,
                          .cells = {.indent = INDENT, .gap = GAP}};
    bool is_shown = false;
    for (size_t i = 0; i < COLUMNS; i++)
        is_shown |= columns[i] == sheet.sort;
    if (!alloc->paths.places)
        return;
    sheet.sort = is_shown ? sheet.sort : MSIM_ALLOCS;
    for (size_t i = 0; i < COLUMNS; i++) {
        msim_aligned_head(&sheet.cells, "%s", msim_alloc_event_name(columns[i]));
        if (columns[i] == sheet.sort)
            msim_aligned_head(&sheet.cells, "%%");
    }
    grow(&sheet);
    add_rows(&sheet, 0, 0);
    if (sheet.rows) {
        put_head(&sheet, to);
        put_rows(&sheet, to);
        put_unnamed(&sheet, to);
    }
    msim_aligned_free(&sheet.cells);
    msim_labels_free(&sheet.labels);
    msim_names_free(&sheet.keys);
    free(sheet.twig);
}
