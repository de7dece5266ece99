/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The two sides of a comparison: the files of counts, what files of the same run beside them add,
 * and the events that both have.
 */
#pragma once

#include <stddef.h>

#include "cmd/counts/counts.h"

/*
 * How much a value varies between equal runs, as with seeds of hash tables that differ in each.
 *
 * Of several runs of each side, the mean counts.  Whether two means differ is Student's test: with
 * the variance of both sides together, equal programs are so far apart in one of a thousand
 * comparisons.
 */

/* The values of one side's runs.  Starts zeroed. */
struct msim_sample {
    size_t runs;
    long double mean, squares; /* squares: the sum of those of the distances from the mean */
};

void msim_sample_add(struct msim_sample *sample, long double value);

/* By how much the means of two equal programs may be apart; 0 if both have one run only, or if
 * nothing varies. */
long double msim_samples_vary(const struct msim_sample *base, const struct msim_sample *fresh);

/* What is counted once for a run, in files beside that of its counts. */
enum msim_side_extra { MSIM_EXTRA_PEAK, MSIM_EXTRA_PAGEINS, MSIM_EXTRAS };

struct msim_side {
    const char *name; /* of the file of counts */
    struct msim_counts counts;
    bool has[MSIM_EXTRAS];
    int64_t extra[MSIM_EXTRAS];
};

/* Events that both sides have, by name; in the order of BASE. */
struct msim_common {
    size_t events;
    const char *name[MSIM_EVENTS_MAX];
    size_t base[MSIM_EVENTS_MAX], fresh[MSIM_EVENTS_MAX]; /* their numbers in each side */
};

/* Reads a file of counts and what is beside it, or ends the command.  `name` must stay.  `only`: a
 * selection of regions (counts/regions.h), which leaves out what is beside it; NULL: everything. */
void msim_side_load(struct msim_side *side, const char *name, const char *only);
void msim_side_free(struct msim_side *side);

/* "peak", "pageins"; MSIM_EXTRAS: the name is of no extra. */
const char *msim_extra_name(enum msim_side_extra extra);
enum msim_side_extra msim_extra_named(const char *name);

void msim_common_make(struct msim_common *common, const struct msim_side *base,
                      const struct msim_side *fresh);

/* The number of the event with that name; common->events: there is no such event. */
size_t msim_common_event(const struct msim_common *common, const char *name);

/* Reads these files of counts, as msim_side_load does.  Ends the command if they do not have the
 * same events.  `*others`, from malloc, are all but the one that is the side. */
void msim_runs_load(struct msim_side *side, struct msim_side **others, const char *const *name,
                    size_t runs, const char *only);
