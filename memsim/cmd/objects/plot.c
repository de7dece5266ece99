/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pictures of structures: each is a strip of bytes, one row per cache line, in which fields are
 * boxes coloured by their share of the object's misses (the first sort column).
 *
 *     add_order (orders.c:31)  struct order, 48 bytes          D1m 33,560
 *     0   [next......][price..][........hole][items.....]       12,345
 *     64  ...
 *
 * Lines without a field are left out, and so are those beyond the first LINES of a structure.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cmd/base/human.h"
#include "cmd/columns/value.h"
#include "cmd/draw/flame.h"
#include "cmd/draw/labels.h"
#include "cmd/draw/shorten.h"
#include "present.h"

enum { WIDTH = 1100, LEFT = 90, RIGHT = 120, PLOT = WIDTH - LEFT - RIGHT };
enum { TOP = 46, TITLE = 44, ROW = 30, GAP = 22, BOTTOM = 48, LINES = 40, MOST = 12, LEGEND = 200 };
enum { NAME_ROOM = 1024 };

static const uint32_t ink = 0x222222, grey = 0x666666, grid = 0xcccccc, paper = 0xffffff,
                      cold = 0xeef3f8, hot = 0xd7301f, hole = 0xf4f4f4;

struct sheet {
    const struct msim_objects_shown *shown;
    struct msim_canvas *canvas;
    double y;
};

/* A structure that is drawn. */
struct strip {
    const struct msim_objects_row *row;
    struct msim_objects_fields fields;
    int64_t line[LINES]; /* the numbers of its lines */
    size_t lines;
    bool more;
};

/* --- Which lines -------------------------------------------------------------------------- */

static int64_t line_at(const struct sheet *sheet, int64_t offset)
{
    int64_t line = (int64_t)sheet->shown->line, number = offset / line;
    return offset % line < 0 ? number - 1 : number;
}

/* The offset of a field's last byte. */
static int64_t last_byte(const struct msim_objects_field *field)
{
    int64_t last = field->offset;
    if (field->bytes > 1 && __builtin_add_overflow(field->offset, field->bytes - 1, &last))
        last = INT64_MAX;
    return last;
}

static void find_lines(const struct sheet *sheet, struct strip *strip)
{
    for (size_t i = 0; i < strip->fields.fields && !strip->more; i++) {
        const struct msim_objects_field *field = &strip->fields.field[i];
        int64_t line = line_at(sheet, field->offset), last = line_at(sheet, last_byte(field));
        if (strip->lines && line <= strip->line[strip->lines - 1])
            line = strip->line[strip->lines - 1] + 1;
        for (; line <= last && !strip->more; line++) {
            strip->more = strip->lines == LINES;
            if (!strip->more)
                strip->line[strip->lines++] = line;
        }
    }
}

static void make_strip(const struct sheet *sheet, struct strip *strip, uint32_t row)
{
    *strip = (struct strip){.row = &sheet->shown->model->row[row]};
    msim_objects_fields_make(&strip->fields, sheet->shown->model, strip->row);
    find_lines(sheet, strip);
}

/* Of what was not asked for, only what has a structure is drawn. */
static bool is_drawn(const struct msim_objects_shown *shown, size_t i)
{
    const struct msim_objects_row *row = &shown->model->row[shown->order[i]];
    return shown->chosen ||
           (row->element.bytes && !row->is_rest && (row->kind == MSIM_OBJECT_HEAP || row->is_part));
}

/* The first place from `i` on in the order of rows that is drawn; SIZE_MAX: none. */
static size_t next_of(const struct msim_objects_shown *shown, size_t i)
{
    size_t rows = shown->chosen ? shown->chosen : shown->listed;
    while (i < rows && !is_drawn(shown, i))
        i++;
    return i < rows ? i : SIZE_MAX;
}

static double height_of(const struct strip *strip)
{
    size_t rows = strip->lines + strip->more + (strip->fields.unresolved.count != NULL);
    return TITLE + (double)rows * ROW + GAP;
}

struct msim_point msim_objects_picture_size(const struct msim_objects_shown *shown)
{
    struct sheet sheet = {.shown = shown};
    double height = TOP + BOTTOM;
    size_t drawn = 0;
    for (size_t i = next_of(shown, 0); i != SIZE_MAX && drawn < MOST; i = next_of(shown, i + 1)) {
        struct strip strip;
        drawn++;
        make_strip(&sheet, &strip, shown->order[i]);
        height += height_of(&strip);
        msim_objects_fields_free(&strip.fields);
    }
    return (struct msim_point){WIDTH, height};
}

/* --- Boxes -------------------------------------------------------------------------------- */

static void put_text(const struct sheet *sheet, double x, double y, const char *text,
                     enum msim_anchor anchor, uint32_t colour, double width)
{
    const struct msim_font font = {.size = 11, .colour = colour, .anchor = anchor};
    msim_draw_text(sheet->canvas, (struct msim_point){x, y}, text, &font, width);
}

