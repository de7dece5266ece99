/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pictures of structures: each is a strip of bytes, one row per cache line, in which fields are
 * boxes coloured by their share of the object's misses (the first sort column).
 *
 *     add_order (orders.c:31)  struct order, 48 bytes          D1m 33,560
 *     0   [next......][price..][........hole][items.....]       12,345
 *     64  ...
 *
 * Lines without a field are left out, and so are those beyond the first LINES of a structure.  A
 * field whose box is too narrow for its name has a number there, and numbers are explained below
 * the strip.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/columns/value.h"
#include "cmd/draw/flame.h"
#include "cmd/draw/sheet.h"
#include "cmd/names/labels.h"
#include "cmd/names/shorten.h"
#include "present.h"

enum { WIDTH = 1100, LEFT = 90, RIGHT = 120, NARROW_LEFT = 40, NARROW_RIGHT = 56 };
enum { TITLE = 44, ROW = 30, GAP = 22, BOTTOM = 56, LINES = 40, MOST = 12, LEGEND = 200 };
enum { EDGE = 16, HEAD = 26, KEYS_MOST = 99, KEY_LINES = 8, TEXT = 11, LETTER = 7 };
enum { NAME_ROOM = 1024, COUNT = 200 };

/* Of names, relative to the font size: bold and capital letters are wider than others. */
#define WIDE_LETTER 0.6

static const uint32_t ink = 0x222222, grey = 0x666666, grid = 0xcccccc, paper = 0xffffff,
                      cold = 0xeef3f8, hot = 0xd7301f, hole = 0xf4f4f4;

struct sheet {
    const struct msim_objects_shown *shown;
    struct msim_canvas *canvas;
    double width, left, right, y;
};

static bool is_narrow(const struct sheet *sheet)
{
    return msim_sheet_is_narrow(sheet->width);
}

static struct sheet sheet_of(const struct msim_objects_shown *shown, double width)
{
    struct sheet sheet = {.shown = shown, .width = width};
    sheet.left = is_narrow(&sheet) ? NARROW_LEFT : LEFT;
    sheet.right = width - (is_narrow(&sheet) ? NARROW_RIGHT : RIGHT);
    return sheet;
}

