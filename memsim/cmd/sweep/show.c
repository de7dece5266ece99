/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `memsim sweep FILE...`; see show.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/files/infile.h"
#include "out.h"
#include "read.h"
#include "show.h"
#include "cmd/files/wholefile.h"

enum { WIDTH = 120 }; /* of text that goes to no terminal */

struct format {
    const char *name;
    void (*write)(const struct msim_swept *, const struct msim_swept_view *, FILE *);
};

static const struct format formats[] = {{"text", msim_swept_text},
                                        {"json", msim_swept_json},
                                        {"csv", msim_swept_csv},
                                        {"part", msim_swept_part}};

void msim_swept_option_table(struct msim_swept_options *options, struct msim_arg *table)
{
    const struct msim_arg all[MSIM_SWEPT_OPTIONS] = {
        {"--level", "NAME[,NAME]", "only these levels (I1 D1 L2 L3 ITLB DTLB L2TLB ...)",
         &options->level},
        {"--ways", "N|full", "only this associativity", &options->ways},
        {"--line", "BYTES", "only this line; of TLBs, this page", &options->line},
        {"--of", "KIND", "count all misses, or those of read, write, instruction", &options->of},
        {"--ratio", NULL, "misses in percent of references", &options->ratio},
        {"--curve", NULL, "one associativity and line: total and costliest functions",
         &options->curve},
        {"--format", "FORMAT", "text, json, csv, or part: a file to put together",
         &options->format},
        {"--out", "FILE", "there instead of on standard output", &options->out},
        {"--svg", "FILE", "a picture; without --format, nothing else is written", &options->svg},
        {"--png", "FILE", "the same", &options->png},
        {"--log", NULL, "pictures: a logarithmic axis of misses", &options->log},
    };
    memcpy(table, all, sizeof all);
}

/* --- options ------------------------------------------------------------------------------------ */

static enum msim_of read_of(const char *text)
{
    for (int of = MSIM_OF_ALL; of <= MSIM_OF_INSTRUCTION; of++)
        if (!strcmp(text, msim_of_name((enum msim_of)of)))
            return (enum msim_of)of;
    msim_bad_usage("--of=%s: expected all, read, write or instruction", text);
}

static const struct format *read_format(const char *text)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(text, formats[i].name))
            return &formats[i];
    msim_bad_usage("--format=%s: expected text, json, csv or part", text);
}

static unsigned read_levels(const char *text)
{
    unsigned levels = 0;
    for (const char *name = text;;) {
        char one[16];
        size_t length = strcspn(name, ",");
        snprintf(one, sizeof one, "%.*s", (int)(length < sizeof one ? length : sizeof one - 1),
                 name);
        enum msim_level level = msim_level_named(one);
        if (level == MSIM_LEVELS)
            msim_bad_usage(
                "--level=%s: expected of I1 D1 L2 L3 ITLB DTLB L2TLB L2ITLB L2DTLB some, "
                "with commas between them",
                text);
        levels |= 1U << level;
        if (!name[length])
            return levels;
        name += length + 1;
    }
}

static struct msim_swept_choice read_choice(const struct msim_swept_options *options)
{
    struct msim_swept_choice choice = {~0U, MSIM_ANY, MSIM_ANY};
    if (options->level)
        choice.levels = read_levels(options->level);
    if (options->ways && !strcmp(options->ways, "full"))
        choice.ways = 0;
    else if (options->ways && (!msim_read_number(options->ways, &choice.ways) || !choice.ways))
        msim_bad_usage("--ways=%s: expected a number from 1, or full", options->ways);
    if (options->line && (!msim_read_size(options->line, &choice.line) || !choice.line))
        msim_bad_usage("--line=%s: expected a size: 64, 4K, 2M", options->line);
    return choice;
}

static struct msim_swept_view read_view(const struct msim_swept_options *options)
{
    struct msim_swept_view view = {.width = WIDTH};
    struct winsize window;
    if (options->of)
        view.of = read_of(options->of);
    view.ratio = options->ratio != NULL;
    view.curve = options->curve != NULL;
    view.log = options->log != NULL;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col)
        view.width = window.ws_col;
    return view;
}

void msim_swept_check_options(const struct msim_swept_options *options)
{
    bool picture = options->svg || options->png;
    bool text = !picture || options->format;
    if (options->format)
        read_format(options->format);
    read_choice(options);
    read_view(options);
    if (options->png && !msim_canvas_has_png())
        msim_bad_usage("--png=%s: this memsim was built without cairo and makes no PNG; --svg does",
                       options->png);
    if (options->log && !picture)
        msim_bad_usage("--log is for pictures: --svg=FILE or --png=FILE");
    if (options->ratio && !picture && text && options->format &&
        strcmp(options->format, "text") != 0)
        msim_bad_usage("--ratio is for text and pictures; %s has counts and references",
                       options->format);
}

/* --- input -------------------------------------------------------------------------------------- */

bool msim_is_swept_file(const char *name)
{
    char bytes[64] = "";
    FILE *file = fopen(name, "r");
    if (!file)
        return false;
    bytes[fread(bytes, 1, sizeof bytes - 1, file)] = 0;
    fclose(file);
    return msim_swept_is(bytes);
}

static void end_with(const struct msim_swept *sweep)
{
    msim_bad_input("%s:%zu: %s", sweep->error.place.file, sweep->error.place.line,
                   sweep->error.text);
}

void msim_swept_load(struct msim_swept *sweep, char **name, int names)
{
    for (int i = 0; i < names; i++) {
        size_t size;
        char *bytes = msim_need_all(name[i], &size);
        if (!msim_swept_read(sweep, name[i], bytes, size))
            end_with(sweep);
    }
    if (!msim_swept_join(sweep))
        end_with(sweep);
}

/* --- output ------------------------------------------------------------------------------------- */

static void write_picture(const struct msim_swept *sweep, const struct msim_swept_view *view,
                          const char *name,
                          struct msim_canvas *(*make)(FILE *to, struct msim_point size))
{
    struct msim_whole_file file;
    msim_whole_open(&file, name);
    struct msim_canvas *canvas = make(file.to, msim_swept_picture_size(sweep, view));
    msim_swept_picture(sweep, view, canvas);
    msim_whole_close(&file, msim_canvas_finish(canvas));
}

static void write_text(const struct msim_swept *sweep, const struct msim_swept_view *view,
                       const struct format *format, const char *name)
{
    struct msim_whole_file file;
    if (!name) {
        format->write(sweep, view, stdout);
        return;
    }
    msim_whole_open(&file, name);
    format->write(sweep, view, file.to);
    msim_whole_close(&file, NULL);
}

int msim_swept_show(struct msim_swept *sweep, const struct msim_swept_options *options)
{
    struct msim_swept_choice choice = read_choice(options);
    struct msim_swept_view view = read_view(options);
    if (!sweep->cells)
        msim_bad_input("the sweep has no cells");
    msim_swept_select(sweep, &choice);
    if (!sweep->cells)
        msim_bad_input("no cell of the sweep is as --level, --ways and --line say");
    if (options->svg)
        write_picture(sweep, &view, options->svg, msim_canvas_svg);
    if (options->png)
        write_picture(sweep, &view, options->png, msim_canvas_png);
    if (options->format || (!options->svg && !options->png))
        write_text(sweep, &view, read_format(options->format ? options->format : "text"),
                   options->out);
    return msim_finish_stdout();
}
