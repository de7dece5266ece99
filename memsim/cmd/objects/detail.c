/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One object as text: where it is from, how it lives and is used, who misses on it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/utf8.h"
#include "cmd/base/wrap.h"
#include "cmd/data/model/fields.h"
#include "cmd/data/typed/typed.h"
#include "cmd/listing/cells.h"
#include "cmd/names/labels.h"
#include "present.h"

enum { REFERENCES = 12, NAME = 30, FRAMES = 100, FRAME_ROOM = 4096 };

/* --- What it is --------------------------------------------------------------------------- */

static void put_text(FILE *to, const char *text)
{
    msim_utf8_put(to, text, SIZE_MAX);
}

static void put_sizes(const struct msim_objects_row *row, FILE *to)
{
    if (!row->blocks)
        return;
    if (row->kind != MSIM_OBJECT_HEAP) {
        fprintf(to, "%s bytes\n", msim_human_count(row->bytes).text);
        return;
    }
    fprintf(to, "%s block%s of %s", msim_human_count(row->blocks).text, row->blocks == 1 ? "" : "s",
            msim_human_count(row->low).text);
    if (row->high != row->low)
        fprintf(to, " to %s", msim_human_count(row->high).text);
    fprintf(to, " bytes, together %s\n", msim_human_count(row->bytes).text);
}

static void put_life(const struct msim_objects_shown *shown, const struct msim_objects_row *row,
                     FILE *to)
{
    uint64_t whole = shown->model->objects->instructions;
    if (!row->lived)
        return;
    uint64_t each = row->lifetime / row->lived;
    fprintf(to, "Life of a block: %s instructions on average", msim_human_count(each).text);
    if (whole)
        fprintf(to, ", %s of the run",
                msim_human_share(msim_percent((double)each, (double)whole)).text);
    fputc('\n', to);
}

static void put_use(const struct msim_objects_shown *shown, const struct msim_objects_row *row,
                    FILE *to)
{
    struct msim_objects_pattern pattern = msim_objects_pattern_of(shown->model, row);
    double steps = (double)pattern.near + (double)pattern.steady + (double)pattern.random;
    const char *missed = shown->model->objects->accesses ? "" : " that missed a first level";
    char fetches[64] = "", steps_text[160] = "";
    if (row->references[MSIM_FETCH])
        snprintf(fetches, sizeof fetches, ", %s fetches",
                 msim_human_count(row->references[MSIM_FETCH]).text);
    if (steps > 0)
        snprintf(steps_text, sizeof steps_text, ": %s sequential, %s strided, %s random",
                 msim_human_share(msim_percent((double)pattern.near, steps)).text,
                 msim_human_share(msim_percent((double)pattern.steady, steps)).text,
                 msim_human_share(msim_percent((double)pattern.random, steps)).text);
    char *text = msim_printed(
        "%s reads and %s writes%s%s%s", msim_human_count(row->references[MSIM_READ]).text,
        msim_human_count(row->references[MSIM_WRITE]).text, missed, fetches, steps_text);
    msim_wrap(to, text, 0, 4, shown->view.width);
    free(text);
}

static void put_title(const struct msim_objects_shown *shown, uint32_t number, FILE *to)
{
    const struct msim_objects_row *row = &shown->model->row[number];
    const struct msim_type *type = row->type ? row->type : row->element.type;
    fprintf(to, "Object %" PRIu32 ", %s: ", msim_objects_number(number),
            msim_object_kinds[row->kind]);
    put_text(to, row->name);
    if (*row->place) {
        fputs(" (", to);
        put_text(to, row->place);
        fputc(')', to);
    }
    if (row->is_rest)
        fputs(", no variable known", to);
    fputc('\n', to);
    if (type) {
        fputs("Type: ", to);
        put_text(to, type->name);
        fputs(row->element.given ? ", as given\n" : "\n", to);
    }
    if (*row->module && row->kind != MSIM_OBJECT_HEAP) {
        fputs("File: ", to);
        put_text(to, row->module);
        fputc('\n', to);
    }
    put_sizes(row, to);
    put_life(shown, row, to);
    put_use(shown, row, to);
    fputc('\n', to);
}

/* --- Where it is allocated ---------------------------------------------------------------- */

static void put_frame(const struct msim_object_set *objects, const struct msim_objects_site *frame,
                      FILE *to)
{
    char *place = msim_objects_place(frame);
    put_text(to, msim_objects_function_name(objects, frame->function));
    if (*place) {
        fputs(" (", to);
        put_text(to, place);
        fputc(')', to);
    }
    free(place);
}

struct ordering {
    const struct msim_objects_shown *shown;
    const struct msim_objects_users *users;
};

static bool is_before(const void *context, uint32_t a, uint32_t b)
{
    const struct ordering *of = context;
    return msim_view_order(&of->shown->view, of->users->user[a].count, of->users->user[b].count) <
           0;
}

