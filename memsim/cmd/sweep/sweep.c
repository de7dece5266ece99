/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim sweep: shows the misses of every geometry in a grid.
 *
 *     memsim sweep FILE...                     shows the file of a sweep, or several parts joined
 *     memsim sweep TRACE [GRID] [tool options] first makes the sweep from a trace (trace.h)
 */
#include "sweep.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/args.h"
#include "cmd/base/die.h"
#include "cmd/base/human.h"
#include "cmd/files/operand.h"
#include "cmd/trace/player.h"
#include "show.h"
#include "trace.h"

static const char usage[] = "sweep FILE... [options] | sweep TRACE [GRID] [options] [tool options]";

/* The grid of figure 3.8 in Drepper's paper. */
static const char usual_grid[] = "L2:512K-16M,1-8,32-64";

static const enum msim_file_kind kinds[] = {MSIM_FILE_SWEEP, MSIM_FILE_TRACE, MSIM_FILE_UNKNOWN};

enum { PROCESSES_MAX = 1024, FUNCTIONS = 10 };

static const char *jobs, *plan, *prefix = "memsim.sweep.part", *partial;

static const struct msim_arg trace_options[] = {
    {"--jobs", "N", "for a trace: divide the grid among N processes", &jobs},
    {"--plan", "N", "for a trace: print N commands instead, each of which computes a part", &plan},
    {"--prefix", "NAME", "name of a plan's parts, before .1, .2, ... [memsim.sweep.part]", &prefix},
    {"--partial", NULL, "use what there is of an incomplete trace", &partial},
};

enum { TRACE_OPTIONS = sizeof trace_options / sizeof *trace_options };

static unsigned read_processes(const char *option, const char *text)
{
    uint64_t number;
    if (!msim_read_number(text, &number) || number < 1 || number > PROCESSES_MAX)
        msim_bad_usage("%s=%s: expected a number from 1 to %d", option, text, PROCESSES_MAX);
    return (unsigned)number;
}

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

/* A part keeps all functions; other formats show the costliest. */
static int show(struct msim_swept *sweep, const struct msim_swept_options *options)
{
    if (!options->output.format || strcmp(options->output.format, "part") != 0)
        msim_swept_keep(sweep, FUNCTIONS);
    int status = msim_swept_show(sweep, options);
    msim_swept_free(sweep);
    return status;
}

static int sweep_trace(const struct msim_sweep_job *job, const struct msim_swept_options *options)
{
    struct msim_swept sweep = {0};
    if (plan) {
        msim_sweep_plan(job, read_processes("--plan", plan), prefix);
        return msim_finish_stdout();
    }
    msim_sweep_trace(job, jobs ? read_processes("--jobs", jobs) : 1, &sweep);
    return show(&sweep, options);
}

static int sweep_files(char **operand, int files, int operands,
                       const struct msim_swept_options *options)
{
    struct msim_swept sweep = {0};
    if (operands > files)
        msim_bad_usage("unknown option %s; usage: memsim %s", operand[files], usage);
    if (jobs || plan || partial)
        msim_bad_usage(
            "--jobs, --plan and --partial are for a trace; %s is the file of a finished sweep",
            operand[0]);
    for (int i = 1; i < files; i++)
        if (strchr(operand[i], ':') && access(operand[i], F_OK) != 0)
            msim_bad_usage("'%s' is a grid, and %s a finished sweep; a grid is for a trace: memsim "
                           "sweep TRACE '%s'",
                           operand[i], operand[0], operand[i]);
    msim_swept_load(&sweep, operand, files);
    return show(&sweep, options);
}

int msim_sweep_main(int argc, char **argv)
{
    struct msim_swept_options options = {0};
    struct msim_arg table[MSIM_SWEPT_OPTIONS + TRACE_OPTIONS + 1] = {0};
    msim_swept_option_table(&options, table);
    memcpy(&table[MSIM_SWEPT_OPTIONS], trace_options, sizeof trace_options);
    int operands = msim_args_some(usage, table, argc, argv);
    int names = split(operands, argv);
    if (!names)
        msim_operand_missing(usage, kinds);
    msim_swept_check_options(&options);
    argv[0] = (char *)msim_operand_file(argv[0], kinds);
    if (!msim_is_trace(argv[0]))
        return sweep_files(argv, names, operands, &options);
    if (names > 2)
        msim_bad_usage("sweep: expected one trace and one grid, found %s as well", argv[2]);
    struct msim_sweep_job job = {.trace = argv[0],
                                 .grid = names > 1 ? argv[1] : usual_grid,
                                 .partial = partial != NULL,
                                 .operands = operands - names,
                                 .operand = argv + names};
    return sweep_trace(&job, &options);
}
