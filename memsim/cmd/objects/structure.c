/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The structure of an object as text: a row per field with its bytes, references and misses, holes,
 * and a line where a cache line begins.
 *
 * Lines are drawn as if the element began one.  In an array, elements whose size is no multiple of
 * a line's begin elsewhere; how many of them lie in more lines than they need is said below.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/utf8.h"
#include "cmd/base/wrap.h"
#include "cmd/listing/cells.h"
#include "cmd/names/labels.h"
#include "present.h"

enum { REFERENCES = 12, OFFSET = 7, SIZE = 6, NAME = 30 };

struct drawing {
    const struct msim_objects_shown *shown;
    const struct msim_objects_row *row;
    struct msim_objects_fields fields;
    struct msim_cells cells;
    struct msim_labels names; /* of the fields */
    FILE *to;
};

/* "int price", "char *[4] name", "(hole of 4 bytes)" */
char *msim_objects_field_text(const struct msim_objects_row *row,
                              const struct msim_objects_field *field)
{
    char *text = NULL;
    size_t size;
    FILE *to = msim_open_text(&text, &size);
    if (field->is_hole)
        fprintf(to, "(hole of %" PRIu64 " bytes)", field->bytes);
    else if (field->type && field->type->type && *field->name)
        fprintf(to, "%s %s", field->type->type->name, field->name);
    else if (field->name && *field->name)
        fputs(field->name, to);
    else if (field->name)
        fputs(row->element.type->name, to);
    fclose(to);
    return text;
}

/* How wide numbers of references are. */
static int width_of(const struct drawing *drawing)
{
    return msim_objects_number_in(&drawing->shown->view, 0, REFERENCES).width;
}

static void put_counts(const struct drawing *drawing, const struct msim_objects_field *field)
{
    bool any = field->references[MSIM_READ] || field->references[MSIM_WRITE] ||
               field->references[MSIM_FETCH];
    msim_cells_numbers(&drawing->cells, any ? field->count : NULL, drawing->to);
    const struct msim_view *view = &drawing->shown->view;
    for (int access = MSIM_READ; access <= MSIM_WRITE; access++) {
        struct msim_objects_number number =
            msim_objects_number_in(view, field->references[access], REFERENCES);
        fprintf(drawing->to, " %*s", number.width, any ? number.text.text : ".");
    }
}

static void put_field(const struct drawing *drawing, size_t number)
{
    const struct msim_objects_field *field = &drawing->fields.field[number];
    put_counts(drawing, field);
    fprintf(drawing->to, " %*" PRId64 " %*" PRIu64, OFFSET, field->offset, SIZE, field->bytes);
    const char *text = msim_labels_text(&drawing->names, number);
    fprintf(drawing->to, "%s%s\n", *text ? "  " : "", text);
}

/* The lines that begin after `from`, up to `to`. */
static void put_borders(const struct drawing *drawing, int64_t from, int64_t to)
{
    int64_t line = (int64_t)drawing->shown->line;
    int64_t last = from < 0 ? -((-from + line - 1) / line) : from / line;
    int64_t next = to < 0 ? -((-to + line - 1) / line) : to / line;
    if (next <= last)
        return;
    fprintf(drawing->to, "%*s", (int)msim_cells_width(&drawing->cells) + 2 * width_of(drawing) + 3,
            "");
    fprintf(drawing->to, "%*" PRId64 " %*s  -- line %" PRId64 " --\n", OFFSET, next * line, SIZE,
            "", next);
}

/* A member keeps its name where its type loses namespaces. */
static void add_name(struct msim_labels *names, const struct msim_objects_row *row,
                     const struct msim_objects_field *field)
{
    char *text = msim_objects_field_text(row, field);
    const char *name = field->name && *field->name ? field->name : NULL;
    size_t length = text ? strlen(text) : 0, end = name ? strlen(name) : 0;
    msim_labels_next(names, 0);
    if (end && length > end && !strcmp(text + length - end, name)) {
        msim_labels_put(names, MSIM_LABEL_NAME, "%.*s", (int)(length - end), text);
        msim_labels_put(names, MSIM_LABEL_MEMBER, "%s", name);
    } else if (text) {
        msim_labels_put(names, MSIM_LABEL_NAME, "%s", text);
    }
    free(text);
}

