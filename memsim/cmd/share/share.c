/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim share: shows which lines of memory cores took from each other, and why.
 *
 *     memsim share FILE                  lines, costliest first
 *     memsim share TRACE [tool options]  makes the file from a trace; then counts what fixes gain
 */
#include <stdlib.h>

#include "cmd/base/die.h"
#include "cmd/data/model/rows.h"
#include "cmd/data/typed/typed.h"
#include "cmd/draw/picture.h"
#include "cmd/files/lines.h"
#include "cmd/share/file/units.h"
#include "cmd/trace/source.h"
#include "engine/machine/geometry.h"
#include "engine/share/processes.h"
#include "present.h"

static const enum msim_file_kind kinds[] = {MSIM_FILE_SHARE, MSIM_FILE_TRACE, MSIM_FILE_UNKNOWN};

enum { LINES = 10 };
static const double usual_threshold = 0.5, usual_least = 0.001;

static const char *threshold, *lines;

static const struct msim_arg options[] = {
    {"--threshold", "PERCENT",
     "hide lines with less than this share of the misses [0.5, and less than 0.1% of the run]",
     &threshold},
    {"--lines", "N", "show at most N lines of each kind, 0 for no limit [10; of json and csv: all]",
     &lines},
    {.name = "--debug-dir"},
    {.name = "--partial"},
    {.name = "--mine"},
    {.name = "--system-frames"},
    {.name = "--format"},
    {.name = "--width"},
    {.name = "--out"},
    {.name = "--svg", .help = "draw the bytes of lines as SVG; without --format, nothing else"},
    {.name = "--png", .help = "draw them as PNG, likewise"},
    {.name = "--size"},
    {NULL, NULL, NULL, NULL}};

/* --- Options ------------------------------------------------------------------------------ */

/* Refuses bad options before anything is read. */
static struct msim_share_view read_view(const struct msim_invocation *invocation)
{
    bool is_text = msim_output_format(&invocation->output) == MSIM_FORMAT_TEXT;
    struct msim_share_view view = {.threshold = is_text ? usual_threshold : 0,
                                   .least = is_text && !threshold ? usual_least : 0,
                                   .shown = is_text ? LINES : SIZE_MAX};
    msim_invocation_check_pictures(invocation);
    view.width = msim_invocation_width(invocation, MSIM_WIDTH_USUAL, 0, MSIM_WIDTH_MOST);
    if (threshold)
        view.threshold = msim_arg_percent("--threshold", threshold);
    if (lines)
        view.shown = msim_arg_number("--lines", lines, 0, UINT32_MAX);
    view.shown = view.shown ? view.shown : SIZE_MAX;
    return view;
}

/* --- Input, output ------------------------------------------------------------------------ */

static void load(struct msim_shared *shared, const struct msim_invocation *invocation,
                 const struct msim_operand *source)
{
    static const char *const observers[] = {"share", NULL};
    const struct msim_making how = {
        .observers = observers,
        .file = "--share-out-file",
        .usual = "--cores=4",
        .nothing = "lines are shared only among several cores: give --cores=4, or another number"};
    size_t size;
    char *bytes = msim_operand_bytes(invocation, source, "a file of shared lines", how, &size);
    if (!msim_shared_read(shared, source->name, bytes, size))
        msim_bad_file(&shared->data.error);
    if (shared->data.incomplete)
        msim_warn("%s: %s", source->name, shared->data.incomplete);
    if (shared->processes)
        msim_warn("%s: " MSIM_SHARE_PROCESSES, source->name);
}

static int write_view(struct msim_invocation *invocation, const struct msim_share_view *view)
{
    static void (*const write_as[])(const struct msim_share_view *,
                                    FILE *) = {[MSIM_FORMAT_TEXT] = msim_share_text,
                                               [MSIM_FORMAT_JSON] = msim_share_json,
                                               [MSIM_FORMAT_CSV] = msim_share_csv};
    write_as[msim_output_format(&invocation->output)](view, msim_invocation_open(invocation));
    return msim_invocation_close(invocation);
}

