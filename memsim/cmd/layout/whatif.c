/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim objects --what-if=LAYOUT TRACE: how many misses the program would have if its data were
 * laid out like that.  The trace is replayed twice, as it is and relocated (relocation.h).
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "advise.h"
#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/command/command.h"
#include "cmd/files/lines.h"
#include "cmd/files/operand.h"
#include "cmd/layout/rules/layout.h"
#include "cmd/trace/crew.h"
#include "shown.h"
#include "tried.h"

static const enum msim_file_kind kinds[] = {MSIM_FILE_TRACE, MSIM_FILE_UNKNOWN};

enum { JOBS_MAX = 1024, LIMIT = 5, LIMIT_MAX = 100 };

static const char *what_if, *advise, *limit, *jobs;

static const struct msim_arg options[] = {
    {"--what-if", "LAYOUT", "count the misses with data laid out like this; or a file of rules",
     &what_if},
    {"--jobs", "N", "replay at most N at a time [the number of processors]", &jobs},
    {"--advise", NULL, "try layouts for the data with most misses", &advise},
    {"--limit", "N", "for --advise: try layouts for N objects [5]", &limit},
    {.name = "--debug-dir"},
    {.name = "--partial"},
    {.name = "--width"},
    {.name = "--format", .form = "text|json", .help = "[text]"},
    {.name = "--out"},
    {NULL, NULL, NULL, NULL},
};

static bool is_asked(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!strncmp(argv[i], "--what-if", 9) || !strcmp(argv[i], "--advise"))
            return true;
    return false;
}

/* --- The layout --------------------------------------------------------------------------- */

/* A layout has a colon and a blank; everything else is the name of a file. */
static bool is_layout(const char *text)
{
    return strstr(text, ": ") || strchr(text, '\n');
}

static void read_layout(struct msim_layout_rules *layout)
{
    if (is_layout(what_if)) {
        if (!msim_layout_read(layout, what_if))
            msim_bad_usage("--what-if: %s", layout->error);
        return;
    }
    size_t size;
    if (access(what_if, R_OK) != 0)
        msim_bad_usage("--what-if=%s: expected a layout, as in "
                       "'make_node@list.c:12: order 8-16,0-8', or a file of such rules",
                       what_if);
    char *text = msim_need_all(what_if, &size);
    if (strlen(text) != size)
        msim_bad_input("%s: expected rules, found a byte 0", what_if);
    if (!msim_layout_read(layout, text))
        msim_bad_input("%s:%zu: %s", what_if, layout->line, layout->error);
    free(text);
}

/* --- The replays -------------------------------------------------------------------------- */

struct trial {
    const struct msim_layout_run *run;
    const struct msim_layout_rules *layout;
    const struct msim_plan_type *const *type;
    struct msim_tried *tried[2];
};

static void run_trial(void *self, unsigned task, volatile uint64_t *part)
{
    const struct trial *trial = self;
    msim_layout_try(trial->run, trial->layout, trial->type, !task, trial->tried[task], part);
}

static unsigned jobs_wanted(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (jobs)
        return (unsigned)msim_arg_number("--jobs", jobs, 1, JOBS_MAX);
    return processors > 0 && processors < JOBS_MAX ? (unsigned)processors : 1;
}

/* Names that the program does not have. */
static void check_found(const struct msim_layout_rules *layout, const struct msim_tried *tried)
{
    size_t before = 0;
    for (size_t i = 0; i < layout->rules; before += layout->rule[i++].variables)
        if (tried->missing > before && tried->missing <= before + layout->rule[i].variables)
            msim_bad_input(
                "--what-if: no file that the program maps has a variable %s in its symbols",
                layout->rule[i].variable[tried->missing - before - 1]);
    for (size_t i = 0; i < layout->rules; i++)
        if (!tried->counts[i].blocks && layout->rule[i].is_local)
            msim_bad_input("--what-if: %s was never called%s", layout->rule[i].frame[0].function,
                           tried->calls ? ""
                                        : ", because the trace has no calls; record one with "
                                          "memsim run --calls=yes --trace-file=memsim.trace.%p "
                                          "-- COMMAND");
        else if (!tried->counts[i].blocks)
            msim_bad_input("--what-if: nothing was allocated by %s; memsim heap lists the "
                           "functions and lines that allocate",
                           layout->rule[i].where);
}

