/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim branches: which branches are mispredicted, and which say something about the code's layout.
 *
 *     memsim branches FILE      a file of counts of a run with --branch-sim
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/command/command.h"
#include "cmd/counts/read.h"
#include "cmd/files/operand.h"
#include "present.h"

enum { LIMIT = 20 };

static const enum msim_file_kind kinds[] = {MSIM_FILE_COUNTS, MSIM_FILE_UNKNOWN};

static const char *limit;

static const struct msim_arg options[] = {
    {"--limit", "N", "show at most N branches, 0 for no limit [20]", &limit},
    {.name = "--mine"},
    {.name = "--system-frames"},
    {.name = "--format"},
    {.name = "--width"},
    {.name = "--out"},
    {NULL, NULL, NULL, NULL}};

static void check_counts(const struct msim_counts *counts, const char *name)
{
    if (msim_counts_event(counts, "Bc", 2) == counts->events)
        msim_bad_input(
            "%s: it has no branches; record them: memsim run --branch-sim=yes -- COMMAND", name);
    if (!counts->branches.branches)
        msim_bad_input("%s: it does not say what each branch did, as a file of memsim run "
                       "--branch-sim=yes does, unless it was merged or is a difference",
                       name);
}

static int run(struct msim_invocation *invocation)
{
    static void (*const write_as[])(const struct msim_branch_view *,
                                    FILE *) = {[MSIM_FORMAT_TEXT] = msim_branches_text,
                                               [MSIM_FORMAT_JSON] = msim_branches_json,
                                               [MSIM_FORMAT_CSV] = msim_branches_csv};
    struct msim_counts counts = {0};
    struct msim_branch_view view = {.counts = &counts};
    int names = msim_invocation_args(invocation);
    enum msim_format format = msim_output_format(&invocation->output);
    if (!names)
        msim_operand_missing(invocation->command->usage, kinds);
    size_t most = limit ? msim_arg_number("--limit", limit, 0, UINT32_MAX) : LIMIT;
    view.width = msim_invocation_width(invocation, MSIM_WIDTH_USUAL, 0, MSIM_WIDTH_MOST);
    view.colour = !invocation->output.out && msim_terminal_has_colours();
    view.file = msim_operand_file(invocation->argv[0], kinds);
    msim_counts_load(&counts, view.file, false, NULL);
    check_counts(&counts, view.file);
    msim_branches_find(&view, msim_invocation_mine(invocation));
    view.shown = most && most < view.rows ? most : view.rows;
    write_as[format](&view, msim_invocation_open(invocation));
    free(view.row);
    msim_counts_free(&counts);
    return msim_invocation_close(invocation);
}

const struct msim_command msim_branches_command = {
    .name = "branches",
    .form = "FILE",
    .summary = "show which branches are mispredicted, and what to do about them",
    .usage = "branches FILE [options]",
    .options = options,
    .run = run,
};
