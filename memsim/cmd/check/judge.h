/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whether NEW keeps its budgets.  Growth is judged by that of work, where layout.h knows what is
 * layout; growth by layout, by what rebuilds do and where it is (lines/conflict.h).
 */
#pragma once

#include "budget.h"
#include "cmd/columns/value.h"
#include "sides/layout.h"

enum msim_outcome {
    MSIM_KEPT,   /* within the budget */
    MSIM_LAYOUT, /* the same; it grew by more, but by layout */
    MSIM_GREW,   /* the same; it grew by more, and what is layout is not known */
    MSIM_BETTER, /* less than in BASE, by more than the budget allows to grow */
    MSIM_WORSE,
    MSIM_CONFLICT, /* worse by layout */
    MSIM_OUTCOMES
};

/* Parts of growth. */
enum { MSIM_REAL, MSIM_WORK_PART, MSIM_LAYOUT_PART, MSIM_PARTS };

/* A value of both sides; `work` is how much of its growth is work.  Of several runs, these are
 * means, and `varies` is by how much the parts of growth may differ from 0 if nothing but equal
 * runs differ (sides/varies.h). */
struct msim_judged_value {
    long double base, fresh, work;
    long double varies[MSIM_PARTS];
    bool has_work; /* it is known which growth is layout */
    enum msim_column_kind kind;
    bool bytes;
};

struct msim_judged {
    const struct msim_budget *budget;
    const char *region;
    struct msim_judged_value value;
    long double allowed; /* growth */
    enum msim_outcome outcome;
};

/* The result: judgements in the order of the budgets. */
struct msim_judgement {
    struct msim_judged *judged;
    size_t judgements;
};

/* The value of a column, which may be "peak" or "pageins".  Returns NULL, or from malloc why there
 * is none. */
char *msim_judge_value(const struct msim_sides *sides, const struct msim_totals *totals,
                       const char *column, struct msim_judged_value *value);

/* Makes the column of the budget, with the events of BASE.  false: there is no such column. */
bool msim_judged_column(const struct msim_sides *sides, const struct msim_judged *judged,
                        struct msim_column *column);

/* Judges all budgets.  Ends the command with FILE:LINE if a budget is of a column or region that
 * does not exist, unless it is a usual one. */
void msim_judge(const struct msim_sides *sides, const struct msim_budgets *budgets,
                struct msim_judgement *judgement);

/* By how much the part of growth that is judged may differ from 0 in equal runs. */
long double msim_judged_varies(const struct msim_judged *judged);

/* "kept", "layout", "grew", "better", "worse", "worse by layout" */
const char *msim_outcome_name(enum msim_outcome outcome);

/* The verdict of all: "same", "better", "worse" or "worse by layout".  If anything of the whole run
 * grew by more than its budget, it is not better. */
const char *msim_verdict(const struct msim_judgement *judgement);
bool msim_is_worse(const char *verdict);

/* The first thing that keeps the verdict from being "better"; NULL: none, or nothing is better. */
const struct msim_judged *msim_not_better(const struct msim_judgement *judgement);