static int show(struct msim_invocation *invocation, const struct msim_layout_view *view)
{
    FILE *to = msim_invocation_open(invocation);
    if (msim_output_format(&invocation->output) == MSIM_FORMAT_JSON)
        msim_layout_json(view, to);
    else
        msim_layout_text(view, to);
    return msim_invocation_close(invocation);
}

/* The types of the rules; NULL where they name none. */
static const struct msim_plan_type **read_types(const struct msim_layout_run *run,
                                                const struct msim_layout_rules *layout)
{
    const struct msim_plan_type **type = msim_zeroed(layout->rules, sizeof *type);
    for (size_t i = 0; i < layout->rules; i++)
        if (layout->rule[i].type)
            type[i] = msim_layout_type(run, layout->rule[i].type);
    return type;
}

static int try_layout(struct msim_invocation *invocation, struct msim_layout_run *run)
{
    struct msim_layout_rules layout;
    struct msim_machine machine;
    read_layout(&layout);
    char *command = msim_layout_machine(run, &machine);
    msim_layout_look(run);
    msim_named_make(run);
    msim_named_symbols(run, &layout);
    for (size_t i = 0; i < layout.rules; i++)
        if (layout.rule[i].type || layout.rule[i].blocks) {
            msim_voted_make(run);
            break;
        }
    const struct msim_plan_type **type = read_types(run, &layout);
    struct msim_relocation *relocation = msim_zeroed(1, sizeof *relocation);
    uint32_t rows = msim_layout_prepare(relocation, &layout, type);
    struct trial trial = {run, &layout, type, {NULL, NULL}};
    for (int i = 0; i < 2; i++)
        trial.tried[i] = msim_tried_new(layout.rules, rows);
    struct msim_crew crew = {.tasks = 2,
                             .jobs = jobs_wanted(),
                             .what = "replaying",
                             .whole = msim_trace_bytes(run->trace),
                             .run = run_trial,
                             .self = &trial};
    msim_crew_run(&crew);
    check_found(&layout, trial.tried[0]);
    struct msim_layout_view view = {command,    &machine,       &layout,
                                    relocation, trial.tried[0], trial.tried[1]};
    int status = show(invocation, &view);
    msim_layout_free(&layout);
    return status;
}

static int give_advice(struct msim_invocation *invocation, struct msim_layout_run *run)
{
    struct msim_advising advising = {
        run,
        jobs_wanted(),
        limit ? (size_t)msim_arg_number("--limit", limit, 1, LIMIT_MAX) : LIMIT,
        msim_trace_bytes(run->trace),
        msim_invocation_width(invocation, MSIM_WIDTH_USUAL, 0, MSIM_WIDTH_MOST),
        msim_output_format(&invocation->output) == MSIM_FORMAT_JSON};
    msim_advise(&advising, msim_invocation_open(invocation));
    return msim_invocation_close(invocation);
}

static int run_what_if(struct msim_invocation *invocation)
{
    char **argv = invocation->argv;
    int used = msim_invocation_args_some(invocation);
    const char *name = NULL;
    for (int i = 0; i < used; i++)
        if (argv[i][0] == '-' && !msim_option_find(argv[i]))
            msim_bad_usage("objects: unknown option %s", argv[i]);
        else if (argv[i][0] != '-' && !name)
            name = argv[i];
        else if (argv[i][0] != '-')
            msim_bad_usage("objects: expected one trace, found %s and %s", name, argv[i]);
    if (!name)
        msim_operand_missing(invocation->command->usage, kinds);
    name = msim_operand_file(name, kinds);
    if (msim_output_format(&invocation->output) == MSIM_FORMAT_CSV)
        msim_bad_usage("--format=csv: layouts are shown as text or json");
    struct msim_layout_run run = {.trace = name,
                                  .partial = invocation->partial != NULL,
                                  .operand = argv,
                                  .operands = used,
                                  .types = msim_types_new()};
    if (invocation->debug_dir)
        msim_types_folder(run.types, invocation->debug_dir);
    if (!what_if == !advise)
        msim_bad_usage("objects: expected either --what-if=LAYOUT or --advise");
    if (limit && !advise)
        msim_bad_usage("--limit is for --advise");
    return advise ? give_advice(invocation, &run) : try_layout(invocation, &run);
}

const struct msim_command msim_what_if_command = {
    .name = "objects",
    .usage = "objects --what-if=LAYOUT TRACE [options] [tool options] | objects --advise TRACE ...",
    .options = options,
    .run = run_what_if,
    .asked = is_asked,
    .about = "With data laid out in another way:",
};
