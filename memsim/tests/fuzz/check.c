/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Mutations of budgets and of two files of counts: whatever they are, budgets are refused with a line
 * and a reason or are sound, and the changes of all lines add up to that of the totals.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/check/lines/changes.h"
#include "cmd/check/present.h"
#include "cmd/check/small.h"
#include "cmd/counts/read.h"
#include "mutate.h"
#include "summary.h"

static const char *const words[] = {"Ir",
                                    "Dr+Dw",
                                    "L2m",
                                    "D1m/D",
                                    "D1m:PTI",
                                    "peak",
                                    "pageins",
                                    ":all",
                                    "loop: ",
                                    ": ",
                                    "<=",
                                    "+",
                                    "+0.5%",
                                    "+2000",
                                    "+0.01:PTI",
                                    "+1%%",
                                    "64M",
                                    "3%",
                                    "9223372036854775807",
                                    "9223372036854775808",
                                    "0.1234567",
                                    "default\n",
                                    "# x\n",
                                    "\r\n",
                                    "fl=a\n",
                                    "fn=b\n",
                                    "fl=# object: /lib/libc.so.6\n",
                                    "fn=__strlen_avx2\n",
                                    "desc: libc: 2\n",
                                    "desc: memsim: 2\n",
                                    "0",
                                    "4294967295",
                                    "\xff",
                                    "\033[1m",
                                    ""};

static void check_budgets(const struct msim_budgets *budgets)
{
    for (size_t i = 0; i < budgets->budgets; i++) {
        const struct msim_budget *budget = &budgets->budget[i];
        if (!*budget->column || strchr(budget->column, ' ') || !*budget->limit ||
            (budget->region && !*budget->region))
            msim_fuzz_fail("a budget without a column, a limit or a region's name");
        if (!isfinite(budget->most) || budget->most < 0 || !isfinite(budget->percent) ||
            budget->percent < 0 || budget->amount < 0 || budget->per_thousand < 0)
            msim_fuzz_fail("a limit that is no number from 0 on");
    }
}

static bool read_budgets(struct msim_bytes bytes)
{
    struct msim_budgets budgets = {0};
    bool good = msim_budgets_read(&budgets, "mutant", bytes.at, bytes.size);
    if (good)
        check_budgets(&budgets);
    else if (!budgets.error.text[0] || !budgets.error.line)
        msim_fuzz_fail("an error without a reason or a line");
    msim_budgets_free(&budgets);
    return good;
}

static bool read_side(struct msim_side *side, struct msim_bytes bytes)
{
    if (msim_any(8))
        msim_mend_summary(&bytes);
    *side = (struct msim_side){.name = "mutant", .counts.no_negatives = true};
    return msim_counts_read(&side->counts, "mutant", bytes.at, bytes.size, false, NULL);
}

static void check_sum(const struct msim_check *check)
{
    const struct msim_sides *sides = &check->sides;
    const struct msim_common *common = &sides->common;
    for (size_t i = 0; i < common->events; i++) {
        int64_t sum = 0;
        if (!check->changes.watched[i])
            continue;
        for (size_t k = 0; k < check->changes.changes; k++)
            sum += check->changes.change[k].fresh[i] - check->changes.change[k].base[i];
        for (size_t k = 0; k < sides->pairs; k++)
            if (msim_changes_leave_out(&check->changes, sides, &sides->pair[k]))
                sum +=
                    msim_part_total(&sides->fresh.counts, sides->pair[k].fresh)[common->fresh[i]] -
                    msim_part_total(&sides->base.counts, sides->pair[k].base)[common->base[i]];
        if (sum !=
            sides->fresh.counts.total[common->fresh[i]] - sides->base.counts.total[common->base[i]])
            msim_fuzz_fail("the changes do not add up to that of the total");
    }
}

static void compare(struct msim_check *check)
{
    struct msim_sides *sides = &check->sides;
    struct msim_budgets budgets = {0};
    msim_budgets_add_usual(&budgets);
    msim_sides_compare(sides);
    msim_reasons_find(&check->reasons, &sides->base, &sides->fresh);
    msim_judge(sides, &budgets, &check->judgement);
    msim_watch(&check->changes, sides, &check->judgement);
    msim_changes_find(&check->changes, sides);
    check_sum(check);
    msim_changes_leave_out_varying(&check->changes, sides);
    msim_changes_leave_out_small(&check->changes, sides, &check->judgement);
    msim_check_text(check, msim_fuzz_nowhere);
    msim_check_markdown(check, msim_fuzz_nowhere);
    msim_check_json(check, msim_fuzz_nowhere);
    msim_changes_free(&check->changes);
    msim_reasons_free(&check->reasons);
    free(check->judgement.judged);
    msim_budgets_free(&budgets);
}

static bool has_events_of(const struct msim_counts *counts, const struct msim_counts *other)
{
    bool same = counts->events == other->events;
    for (size_t i = 0; same && i < counts->events; i++)
        same = !strcmp(counts->event[i], other->event[i]);
    return same;
}

/* A further run of NEW, if it has the same events. */
static void add_run(struct msim_sides *sides)
{
    struct msim_bytes bytes = msim_mutant();
    if (!strstr(bytes.at, "events:")) {
        free(bytes.at);
        return;
    }
    struct msim_side *run = msim_zeroed(1, sizeof *run);
    sides->more_fresh.side = run;
    if (read_side(run, bytes) && has_events_of(&run->counts, &sides->fresh.counts)) {
        sides->more_fresh.sides = 1;
        return;
    }
    msim_side_free(run);
}

static bool run_round(void)
{
    struct msim_check check = {.most = msim_any(30), .refused = msim_any(2)};
    struct msim_bytes first = msim_mutant();
    if (!strstr(first.at, "events:"))
        return read_budgets(first);
    bool good = read_side(&check.sides.base, first);
    if (good) {
        struct msim_bytes second = msim_mutant();
        while (!strstr(second.at, "events:")) {
            free(second.at);
            second = msim_mutant();
        }
        good = read_side(&check.sides.fresh, second);
        if (good && !msim_any(2))
            add_run(&check.sides);
        if (good)
            compare(&check);
    }
    msim_sides_free(&check.sides);
    return good;
}

/* Hands over bytes that lack the 0 behind them. */
static void plant(void)
{
    static const char line[] = "Ir +1%";
    struct msim_budgets budgets = {0};
    char *bytes = msim_fuzz_unended(line);
    msim_budgets_read(&budgets, "planted", bytes, strlen(line));
    msim_budgets_free(&budgets);
}

int main(int argc, char **argv)
{
    static const struct msim_fuzz fuzz = {words, sizeof words / sizeof *words, " \n", run_round,
                                          plant};
    return msim_fuzz_main(&fuzz, argc, argv);
}
