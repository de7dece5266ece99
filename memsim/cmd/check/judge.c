/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Judging; see judge.h. */
#include "judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/check/lines/changes.h"

const char *msim_outcome_name(enum msim_outcome outcome)
{
    static const char *const names[MSIM_OUTCOMES] = {"kept",   "layout", "grew",
                                                     "better", "worse",  "worse by layout"};
    return names[outcome];
}

/* --- values ----------------------------------------------------------------------------------- */

static msim_wide weighted(const int32_t *weight, const int64_t *count, size_t events)
{
    msim_wide sum = 0;
    for (size_t i = 0; i < events; i++)
        sum += (msim_wide)count[i] * weight[i];
    return sum;
}

/* The value with these weights of a count or, for a rate, of its numerator; false: its divisor
 * is 0. */
static bool value_of(const struct msim_column *column, const int32_t *weight, const int64_t *count,
                     long double *value)
{
    *value = (long double)weighted(weight, count, column->events);
    if (column->kind == MSIM_COLUMN_COUNT)
        return true;
    msim_wide under = weighted(column->under, count, column->events);
    if (!under)
        return false;
    *value = (column->kind == MSIM_COLUMN_PTI ? 1000 * *value : *value) / (long double)under;
    return true;
}

/* Puts the weights of misses on their companions.  false: it is not known of all events which
 * growth is layout. */
static bool weights_of_work(const struct msim_counts *counts, const struct msim_column *column,
                            int32_t *weight)
{
    memset(weight, 0, counts->events * sizeof *weight);
    for (size_t i = 0; i < counts->events; i++) {
        const char *name = msim_companion(counts->event[i]);
        size_t event = i;
        if (!column->weight[i])
            continue;
        if (name)
            event = msim_counts_event(counts, name, strlen(name));
        else if (!msim_is_work(counts->event[i]))
            return false;
        if (event == counts->events)
            return false;
        weight[event] += column->weight[i];
    }
    return true;
}

/* The value of one side, and the same without layout: `moved`, by its events, are taken off. */
static bool add_side(const struct msim_counts *counts, const struct msim_column *column,
                     const int64_t *count, const int64_t *moved, long double value[static 2],
                     bool *has_work)
{
    int32_t weight[MSIM_EVENTS_MAX];
    int64_t work[MSIM_EVENTS_MAX];
    *has_work = weights_of_work(counts, column, weight);
    for (size_t i = 0; i < counts->events; i++)
        work[i] = count[i] - (moved ? moved[i] : 0);
    return value_of(column, column->weight, count, &value[0]) &&
           value_of(column, *has_work ? weight : column->weight, *has_work ? work : count,
                    &value[1]);
}

/* A side's values in all of its runs, the one that is shown and the others. */
struct samples {
    struct msim_sample of[MSIM_PARTS];
};

static void add_sample(struct samples *samples, const long double value[static 2])
{
    msim_sample_add(&samples->of[MSIM_REAL], value[0]);
    msim_sample_add(&samples->of[MSIM_WORK_PART], value[1]);
    msim_sample_add(&samples->of[MSIM_LAYOUT_PART], value[0] - value[1]);
}

/* Puts means into the value, and what varies. */
static void set_value(struct msim_judged_value *value, const struct samples *base,
                      const struct samples *fresh)
{
    value->base = base->of[MSIM_REAL].mean;
    value->fresh = fresh->of[MSIM_REAL].mean;
    value->work = fresh->of[MSIM_WORK_PART].mean - base->of[MSIM_WORK_PART].mean;
    for (int i = 0; i < MSIM_PARTS; i++)
        value->varies[i] = msim_samples_vary(&base->of[i], &fresh->of[i]);
}

/* false: a run does not have it. */
static bool sample_extra(struct samples *samples, const struct msim_side *side,
                         const struct msim_more *more, enum msim_side_extra extra)
{
    for (size_t i = 0; i <= more->sides; i++) {
        const struct msim_side *run = i ? &more->side[i - 1] : side;
        const long double value[] = {(long double)run->extra[extra],
                                     (long double)run->extra[extra]};
        if (!run->has[extra])
            return false;
        add_sample(samples, value);
    }
    return true;
}

