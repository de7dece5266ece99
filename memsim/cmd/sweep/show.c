/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shows the files of sweeps; see show.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/draw/picture.h"
#include "cmd/files/infile.h"
#include "cmd/sweep/file/read.h"
#include "cmd/sweep/file/set.h"
#include "engine/base/about.h"
#include "engine/machine/names.h"
#include "export.h"
#include "plot.h"
#include "show.h"
#include "text.h"

/* WIDTH: of text that does not go to a terminal.  A part is an additional format. */
enum { WIDTH = 120, FORMAT_PART = MSIM_FORMAT_CSV + 1 };

void msim_swept_option_table(struct msim_swept_options *options, struct msim_arg *table)
{
    const struct msim_arg all[MSIM_SWEPT_OPTIONS] = {
        {"--level", "NAME[,NAME]", "only these levels: I1 D1 L2 L3 ITLB DTLB L2TLB ...",
         &options->level},
        {"--ways", "N|full", "only this associativity", &options->ways},
        {"--line", "BYTES", "only this line size; for TLBs, this page size", &options->line},
        {"--of", "KIND", "which misses: all, read, write or instruction [all]", &options->of},
        {"--ratio", NULL, "misses as a percentage of references", &options->ratio},
        {"--curve", NULL, "misses by size, in total and for the costliest functions",
         &options->curve},
        {"--format", "FORMAT", "text, json, csv or part (a file for sweep to combine) [text]",
         &options->output.format},
        {"--out", "FILE", "write to FILE instead of standard output", &options->output.out},
        {"--svg", "FILE", "write an SVG picture; without --format, nothing else",
         &options->output.svg},
        {"--png", "FILE", "write a PNG picture, likewise", &options->output.png},
        {"--log", NULL, "in pictures, a logarithmic axis for misses, even if it is not needed",
         &options->log},
        {"--linear", NULL, "in pictures, a linear one, even if nearly all points lie on it",
         &options->linear},
    };
    memcpy(table, all, sizeof all);
}

/* --- options ------------------------------------------------------------------------------------ */

static size_t read_format(const struct msim_output *output)
{
    static const char *const names[] = {"text", "json", "csv", "part", NULL};
    return output->format ? msim_arg_choice("--format", output->format, names) : MSIM_FORMAT_TEXT;
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
                "--level=%s: expected one or more of I1 D1 L2 L3 ITLB DTLB L2TLB L2ITLB L2DTLB, "
                "separated by commas",
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
        msim_bad_usage("--ways=%s: expected a number of at least 1, or full", options->ways);
    if (options->line && (!msim_read_size(options->line, &choice.line) || !choice.line))
        msim_bad_usage("--line=%s: expected a size, as in 64, 4K or 2M", options->line);
    return choice;
}

static struct msim_swept_view read_view(const struct msim_swept_options *options)
{
    size_t terminal = msim_terminal_width();
    struct msim_swept_view view = {.width = terminal ? terminal : WIDTH};
    if (options->of)
        view.of = (enum msim_of)msim_arg_choice("--of", options->of, msim_of_names);
    view.ratio = options->ratio != NULL;
    view.curve = options->curve != NULL;
    view.scale = options->log      ? MSIM_SCALE_LOG
                 : options->linear ? MSIM_SCALE_LINEAR
                                   : MSIM_SCALE_AUTO;
    return view;
}

void msim_swept_check_options(const struct msim_swept_options *options)
{
    const struct msim_output *output = &options->output;
    bool picture = output->svg || output->png;
    size_t format = read_format(output);
    read_choice(options);
    read_view(options);
    msim_picture_check(output);
    if ((options->log || options->linear) && !picture)
        msim_bad_usage("%s is for pictures: --svg=FILE or --png=FILE",
                       options->log ? "--log" : "--linear");
    if (options->log && options->linear)
        msim_bad_usage("--log and --linear: expected one of them");
    if (options->ratio && !picture && format != MSIM_FORMAT_TEXT)
        msim_bad_usage("--ratio is for text and pictures; %s has counts and references",
                       output->format);
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

void msim_swept_load(struct msim_swept *sweep, char **name, int names)
{
    for (int i = 0; i < names; i++) {
        size_t size;
        char *bytes = msim_need_all(name[i], &size);
        if (!msim_swept_read(sweep, name[i], bytes, size))
            msim_bad_file(&sweep->error);
        if (sweep->incomplete)
            msim_warn("%s: %s", name[i], sweep->incomplete);
    }
    if (!msim_swept_join(sweep))
        msim_bad_file(&sweep->error);
}

/* --- output ------------------------------------------------------------------------------------- */

static void draw(const struct msim_swept *sweep, const struct msim_swept_view *view,
                 const struct msim_output *output)
{
    struct msim_picture picture = {.output = output};
    while (msim_picture_next(&picture, msim_swept_picture_size(sweep, view)))
        msim_swept_picture(sweep, view, picture.canvas);
}

static int write_sweep(const struct msim_swept *sweep, const struct msim_swept_view *view,
                       const struct msim_output *output)
{
    static void (*const write_as[])(const struct msim_swept *, const struct msim_swept_view *,
                                    FILE *) = {[MSIM_FORMAT_TEXT] = msim_swept_text,
                                               [MSIM_FORMAT_JSON] = msim_swept_json,
                                               [MSIM_FORMAT_CSV] = msim_swept_csv};
    struct msim_whole_file file;
    msim_output_open(&file, output->out);
    size_t format = read_format(output);
    if (format == FORMAT_PART)
        msim_swept_part(sweep, file.to);
    else
        write_as[format](sweep, view, file.to);
    return msim_output_close(&file);
}

int msim_swept_show(struct msim_swept *sweep, const struct msim_swept_options *options)
{
    struct msim_swept_choice choice = read_choice(options);
    struct msim_swept_view view = read_view(options);
    if (!sweep->cells)
        msim_bad_input("the sweep has no cells");
    msim_swept_select(sweep, &choice);
    if (!sweep->cells)
        msim_bad_input("no cell of the sweep matches --level, --ways and --line");
    draw(sweep, &view, &options->output);
    return msim_output_is_picture(&options->output) ? MSIM_DONE
                                                    : write_sweep(sweep, &view, &options->output);
}
