/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Layout of flame graphs; see flame.h. */
#include "flame.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/index.h"
#include "cmd/base/utf8.h"
#include "shorten.h"

/* In pixels.  LETTER: of the monospaced font, of which few are wider. */
enum { WIDTH = 1200, MARGIN = 10, HEAD = 64, FOOT = 44, ROW = 17, BOX = 16, FONT = 11 };
static const double letter = 6.7, least_text = 3 * 6.7 + 6;
enum { ROOM = 4096, TITLE_LETTERS = 130, WIDE_FROM = 0x1100 };

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
    if (columns(to) > most)
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
};

static void lay_out(struct layout *layout, const struct msim_flame *flame)
{
    layout->x = msim_zeroed(flame->frames, sizeof *layout->x);
    layout->used = msim_zeroed(flame->frames, sizeof *layout->used);
    layout->depth = msim_zeroed(flame->frames, sizeof *layout->depth);
    layout->deepest = 0;
    double whole = flame->frames ? flame->frame[0].width : 0;
    layout->scale = whole > 0 ? (WIDTH - 2 * MARGIN) / whole : 0;
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
    uint32_t y = HEAD + (layout->deepest - layout->depth[number]) * ROW;
    char name[ROOM];
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

static void put_head(const struct msim_flame *flame, unsigned height, FILE *to)
{
    fprintf(to,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"%d\" height=\"%u\" "
            "viewBox=\"0 0 %d %u\" font-family=\"DejaVu Sans Mono,Menlo,Consolas,monospace\" "
            "font-size=\"%d\">\n"
            "<style>.f:hover rect{stroke:#000;stroke-width:1}.f{cursor:pointer}"
            ".b{cursor:pointer;fill:#0050a0}.p{opacity:.5}.m rect{fill:#b040ff}"
            "text{white-space:pre}</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
            WIDTH, height, WIDTH, height, FONT);
    fprintf(to, "<text x=\"%d\" y=\"24\" text-anchor=\"middle\" font-size=\"15\">", WIDTH / 2);
    put_clean(to, flame->title, TITLE_LETTERS);
    fprintf(to, "</text>\n<text x=\"%d\" y=\"44\" text-anchor=\"middle\" fill=\"#555555\">",
            WIDTH / 2);
    put_clean(to, flame->subtitle, TITLE_LETTERS);
    fputs("</text>\n", to);
    /* The script shows these.  They are at the left: a window may be narrower than the picture. */
    fprintf(to,
            "<text id=\"reset\" class=\"b\" x=\"%d\" y=\"58\" display=\"none\">Reset zoom</text>\n"
            "<text id=\"search\" class=\"b\" x=\"%d\" y=\"58\" display=\"none\">Search</text>\n",
            MARGIN, MARGIN + (int)(letter * (sizeof "Reset zoom" + 1)));
}

static void put_foot(const struct msim_flame *flame, unsigned height, FILE *to)
{
    double x = MARGIN;
    for (size_t i = 0; i < flame->legends; i++) {
        fprintf(to, "<rect x=\"%.1f\" y=\"%u\" width=\"12\" height=\"12\" fill=\"#%06x\"/>", x,
                height - 22, flame->legend_colour[i]);
        fprintf(to, "<text x=\"%.1f\" y=\"%u\">", x + 16, height - 12);
        put_clean(to, flame->legend[i], strlen(flame->legend[i]));
        fputs("</text>\n", to);
        x += 16 + letter * (double)(columns(flame->legend[i]) + 3);
    }
    fprintf(to, "<text id=\"info\" x=\"%d\" y=\"%u\"> </text>\n", MARGIN, height - 28);
    fprintf(to, "<script type=\"text/ecmascript\"><![CDATA[\n%s]]></script>\n</svg>\n",
            msim_flame_script);
}

void msim_flame_write(const struct msim_flame *flame, FILE *to)
{
    struct layout layout;
    lay_out(&layout, flame);
    unsigned height = HEAD + (layout.deepest + 1) * ROW + FOOT;
    put_head(flame, height, to);
    for (size_t i = 0; i < flame->frames; i++)
        put_frame(flame, &layout, i, to);
    put_foot(flame, height, to);
    MSIM_FREE(layout.x, layout.used, layout.depth);
}