static double amount_of(const struct sheet *sheet, const int64_t *count)
{
    return (double)msim_column_over(&sheet->shown->view.sort.column[0], count);
}

/* The part of the object's amount that the field has; the eye sees differences of small ones better
 * by their roots. */
static uint32_t colour_of(const struct sheet *sheet, const struct strip *strip,
                          const struct msim_objects_field *field)
{
    double whole = amount_of(sheet, strip->row->count), its = amount_of(sheet, field->count);
    if (its <= 0)
        return field->is_hole ? hole : paper;
    return msim_flame_between(cold, hot, whole > 0 ? sqrt(fmin(its / whole, 1)) : 0);
}

static bool is_dark(const struct sheet *sheet, const struct strip *strip,
                    const struct msim_objects_field *field)
{
    double whole = amount_of(sheet, strip->row->count), its = amount_of(sheet, field->count);
    return whole > 0 && its / whole > 0.3;
}

static const char *label_of(const struct strip *strip, const struct msim_objects_field *field,
                            char *room, size_t size)
{
    if (field->is_hole)
        return "hole";
    if (field->name && *field->name)
        return field->name;
    if (field->name)
        return strip->row->element.type->name;
    snprintf(room, size, "%" PRId64, field->offset);
    return room;
}

/* The part of a field that is in a line. */
static void draw_part(const struct sheet *sheet, const struct strip *strip,
                      const struct msim_objects_field *field, int64_t line)
{
    char number[32], text[NAME_ROOM];
    const struct msim_stroke edge = {grid, 1, MSIM_SOLID};
    double start = (double)line * (double)sheet->shown->line;
    double byte = (double)PLOT / (double)sheet->shown->line;
    double from = fmax((double)field->offset - start, 0);
    double to = fmin((double)last_byte(field) + 1 - start, (double)sheet->shown->line);
    double left = LEFT + from * byte, right = LEFT + to * byte, bottom = sheet->y + ROW - 4;
    if (to <= from)
        return;
    msim_draw_rectangle(sheet->canvas, (struct msim_point){left, sheet->y},
                        (struct msim_point){right, bottom}, colour_of(sheet, strip, field));
    const struct msim_point outline[] = {
        {left, sheet->y}, {right, sheet->y}, {right, bottom}, {left, bottom}, {left, sheet->y}};
    msim_draw_polyline(sheet->canvas, outline, 5, &edge);
    const char *label = label_of(strip, field, number, sizeof number);
    if (right - left < 14)
        return;
    msim_shorten_function(text, sizeof text, label, (size_t)((right - left - 4) / 6.5));
    put_text(sheet, (left + right) / 2, sheet->y + 17, text, MSIM_MIDDLE,
             field->is_hole                 ? grey
             : is_dark(sheet, strip, field) ? paper
                                            : ink,
             right - left - 2);
}

/* The fields that begin in a line, added up, at its right. */
static void put_sum(const struct sheet *sheet, const struct strip *strip, int64_t line)
{
    double sum = 0;
    for (size_t i = 0; i < strip->fields.fields; i++)
        if (line_at(sheet, strip->fields.field[i].offset) == line)
            sum += amount_of(sheet, strip->fields.field[i].count);
    put_text(sheet, WIDTH - RIGHT + 10, sheet->y + 17, msim_human_short(sum, false).text,
             MSIM_START, ink, RIGHT - 12);
}

/* Where a line ends or, if it has the end of the element, that. */
static double end_of(const struct sheet *sheet, const struct strip *strip, int64_t line)
{
    double size = (double)sheet->shown->line, bytes = (double)strip->row->element.bytes;
    double rest = bytes - (double)line * size;
    return LEFT + (bytes > 0 && rest > 0 && rest < size ? rest / size : 1) * PLOT;
}

static void draw_line(struct sheet *sheet, const struct strip *strip, int64_t line)
{
    char offset[32];
    const struct msim_stroke border = {ink, 1.2, MSIM_SOLID};
    double bottom = sheet->y + ROW - 4;
    snprintf(offset, sizeof offset, "%.0f", (double)line * (double)sheet->shown->line);
    put_text(sheet, LEFT - 8, sheet->y + 17, offset, MSIM_END, grey, LEFT - 12);
    for (size_t i = 0; i < strip->fields.fields; i++)
        draw_part(sheet, strip, &strip->fields.field[i], line);
    put_sum(sheet, strip, line);
    double right = end_of(sheet, strip, line);
    const struct msim_point outline[] = {
        {LEFT, sheet->y}, {right, sheet->y}, {right, bottom}, {LEFT, bottom}, {LEFT, sheet->y}};
    msim_draw_polyline(sheet->canvas, outline, 5, &border);
    sheet->y += ROW;
}

