/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The bar of progress.h. */
#include "progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 40, BEGINS_AFTER_MS = 500, EVERY_MS = 200 };

static long milliseconds(const struct timespec *from, const struct timespec *to)
{
    return (to->tv_sec - from->tv_sec) * 1000 + (to->tv_nsec - from->tv_nsec) / 1000000;
}

void msim_progress_start(struct msim_progress *progress, const char *what, uint64_t whole)
{
    *progress = (struct msim_progress){.what = what, .whole = whole};
    progress->is_terminal = isatty(STDERR_FILENO) && whole > 0;
    clock_gettime(CLOCK_MONOTONIC, &progress->start);
    progress->shown = progress->start;
}

static void show(struct msim_progress *progress, uint64_t part, long elapsed)
{
    char bar[WIDTH + 1];
    double done = (double)part / (double)progress->whole;
    done = done > 1 ? 1 : done;
    memset(bar, '.', WIDTH);
    memset(bar, '#', (size_t)(done * WIDTH));
    bar[WIDTH] = 0;
    fprintf(stderr, "\r%s [%s] %3.0f%%", progress->what, bar, 100 * done);
    if (done > 0.02)
        fprintf(stderr, "  %.0f s left ", (1 - done) / done * (double)elapsed / 1000);
    fputs("\033[K", stderr);
    fflush(stderr);
}

void msim_progress(struct msim_progress *progress, uint64_t part)
{
    struct timespec now;
    if (!progress->is_terminal)
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long elapsed = milliseconds(&progress->start, &now);
    if (elapsed < BEGINS_AFTER_MS || milliseconds(&progress->shown, &now) < EVERY_MS)
        return;
    progress->shown = now;
    progress->is_visible = true;
    show(progress, part, elapsed);
}

void msim_progress_end(struct msim_progress *progress)
{
    if (progress->is_visible)
        fputs("\r\033[K", stderr);
    progress->is_visible = false;
}
