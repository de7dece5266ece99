/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The forms in which profiles of calls are shown. */
#pragma once

#include <stdio.h>

#include "cmd/base/human.h"
#include "cmd/callgrind/costs.h"
#include "tree.h"

/* All there is to show of one profile; what was not asked for or cannot be had is NULL. */
struct msim_calls_shown {
    const struct msim_call_profile *calls;
    const struct msim_profile_frames *frames;
    const struct msim_calls_view *view;
    const struct msim_costs *costs;
    const uint32_t *chosen;   /* frames of --function, costliest first */
    size_t chosens, unchosen; /* unchosen: those that match, but not the threshold */
    const struct msim_paths *paths;
    const struct msim_shown_tree *tree;
    bool upwards; /* the tree */
    bool totals;  /* are shown above it, too */
    size_t hot;   /* how many paths; 0: none asked for */
};

void msim_calls_text(const struct msim_calls_shown *shown, FILE *to);
void msim_calls_json(const struct msim_calls_shown *shown, FILE *to);
void msim_calls_csv(const struct msim_calls_shown *shown, FILE *to);

/* The frames from the threshold on, in order; from malloc. */
uint32_t *msim_calls_rows(const struct msim_calls_shown *shown, size_t *rows);

/* The frames of the functions that fit a name best, costliest first; from malloc.  Ends the command
 * if there are none. */
uint32_t *msim_calls_named(const struct msim_calls_shown *shown, const char *function,
                           size_t *found);

/* The order of lists of callers or callees; from malloc. */
uint32_t *msim_calls_relation_order(const struct msim_calls_view *view,
                                    const struct msim_relations *of);

/* How often a function was called: "12"; "inlined" if it is not called because it is inlined. */
static inline struct msim_human msim_calls_number(uint64_t calls, bool inlined)
{
    return calls || !inlined ? msim_human_count(calls) : (struct msim_human){"inlined"};
}

/* What follows that in a sentence. */
static inline const char *msim_calls_unit(uint64_t calls, bool inlined)
{
    return calls == 1 ? " call" : calls || !inlined ? " calls" : "";
}

void msim_calls_tree_text(const struct msim_calls_shown *shown, FILE *to);
void msim_calls_hot_text(const struct msim_calls_shown *shown, FILE *to);

/* The paths with the greatest own amounts, which are `own`; at most shown->hot; from malloc. */
uint32_t *msim_calls_hot(const struct msim_calls_shown *shown, const msim_wide *own, size_t *found);

/* Stacks with their own amounts in the first sort column, as flame graphs read them: a;b;c N */
void msim_calls_folded(const struct msim_calls_shown *shown, FILE *to);

/* What the file says of contexts that were folded because they took too much memory; NULL: none
 * were. */
const char *msim_calls_folded_note(const struct msim_counts *counts);

/* The file of https://www.speedscope.app: a sampled profile for each column shown. */
void msim_calls_speedscope(const struct msim_calls_shown *shown, FILE *to);

/* A flame graph as SVG: `colour` is a rate to colour by, or NULL. */
void msim_calls_flame(const struct msim_calls_shown *shown, const struct msim_column *colour,
                      FILE *to);

/* --- differences ------------------------------------------------------------------------------ */

/* What changed from the first profile to the second. */
struct msim_calls_change {
    const struct msim_call_profile *calls[MSIM_SIDES];
    const struct msim_profile_frames *frames;
    const struct msim_calls_view *view; /* its counts are after - before; their base is before */
    const struct msim_costs *costs[MSIM_SIDES];
    const struct msim_costs *changed; /* after - before; calls as in two's complement */
    const struct msim_paths *paths;   /* NULL: a profile has no tree */
    size_t top;                       /* paths shown */
};

/* What the columns of a difference are made from: the events and descriptions of `after`, and
 * totals of its own, which must be freed. */
struct msim_counts msim_calls_change_counts(const struct msim_counts *before,
                                            const struct msim_counts *after);
void msim_calls_change_counts_free(struct msim_counts *counts);

/* after - before; of the same frames. */
void msim_calls_change_costs(struct msim_costs *changed, const struct msim_costs *before,
                             const struct msim_costs *after);

/* A path whose own counts changed. */
struct msim_calls_changed_path {
    uint32_t path;
    msim_wide before, after; /* in the first sort column */
};

/* All of them, greatest change first; from malloc. */
struct msim_calls_changed_path *msim_calls_changed_paths(const struct msim_calls_change *change,
                                                         size_t *found);

void msim_calls_change_text(const struct msim_calls_change *change, FILE *to);
void msim_calls_change_json(const struct msim_calls_change *change, FILE *to);
void msim_calls_change_csv(const struct msim_calls_change *change, FILE *to);
