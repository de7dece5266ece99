/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim time: shows what a program did when.
 *
 *     memsim time FILE                  phases and intervals; --svg, --png
 *     memsim time TRACE [tool options]  first makes the file from a trace
 */
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/draw/picture.h"
#include "cmd/files/lines.h"
#include "cmd/time/file/set.h"
#include "cmd/trace/source.h"
#include "present.h"

static const enum msim_file_kind kinds[] = {MSIM_FILE_TIME, MSIM_FILE_TRACE, MSIM_FILE_UNKNOWN};

enum { LINES = 20, MARKS = 20 };

static const char *show, *phases, *rows, *heap, *pageins;

static const struct msim_arg options[] = {
    {"--show", "COLUMN,...", "columns to show: Cy/Ir, D1m:PTI, D1m/D, D1m, ... [rates that cost]",
     &show},
    {.name = "--cycles"},
    {"--phases", "N", "find at most N phases [20]", &phases},
    {"--rows", "N", "join intervals until the table has at most N lines; 0: no table [20]", &rows},
    {"--heap", "FILE", "the heap over time [that of the same run, in the same folder]", &heap},
    {"--pagein", "FILE", "the list of page-ins [likewise]", &pageins},
    {.name = "--partial"},
    {.name = "--format", .help = "text, json or csv; csv is the intervals [text]"},
    {.name = "--width", .help = "width of text [the terminal's, or 120]"},
    {.name = "--out"},
    {.name = "--svg"},
    {.name = "--png"},
    {.name = "--size"},
    {NULL, NULL, NULL, NULL}};

/* --- Options ------------------------------------------------------------------------------ */

/* Refuses bad options before anything is read. */
static struct msim_time_view read_view(const struct msim_invocation *invocation)
{
    struct msim_time_view view = {.lines = LINES, .marks = MARKS};
    msim_output_format(&invocation->output);
    msim_invocation_check_pictures(invocation);
    view.width =
        msim_invocation_width(invocation, MSIM_WIDTH_USUAL, MSIM_TIME_NARROWEST, MSIM_TIME_WIDEST);
    if (rows)
        view.lines = msim_arg_number("--rows", rows, 0, UINT32_MAX);
    return view;
}

/* --- Input -------------------------------------------------------------------------------- */

static void load(struct msim_timed *timed, const struct msim_invocation *invocation,
                 const struct msim_operand *source)
{
    static const char *const observers[] = {"time", NULL};
    const struct msim_making how = {
        .observers = observers, .file = "--time-out-file", .usual = "--interval=1M"};
    size_t size;
    char *bytes = msim_operand_bytes(invocation, source, "a file of intervals", how, &size);
    if (!msim_timed_read(timed, source->name, bytes, size))
        msim_bad_file(&timed->error);
    if (timed->incomplete)
        msim_warn("%s: %s", source->name, timed->incomplete);
}

/* --- Output ------------------------------------------------------------------------------- */

static int write_view(struct msim_invocation *invocation, const struct msim_time_view *view)
{
    static void (*const write_as[])(const struct msim_time_view *,
                                    FILE *) = {[MSIM_FORMAT_TEXT] = msim_time_text,
                                               [MSIM_FORMAT_JSON] = msim_time_json,
                                               [MSIM_FORMAT_CSV] = msim_time_csv};
    write_as[msim_output_format(&invocation->output)](view, msim_invocation_open(invocation));
    return msim_invocation_close(invocation);
}

static int run(struct msim_invocation *invocation)
{
    struct msim_operand source = msim_operand_or_trace(invocation, kinds);
    struct msim_timed timed;
    struct msim_columns columns = {0};
    struct msim_beside beside;
    struct msim_phases found;
    struct msim_time_view view = read_view(invocation);
    size_t most =
        phases ? msim_arg_number("--phases", phases, 1, MSIM_PHASES_MAX) : MSIM_PHASES_USUAL;
    source.name = msim_operand_file(source.name, kinds);
    load(&timed, invocation, &source);
    timed.counts.weighed = invocation->cycles != NULL;
    msim_time_columns(&columns, &timed.counts, show, invocation->cycles);
    msim_beside_find(&beside, &timed, heap, pageins,
                     msim_file_kind_of(source.name) == MSIM_FILE_TRACE);
    msim_phases_find(&found, &timed, &columns, invocation->cycles, most);
    view.timed = &timed;
    view.show = &columns;
    view.beside = &beside;
    view.phases = &found;
    struct msim_picture picture = {.output = &invocation->output};
    while (msim_picture_next(
        &picture, msim_time_picture_size(&view, msim_picture_asked(&invocation->output).x)))
        msim_time_picture(&view, picture.canvas);
    int status =
        msim_output_is_picture(&invocation->output) ? MSIM_DONE : write_view(invocation, &view);
    msim_phases_free(&found);
    msim_beside_free(&beside);
    msim_columns_free(&columns);
    msim_timed_free(&timed);
    return status;
}

const struct msim_command msim_time_command = {
    .name = "time",
    .form = "FILE",
    .summary = "show what happened when: rates, phases, regions, marks",
    .usage = "time FILE [options] | time TRACE [options] [tool options]",
    .options = options,
    .run = run,
};
