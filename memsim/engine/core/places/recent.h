/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When the last ones of a kind gave up their places in a buffer, which are taken in order. */
#pragma once

#include <stdint.h>

enum { MSIM_WINDOW_MAX = 1024 };

/* A ring of times of the last so many of a kind. */
struct msim_recent {
    uint64_t time[MSIM_WINDOW_MAX];
    uint32_t next, most;
};

/* When the last of `used` more has the place of one before it; 0: at once. */
static inline uint64_t msim_recent_before(const struct msim_recent *last, uint32_t used)
{
    uint32_t at = last->next + (used < last->most ? used : last->most) - 1;
    return last->time[at < last->most ? at : at - last->most];
}

static inline void msim_recent_add(struct msim_recent *last, uint64_t time)
{
    last->time[last->next] = time;
    last->next = last->next + 1 == last->most ? 0 : last->next + 1;
}
