/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which stores that pass by the caches send a line to memory: the first one of those that follow each
 * other to one line; or, where the caches follow the buffers that such stores go to (--hints), the one
 * that takes the buffer.
 *
 * The caches run a record before the core does, and say which lines its stores take buffers for.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "stream/stream.h"

enum { MSIM_PAST_TAKEN = 2 * MSIM_ACCESSES_MAX };

struct msim_past_stores {
    uint64_t last;   /* the line that was last written so, + 1 */
    bool in_buffers; /* the caches say which take one: */
    uint32_t used;
    uint64_t line[MSIM_PAST_TAKEN];
};

/* Said by the caches, of the record that runs next. */
static inline void msim_past_takes(struct msim_past_stores *past, uint64_t line)
{
    if (past->used < MSIM_PAST_TAKEN)
        past->line[past->used++] = line;
}

/* By the core: true if the store sends its line. */
static inline bool msim_past_sends(struct msim_past_stores *past, uint64_t line)
{
    bool first = past->last != line + 1;
    past->last = line + 1;
    if (!past->in_buffers)
        return first;
    for (uint32_t i = 0; i < past->used; i++)
        if (past->line[i] == line) {
            past->line[i] = past->line[--past->used];
            return true;
        }
    return false;
}
