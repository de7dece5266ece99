/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim share: shows which lines of memory cores took from each other, and why.
 *
 *     memsim share FILE                  lines, costliest first
 *     memsim share TRACE [tool options]  first makes the file from a trace; then counts what the cures gain
 */
#include "share.h"

#include <stdlib.h>

#include "cmd/base/args.h"
#include "cmd/base/die.h"
#include "cmd/data/model/rows.h"
#include "cmd/data/typed/typed.h"
#include "cmd/draw/picture.h"
#include "cmd/files/infile.h"
#include "cmd/files/operand.h"
#include "cmd/share/file/units.h"
#include "cmd/trace/made.h"
#include "cmd/trace/source.h"
#include "engine/base/about.h"
#include "engine/machine/geometry.h"
#include "engine/share/processes.h"
#include "present.h"

static const char usage[] = "share FILE [options] | share TRACE [options] [tool options]";
static const enum msim_file_kind kinds[] = {MSIM_FILE_SHARE, MSIM_FILE_TRACE, MSIM_FILE_UNKNOWN};

/* WIDTH: of text that does not go to a terminal. */
enum { WIDTH = 120, WIDTH_MAX = 100000, LINES = 10 };
static const double usual_threshold = 0.5, usual_least = 0.001;

static struct msim_output output;
static const char *threshold, *lines, *folder, *partial;

static const struct msim_arg options[] = {
    {"--threshold", "PERCENT",
     "hide lines with less than this share of the misses [0.5, and less than 0.1% of the run]",
     &threshold},
    {"--lines", "N", "show at most N lines of each kind, 0 for no limit [10; of json and csv: all]",
     &lines},
    {"--debug-dir", "DIR", "look for debugging information here, too", &folder},
    {"--partial", NULL, "use what there is of an incomplete trace", &partial},
    {"--format", "FORMAT", "text, json or csv [text]", &output.format},
    {"--width", "COLUMNS", "width of text, 0 for no limit [the terminal's, or 120]", &output.width},
    {"--out", "FILE", "write to FILE instead of standard output", &output.out},
    {"--svg", "FILE", "draw the bytes of lines as SVG; without --format, nothing else",
     &output.svg},
    {"--png", "FILE", "draw them as PNG, likewise", &output.png},
    {NULL, NULL, NULL, NULL}};

/* --- Options ------------------------------------------------------------------------------ */

static size_t read_width(void)
{
    size_t terminal = output.out ? 0 : msim_terminal_width();
    if (output.width)
        return msim_arg_number("--width", output.width, 0, WIDTH_MAX);
    return terminal ? terminal : WIDTH;
}

/* Refuses bad options before anything is read. */
static struct msim_share_view read_view(void)
{
    bool is_text = msim_output_format(&output) == MSIM_FORMAT_TEXT;
    struct msim_share_view view = {.threshold = is_text ? usual_threshold : 0,
                                   .least = is_text && !threshold ? usual_least : 0,
                                   .shown = is_text ? LINES : SIZE_MAX};
    msim_picture_check(&output);
    if (output.out && msim_output_is_picture(&output))
        msim_bad_usage("--out=%s: only a picture is written; give --format, too", output.out);
    view.width = read_width();
    if (threshold)
        view.threshold = msim_arg_percent("--threshold", threshold);
    if (lines)
        view.shown = msim_arg_number("--lines", lines, 0, UINT32_MAX);
    view.shown = view.shown ? view.shown : SIZE_MAX;
    return view;
}

/* --- Input, output ------------------------------------------------------------------------ */

/* All bytes: of the file, or made from the trace. */
static char *read_bytes(const struct msim_operand *source, bool is_trace, size_t *size)
{
    static const char *const observers[] = {"share", NULL};
    if (!is_trace) {
        if (partial)
            msim_bad_usage("--partial is for a trace; %s is a file of shared lines", source->name);
        return msim_need_all(source->name, size);
    }
    struct msim_making making = {
        .trace = source->name,
        .partial = partial != NULL,
        .observers = observers,
        .file = "--share-out-file",
        .usual = "--cores=4",
        .nothing = "one core takes no line from another: give --cores=4, or another number",
        .operand = source->operand,
        .operands = source->operands};
    return msim_made_file(&making, size);
}

