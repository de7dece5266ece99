/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs tasks in processes of their own, some at a time, with one progress bar. */
#ifndef MSIM_CMD_LAYOUT_CREW_H
#define MSIM_CMD_LAYOUT_CREW_H

#include <stddef.h>
#include <stdint.h>

struct msim_crew {
    unsigned tasks, jobs;
    const char *what; /* before the bar */
    uint64_t whole;   /* of each task, in the units of *part */
    void (*run)(void *self, unsigned task, volatile uint64_t *part);
    void *self;
};

/* Runs all tasks.  Their results belong in memory from msim_shared(); their messages are those of the first
 * one.  A task that fails ends the command with its messages and its status. */
void msim_crew_run(const struct msim_crew *crew);

/* Zeroed memory that children share. */
void *msim_shared(size_t bytes);

#endif
