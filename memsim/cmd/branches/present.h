/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim branches: the branches that matter, costliest first, and what to do about each.
 *
 * A branch matters if it has a share of the mispredictions, or if something can be said of it.  What
 * is said, the first that holds:
 *
 *     cold function   hot code is in a function that the compiler took for cold (NAME.cold)
 *     selection       it goes either way and is often mispredicted: a conditional move would do
 *     many targets    an indirect one that is often mispredicted
 *     skipped, rare   a jump ahead that is (nearly) always taken: what follows it in memory, which the
 *                     code's layout takes for the likely way, never (rarely) runs
 *
 * Cycles are those of the line's mispredictions (CyBranch) where a core was simulated, divided by
 * how often each of the line's branches was mispredicted; else as many as are usually lost.
 */
#pragma once

#include <stdio.h>

#include "cmd/counts/counts.h"
#include "cmd/patterns/mine.h"

enum msim_branch_advice {
    MSIM_BRANCH_FINE,
    MSIM_BRANCH_IN_COLD,
    MSIM_BRANCH_SELECT,
    MSIM_BRANCH_TARGETS,
    MSIM_BRANCH_SKIPS,
    MSIM_BRANCH_RARE
};

struct msim_shown_branch {
    struct msim_counted_branch is; /* of merged files, the sum */
    double cycles;                 /* of its mispredictions */
    enum msim_branch_advice advice;
    bool is_library; /* not in the user's code, so that nothing is said of it */
};

struct msim_branch_view {
    const struct msim_counts *counts;
    const char *file;
    struct msim_shown_branch *row; /* those that matter */
    size_t rows, shown;
    uint64_t times[2], taken, wrong[2]; /* of conditional branches, and of indirect ones */
    bool has_cycles;                    /* they were simulated */
    size_t width;
    bool colour;
};

/* What is usually lost by a misprediction. */
enum { MSIM_BRANCH_REFILL = 15 };

/* Finds them.  Of what is not the user's nothing is said, unless nothing is (NULL: all is). */
void msim_branches_find(struct msim_branch_view *view, const struct msim_mine *mine);

/* Sets `is_library` of all rows. */
void msim_branches_find_mine(struct msim_branch_view *view, const struct msim_mine *mine);

/* What can be said of a branch, whose cycles are known. */
enum msim_branch_advice msim_branch_advice_of(const struct msim_branch_view *view,
                                              const struct msim_shown_branch *branch);

/* The same in words, from malloc; NULL: nothing. */
char *msim_branch_advice_text(const struct msim_shown_branch *branch);

/* "FILE:LINE" or, where no line is known, the function; from malloc. */
char *msim_branch_source(const struct msim_counted_branch *branch);

void msim_branches_text(const struct msim_branch_view *view, FILE *to);
void msim_branches_json(const struct msim_branch_view *view, FILE *to);
void msim_branches_csv(const struct msim_branch_view *view, FILE *to);
