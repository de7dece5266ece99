/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whose line it is that a level or a buffer has for later: where it counts what becomes of it. */
#pragma once

#include <stdint.h>

#include "engine/machine/counts.h"

/* Its site if it counts nowhere. */
#define MSIM_NO_CAUSE UINT32_MAX

struct msim_prefetch_cause {
    uint32_t site; /* + 1; 0: none; */
    uint32_t context, part;
    uint32_t asker; /* of a prefetch: enum msim_asker (outer/prefetched.h) */
};

/* Adds to a count where the cause is. */
struct msim_prefetch_counter {
    void (*count)(void *self, const struct msim_prefetch_cause *cause, enum msim_kind kind,
                  enum msim_count count, uint64_t times);
    void *self;
};
