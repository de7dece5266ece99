/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writing a verdict: as text, as Markdown for a pull request, as JSON (docs/format.md). */
#pragma once

#include <stdio.h>

#include "fingerprint.h"
#include "judge.h"
#include "lines/changes.h"

/* All that was found.  `refused`: the files are not comparable, so nothing was judged. */
struct msim_check {
    struct msim_sides sides;
    struct msim_judgement judgement;
    struct msim_changes changes;
    struct msim_reasons reasons;
    bool refused;
    size_t width; /* of text, in columns; 0: no limit */
    size_t most;  /* changed lines, and regions, that text and Markdown show */
};

const char *msim_check_verdict(const struct msim_check *check);

void msim_check_text(const struct msim_check *check, FILE *to);
/* Its parts: a line of dashes, and the lines that changed. */
void msim_check_rule(const struct msim_check *check, FILE *to);
void msim_check_put_changes(const struct msim_check *check, FILE *to);
/* What stands in budgets, in changed lines and in the heads of columns, in words (legend.c). */
void msim_check_explain_budgets(const struct msim_check *check, FILE *to);
void msim_check_explain_changes(const struct msim_check *check, FILE *to);
void msim_check_explain_columns(const struct msim_check *check, FILE *to);

void msim_check_markdown(const struct msim_check *check, FILE *to);
void msim_check_json(const struct msim_check *check, FILE *to);

/* --- shared by these -------------------------------------------------------------------------- */

struct msim_check_cell {
    char text[64];
};

/* A value of one side: grouped by thousands, with two decimals if it is a rate, in MiB and the like
 * if it is one of bytes. */
struct msim_check_cell msim_check_value(const struct msim_judged_value *value, long double side);
/* A growth with its sign; and as a percentage of `base`, "new" if that is 0. */
struct msim_check_cell msim_check_growth(const struct msim_judged_value *value, long double by);
struct msim_check_cell msim_check_percent(long double by, long double base);

/* The columns of totals that both files have: events, sums of misses, peak, pageins.  Returns NULL
 * after the last one. */
const char *msim_check_total(const struct msim_check *check, const struct msim_totals *totals,
                             size_t *at, struct msim_judged_value *value);

/* The regions that both files have, the one whose instructions changed most first: numbers of
 * totals, from malloc.  At most check->most of them. */
size_t *msim_check_regions(const struct msim_check *check, size_t *regions);

/* The column with the part of its growth that counts, "L2m:layout"; from malloc. */
char *msim_check_column(const struct msim_judged *judged);

/* Whether text and Markdown leave this out: a usual budget that a region keeps, or of layout that
 * is kept. */
bool msim_check_is_plain(const struct msim_judged *judged);

/* Events that changed lines are shown with, by msim_common: those that changed in any of the first
 * `lines` by more than a little.  Returns their number. */
size_t msim_check_events(const struct msim_check *check, size_t lines,
                         size_t event[static MSIM_EVENTS_MAX]);

/* "FILE:LINE", or the object where there is no file. */
void msim_check_place(const struct msim_change *change, char *text, size_t room);

/* How many lines changed that are not shown. */
size_t msim_check_left(const struct msim_check *check);