static char *extra_value(const struct msim_sides *sides, enum msim_side_extra extra, bool is_whole,
                         struct msim_judged_value *value)
{
    struct samples base = {0}, fresh = {0};
    char message[512];
    if (!is_whole)
        return msim_copy("it is counted for whole runs only, not for regions");
    bool in_base = sample_extra(&base, &sides->base, &sides->more_base, extra);
    if (!in_base || !sample_extra(&fresh, &sides->fresh, &sides->more_fresh, extra)) {
        snprintf(message, sizeof message,
                 "there is no file memsim.%s.PID beside %.300s, in which it is counted",
                 extra == MSIM_EXTRA_PEAK ? "alloc" : "pagein",
                 in_base ? sides->fresh.name : sides->base.name);
        return msim_copy(message);
    }
    *value = (struct msim_judged_value){.bytes = extra == MSIM_EXTRA_PEAK};
    set_value(value, &base, &fresh);
    return NULL;
}

bool msim_judged_column(const struct msim_sides *sides, const struct msim_judged *judged,
                        struct msim_column *column)
{
    const char *text = judged->budget->column;
    char *error = msim_column_make(column, &sides->base.counts, NULL, text, strlen(text));
    free(error);
    return !error;
}

/* Makes the column of both sides; both are to be freed if this returns NULL. */
static char *make_columns(const struct msim_sides *sides, const char *text,
                          struct msim_column column[static 2])
{
    const struct msim_side *const side[] = {&sides->base, &sides->fresh};
    for (int i = 0; i < 2; i++) {
        char *error = msim_column_make(&column[i], &side[i]->counts, NULL, text, strlen(text));
        if (error && i)
            msim_column_free(&column[0]);
        if (error)
            return error;
    }
    return NULL;
}

/* All runs of a side; `number` is that of the totals.  false: a divisor is 0. */
static bool sample_side(struct samples *samples, const struct msim_column *column,
                        const struct msim_side *side, const struct msim_more *more,
                        const struct msim_totals *totals, bool is_fresh, size_t number,
                        bool *has_work)
{
    const int64_t *moved = is_fresh ? totals->moved : NULL;
    long double value[2];
    if (!add_side(&side->counts, column, is_fresh ? totals->fresh : totals->base, moved, value,
                  has_work))
        return false;
    add_sample(samples, value);
    for (size_t i = 0; i < more->sides; i++) {
        const struct msim_counts *counts = &more->side[i].counts;
        if (!add_side(counts, column, more->totals[i] + number * counts->events, moved, value,
                      has_work))
            return false;
        add_sample(samples, value);
    }
    return true;
}

char *msim_judge_value(const struct msim_sides *sides, const struct msim_totals *totals,
                       const char *text, struct msim_judged_value *value)
{
    struct msim_column column[2];
    struct samples base = {0}, fresh = {0};
    size_t number = (size_t)(totals - sides->totals);
    bool has_work[2];
    enum msim_side_extra extra = msim_extra_named(text);
    if (extra != MSIM_EXTRAS)
        return extra_value(sides, extra, !totals->region, value);
    char *error = make_columns(sides, text, column);
    if (error)
        return error;
    bool good = sample_side(&base, &column[0], &sides->base, &sides->more_base, totals, false,
                            number, &has_work[0]) &&
                sample_side(&fresh, &column[1], &sides->fresh, &sides->more_fresh, totals, true,
                            number, &has_work[1]);
    *value =
        (struct msim_judged_value){.kind = column[0].kind, .bytes = msim_budget_is_of_bytes(text)};
    if (good) {
        set_value(value, &base, &fresh);
        value->has_work = has_work[0] && has_work[1];
        if (!value->has_work) {
            value->work = value->fresh - value->base;
            value->varies[MSIM_WORK_PART] = value->varies[MSIM_LAYOUT_PART] =
                value->varies[MSIM_REAL];
        }
    }
    msim_column_free(&column[0]);
    msim_column_free(&column[1]);
    return good ? NULL : msim_copy("its divisor is 0");
}

/* --- judging ---------------------------------------------------------------------------------- */

/* Of growth by layout, beyond what rebuilds do.  That of the usual budgets is by many lines in the
 * worst rebuilds, too. */
static enum msim_outcome judge_layout(const struct msim_sides *sides,
                                      const struct msim_budget *budget,
                                      const struct msim_judged_value *value, long double allowed)
{
    long double real = value->fresh - value->base;
    long double layout = value->has_work ? real - value->work : real;
    int sign = layout < 0 ? -1 : 1;
    if (sign * layout <= allowed || (sign < 0 && real > 0))
        return MSIM_KEPT;
    if (budget->usual && !msim_growth_is_on_few_lines(sides, budget->column, value->has_work, sign))
        return sign < 0 ? MSIM_KEPT : value->has_work ? MSIM_LAYOUT : MSIM_GREW;
    return sign < 0 ? MSIM_BETTER : value->has_work ? MSIM_CONFLICT : MSIM_WORSE;
}

