/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Code that comes from beyond L2, where the core looks at stretches only (samples.h).
 *
 * It is rare, and each time costs some hundred cycles: a stretch that happens to meet some would
 * stand for far too much. But the caches see all of it, and nearly each cycle that it holds the front
 * is one that the run takes longer. So it is counted each time, looked at or not: as long as it holds
 * the front, times the share of such time that was charged to it where it was looked at.
 */
#pragma once

#include <stdint.h>

struct msim_far_code {
    uint64_t held, charged; /* cycles of what was looked at */
    uint64_t rest;          /* that is due and not counted, in parts of 1 << MSIM_FAR_REST */
};

enum { MSIM_FAR_REST = 10 };

/* Code holds the front for so many cycles. Returns how many are counted. */
static inline uint64_t msim_far_counts(struct msim_far_code *far, uint64_t cycles)
{
    uint64_t due = cycles << MSIM_FAR_REST;
    if (far->held)
        due = due * far->charged / far->held;
    far->rest += due;
    uint64_t counts = far->rest >> MSIM_FAR_REST;
    far->rest -= counts << MSIM_FAR_REST;
    return counts;
}
