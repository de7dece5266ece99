/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * When lines come to those of several cores that asked for them last: another core gets a line only
 * after that, from there.  So a line that all want goes from one to the next.
 *
 * Times are those of all cores (ways.h).  A place has the line that came into it last.
 *
 * Cost: 64 KB, and a look at each miss of a first level.
 */
#pragma once

#include <stdint.h>

enum { MSIM_HANDED = 4096 };

struct msim_handed {
    uint64_t line; /* + 1; 0: none; its place is line ^ line >> 12 */
    uint64_t time;
};

static inline struct msim_handed *msim_handed_place(struct msim_handed *handed, uint64_t line)
{
    return &handed[(line ^ line >> 12) % MSIM_HANDED];
}

/* A core gets the line then. */
static inline void msim_handed_note(struct msim_handed *handed, uint64_t line, uint64_t time)
{
    *msim_handed_place(handed, line) = (struct msim_handed){line + 1, time};
}

/* When another core can send the line that is asked for at `time`. */
static inline uint64_t msim_handed_on(struct msim_handed *handed, uint64_t line, uint64_t time)
{
    const struct msim_handed *place = msim_handed_place(handed, line);
    return place->line == line + 1 && place->time > time ? place->time : time;
}