/* All stacks, each from the allocation outwards; a function that calls itself has one line. */
static void put_stacks(const struct msim_objects_shown *shown, const struct msim_objects_row *row,
                       FILE *to)
{
    const struct msim_object_set *objects = shown->model->objects;
    struct msim_objects_users users;
    struct ordering ordering = {shown, &users};
    msim_objects_stacks(&users, shown->model, row);
    uint32_t *order = msim_order((uint32_t)users.users, is_before, &ordering);
    for (size_t i = 0; i < users.users && i < shown->limit; i++) {
        const struct msim_objects_user *user = &users.user[order[i]];
        uint32_t at = user->of;
        fprintf(to, "Allocated by (%s block%s, %s bytes)\n", msim_human_count(user->blocks).text,
                user->blocks == 1 ? "" : "s", msim_human_count(user->bytes).text);
        for (int depth = 0; at && depth < FRAMES; depth++) {
            uint32_t outside = msim_objects_outside(objects, at);
            fputs("    ", to);
            put_frame(objects, &objects->frame[objects->stack[at].of], to);
            fputs(outside == objects->stack[at].outer ? "\n" : ", recursive\n", to);
            at = outside;
        }
        if (at || !user->of)
            fputs(user->of ? "    ...\n" : "    an unknown stack\n", to);
        fputc('\n', to);
    }
    if (users.users > shown->limit)
        fprintf(to, "(%zu more stacks; --limit=0 shows all)\n\n", users.users - shown->limit);
    free(order);
    msim_objects_users_free(&users);
}

/* --- Who misses on it --------------------------------------------------------------------- */

/* "total_of < main": functions from the innermost outwards. */
static void add_context(struct msim_labels *labels, const struct msim_object_set *objects,
                        uint32_t context, bool is_limited)
{
    char *callers = msim_copy("");
    msim_labels_next(labels, 0);
    msim_labels_put(labels, MSIM_LABEL_NAME, "%s",
                    context ? msim_objects_function_name(objects, objects->context[context].of)
                            : "an unknown context");
    while (context && (context = objects->context[context].outer) != 0 &&
           strlen(callers) < FRAME_ROOM)
        callers = msim_labels_caller(
            callers, msim_objects_function_name(objects, objects->context[context].of), is_limited);
    msim_labels_put(labels, MSIM_LABEL_TAIL, "%s", callers);
    free(callers);
}

static void add_names(struct msim_labels *labels, const struct msim_objects_shown *shown,
                      const struct msim_objects_users *users, const uint32_t *order, size_t listed,
                      bool are_lines, size_t room)
{
    const struct msim_object_set *objects = shown->model->objects;
    for (size_t i = 0; i < listed; i++) {
        uint32_t of = users->user[order[i]].of;
        if (are_lines)
            msim_objects_label_site(labels, objects, &objects->site[of]);
        else
            add_context(labels, objects, of, room != SIZE_MAX);
    }
    msim_labels_fit(labels, room);
}

static struct msim_human number_of(const struct msim_objects_shown *shown, uint64_t references)
{
    return msim_objects_number_in(&shown->view, references, REFERENCES).text;
}

static void put_users(const struct msim_objects_shown *shown, struct msim_objects_users *users,
                      bool are_lines, FILE *to)
{
    char head[80];
    struct msim_cells cells;
    struct msim_labels labels = {.count = 0};
    struct ordering ordering = {shown, users};
    uint32_t *order = msim_order((uint32_t)users->users, is_before, &ordering);
    size_t listed = users->users < shown->limit ? users->users : shown->limit;
    msim_cells_make(&cells, &shown->view);
    cells.drops_parts = true;
    for (size_t i = 0; i < listed; i++)
        msim_cells_measure(&cells, users->user[order[i]].count);
    int width = msim_objects_number_in(&shown->view, 0, REFERENCES).width;
    size_t fixed = 2 * (size_t)width + 4;
    msim_table_fit(&cells, 0, fixed + NAME);
    snprintf(head, sizeof head, "%*s %*s  %s", width, "reads", width, "writes",
             are_lines ? "function (line)" : "context, from the innermost");
    msim_table_head(&cells, 0, head, to);
    size_t used = msim_cells_width(&cells) + fixed, all = shown->view.width;
    size_t room = !all ? SIZE_MAX : all > used + NAME ? all - used : NAME;
    add_names(&labels, shown, users, order, listed, are_lines, room);
    for (size_t i = 0; i < listed; i++) {
        const struct msim_objects_user *user = &users->user[order[i]];
        msim_cells_numbers(&cells, user->count, to);
        fprintf(to, " %*s %*s  ", width, number_of(shown, user->references[MSIM_READ]).text, width,
                number_of(shown, user->references[MSIM_WRITE]).text);
        fprintf(to, "%s\n", msim_labels_text(&labels, i));
    }
    msim_labels_free(&labels);
    if (users->users > listed)
        fprintf(to, "(%zu more; --limit=0 shows all)\n", users->users - listed);
    fputc('\n', to);
    msim_cells_free(&cells);
    free(order);
}

void msim_objects_detail(const struct msim_objects_shown *shown, uint32_t number, FILE *to)
{
    const struct msim_objects_row *row = &shown->model->row[number];
    struct msim_objects_users users;
    put_title(shown, number, to);
    put_stacks(shown, row, to);
    msim_objects_lines(&users, shown->model, row);
    fputs("Lines that use it\n", to);
    put_users(shown, &users, true, to);
    msim_objects_users_free(&users);
    msim_objects_contexts(&users, shown->model, row);
    if (users.users) {
        fputs("Calling contexts\n", to);
        put_users(shown, &users, false, to);
    }
    msim_objects_users_free(&users);
    msim_objects_structure(shown, number, to);
    msim_objects_together(shown, number, to);
}
