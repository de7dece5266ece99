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
#include "forms.h"

static const char words[] =
    "|Ir|Dr+Dw|L2m|D1m/D|D1m:PTI|peak|pageins|:all|loop: |: |<=|+|+0.5%|+2000|+0.01:PTI|+1%%|64M"
    "|3%|0.1234567|default\n|# x\n|fl=a\n|fn=b\n|fl=# object: /lib/libc.so.6\n|fn=__strlen_avx2\n"
    "|desc: libc: 2\n|desc: memsim: 2\n";

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
    else
        msim_check_error(&budgets.error);
    msim_budgets_free(&budgets);
    return good;
}

static bool is_counts(const struct msim_bytes *file)
{
    return strstr(file->at, "events:");
}

static bool read_side(struct msim_side *side, struct msim_bytes bytes)
{
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

/* A further run of NEW, if it has the same events. */
static void add_run(struct msim_sides *sides)
{
    struct msim_bytes bytes = msim_mutant();
    if (!is_counts(&bytes)) {
        free(bytes.at);
        return;
    }
    struct msim_side *run = msim_zeroed(1, sizeof *run);
    sides->more_fresh.side = run;
    if (read_side(run, bytes) && msim_same_events(&run->counts, &sides->fresh.counts)) {
        sides->more_fresh.sides = 1;
        return;
    }
    msim_side_free(run);
}

static void mend(struct msim_bytes *of)
{
    if (is_counts(of))
        msim_mend_summary(of);
}

static bool run_round(struct msim_bytes file)
{
    struct msim_check check = {.most = msim_any(30), .refused = msim_any(2)};
    if (!is_counts(&file))
        return read_budgets(file);
    bool good = read_side(&check.sides.base, file);
    if (good) {
        struct msim_bytes second = msim_mutant();
        while (!is_counts(&second)) {
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
    read_budgets(msim_fuzz_unended("Ir +1%"));
}

const struct msim_fuzz msim_fuzz = {
    .words = words, .field_ends = " \n", .mend = mend, .round = run_round, .plant = plant};
