/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Budgets: a text file with one on a line, and comments from "#" on.
 *
 *     LINE   = [REGION ": "] COLUMN LIMIT | "default"
 *     LIMIT  = "<=" NUMBER            the value in NEW: Ir <= 1M, D1m:PTI <= 12, D1m/D <= 3%
 *            | ("+"AMOUNT)+          how much more NEW may have than BASE: Ir +0.5% +2000
 *     COLUMN = as in column.h, or "peak" or "pageins"; with ":all" after it, misses by layout
 *              count, too; with ":layout", nothing else does
 *     NUMBER = digits with at most six decimals, and K, M or G, thousands; of bytes, 1024s
 *     AMOUNT = NUMBER
 *            | NUMBER "%"             of the value in BASE
 *            | NUMBER ":PTI"          for each thousand instructions of BASE
 *
 * Of several amounts, one of each kind, the sum is allowed.  "default" stands for
 * msim_budgets_usual.  Whatever the bytes, the result is a list of budgets or an error; whether
 * events and regions exist is up to judge.h.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "cmd/files/lines.h"

enum msim_budget_kind { MSIM_BUDGET_MOST, MSIM_BUDGET_GROWTH };

/* Which growth counts. */
enum msim_growth_of { MSIM_OF_WORK, MSIM_OF_ALL, MSIM_OF_LAYOUT };

struct msim_budget {
    const char *file, *region; /* region: NULL, the whole run */
    const char *column;        /* without ":all" and ":layout" */
    const char *limit;         /* as it is written */
    size_t line;
    enum msim_budget_kind kind;
    bool usual; /* one of the defaults: it is skipped where there is no such column */
    enum msim_growth_of of;
    bool is_of_layout; /* ... and so it is where nothing is known of layout: of misses */
    /* Numbers up to 2^63 with six decimals are exact. */
    long double most, percent, amount, per_thousand;
    bool is_percent; /* MOST: the number was a percentage */
};

/* Starts zeroed. */
struct msim_budgets {
    struct msim_budget *budget;
    size_t budgets;
    char *bytes, *usual; /* the texts that they point into */
    struct msim_file_error error;
};

/* What NEW may have more if there is no file of budgets; as text of this language. */
extern const char msim_budgets_usual[];

/* Adds the budgets of a file.  `name` must stay; `bytes`, from malloc, are `size` bytes and a 0
 * after them, and belong to the list from now on.  To be called once.  false: see
 * budgets->error. */
bool msim_budgets_read(struct msim_budgets *budgets, const char *name, char *bytes, size_t size);

/* Adds the usual ones. */
void msim_budgets_add_usual(struct msim_budgets *budgets);

void msim_budgets_free(struct msim_budgets *budgets);

/* True: the column is one of bytes, whose K is 1024. */
bool msim_budget_is_of_bytes(const char *column);
