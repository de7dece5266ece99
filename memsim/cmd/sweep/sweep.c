/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim sweep: shows the misses of every geometry in a grid.
 *
 *     memsim sweep FILE...                     shows the file of a sweep, or several parts joined
 *     memsim sweep TRACE [GRID] [tool options] first makes the sweep from a trace (trace.h)
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/human.h"
#include "cmd/command/command.h"
#include "cmd/draw/picture.h"
#include "cmd/files/lines.h"
#include "cmd/files/operand.h"
#include "cmd/sweep/file/set.h"
#include "cmd/trace/player.h"
#include "engine/machine/names.h"
#include "present.h"
#include "trace.h"

/* WIDTH: of text that does not go to a terminal.  A part is an additional format. */
enum { WIDTH = 120, FORMAT_PART = MSIM_FORMAT_CSV + 1, PROCESSES_MAX = 1024, FUNCTIONS = 10 };

/* The grid of figure 3.8 in Drepper's paper. */
static const char usual_grid[] = "L2:512K-16M,1-8,32-64";

static const enum msim_file_kind kinds[] = {MSIM_FILE_SWEEP, MSIM_FILE_TRACE, MSIM_FILE_UNKNOWN};

static const char *of, *ratio, *curve, *level, *ways, *line, *log_axis, *linear, *jobs, *plan,
    *prefix = "memsim.sweep.part";

static const struct msim_arg options[] = {
    {"--level", "NAME[,NAME]", "only these levels: I1 D1 L2 L3 ITLB DTLB L2TLB ...", &level},
    {"--ways", "N|full", "only this associativity", &ways},
    {"--line", "BYTES", "only this line size; for TLBs, this page size", &line},
    {"--of", "KIND", "which misses: all, read, write or instruction [all]", &of},
    {"--ratio", NULL, "misses as a percentage of references", &ratio},
    {"--curve", NULL, "misses by size, in total and for the costliest functions", &curve},
    {.name = "--format", .help = "text, json, csv or part (a file for sweep to combine) [text]"},
    {.name = "--width"},
    {.name = "--out"},
    {.name = "--svg"},
    {.name = "--png"},
    {.name = "--size"},
    {"--log", NULL, "in pictures, a logarithmic axis for misses, even if it is not needed",
     &log_axis},
    {"--linear", NULL, "in pictures, a linear one, even if nearly all points lie on it", &linear},
    {"--jobs", "N", "for a trace: divide the grid among N processes", &jobs},
    {"--plan", "N", "for a trace: print N commands instead, each of which computes a part", &plan},
    {"--prefix", "NAME", "name of a plan's parts, before .1, .2, ... [memsim.sweep.part]", &prefix},
    {.name = "--partial"},
    {NULL, NULL, NULL, NULL}};

/* --- options ------------------------------------------------------------------------------ */

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

static struct msim_swept_choice read_choice(void)
{
    struct msim_swept_choice choice = {~0U, MSIM_ANY, MSIM_ANY};
    if (level)
        choice.levels = read_levels(level);
    if (ways && !strcmp(ways, "full"))
        choice.ways = 0;
    else if (ways && (!msim_read_number(ways, &choice.ways) || !choice.ways))
        msim_bad_usage("--ways=%s: expected a number of at least 1, or full", ways);
    if (line && (!msim_read_size(line, &choice.line) || !choice.line))
        msim_bad_usage("--line=%s: expected a size, as in 64, 4K or 2M", line);
    return choice;
}

static struct msim_swept_view read_view(const struct msim_invocation *invocation)
{
    struct msim_swept_view view = {
        .width = msim_invocation_width(invocation, WIDTH, 0, MSIM_WIDTH_MOST)};
    view.width = view.width ? view.width : MSIM_WIDTH_MOST;
    if (of)
        view.of = (enum msim_of)msim_arg_choice("--of", of, msim_of_names);
    view.ratio = ratio != NULL;
    view.curve = curve != NULL;
    view.scale = log_axis ? MSIM_SCALE_LOG : linear ? MSIM_SCALE_LINEAR : MSIM_SCALE_AUTO;
    return view;
}

/* Exits with 2 if an option is wrong, before anything is read. */
static void check_options(const struct msim_invocation *invocation)
{
    const struct msim_output *output = &invocation->output;
    bool picture = output->svg || output->png;
    size_t format = read_format(output);
    read_choice();
    read_view(invocation);
    msim_picture_check(output);
    if ((log_axis || linear) && !picture)
        msim_bad_usage("%s is for pictures: --svg=FILE or --png=FILE",
                       log_axis ? "--log" : "--linear");
    if (log_axis && linear)
        msim_bad_usage("--log and --linear: expected one of them");
    if (ratio && !picture && format != MSIM_FORMAT_TEXT)
        msim_bad_usage("--ratio is for text and pictures; %s has counts and references",
                       output->format);
}

