/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim time: shows what a program did when.
 *
 *     memsim time FILE                  phases and intervals; --svg, --png
 *     memsim time TRACE [tool options]  first makes the file from a trace
 */
#include "time.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/args.h"
#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/draw/picture.h"
#include "cmd/files/infile.h"
#include "cmd/files/operand.h"
#include "cmd/time/file/set.h"
#include "cmd/trace/made.h"
#include "cmd/trace/source.h"
#include "columns.h"
#include "engine/base/about.h"
#include "present.h"

static const char usage[] = "time FILE [options] | time TRACE [options] [tool options]";
static const enum msim_file_kind kinds[] = {MSIM_FILE_TIME, MSIM_FILE_TRACE, MSIM_FILE_UNKNOWN};

/* WIDTH: of text that does not go to a terminal. */
enum { WIDTH = 120, LINES = 20, MARKS = 20 };

static struct msim_output output;
static const char *show, *cycles, *phases, *rows, *heap, *pageins, *partial;

static const struct msim_arg options[] = {
    {"--show", "COLUMN,...", "columns to show: Cy/Ir, D1m:PTI, D1m/D, D1m, ... [rates that cost]",
     &show},
    {"--cycles", "NAME:N,...", "how Cy is computed [by the machine's latencies]", &cycles},
    {"--phases", "N", "find at most N phases [20]", &phases},
    {"--rows", "N", "join intervals until the table has at most N lines; 0: no table [20]", &rows},
    {"--heap", "FILE", "the heap over time [that of the same run, in the same folder]", &heap},
    {"--pagein", "FILE", "the list of page-ins [likewise]", &pageins},
    {"--partial", NULL, "use what there is of an incomplete trace", &partial},
    {"--format", "FORMAT", "text, json or csv; csv is the intervals [text]", &output.format},
    {"--width", "COLUMNS", "width of text [the terminal's, or 120]", &output.width},
    {"--out", "FILE", "write to FILE instead of standard output", &output.out},
    {"--svg", "FILE", "write an SVG picture; without --format, nothing else", &output.svg},
    {"--png", "FILE", "write a PNG picture, likewise", &output.png},
    {NULL, NULL, NULL, NULL}};

/* --- Options ------------------------------------------------------------------------------ */

static size_t read_width(void)
{
    size_t terminal = output.out ? 0 : msim_terminal_width();
    if (output.width)
        return msim_arg_number("--width", output.width, MSIM_TIME_NARROWEST, MSIM_TIME_WIDEST);
    if (!terminal)
        return WIDTH;
    return terminal < MSIM_TIME_NARROWEST ? MSIM_TIME_NARROWEST
           : terminal > MSIM_TIME_WIDEST  ? MSIM_TIME_WIDEST
                                          : terminal;
}

/* Refuses bad options before anything is read. */
static struct msim_time_view read_view(void)
{
    struct msim_time_view view = {.lines = LINES, .marks = MARKS};
    msim_output_format(&output);
    msim_picture_check(&output);
    if (output.out && msim_output_is_picture(&output))
        msim_bad_usage("--out=%s: only a picture is written; give --format, too", output.out);
    view.width = read_width();
    if (rows)
        view.lines = msim_arg_number("--rows", rows, 0, UINT32_MAX);
    return view;
}

/* --- Input -------------------------------------------------------------------------------- */

/* All bytes: of the file, or made from the trace. */
static char *read_bytes(const struct msim_operand *source, size_t *size)
{
    static const char *const observers[] = {"time", NULL};
    if (msim_file_kind_of(source->name) != MSIM_FILE_TRACE) {
        if (partial)
            msim_bad_usage("--partial is for a trace; %s is a file of intervals", source->name);
        return msim_need_all(source->name, size);
    }
    struct msim_making making = {.trace = source->name,
                                 .partial = partial != NULL,
                                 .observers = observers,
                                 .file = "--time-out-file",
                                 .usual = "--interval=1M",
                                 .operand = source->operand,
                                 .operands = source->operands};
    return msim_made_file(&making, size);
}

static void load(struct msim_timed *timed, const struct msim_operand *source)
{
    size_t size;
    char *bytes = read_bytes(source, &size);
    if (!msim_timed_read(timed, source->name, bytes, size))
        msim_bad_file(&timed->error);
    if (timed->incomplete)
        msim_warn("%s: %s", source->name, timed->incomplete);
}

/* --- Output ------------------------------------------------------------------------------- */

static void draw(const struct msim_time_view *view)
{
    struct msim_picture picture = {.output = &output};
    while (msim_picture_next(&picture, msim_time_picture_size(view)))
        msim_time_picture(view, picture.canvas);
}

static int write_view(const struct msim_time_view *view)
{
    static void (*const write_as[])(const struct msim_time_view *,
                                    FILE *) = {[MSIM_FORMAT_TEXT] = msim_time_text,
                                               [MSIM_FORMAT_JSON] = msim_time_json,
                                               [MSIM_FORMAT_CSV] = msim_time_csv};
    struct msim_whole_file file;
    msim_output_open(&file, output.out);
    write_as[msim_output_format(&output)](view, file.to);
    return msim_output_close(&file);
}

int msim_time_main(int argc, char **argv)
{
    struct msim_operand source = msim_operand_or_trace(usage, options, argc, argv, kinds);
    struct msim_timed timed;
    struct msim_columns columns = {0};
    struct msim_beside beside;
    struct msim_phases found;
    struct msim_time_view view = read_view();
    size_t most =
        phases ? msim_arg_number("--phases", phases, 1, MSIM_PHASES_MAX) : MSIM_PHASES_USUAL;
    source.name = msim_operand_file(source.name, kinds);
    load(&timed, &source);
    msim_time_columns(&columns, &timed.counts, show, cycles);
    msim_beside_find(&beside, &timed, heap, pageins,
                     msim_file_kind_of(source.name) == MSIM_FILE_TRACE);
    msim_phases_find(&found, &timed, &columns, cycles, most);
    view.timed = &timed;
    view.show = &columns;
    view.beside = &beside;
    view.phases = &found;
    draw(&view);
    int status = msim_output_is_picture(&output) ? MSIM_DONE : write_view(&view);
    msim_phases_free(&found);
    msim_beside_free(&beside);
    msim_columns_free(&columns);
    msim_timed_free(&timed);
    return status;
}