/* --- Structures --------------------------------------------------------------------------- */

static void put_title(struct sheet *sheet, const struct strip *strip)
{
    enum { LETTERS = 78, SMALL_LETTERS = 96 }; /* that there is room for */
    char text[NAME_ROOM], type[NAME_ROOM - 64], size[64] = "";
    const struct msim_objects_row *row = strip->row;
    struct msim_labels labels = {.count = 0};
    const struct msim_column *column = &sheet->shown->view.sort.column[0];
    const struct msim_font bold = {.size = 13, .colour = ink, .anchor = MSIM_START, .bold = true};
    if (row->element.bytes)
        snprintf(size, sizeof size, ", %" PRIu64 " bytes", row->element.bytes);
    msim_labels_next(&labels, 0);
    msim_labels_put(&labels, MSIM_LABEL_NAME, "%s", row->name);
    if (*row->place)
        msim_labels_put(&labels, MSIM_LABEL_PLACE, " (%s)", row->place);
    msim_labels_fit(&labels, LETTERS);
    msim_draw_text(sheet->canvas, (struct msim_point){LEFT, sheet->y + 16},
                   msim_labels_text(&labels, 0), &bold, PLOT - 200);
    msim_labels_free(&labels);
    msim_shorten_function(type, sizeof type,
                          row->element.type ? row->element.type->name : "unknown type",
                          SMALL_LETTERS - strlen(size));
    snprintf(text, sizeof text, "%s%s", type, size);
    put_text(sheet, LEFT, sheet->y + 34, text, MSIM_START, grey, PLOT - 200);
    snprintf(text, sizeof text, "%s %s", column->name, msim_value_exact(column, row->count).text);
    put_text(sheet, WIDTH - RIGHT, sheet->y + 16, text, MSIM_END, ink, 200);
    sheet->y += TITLE;
}

static void put_unresolved(struct sheet *sheet, const struct strip *strip)
{
    char text[128];
    const struct msim_column *column = &sheet->shown->view.sort.column[0];
    snprintf(text, sizeof text, "no field known: %s %s", column->name,
             msim_value_exact(column, strip->fields.unresolved.count).text);
    put_text(sheet, LEFT, sheet->y + 17, text, MSIM_START, grey, PLOT);
    sheet->y += ROW;
}

static void draw_strip(struct sheet *sheet, const struct strip *strip)
{
    put_title(sheet, strip);
    for (size_t i = 0; i < strip->lines; i++)
        draw_line(sheet, strip, strip->line[i]);
    if (strip->more) {
        put_text(sheet, LEFT, sheet->y + 17, "...", MSIM_START, grey, PLOT);
        sheet->y += ROW;
    }
    if (strip->fields.unresolved.count)
        put_unresolved(sheet, strip);
    sheet->y += GAP;
}

static void put_legend(const struct sheet *sheet)
{
    enum { STEPS = 20 };
    char text[128];
    for (int i = 0; i < STEPS; i++) {
        double from = LEFT + (double)i * LEGEND / STEPS, to = LEFT + (i + 1.0) * LEGEND / STEPS;
        msim_draw_rectangle(sheet->canvas, (struct msim_point){from, sheet->y},
                            (struct msim_point){to, sheet->y + 12},
                            msim_flame_between(cold, hot, sqrt((i + 0.5) / STEPS)));
    }
    put_text(sheet, LEFT - 8, sheet->y + 10, "0", MSIM_END, grey, 0);
    snprintf(text, sizeof text, "100%% of the object's %s; rows are lines of %" PRIu64 " bytes",
             sheet->shown->view.sort.column[0].name, sheet->shown->line);
    put_text(sheet, LEFT + LEGEND + 8, sheet->y + 10, text, MSIM_START, grey, 0);
}

void msim_objects_picture(const struct msim_objects_shown *shown, struct msim_canvas *canvas)
{
    struct sheet sheet = {.shown = shown, .canvas = canvas, .y = TOP};
    const struct msim_font title = {.size = 15, .colour = ink, .anchor = MSIM_START, .bold = true};
    const char *command = shown->model->objects->command;
    msim_draw_text(canvas, (struct msim_point){LEFT, 26}, command ? command : "", &title,
                   PLOT + RIGHT);
    size_t drawn = 0;
    for (size_t i = next_of(shown, 0); i != SIZE_MAX && drawn < MOST; i = next_of(shown, i + 1)) {
        struct strip strip;
        drawn++;
        make_strip(&sheet, &strip, shown->order[i]);
        draw_strip(&sheet, &strip);
        msim_objects_fields_free(&strip.fields);
    }
    if (drawn)
        put_legend(&sheet);
    else
        put_text(&sheet, LEFT, TOP + 16, "no object with a known structure reaches the threshold",
                 MSIM_START, grey, 0);
}
