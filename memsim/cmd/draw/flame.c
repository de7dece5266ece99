/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Layout of flame graphs; see flame.h. */
#include "flame.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/index.h"
#include "cmd/base/utf8.h"
#include "cmd/names/shorten.h"
#include "sheet.h"

/* In pixels.  LETTER: of the monospaced font, of which few are wider. */
enum { WIDTH = 1200, MARGIN = 10, HEAD = 64, FOOT = 44, ROW = 17, BOX = 16, FONT = 11 };
enum { TITLE = 15, NARROW_TITLE = 12, STEP = 18, LINES = 3, KEY_STEP = 16 };
static const double letter = 6.7, least_text = 3 * 6.7 + 6;
enum { ROOM = 4096, WIDE_FROM = 0x1100 };

uint32_t msim_flame_colour(const char *name)
{
    uint32_t hash = msim_hash(name, 0);
    uint32_t red = 208 + hash % 47, green = 70 + (hash >> 8) % 130, blue = (hash >> 20) % 56;
    return red << 16 | green << 8 | blue;
}

uint32_t msim_flame_between(uint32_t from, uint32_t to, double part)
{
    uint32_t colour = 0;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        double a = from >> shift & 0xff, b = to >> shift & 0xff;
        colour |= (uint32_t)(a + (b - a) * part + 0.5) << shift;
    }
    return colour;
}

/* --- text ------------------------------------------------------------------------------------- */

/* Characters of Asian scripts are as wide as two. */
static size_t columns(const char *text)
{
    size_t sum = 0;
    for (uint32_t c; (c = msim_utf8_next(&text)) != 0;)
        sum += c >= WIDE_FROM && (c < 0x2000 || c >= 0x2e80) && c != MSIM_NOT_UTF8 ? 2 : 1;
    return sum;
}

/* True: the end of the name is missing. */
static bool is_cut(const char *text)
{
    static const char dots[] = "\xe2\x80\xa6";
    size_t length = strlen(text), end = sizeof dots - 1;
    return (length >= end && !strcmp(text + length - end, dots)) ||
           (length >= 1 && text[length - 1] == '.');
}

/* The name, shortened to `width` pixels, in clean UTF-8; "": there is no room. */
static void fit_name(char *to, size_t room, const char *name, double width)
{
    *to = 0;
    if (width < least_text)
        return;
    size_t most = (size_t)((width - 6) / letter), allowed = most;
    do
        msim_shorten_function(to, room, name, allowed);
    while (columns(to) > most && --allowed >= 2);
    if (columns(to) > most || is_cut(to))
        *to = 0;
}

static void put_clean(FILE *to, const char *text, size_t most)
{
    size_t room = 4 * most + 8;
    char *clean = msim_zeroed(room, 1);
    msim_utf8_clean(clean, room, text, most);
    msim_xml_quote(to, clean, false);
    free(clean);
}

/* Text that may have several lines. */
static void put_lines(FILE *to, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        char *line = msim_copy_part(text, length);
        fputc('\n', to);
        put_clean(to, line, length);
        free(line);
        text += length + (text[length] != 0);
    }
}

/* --- boxes ------------------------------------------------------------------------------------ */

struct layout {
    double *x, *used; /* of each frame: its left side; the widths of those on it */
    uint32_t *depth, deepest;
    double scale; /* pixels of one unit */
    double width, head, foot;
    uint32_t levels; /* that are drawn */
    char *title, *subtitle;
};

static void lay_out(struct layout *layout, const struct msim_flame *flame)
{
    layout->x = msim_zeroed(flame->frames, sizeof *layout->x);
    layout->used = msim_zeroed(flame->frames, sizeof *layout->used);
    layout->depth = msim_zeroed(flame->frames, sizeof *layout->depth);
    layout->deepest = 0;
    double whole = flame->frames ? flame->frame[0].width : 0;
    layout->scale = whole > 0 ? (layout->width - 2 * MARGIN) / whole : 0;
    for (size_t i = 1; i < flame->frames; i++) {
        uint32_t parent = flame->frame[i].parent;
        layout->x[i] = layout->x[parent] + layout->used[parent];
        layout->used[parent] += flame->frame[i].width;
        layout->depth[i] = layout->depth[parent] + 1;
        if (layout->depth[i] > layout->deepest)
            layout->deepest = layout->depth[i];
    }
}