static unsigned read_processes(const char *option, const char *text)
{
    return (unsigned)msim_arg_number(option, text, 1, PROCESSES_MAX);
}

/* --- input -------------------------------------------------------------------------------- */

static void load(struct msim_swept *sweep, char **name, int names)
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

/* --- output ------------------------------------------------------------------------------- */

/* A part keeps all functions; other formats show the costliest. */
static int write_sweep(struct msim_invocation *invocation, const struct msim_swept *sweep,
                       const struct msim_swept_view *view)
{
    static void (*const write_as[])(const struct msim_swept *, const struct msim_swept_view *,
                                    FILE *) = {[MSIM_FORMAT_TEXT] = msim_swept_text,
                                               [MSIM_FORMAT_JSON] = msim_swept_json,
                                               [MSIM_FORMAT_CSV] = msim_swept_csv};
    FILE *to = msim_invocation_open(invocation);
    size_t format = read_format(&invocation->output);
    if (format == FORMAT_PART)
        msim_swept_part(sweep, to);
    else
        write_as[format](sweep, view, to);
    return msim_invocation_close(invocation);
}

static int show(struct msim_invocation *invocation, struct msim_swept *sweep)
{
    const struct msim_output *output = &invocation->output;
    if (read_format(output) != FORMAT_PART)
        msim_swept_keep(sweep, FUNCTIONS);
    struct msim_swept_choice choice = read_choice();
    struct msim_swept_view view = read_view(invocation);
    if (!sweep->cells)
        msim_bad_input("the sweep has no cells");
    msim_swept_select(sweep, &choice);
    if (!sweep->cells)
        msim_bad_input("no cell of the sweep matches --level, --ways and --line");
    struct msim_picture picture = {.output = output};
    while (msim_picture_next(&picture,
                             msim_swept_picture_size(sweep, &view, msim_picture_asked(output).x)))
        msim_swept_picture(sweep, &view, picture.canvas);
    int status = msim_output_is_picture(output) ? MSIM_DONE : write_sweep(invocation, sweep, &view);
    msim_swept_free(sweep);
    return status;
}

/* --- the subcommand ----------------------------------------------------------------------- */

/* Moves the operands that are not options to the front, before the options; returns their
 * number. */
static int split(int used, char **operand)
{
    int front = 0;
    for (int i = 0; i < used; i++) {
        if (operand[i][0] == '-' && operand[i][1])
            continue;
        char *here = operand[i];
        memmove(&operand[front + 1], &operand[front], (size_t)(i - front) * sizeof *operand);
        operand[front++] = here;
    }
    return front;
}

static int sweep_trace(struct msim_invocation *invocation, const struct msim_sweep_job *job)
{
    struct msim_swept sweep = {0};
    if (plan) {
        msim_sweep_plan(job, read_processes("--plan", plan), prefix);
        return msim_finish_stdout();
    }
    msim_sweep_trace(job, jobs ? read_processes("--jobs", jobs) : 1, &sweep);
    return show(invocation, &sweep);
}

static int sweep_files(struct msim_invocation *invocation, char **operand, int files, int operands)
{
    struct msim_swept sweep = {0};
    if (operands > files)
        msim_bad_usage("unknown option %s; usage: memsim %s", operand[files],
                       invocation->command->usage);
    if (jobs || plan || invocation->partial)
        msim_bad_usage(
            "--jobs, --plan and --partial are for a trace; %s is the file of a finished sweep",
            operand[0]);
    for (int i = 1; i < files; i++)
        if (strchr(operand[i], ':') && access(operand[i], F_OK) != 0)
            msim_bad_usage("'%s' is a grid, and %s a finished sweep; a grid is for a trace: memsim "
                           "sweep TRACE '%s'",
                           operand[i], operand[0], operand[i]);
    load(&sweep, operand, files);
    return show(invocation, &sweep);
}

static int run(struct msim_invocation *invocation)
{
    char **argv = invocation->argv;
    int operands = msim_invocation_args_some(invocation);
    int names = split(operands, argv);
    if (!names)
        msim_operand_missing(invocation->command->usage, kinds);
    check_options(invocation);
    argv[0] = (char *)msim_operand_file(argv[0], kinds);
    if (!msim_is_trace(argv[0]))
        return sweep_files(invocation, argv, names, operands);
    if (names > 2)
        msim_bad_usage("sweep: expected one trace and one grid, found %s as well", argv[2]);
    struct msim_sweep_job job = {.trace = argv[0],
                                 .grid = names > 1 ? argv[1] : usual_grid,
                                 .partial = invocation->partial != NULL,
                                 .operands = operands - names,
                                 .operand = argv + names};
    return sweep_trace(invocation, &job);
}

const struct msim_command msim_sweep_command = {
    .name = "sweep",
    .form = "FILE... | TRACE [GRID]",
    .summary = "show the misses of every geometry in a grid",
    .usage = "sweep FILE... [options] | sweep TRACE [GRID] [options] [tool options]",
    .options = options,
    .run = run,
};
