/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The threads of a set of profiles: what was counted in each, if the run was divided by thread.
 *
 * The outermost name of a region's path is then its thread's, `thread 2`, or after a dump the one
 * in `dump 1`.  Numbers are those of threads in the order in which they were created, and need not
 * be without gaps: a thread without counts may be missing.
 */
#pragma once

#include "regions.h"

/* Starts zeroed. */
struct msim_threads {
    uint32_t *number; /* of each thread, ascending; the first is 0: what is in none */
    size_t count;     /* with that one */
    uint32_t *of;     /* by region: its thread's place in `number` */
    bool inside;      /* there are regions besides threads */
};

void msim_threads_make(struct msim_threads *threads, const struct msim_regions *regions);
void msim_threads_free(struct msim_threads *threads);

/* Whether the run was divided by thread. */
static inline bool msim_has_threads(const struct msim_threads *threads)
{
    return threads->count > 1;
}

/* By place, the totals of the regions that are selected, `events` for each; from malloc. */
int64_t *msim_thread_sums(const struct msim_threads *threads, const struct msim_regions *regions);

/* Whether any of the regions of the thread at this place is selected. */
bool msim_thread_is_selected(const struct msim_threads *threads, const struct msim_regions *regions,
                             size_t place);

/* Ends the command if a file was not divided by thread. */
void msim_threads_need(const struct msim_regions *regions, const char *file);

/* The pattern (regions.h) that selects a thread, from malloc.  `number`: the value of --thread;
 * ends the command if that is no number. */
char *msim_thread_pattern(const char *number);

/* Ends the command if the thread that this pattern selects is not in a file. */
void msim_thread_need(const struct msim_regions *regions, const char *file);