long double msim_judged_varies(const struct msim_judged *judged)
{
    static const int part[] = {[MSIM_OF_WORK] = MSIM_WORK_PART,
                               [MSIM_OF_ALL] = MSIM_REAL,
                               [MSIM_OF_LAYOUT] = MSIM_LAYOUT_PART};
    return judged->value.varies[part[judged->budget->of]];
}

/* What the budget allows, and what varies besides.  `instructions`: of BASE. */
static enum msim_outcome judge_growth(const struct msim_sides *sides, struct msim_judged *judged,
                                      long double instructions)
{
    const struct msim_budget *budget = judged->budget;
    const struct msim_judged_value *value = &judged->value;
    long double real = value->fresh - value->base;
    long double growth = budget->of == MSIM_OF_ALL ? real : value->work;
    long double within = value->base * budget->percent / 100 + budget->amount +
                         budget->per_thousand * instructions / 1000;
    bool grew = real > within + value->varies[MSIM_REAL];
    judged->allowed = within + msim_judged_varies(judged);
    if (budget->of == MSIM_OF_LAYOUT)
        return judge_layout(sides, budget, value, judged->allowed);
    if (budget->is_of_layout && !value->has_work)
        return MSIM_KEPT; /* its growth is judged as that by layout */
    if (growth > judged->allowed)
        return MSIM_WORSE;
    if (grew)
        return MSIM_LAYOUT;
    return -growth > judged->allowed ? MSIM_BETTER : MSIM_KEPT;
}

static enum msim_outcome judge_most(const struct msim_budget *budget,
                                    const struct msim_judged_value *value)
{
    if (budget->is_percent && value->kind != MSIM_COLUMN_RATE)
        msim_bad_input("%s:%zu: %s %s: expected a number without '%%', which is for rates like "
                       "D1m/D, or for growth: %s +1%%",
                       budget->file, budget->line, budget->column, budget->limit, budget->column);
    return value->fresh > (budget->is_percent ? budget->most / 100 : budget->most) ? MSIM_WORSE
                                                                                   : MSIM_KEPT;
}

/* Judges one budget for these totals; false: there is no such column, and it was not asked for
 * there. */
static bool judge_one(const struct msim_sides *sides, const struct msim_budget *budget,
                      const struct msim_totals *totals, struct msim_judgement *judgement)
{
    struct msim_judged judged = {.budget = budget, .region = totals->region};
    char *error = msim_judge_value(sides, totals, budget->column, &judged.value);
    bool asked = budget->region || (!budget->usual && !totals->region);
    if (error && asked)
        msim_bad_input("%s:%zu: %s: %s", budget->file, budget->line, budget->column, error);
    free(error);
    if (error)
        return false;
    size_t ir = msim_counts_event(&sides->base.counts, "Ir", 2);
    long double instructions = ir < sides->base.counts.events ? (long double)totals->base[ir] : 0;
    judged.outcome = budget->kind == MSIM_BUDGET_MOST ? judge_most(budget, &judged.value)
                                                      : judge_growth(sides, &judged, instructions);
    if (budget->is_of_layout && !judged.value.has_work && budget->of != MSIM_OF_LAYOUT)
        return false;
    MSIM_PUSH(judgement->judged, judgement->judgements, judged);
    return true;
}

/* Ends the command and lists the regions. */
__attribute__((noreturn)) static void no_region(const struct msim_sides *sides,
                                                const struct msim_budget *budget, const char *where)
{
    char list[240] = "";
    size_t used = 0;
    for (size_t i = 1; i <= sides->regions && used < sizeof list - 1; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s '%s'", i > 1 ? "," : "",
                                 sides->totals[i].region);
    if (!sides->regions)
        msim_bad_input("%s:%zu: '%s': the files have no regions; MEMSIM_BEGIN(\"%s\") and "
                       "MEMSIM_END of <valgrind/memsim.h> mark one",
                       budget->file, budget->line, budget->region, budget->region);
    msim_bad_input("%s:%zu: '%s' is not a region of %s; the files have%s", budget->file,
                   budget->line, budget->region, where, list);
}

