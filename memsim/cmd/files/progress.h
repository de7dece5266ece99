/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A progress bar on stderr, if that is a terminal and the work takes a while. */
#pragma once

#include <stdint.h>
#include <time.h>

struct msim_progress {
    const char *what;
    uint64_t whole;
    struct timespec start, shown;
    int is_terminal, is_visible;
};

/* Starts work that is `whole` in any unit; `what` it is comes before the bar. */
void msim_progress_start(struct msim_progress *progress, const char *what, uint64_t whole);

/* Shows that `part` of the whole is done.  Cheap enough to call for every chunk. */
void msim_progress(struct msim_progress *progress, uint64_t part);

/* Removes the bar. */
void msim_progress_end(struct msim_progress *progress);
