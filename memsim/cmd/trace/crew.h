/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs tasks in processes of their own, some at a time, with one progress bar: replays of one
 * trace, each with other options.
 *
 * All tasks read the same trace, so they say the same about it: what the first one writes to stderr
 * is printed, once all are done, or nothing if it was printed before.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct msim_crew {
    unsigned tasks, jobs; /* in all, and at a time */
    const char *what;     /* before the bar */
    uint64_t whole;       /* of each task, in the units of *part */
    void (*run)(void *self, unsigned task, volatile uint64_t *part);
    void *self;
    bool again; /* the trace was replayed before: what tasks say about it was printed */
};

/* Runs all tasks.  Their results belong in memory or files that children share.  A task that fails
 * ends the command with its messages and its status. */
void msim_crew_run(const struct msim_crew *crew);

/* Zeroed memory that children share. */
void *msim_shared(size_t bytes);

/* Temporary files that children share, one for each of the tasks; from malloc. */
FILE **msim_shared_files(unsigned tasks);