/* True: the line costs enough of the run to be a finding.  What is predicted is a lower bound. */
static bool is_dear(const struct msim_share_view *view, const struct msim_contended_line *line)
{
    const struct msim_shared *shared = view->contended->shared;
    uint64_t each = shared->transfer ? shared->transfer : MSIM_USUAL_TRANSFER;
    return (double)each * (double)line->misses >= view->least * (double)shared->data.instructions;
}

/* What is shown goes to the front, in order: as many lines as are wanted that were shared, and as
 * many that are predicted. */
static void choose(struct msim_share_view *view, struct msim_contended *contended)
{
    size_t most = view->shown;
    view->contended = contended;
    view->shown = 0;
    for (size_t i = 0; i < contended->lines; i++) {
        struct msim_contended_line line = contended->line[i];
        bool predicted = line.unit->predicted;
        if (msim_share_percent(contended, &line) < view->threshold)
            continue;
        if (!predicted && !is_dear(view, &line)) {
            view->cheap++;
            continue;
        }
        view->listed++;
        if ((predicted ? view->predicted : view->shown) >= most)
            continue;
        contended->line[i] = contended->line[view->shown];
        contended->line[view->shown++] = line;
        view->predicted += predicted;
    }
}

/* Counts the gain, unless only a picture is wanted, which does not show it. */
static void count_gain(const struct msim_invocation *invocation, struct msim_share_view *view,
                       const struct msim_operand *source, struct msim_gain *gain)
{
    struct msim_separated_trace trace = {source->name, invocation->partial != NULL, source->operand,
                                         source->operands};
    if (msim_output_is_picture(&invocation->output))
        return;
    msim_gain_count(gain, view->contended, view->fix, view->shown, &trace);
    view->gain = gain;
}

/* `trace`: what `shared` was made from; NULL: a file. */
static int show(struct msim_invocation *invocation, struct msim_shared *shared,
                struct msim_share_view *view, const struct msim_operand *trace)
{
    struct msim_gain gain = {.lines = 0};
    struct msim_objects_model model = {.objects = &shared->data, .types = msim_types_new()};
    struct msim_contended contended;
    if (invocation->debug_dir)
        msim_types_folder(model.types, invocation->debug_dir);
    msim_objects_expect(model.types, model.objects);
    struct msim_objects_element *element =
        msim_objects_elements(model.objects, &model.wrappers, model.types, NULL, 0);
    model.element = element;
    msim_objects_fold(&shared->data, model.types, msim_invocation_mine(invocation));
    msim_objects_model_make(&model);
    msim_contended_make(&contended, shared, &model);
    choose(view, &contended);
    struct msim_fix *fix = msim_fixes_make(&contended, view->shown);
    view->fix = fix;
    if (trace)
        count_gain(invocation, view, trace, &gain);
    struct msim_picture picture = {.output = &invocation->output};
    while (msim_picture_next(
        &picture, msim_share_picture_size(view, msim_picture_asked(&invocation->output).x)))
        msim_share_picture(view, picture.canvas);
    int status =
        msim_output_is_picture(&invocation->output) ? MSIM_DONE : write_view(invocation, view);
    msim_gain_free(&gain);
    msim_fixes_free(fix, view->shown);
    msim_contended_free(&contended);
    msim_objects_model_free(&model);
    free(element);
    msim_types_free(model.types);
    return status;
}

static int run(struct msim_invocation *invocation)
{
    struct msim_shared shared;
    struct msim_operand source = msim_operand_or_trace(invocation, kinds);
    struct msim_share_view view = read_view(invocation);
    source.name = msim_operand_file(source.name, kinds);
    bool is_trace = msim_file_kind_of(source.name) == MSIM_FILE_TRACE;
    load(&shared, invocation, &source);
    int status = show(invocation, &shared, &view, is_trace ? &source : NULL);
    msim_shared_free(&shared);
    return status;
}

const struct msim_command msim_share_command = {
    .name = "share",
    .form = "FILE",
    .summary = "show lines that cores take from each other: false sharing",
    .usage = "share FILE [options] | share TRACE [options] [tool options]",
    .options = options,
    .run = run,
};