/* A structure that is drawn. */
struct strip {
    const struct msim_objects_row *row;
    struct msim_objects_fields fields;
    int64_t line[LINES]; /* the numbers of its lines */
    size_t lines;
    bool more;
    unsigned *key; /* of each field; 0: none */
    char *keys;    /* what they mean */
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

/* Where a part of a field lies, from the beginning of line `line`; false: it is not there. */
static bool part_of(const struct sheet *sheet, const struct msim_objects_field *field, int64_t line,
                    double *left, double *right)
{
    double start = (double)line * (double)sheet->shown->line;
    double byte = (sheet->right - sheet->left) / (double)sheet->shown->line;
    double from = fmax((double)field->offset - start, 0);
    double to = fmin((double)last_byte(field) + 1 - start, (double)sheet->shown->line);
    *left = sheet->left + from * byte;
    *right = sheet->left + to * byte;
    return to > from;
}

static bool fits(const char *text, double width)
{
    return msim_text_width(text, TEXT) <= width - 4;
}

/* Gives a number to a field whose name fits no part of it. */
static void give_key(const struct sheet *sheet, struct strip *strip, size_t number, unsigned *keys)
{
    const struct msim_objects_field *field = &strip->fields.field[number];
    double widest = 0, left, right;
    for (size_t i = 0; i < strip->lines; i++)
        if (part_of(sheet, field, strip->line[i], &left, &right))
            widest = fmax(widest, right - left);
    if (field->is_hole || !field->name || !*field->name || fits(field->name, widest) ||
        widest < (*keys + 1 > 9 ? 2 * LETTER : LETTER) || *keys == KEYS_MOST)
        return;
    strip->key[number] = ++*keys;
    char *all = msim_printed("%s%s%u %s", strip->keys, *keys > 1 ? "   " : "", *keys, field->name);
    free(strip->keys);
    strip->keys = all;
}

static void make_strip(const struct sheet *sheet, struct strip *strip, uint32_t row)
{
    unsigned keys = 0;
    *strip = (struct strip){.row = &sheet->shown->model->row[row], .keys = msim_copy("")};
    msim_objects_fields_make(&strip->fields, sheet->shown->model, strip->row);
    find_lines(sheet, strip);
    strip->key = msim_zeroed(strip->fields.fields, sizeof *strip->key);
    for (size_t i = 0; i < strip->fields.fields; i++)
        give_key(sheet, strip, i, &keys);
}

static void free_strip(struct strip *strip)
{
    msim_objects_fields_free(&strip->fields);
    MSIM_FREE(strip->key, strip->keys);
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

static double keys_height(const struct sheet *sheet, const struct strip *strip)
{
    return msim_wrapped_height(strip->keys, TEXT, sheet->width - sheet->left - EDGE, KEY_LINES);
}

static double height_of(const struct sheet *sheet, const struct strip *strip)
{
    size_t rows = strip->lines + strip->more + (strip->fields.unresolved.count != NULL);
    return TITLE + (is_narrow(sheet) ? TITLE / 2 : 0) + (double)rows * ROW +
           keys_height(sheet, strip) + GAP;
}

/* --- Boxes -------------------------------------------------------------------------------- */

static void put_text(const struct sheet *sheet, double x, double y, const char *text,
                     enum msim_anchor anchor, uint32_t colour, double width)
{
    const struct msim_font font = {.size = TEXT, .colour = colour, .anchor = anchor};
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

/* What stands in a box: the whole name, the number that means it, or nothing. */
static void label_of(const struct strip *strip, size_t number, double width, char *to, size_t room)
{
    const struct msim_objects_field *field = &strip->fields.field[number];
    if (field->is_hole)
        snprintf(to, room, "hole");
    else if (field->name && *field->name)
        snprintf(to, room, "%.*s", (int)room - 1, field->name);
    else if (field->name)
        msim_shorten_function(to, room, strip->row->element.type->name,
                              (size_t)fmax(2, (width - 4) / (0.58 * TEXT)));
    else
        snprintf(to, room, "%" PRId64, field->offset);
    if (!fits(to, width) && strip->key[number])
        snprintf(to, room, "%u", strip->key[number]);
    else if (!fits(to, width))
        *to = 0;
}

/* The part of a field that is in a line. */
static void draw_part(const struct sheet *sheet, const struct strip *strip, size_t number,
                      int64_t line)
{
    char text[NAME_ROOM];
    double left, right, bottom = sheet->y + ROW - 4;
    const struct msim_stroke edge = {grid, 1, MSIM_SOLID};
    const struct msim_objects_field *field = &strip->fields.field[number];
    if (!part_of(sheet, field, line, &left, &right))
        return;
    msim_draw_rectangle(sheet->canvas, (struct msim_point){left, sheet->y},
                        (struct msim_point){right, bottom}, colour_of(sheet, strip, field));
    const struct msim_point outline[] = {
        {left, sheet->y}, {right, sheet->y}, {right, bottom}, {left, bottom}, {left, sheet->y}};
    msim_draw_polyline(sheet->canvas, outline, 5, &edge);
    label_of(strip, number, right - left, text, sizeof text);
    put_text(sheet, (left + right) / 2, sheet->y + 17, text, MSIM_MIDDLE,
             field->is_hole                 ? grey
             : is_dark(sheet, strip, field) ? paper
                                            : ink,
             0);
}

/* The fields that begin in a line, added up, at its right. */
static void put_sum(const struct sheet *sheet, const struct strip *strip, int64_t line)
{
    double sum = 0;
    for (size_t i = 0; i < strip->fields.fields; i++)
        if (line_at(sheet, strip->fields.field[i].offset) == line)
            sum += amount_of(sheet, strip->fields.field[i].count);
    put_text(sheet, sheet->right + 10, sheet->y + 17, msim_human_short(sum, false).text, MSIM_START,
             ink, 0);
}

/* Where a line ends or, if it has the end of the element, that. */
static double end_of(const struct sheet *sheet, const struct strip *strip, int64_t line)
{
    double size = (double)sheet->shown->line, bytes = (double)strip->row->element.bytes;
    double rest = bytes - (double)line * size;
    double part = bytes > 0 && rest > 0 && rest < size ? rest / size : 1;
    return sheet->left + part * (sheet->right - sheet->left);
}

static void draw_line(struct sheet *sheet, const struct strip *strip, int64_t line)
{
    char offset[32];
    const struct msim_stroke border = {ink, 1.2, MSIM_SOLID};
    double bottom = sheet->y + ROW - 4;
    snprintf(offset, sizeof offset, "%.0f", (double)line * (double)sheet->shown->line);
    put_text(sheet, sheet->left - 8, sheet->y + 17, offset, MSIM_END, grey, 0);
    for (size_t i = 0; i < strip->fields.fields; i++)
        draw_part(sheet, strip, i, line);
    put_sum(sheet, strip, line);
    double right = end_of(sheet, strip, line);
    const struct msim_point outline[] = {{sheet->left, sheet->y},
                                         {right, sheet->y},
                                         {right, bottom},
                                         {sheet->left, bottom},
                                         {sheet->left, sheet->y}};
    msim_draw_polyline(sheet->canvas, outline, 5, &border);
    sheet->y += ROW;
}

/* --- Structures --------------------------------------------------------------------------- */

/* Its name and type, with the count beside the name or, if that is too narrow, below the type. */
static void put_title(struct sheet *sheet, const struct strip *strip)
{
    char text[NAME_ROOM], type[NAME_ROOM - 64], size[64] = "";
    const struct msim_objects_row *row = strip->row;
    struct msim_labels labels = {.count = 0};
    const struct msim_column *column = &sheet->shown->view.sort.column[0];
    const struct msim_font bold = {.size = 13, .colour = ink, .anchor = MSIM_START, .bold = true};
    double left = is_narrow(sheet) ? EDGE : sheet->left;
    double room = is_narrow(sheet) ? sheet->width - 2 * EDGE : sheet->right - left - COUNT;
    if (row->element.bytes)
        snprintf(size, sizeof size, ", %" PRIu64 " bytes", row->element.bytes);
    msim_labels_next(&labels, 0);
    msim_labels_put(&labels, MSIM_LABEL_NAME, "%s", row->name);
    if (*row->place)
        msim_labels_put(&labels, MSIM_LABEL_PLACE, " (%s)", row->place);
    msim_labels_fit(&labels, (size_t)(room / (bold.size * WIDE_LETTER)));
    msim_draw_text(sheet->canvas, (struct msim_point){left, sheet->y + 16},
                   msim_labels_text(&labels, 0), &bold, 0);
    msim_labels_free(&labels);
    msim_shorten_function(type, sizeof type,
                          row->element.type ? row->element.type->name : "unknown type",
                          (size_t)(room / (TEXT * WIDE_LETTER)) - strlen(size));
    snprintf(text, sizeof text, "%s%s", type, size);
    put_text(sheet, left, sheet->y + 34, text, MSIM_START, grey, 0);
    snprintf(text, sizeof text, "%s %s", column->name, msim_value_exact(column, row->count).text);
    if (is_narrow(sheet))
        put_text(sheet, left, sheet->y + 52, text, MSIM_START, ink, 0);
    else
        put_text(sheet, sheet->right, sheet->y + 16, text, MSIM_END, ink, COUNT);
    sheet->y += TITLE + (is_narrow(sheet) ? TITLE / 2 : 0);
}

static void put_unresolved(struct sheet *sheet, const struct strip *strip)
{
    char text[128];
    const struct msim_column *column = &sheet->shown->view.sort.column[0];
    snprintf(text, sizeof text, "no field known: %s %s", column->name,
             msim_value_exact(column, strip->fields.unresolved.count).text);
    put_text(sheet, sheet->left, sheet->y + 17, text, MSIM_START, grey, 0);
    sheet->y += ROW;
}

static void draw_strip(struct sheet *sheet, const struct strip *strip)
{
    put_title(sheet, strip);
    for (size_t i = 0; i < strip->lines; i++)
        draw_line(sheet, strip, strip->line[i]);
    if (strip->more) {
        put_text(sheet, sheet->left, sheet->y + 17, "and more lines", MSIM_START, grey, 0);
        sheet->y += ROW;
    }
    if (strip->fields.unresolved.count)
        put_unresolved(sheet, strip);
    const struct msim_font font = {.size = TEXT, .colour = ink};
    sheet->y += msim_draw_wrapped(sheet->canvas, (struct msim_point){sheet->left, sheet->y + 8},
                                  strip->keys, &font, sheet->width - sheet->left - EDGE, KEY_LINES);
    sheet->y += GAP;
}

/* Its text is beside the ramp or, if that is too narrow, below it. */
static void put_legend(const struct sheet *sheet, double y)
{
    enum { STEPS = 20 };
    char text[128];
    double left = is_narrow(sheet) ? NARROW_LEFT : sheet->left;
    for (int i = 0; i < STEPS; i++) {
        double from = left + (double)i * LEGEND / STEPS, to = left + (i + 1.0) * LEGEND / STEPS;
        msim_draw_rectangle(sheet->canvas, (struct msim_point){from, y},
                            (struct msim_point){to, y + 12},
                            msim_flame_between(cold, hot, sqrt((i + 0.5) / STEPS)));
    }
    put_text(sheet, left - 8, y + 10, "0", MSIM_END, grey, 0);
    snprintf(text, sizeof text, "100%% of the object's %s; rows are lines of %" PRIu64 " bytes",
             sheet->shown->view.sort.column[0].name, sheet->shown->line);
    put_text(sheet, is_narrow(sheet) ? EDGE : left + LEGEND + 8, is_narrow(sheet) ? y + 28 : y + 10,
             text, MSIM_START, grey, 0);
}

static const struct msim_font heading = {.size = 15, .colour = 0x222222, .bold = true};

static const char *command_of(const struct sheet *sheet)
{
    const char *command = sheet->shown->model->objects->command;
    return command ? command : "";
}

/* Returns where the heading ends; without a canvas, draws nothing. */
static double draw_head(const struct sheet *sheet)
{
    return HEAD + msim_draw_heading(sheet->canvas, (struct msim_point){EDGE, HEAD},
                                    command_of(sheet), &heading, sheet->width - 2 * EDGE);
}

struct msim_point msim_objects_picture_size(const struct msim_objects_shown *shown, double width)
{
    struct sheet sheet = sheet_of(shown, width > 0 ? width : WIDTH);
    double height = draw_head(&sheet) + BOTTOM;
    size_t drawn = 0;
    for (size_t i = next_of(shown, 0); i != SIZE_MAX && drawn < MOST; i = next_of(shown, i + 1)) {
        struct strip strip;
        drawn++;
        make_strip(&sheet, &strip, shown->order[i]);
        height += height_of(&sheet, &strip);
        free_strip(&strip);
    }
    return (struct msim_point){sheet.width, height};
}

/* Draws what fits above `bottom`; returns how many structures do not, and sets *drawn. */
static size_t draw_strips(struct sheet *sheet, double bottom, size_t *drawn)
{
    const struct msim_objects_shown *shown = sheet->shown;
    size_t left_out = 0;
    *drawn = 0;
    for (size_t i = next_of(shown, 0); i != SIZE_MAX && *drawn + left_out < MOST;
         i = next_of(shown, i + 1)) {
        struct strip strip;
        make_strip(sheet, &strip, shown->order[i]);
        if (left_out || sheet->y + height_of(sheet, &strip) > bottom + 1) {
            left_out++;
        } else {
            draw_strip(sheet, &strip);
            ++*drawn;
        }
        free_strip(&strip);
    }
    return left_out;
}

void msim_objects_picture(const struct msim_objects_shown *shown, struct msim_canvas *canvas)
{
    size_t drawn;
    struct sheet sheet = sheet_of(shown, canvas->size.x);
    sheet.canvas = canvas;
    sheet.y = draw_head(&sheet);
    size_t left_out = draw_strips(&sheet, canvas->size.y - BOTTOM, &drawn);
    if (drawn)
        put_legend(&sheet, canvas->size.y - BOTTOM + 4);
    else if (!left_out)
        put_text(&sheet, EDGE, sheet.y + 16,
                 "no object with a known structure reaches the threshold", MSIM_START, grey, 0);
    msim_draw_left_out(canvas, (struct msim_point){EDGE, canvas->size.y - 8}, left_out, grey);
}