static void measure(struct drawing *drawing)
{
    const struct msim_view *view = &drawing->shown->view;
    msim_cells_make(&drawing->cells, view);
    drawing->cells.drops_parts = true;
    for (size_t i = 0; i < drawing->fields.fields; i++)
        msim_cells_measure(&drawing->cells, drawing->fields.field[i].count);
    msim_cells_measure(&drawing->cells, drawing->row->count);
    size_t fixed = 2 * (size_t)width_of(drawing) + OFFSET + SIZE + 6;
    msim_table_fit(&drawing->cells, 0, fixed + NAME);
    size_t used = msim_cells_width(&drawing->cells) + fixed;
    size_t room = !view->width ? SIZE_MAX : view->width > used + NAME ? view->width - used : NAME;
    for (size_t i = 0; i < drawing->fields.fields; i++)
        add_name(&drawing->names, drawing->row, &drawing->fields.field[i]);
    msim_labels_fit(&drawing->names, room);
}

/* --- Around it ---------------------------------------------------------------------------- */

/* How many of the elements that an array has before they begin a line again lie in more lines than
 * necessary. */
static void put_straddling(const struct drawing *drawing)
{
    uint64_t bytes = drawing->row->element.bytes, line = drawing->shown->line, straddling = 0;
    uint64_t need = (bytes + line - 1) / line, elements = line;
    while (elements > 1 && elements / 2 * bytes % line == 0)
        elements /= 2;
    for (uint64_t i = 0; i < elements; i++) {
        uint64_t first = i * bytes / line, last = ((i + 1) * bytes - 1) / line;
        straddling += last - first + 1 > need;
    }
    if (straddling)
        fprintf(drawing->to,
                "In an array that begins a line, %" PRIu64 " of %" PRIu64
                " elements lie in more lines than they need.\n",
                straddling, elements);
}

static void put_title(const struct drawing *drawing)
{
    const struct msim_objects_element *element = &drawing->row->element;
    FILE *to = drawing->to;
    if (element->type) {
        msim_utf8_put(to, element->type->name, SIZE_MAX);
        fprintf(to, ": %" PRIu64 " bytes", element->bytes);
    } else if (element->bytes) {
        fprintf(to, "Offsets in elements of %" PRIu64 " bytes, whose type is unknown",
                element->bytes);
    } else {
        fputs("Offsets", to);
    }
    if (element->start)
        fprintf(to, ", from byte %" PRIu64 " of the block on", element->start);
    if (drawing->fields.used && element->bytes)
        fprintf(to, "; %" PRIu64 " of %" PRIu64 " bytes %s", drawing->fields.used, element->bytes,
                drawing->shown->model->objects->accesses ? "are used" : "were missed");
    fputc('\n', to);
}

static void put_all(const struct drawing *drawing)
{
    const struct msim_objects_fields *fields = &drawing->fields;
    size_t left_out = 0, listed = 0;
    int64_t before = INT64_MIN / 2;
    bool borders = drawing->row->element.bytes > 0;
    for (size_t i = 0; i < fields->fields; i++) {
        const struct msim_objects_field *field = &fields->field[i];
        if (listed == drawing->shown->limit) {
            left_out = fields->fields - i;
            break;
        }
        if (borders && i)
            put_borders(drawing, before, field->offset);
        put_field(drawing, i);
        before = field->offset;
        listed++;
    }
    if (left_out)
        fprintf(drawing->to, "(%zu more; --limit=0 shows all)\n", left_out);
    if (fields->unresolved.count) {
        put_counts(drawing, &fields->unresolved);
        fprintf(drawing->to, " %*s %*s  (unresolved)\n", OFFSET, "", SIZE, "");
    }
}

void msim_objects_structure(const struct msim_objects_shown *shown, uint32_t number, FILE *to)
{
    char head[100];
    struct drawing drawing = {.shown = shown, .row = &shown->model->row[number], .to = to};
    const struct msim_objects_element *element = &drawing.row->element;
    msim_objects_fields_make(&drawing.fields, shown->model, drawing.row);
    struct msim_wrapped wrapped;
    drawing.to = msim_wrap_begin(&wrapped);
    put_title(&drawing);
    msim_wrap_end(&wrapped, to, 4, shown->view.width);
    drawing.to = to;
    measure(&drawing);
    snprintf(head, sizeof head, "%*s %*s %*s %*s  field", width_of(&drawing), "reads",
             width_of(&drawing), "writes", OFFSET, "offset", SIZE, "size");
    msim_table_head(&drawing.cells, 0, head, to);
    put_all(&drawing);
    drawing.to = msim_wrap_begin(&wrapped);
    if (element->bytes && element->bytes < UINT64_MAX / shown->line)
        put_straddling(&drawing);
    msim_wrap_end(&wrapped, to, 4, shown->view.width);
    drawing.to = to;
    fputc('\n', to);
    msim_cells_free(&drawing.cells);
    msim_labels_free(&drawing.names);
    msim_objects_fields_free(&drawing.fields);
}