static void load(struct msim_shared *shared, const struct msim_operand *source, bool is_trace)
{
    size_t size;
    char *bytes = read_bytes(source, is_trace, &size);
    if (!msim_shared_read(shared, source->name, bytes, size))
        msim_bad_file(&shared->data.error);
    if (shared->data.incomplete)
        msim_warn("%s: %s", source->name, shared->data.incomplete);
    if (shared->processes)
        msim_warn("%s: " MSIM_SHARE_PROCESSES, source->name);
}

static void draw(const struct msim_share_view *view)
{
    struct msim_picture picture = {.output = &output};
    while (msim_picture_next(&picture, msim_share_picture_size(view)))
        msim_share_picture(view, picture.canvas);
}

static int write_view(const struct msim_share_view *view)
{
    static void (*const write_as[])(const struct msim_share_view *,
                                    FILE *) = {[MSIM_FORMAT_TEXT] = msim_share_text,
                                               [MSIM_FORMAT_JSON] = msim_share_json,
                                               [MSIM_FORMAT_CSV] = msim_share_csv};
    struct msim_whole_file file;
    msim_output_open(&file, output.out);
    write_as[msim_output_format(&output)](view, file.to);
    return msim_output_close(&file);
}

/* Does the line cost so much of the run that it is a finding?  What is predicted is a lower bound. */
static bool is_dear(const struct msim_share_view *view, const struct msim_bounced_line *line)
{
    const struct msim_shared *shared = view->bounced->shared;
    uint64_t each = shared->transfer ? shared->transfer : MSIM_USUAL_TRANSFER;
    return (double)each * (double)line->misses >= view->least * (double)shared->data.instructions;
}

/* What is shown goes to the front, in order: as many lines as are wanted that were shared, and as many that
 * are predicted. */
static void choose(struct msim_share_view *view, struct msim_bounced *bounced)
{
    size_t most = view->shown;
    view->bounced = bounced;
    view->shown = 0;
    for (size_t i = 0; i < bounced->lines; i++) {
        struct msim_bounced_line line = bounced->line[i];
        bool predicted = line.unit->predicted;
        if (msim_share_percent(bounced, &line) < view->threshold)
            continue;
        if (!predicted && !is_dear(view, &line)) {
            view->cheap++;
            continue;
        }
        view->listed++;
        if ((predicted ? view->predicted : view->shown) >= most)
            continue;
        bounced->line[i] = bounced->line[view->shown];
        bounced->line[view->shown++] = line;
        view->predicted += predicted;
    }
}

/* Counts the gain, unless only a picture is wanted, which does not show it. */
static void count_gain(struct msim_share_view *view, const struct msim_operand *source,
                       struct msim_gain *gain)
{
    struct msim_parted_trace trace = {source->name, partial != NULL, source->operand,
                                      source->operands};
    if (msim_output_is_picture(&output))
        return;
    msim_gain_count(gain, view->bounced, view->cure, view->shown, &trace);
    view->gain = gain;
}

/* `trace`: what `shared` was made from; NULL: a file. */
static int show(const struct msim_shared *shared, struct msim_share_view *view,
                const struct msim_operand *trace)
{
    struct msim_gain gain = {.lines = 0};
    struct msim_objects_model model = {.objects = &shared->data, .types = msim_types_new()};
    struct msim_bounced bounced;
    if (folder)
        msim_types_folder(model.types, folder);
    msim_objects_expect(model.types, model.objects);
    struct msim_objects_element *element =
        msim_objects_elements(model.objects, &model.wrappers, model.types, NULL, 0);
    model.element = element;
    msim_objects_model_make(&model);
    msim_bounced_make(&bounced, shared, &model);
    choose(view, &bounced);
    struct msim_cure *cure = msim_cures_make(&bounced, view->shown);
    view->cure = cure;
    if (trace)
        count_gain(view, trace, &gain);
    draw(view);
    int status = msim_output_is_picture(&output) ? MSIM_DONE : write_view(view);
    msim_gain_free(&gain);
    msim_cures_free(cure, view->shown);
    msim_bounced_free(&bounced);
    msim_objects_model_free(&model);
    free(element);
    msim_types_free(model.types);
    return status;
}

int msim_share_main(int argc, char **argv)
{
    struct msim_shared shared;
    struct msim_operand source = msim_operand_or_trace(usage, options, argc, argv, kinds);
    struct msim_share_view view = read_view();
    source.name = msim_operand_file(source.name, kinds);
    bool is_trace = msim_file_kind_of(source.name) == MSIM_FILE_TRACE;
    load(&shared, &source, is_trace);
    int status = show(&shared, &view, is_trace ? &source : NULL);
    msim_shared_free(&shared);
    return status;
}
