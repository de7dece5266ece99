/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * When each thread began and ended, in instructions of the run: two threads that never lived at the
 * same time share nothing, whatever they write.
 *
 * Cost: 16 bytes for each thread.
 */
#pragma once

#include "stream/event.h"
#include "stream/mem.h"

enum { MSIM_SHARE_LIVES = 1 << 22 };

struct msim_share_life {
    uint64_t began, ended; /* UINT64_MAX: not yet */
};

struct msim_share_lives {
    struct msim_table table; /* by the numbers of threads */
};

void msim_share_lives_init(struct msim_share_lives *lives, const struct msim_mem *mem);

/* An event of tasks. */
void msim_share_lives_event(struct msim_share_lives *lives, const uint64_t *record,
                            uint64_t instructions);

/* A thread without such events was always there. */
struct msim_share_life msim_share_life_of(const struct msim_share_lives *lives, uint32_t thread);