static const struct msim_totals *region_named(const struct msim_sides *sides,
                                              const struct msim_budget *budget)
{
    for (size_t i = 1; i <= sides->regions; i++) {
        const struct msim_totals *totals = &sides->totals[i];
        if (strcmp(totals->region, budget->region) != 0)
            continue;
        if (!totals->base || !totals->fresh)
            no_region(sides, budget, totals->base ? sides->fresh.name : sides->base.name);
        return totals;
    }
    no_region(sides, budget, "either file");
}

/* --- the usual budgets, and what takes their place -------------------------------------------- */

/* True: the column and region (NULL: the whole run) have a budget of growth, a usual one or
 * another. */
static bool has_growth(const struct msim_budgets *budgets, bool usual, const struct msim_budget *as,
                       const char *region)
{
    for (size_t i = 0; i < budgets->budgets; i++) {
        const struct msim_budget *one = &budgets->budget[i];
        bool same = one->region && region ? !strcmp(one->region, region) : one->region == region;
        bool same_part = (one->of == MSIM_OF_LAYOUT) == (as->of == MSIM_OF_LAYOUT);
        if (one->kind == MSIM_BUDGET_GROWTH && one->usual == usual && same && same_part &&
            !strcmp(one->column, as->column))
            return true;
    }
    return false;
}

/* True: it is judged for each region, too, as the usual budgets are and those that replace one. */
static bool is_of_regions(const struct msim_budgets *budgets, const struct msim_budget *budget)
{
    bool replaced = has_growth(budgets, false, budget, NULL);
    if (budget->usual)
        return !replaced;
    return !budget->region && budget->kind == MSIM_BUDGET_GROWTH &&
           has_growth(budgets, true, budget, NULL);
}

void msim_judge(const struct msim_sides *sides, const struct msim_budgets *budgets,
                struct msim_judgement *judgement)
{
    for (size_t i = 0; i < budgets->budgets; i++) {
        const struct msim_budget *budget = &budgets->budget[i];
        bool of_regions = is_of_regions(budgets, budget);
        if (budget->region)
            judge_one(sides, budget, region_named(sides, budget), judgement);
        else if (!budget->usual || of_regions)
            judge_one(sides, budget, &sides->totals[0], judgement);
        of_regions &= budget->of != MSIM_OF_LAYOUT; /* its lines are those of the whole run */
        for (size_t k = 1; of_regions && k <= sides->regions; k++) {
            const struct msim_totals *totals = &sides->totals[k];
            if (totals->base && totals->fresh &&
                !has_growth(budgets, false, budget, totals->region))
                judge_one(sides, budget, totals, judgement);
        }
    }
}

/* True: a judgement has that outcome.  `of_layout`: only of growth by layout; else only of other
 * growth. */
static bool has_outcome(const struct msim_judgement *judgement, enum msim_outcome outcome,
                        bool of_layout)
{
    for (size_t i = 0; i < judgement->judgements; i++)
        if (judgement->judged[i].outcome == outcome &&
            (judgement->judged[i].budget->of == MSIM_OF_LAYOUT) == of_layout)
            return true;
    return false;
}

static bool is_anything_better(const struct msim_judgement *judgement)
{
    return has_outcome(judgement, MSIM_BETTER, false) || has_outcome(judgement, MSIM_BETTER, true);
}

const struct msim_judged *msim_not_better(const struct msim_judgement *judgement)
{
    if (!is_anything_better(judgement))
        return NULL;
    for (size_t i = 0; i < judgement->judgements; i++) {
        const struct msim_judged *judged = &judgement->judged[i];
        if (!judged->region && (judged->outcome == MSIM_LAYOUT || judged->outcome == MSIM_GREW))
            return judged;
    }
    return NULL;
}

/* Where it is not known what is layout, a conflict elsewhere says it. */
const char *msim_verdict(const struct msim_judgement *judgement)
{
    if (has_outcome(judgement, MSIM_WORSE, false))
        return msim_outcome_name(MSIM_WORSE);
    if (has_outcome(judgement, MSIM_CONFLICT, true))
        return msim_outcome_name(MSIM_CONFLICT);
    if (has_outcome(judgement, MSIM_WORSE, true))
        return msim_outcome_name(MSIM_WORSE);
    bool better = is_anything_better(judgement) && !msim_not_better(judgement);
    return better ? msim_outcome_name(MSIM_BETTER) : "same";
}

bool msim_is_worse(const char *verdict)
{
    const char *worse = msim_outcome_name(MSIM_WORSE); /* by layout or not */
    return !strncmp(verdict, worse, strlen(worse));
}