static void put_frame(const struct msim_flame *flame, const struct layout *layout, size_t number,
                      FILE *to)
{
    const struct msim_flame_frame *frame = &flame->frame[number];
    double x = MARGIN + layout->x[number] * layout->scale, width = frame->width * layout->scale;
    char name[ROOM];
    if (layout->depth[number] >= layout->levels)
        return;
    uint32_t y = (uint32_t)layout->head + (layout->levels - 1 - layout->depth[number]) * ROW;
    fputs("<g class=\"f\"><title>", to);
    put_clean(to, frame->name, strlen(frame->name));
    put_lines(to, frame->tooltip);
    fprintf(to,
            "</title><rect x=\"%.4f\" y=\"%u\" width=\"%.4f\" height=\"%d\" fill=\"#%06x\" "
            "rx=\"1\"/>",
            x, y, width > 0.6 ? width - 0.4 : width, BOX, frame->colour);
    fit_name(name, sizeof name, frame->name, width);
    fprintf(to, "<text x=\"%.2f\" y=\"%u\">", x + 3, y + BOX - 4);
    msim_xml_quote(to, name, false);
    fputs("</text></g>\n", to);
}

/* --- the picture ------------------------------------------------------------------------------ */

/* Titles are wrapped; monospaced letters are wider than others. */
static size_t title_letters(const struct layout *layout, double size)
{
    double each = letter * size / FONT;
    return (size_t)((layout->width - 2 * MARGIN) / each);
}

/* The bytes of the text that a line of `letters` has; lines end at blanks, where there are some. */
static size_t line_of(const char *text, size_t letters)
{
    const char *at = text, *end = NULL;
    for (size_t used = 0; *at && used < letters; used++) {
        end = *at == ' ' ? at : end;
        msim_utf8_next(&at);
    }
    return (size_t)((*at && *at != ' ' && end ? end : at) - text);
}

/* Writes the lines of a title, the last of which is cut if there is more; returns how many.  `to`
 * NULL: only that. */
static size_t put_title(const struct layout *layout, const char *text, double size, double y,
                        const char *colour, FILE *to)
{
    size_t letters = title_letters(layout, size), lines = 0;
    for (; *text && lines < LINES; lines++) {
        size_t length = lines + 1 < LINES ? line_of(text, letters) : strlen(text);
        char *line = msim_copy_part(text, length);
        if (to) {
            fprintf(to, "<text x=\"%g\" y=\"%g\" text-anchor=\"middle\" font-size=\"%g\"%s>",
                    layout->width / 2, y + (double)lines * STEP, size, colour);
            put_clean(to, line, letters);
            fputs("</text>\n", to);
        }
        text += length;
        text += *text == ' ';
        free(line);
    }
    return lines;
}

static double title_size(const struct layout *layout)
{
    return msim_sheet_is_narrow(layout->width) ? NARROW_TITLE : TITLE;
}

static void put_head(const struct layout *layout, unsigned height, FILE *to)
{
    double size = title_size(layout);
    fprintf(to,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"%g\" height=\"%u\" "
            "viewBox=\"0 0 %g %u\" font-family=\"DejaVu Sans Mono,Menlo,Consolas,monospace\" "
            "font-size=\"%d\">\n"
            "<style>.f:hover rect{stroke:#000;stroke-width:1}.f{cursor:pointer}"
            ".b{cursor:pointer;fill:#0050a0}.p{opacity:.5}.m rect{fill:#b040ff}"
            "text{white-space:pre}</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
            layout->width, height, layout->width, height, FONT);
    size_t lines = put_title(layout, layout->title, size, 24, "", to);
    put_title(layout, layout->subtitle, FONT, 26 + (double)lines * STEP, " fill=\"#555555\"", to);
    /* The script shows these.  They are at the left: a window may be narrower than the picture. */
    double y = layout->head - 6;
    fprintf(to,
            "<text id=\"reset\" class=\"b\" x=\"%d\" y=\"%g\" display=\"none\">Reset zoom</text>\n"
            "<text id=\"search\" class=\"b\" x=\"%d\" y=\"%g\" display=\"none\">Search</text>\n",
            MARGIN, y, MARGIN + (int)(letter * (sizeof "Reset zoom" + 1)), y);
}

