/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim merge FILE..., memsim diff A B: one profile from several.
 *
 * Counts are added up by file, function and line.  A difference is B - A.  It has all counts of a
 * function in line 0, because two versions of a source have different lines, unless --lines says
 * that they are the same.
 */
#include "combine.h"

#include <stdlib.h>

#include "cmd/base/die.h"
#include "cmd/command/command.h"
#include "cmd/files/operand.h"
#include "cmd/patterns/substitute.h"
#include "read.h"
#include "unlike.h"
#include "write.h"

static const enum msim_file_kind kinds[] = {MSIM_FILE_COUNTS, MSIM_FILE_ALLOC, MSIM_FILE_UNKNOWN};

static const char *mod_filename, *mod_funcname, *lines;

static const struct msim_arg options[] = {
    {"--lines", NULL, "keep lines; both runs must be of the same sources", &lines}, /* diff only */
    {"--mod-filename", "s/A/B/", "change the names of files before comparing them", &mod_filename},
    {"--mod-funcname", "s/A/B/", "change the names of functions", &mod_funcname},
    {.name = "--out"},
    {NULL, NULL, NULL, NULL}};

/* --- subcommands -------------------------------------------------------------------------- */

static int write_counts(struct msim_invocation *invocation, const struct msim_counts *counts,
                        bool difference)
{
    msim_counts_write(counts, difference, !difference || lines, msim_invocation_open(invocation));
    return msim_invocation_close(invocation);
}

static int combine(struct msim_invocation *invocation, char **name, int names, bool difference)
{
    struct msim_counts counts = {0};
    struct msim_substitution *file_rules =
        mod_filename ? msim_substitution_make("--mod-filename", mod_filename) : NULL;
    struct msim_substitution *function_rules =
        mod_funcname ? msim_substitution_make("--mod-funcname", mod_funcname) : NULL;
    struct msim_renaming renaming = {msim_substitute, file_rules, function_rules};
    counts.no_lines = difference && !lines;
    for (int i = 0; i < names; i++)
        msim_counts_load(&counts, name[i], difference && i == 0, &renaming);
    msim_counts_warn_unlike(&counts, difference);
    if (difference)
        msim_counts_match_objects(&counts);
    int status = write_counts(invocation, &counts, difference);
    msim_counts_free(&counts);
    msim_substitution_free(file_rules);
    msim_substitution_free(function_rules);
    return status;
}

static int merge(struct msim_invocation *invocation)
{
    int names = msim_invocation_args(invocation);
    if (!names)
        msim_operand_missing(invocation->command->usage, kinds);
    char **file = msim_operand_files(invocation->argv, names, kinds, &names);
    int status = combine(invocation, file, names, false);
    free(file);
    return status;
}

const struct msim_command msim_merge_command = {
    .name = "merge",
    .form = "FILE...",
    .summary = "add several profiles up",
    .usage = "merge FILE... [options]",
    .options = options + 1,
    .run = merge,
};

static int diff(struct msim_invocation *invocation)
{
    static const enum msim_file_kind all[] = {MSIM_FILE_COUNTS, MSIM_FILE_CALLS, MSIM_FILE_ALLOC,
                                              MSIM_FILE_UNKNOWN};
    char **argv = invocation->argv;
    /* Of two profiles of calls, the other options would be right. */
    for (int i = 1; i < invocation->argc && !msim_args_ask(invocation->argc, argv); i++)
        if (argv[i][0] != '-')
            msim_operand_exists(argv[i], all);
    int names = msim_invocation_args(invocation);
    if (names != 2)
        msim_bad_usage("diff: expected two files, found %d; usage: memsim %s", names,
                       invocation->command->usage);
    char *file[] = {(char *)msim_operand_file(argv[0], kinds),
                    (char *)msim_operand_file(argv[1], kinds)};
    return combine(invocation, file, names, true);
}

const struct msim_command msim_diff_command = {
    .name = "diff",
    .form = "A B",
    .summary = "make a profile of what changed from A to B; of calls, show it",
    .usage = "diff A B [options]",
    .options = options,
    .run = diff,
};
