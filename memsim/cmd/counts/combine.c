/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim merge FILE..., memsim diff A B: one profile from several.
 *
 * Counts are added up by file, function and line.  A difference is B - A.  It has all counts of a
 * function in line 0, because two versions of a source have different lines, unless --lines says
 * that they are the same.
 */
#include <stdlib.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/command/command.h"
#include "cmd/files/operand.h"
#include "cmd/patterns/substitute.h"
#include "read.h"
#include "unlike.h"

/* The objects (executables and libraries) of the two sides of a difference (read.h). */

enum side { BEFORE = 1, AFTER = 2 };

/* Which sides have each object. */
static unsigned char *sides_of(const struct msim_counts *counts)
{
    unsigned char *sides = msim_zeroed(counts->object.count + 1, 1);
    for (size_t i = 0; i < counts->parts; i++) {
        const struct msim_counts_part *part = &counts->part[i];
        for (uint32_t at = part->first; at != MSIM_NOTHING; at = counts->section[at].next)
            if (part->object != MSIM_NOTHING)
                sides[part->object] |=
                    counts->source[counts->section[at].source].negative ? BEFORE : AFTER;
    }
    return sides;
}

/* The only object that just this side has; MSIM_NOTHING: none, or several. */
static uint32_t only(const struct msim_counts *counts, const unsigned char *sides, enum side side)
{
    uint32_t found = MSIM_NOTHING;
    for (uint32_t i = 0; i < counts->object.count; i++) {
        if (sides[i] != side)
            continue;
        if (found != MSIM_NOTHING)
            return MSIM_NOTHING;
        found = i;
    }
    return found;
}

static uint32_t part_in(const struct msim_counts *counts, uint32_t function, uint32_t object)
{
    uint32_t part = counts->function[function].first;
    while (part != MSIM_NOTHING && counts->part[part].object != object)
        part = counts->part[part].next;
    return part;
}

/* Moves the sections and totals of a part to the end of another one. */
static void move(struct msim_counts *counts, uint32_t from, uint32_t to)
{
    struct msim_counts_part *source = &counts->part[from], *target = &counts->part[to];
    int64_t *total = msim_part_total(counts, to), *old = msim_part_total(counts, from);
    for (size_t i = 0; i < counts->events; i++) {
        total[i] += old[i];
        old[i] = 0;
    }
    if (source->first == MSIM_NOTHING)
        return;
    if (target->first == MSIM_NOTHING)
        target->first = source->first;
    else
        counts->section[target->last].next = source->first;
    target->last = source->last;
    source->first = source->last = MSIM_NOTHING;
}

void msim_counts_match_objects(struct msim_counts *counts)
{
    unsigned char *sides = sides_of(counts);
    uint32_t before = only(counts, sides, BEFORE), after = only(counts, sides, AFTER);
    for (uint32_t i = 0; before != MSIM_NOTHING && after != MSIM_NOTHING && i < counts->functions;
         i++) {
        uint32_t from = part_in(counts, i, before), to = part_in(counts, i, after);
        if (from == MSIM_NOTHING)
            continue;
        if (to == MSIM_NOTHING)
            counts->part[from].object = after;
        else
            move(counts, from, to);
    }
    free(sides);
}

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