/* Writes the legend from `y` on, in as many lines as it needs; returns its height.  `to` NULL: only
 * that. */
static double put_legend(const struct msim_flame *flame, const struct layout *layout, double y,
                         FILE *to)
{
    double x = MARGIN, top = y;
    for (size_t i = 0; i < flame->legends; i++) {
        double width = 16 + letter * (double)(columns(flame->legend[i]) + 3);
        if (x > MARGIN && x + width > layout->width) {
            x = MARGIN;
            y += KEY_STEP;
        }
        if (to) {
            fprintf(to, "<rect x=\"%.1f\" y=\"%g\" width=\"12\" height=\"12\" fill=\"#%06x\"/>", x,
                    y, flame->legend_colour[i]);
            fprintf(to, "<text x=\"%.1f\" y=\"%g\">", x + 16, y + 10);
            put_clean(to, flame->legend[i], strlen(flame->legend[i]));
            fputs("</text>\n", to);
        }
        x += width;
    }
    return flame->legends ? y + KEY_STEP - top : 0;
}

static void put_foot(const struct msim_flame *flame, const struct layout *layout, unsigned height,
                     FILE *to)
{
    double legend = put_legend(flame, layout, 0, NULL);
    put_legend(flame, layout, height - legend - 6, to);
    fprintf(to, "<text id=\"info\" x=\"%d\" y=\"%g\"> </text>\n", MARGIN, height - legend - 12);
    fprintf(to,
            "<script type=\"text/ecmascript\"><![CDATA[\nvar whole = %g;\n%s]]></script>\n</svg>\n",
            layout->width - 2 * MARGIN, msim_flame_script);
}

/* What is around the boxes, and how many levels there is room for. */
static void frame_boxes(struct layout *layout, const struct msim_flame *flame)
{
    uint32_t all = layout->deepest + 1;
    layout->levels = all;
    layout->foot = FOOT + fmax(0, put_legend(flame, layout, 0, NULL) - KEY_STEP);
    for (int round = 0; round < 2; round++) {
        free(layout->subtitle);
        layout->subtitle = all > layout->levels
                               ? msim_printed("%s; %u levels above the height are left out",
                                              flame->subtitle, all - layout->levels)
                               : msim_copy(flame->subtitle);
        size_t lines = put_title(layout, layout->title, title_size(layout), 0, "", NULL) +
                       put_title(layout, layout->subtitle, FONT, 0, "", NULL);
        layout->head = HEAD + (lines > 2 ? (double)(lines - 2) * STEP : 0);
        double room = flame->height > 0 ? (flame->height - layout->head - layout->foot) / ROW : all;
        layout->levels = room >= all ? all : room > 1 ? (uint32_t)room : 1;
    }
}

void msim_flame_write(const struct msim_flame *flame, FILE *to)
{
    struct layout layout = {.width = flame->width > 0 ? flame->width : WIDTH};
    layout.title = msim_copy(flame->title);
    lay_out(&layout, flame);
    frame_boxes(&layout, flame);
    unsigned height = flame->height > 0
                          ? (unsigned)flame->height
                          : (unsigned)(layout.head + layout.levels * ROW + layout.foot);
    put_head(&layout, height, to);
    for (size_t i = 0; i < flame->frames; i++)
        put_frame(flame, &layout, i, to);
    put_foot(flame, &layout, height, to);
    MSIM_FREE(layout.x, layout.used, layout.depth, layout.title, layout.subtitle);
}
