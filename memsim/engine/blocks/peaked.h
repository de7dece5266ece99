/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Numbers that remember their value at the latest peak.  Peaks are numbered.  A number remembers
 * the last peak that it changed after, and its value at that peak, which it saves before its first
 * change.  If the latest peak has another number, it has not changed since.  So a new peak costs
 * nothing, however many numbers there are, and a change costs O(1).
 */
#pragma once

#include <stdint.h>

/* A number of bytes, or of anything else: now, and at the peak with the number `peak`. */
struct msim_peaked {
    uint64_t now, put_by, peak;
};

/* `peak` is the number of the latest one. */
static inline void msim_peaked_set(struct msim_peaked *peaked, uint64_t peak, uint64_t now)
{
    if (peaked->peak != peak)
        peaked->put_by = peaked->now;
    peaked->peak = peak;
    peaked->now = now;
}

/* Its value at the latest peak. */
static inline uint64_t msim_peaked_at(const struct msim_peaked *peaked, uint64_t peak)
{
    return peaked->peak == peak ? peaked->put_by : peaked->now;
}
