/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim check BASE NEW: a verdict for continuous integration.
 *
 * It compares the totals, those of regions, and the source lines of two runs, judges them by
 * budgets, and exits with a status that a build can act on.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/check/lines/changes.h"
#include "cmd/check/sides/side.h"
#include "cmd/command/command.h"
#include "cmd/files/lines.h"
#include "cmd/files/operand.h"
#include "present.h"
#include "small.h"

enum { WORSE = 3, INCOMPARABLE = 4, LINES = 20, LINES_MAX = 1000000000 };

static const enum msim_file_kind kinds[] = {MSIM_FILE_COUNTS, MSIM_FILE_UNKNOWN};

static const char *budget, *region, *anyway, *lines;

static const struct msim_arg options[] = {
    {"--budget", "FILE", "what NEW may have, a line each: Ir +0.5%, D1m:PTI <= 12, peak <= 64M",
     &budget},
    {"--region", "NAME", "compare what ran in this region; * and ? match; -: in no region",
     &region},
    {"--anyway", NULL, "compare runs on different machines, with other libraries and so on",
     &anyway},
    {.name = "--format", .help = "text, markdown or json [text]"},
    {"--lines", "N", "show at most N changed lines; JSON has all [20]", &lines},
    {.name = "--width", .help = "width of text, 0 for no limit [the terminal's]"},
    {.name = "--out"},
    {NULL, NULL, NULL, NULL}};

static void read_budgets(struct msim_budgets *budgets)
{
    size_t size;
    *budgets = (struct msim_budgets){0};
    if (!budget) {
        msim_budgets_add_usual(budgets);
        return;
    }
    char *bytes = msim_need_all(budget, &size);
    if (!msim_budgets_read(budgets, budget, bytes, size))
        msim_bad_file(&budgets->error);
    if (!budgets->budgets)
        msim_bad_input("%s: expected at least one budget, such as 'Ir +0.5%%', or 'default'",
                       budget);
}

/* The file that the operand stands for, or those of several runs. */
static void load_side(struct msim_side *side, struct msim_more *more, const char *operand)
{
    const char *only = region && !strcmp(region, "-") ? "" : region;
    size_t runs;
    char **folder = msim_operand_runs(operand, &runs);
    if (!runs) {
        msim_side_load(side, msim_operand_file(operand, kinds), only);
        return;
    }
    const char **name = msim_zeroed(runs, sizeof *name);
    for (size_t i = 0; i < runs; i++) {
        name[i] = msim_operand_file(folder[i], kinds);
        free(folder[i]);
    }
    msim_runs_load(side, &more->side, name, runs, only);
    more->sides = runs - 1;
    MSIM_FREE(name, folder);
}

static void load(struct msim_sides *sides, char **argv)
{
    load_side(&sides->base, &sides->more_base, argv[0]);
    load_side(&sides->fresh, &sides->more_fresh, argv[1]);
    msim_sides_compare(sides);
}

/* Runs of one side that were not given the same, or did not end alike, cannot be compared
 * either. */
static void find_reasons(struct msim_check *check)
{
    const struct msim_sides *sides = &check->sides;
    const struct msim_side *const side[] = {&sides->base, &sides->fresh};
    const struct msim_more *const more[] = {&sides->more_base, &sides->more_fresh};
    msim_reasons_find(&check->reasons, &sides->base, &sides->fresh);
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < more[i]->sides && !check->reasons.reasons; k++) {
            msim_reasons_free(&check->reasons);
            msim_reasons_find(&check->reasons, side[i], &more[i]->side[k]);
            if (check->reasons.reasons)
                msim_warn("%s and %s, of the same side, differ", side[i]->name,
                          more[i]->side[k].name);
        }
}

/* Other arguments are other work, which is no fault of the program. */
static void warn_of_arguments(const struct msim_sides *sides)
{
    const char *base = strchr(sides->base.counts.source[0].command, ' ');
    const char *fresh = strchr(sides->fresh.counts.source[0].command, ' ');
    if (base && fresh ? strcmp(base, fresh) != 0 : base != fresh)
        msim_warn("the programs had different arguments: compare runs that do the same");
}

/* The lines that changed, and of what grew by layout those that have a good part of it. */
static void find_changes(struct msim_check *check)
{
    const struct msim_judgement *judgement = &check->judgement;
    msim_watch(&check->changes, &check->sides, judgement);
    msim_changes_find(&check->changes, &check->sides);
    for (size_t i = 0; i < judgement->judgements; i++)
        if (judgement->judged[i].outcome == MSIM_CONFLICT)
            msim_conflicts_mark(&check->changes, &check->sides,
                                judgement->judged[i].budget->column);
    msim_changes_leave_out_varying(&check->changes, &check->sides);
    msim_changes_leave_out_small(&check->changes, &check->sides, judgement);
}

static int write_check(struct msim_invocation *invocation, const struct msim_check *check,
                       size_t which)
{
    static void (*const writers[])(const struct msim_check *check, FILE *to) = {
        msim_check_text, msim_check_markdown, msim_check_json};
    writers[which](check, msim_invocation_open(invocation));
    int status = msim_invocation_close(invocation);
    const char *verdict = msim_check_verdict(check);
    if (status != MSIM_DONE)
        return status;
    return check->refused ? INCOMPARABLE : msim_is_worse(verdict) ? WORSE : status;
}

/* Returns 3 if NEW is worse, 4 if it cannot be compared with BASE. */
static int run(struct msim_invocation *invocation)
{
    static const char *const formats[] = {"text", "markdown", "json", NULL};
    struct msim_check check = {.most = LINES};
    struct msim_budgets budgets;
    int names = msim_invocation_args(invocation);
    check.width = msim_invocation_width(invocation, 0, 0, MSIM_WIDTH_MOST);
    const char *format = invocation->output.format;
    size_t which = format ? msim_arg_choice("--format", format, formats) : 0;
    if (names != 2)
        msim_bad_usage("check: expected two files, found %d; usage: memsim %s", names,
                       invocation->command->usage);
    if (lines)
        check.most = msim_arg_number("--lines", lines, 0, LINES_MAX);
    read_budgets(&budgets);
    load(&check.sides, invocation->argv);
    warn_of_arguments(&check.sides);
    find_reasons(&check);
    check.refused = check.reasons.reasons > 0 && !anyway;
    if (!check.refused) {
        msim_judge(&check.sides, &budgets, &check.judgement);
        find_changes(&check);
    }
    int status = write_check(invocation, &check, which);
    msim_changes_free(&check.changes);
    msim_reasons_free(&check.reasons);
    free(check.judgement.judged);
    msim_sides_free(&check.sides);
    msim_budgets_free(&budgets);
    return status;
}

const struct msim_command msim_check_command = {
    .name = "check",
    .form = "BASE NEW",
    .summary = "a verdict on what changed, for continuous integration",
    .usage = "check BASE NEW [options]",
    .options = options,
    .run = run,
};
