/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory for one piece of work after the other: the next one uses what the last one had. */
#pragma once

#include <stdint.h>

#include "stream/mem.h"

struct msim_scratch_block;

struct msim_scratch {
    const struct msim_mem *from;
    struct msim_scratch_block *first, *now;
    struct msim_mem mem; /* allocates from it */
};

/* The scratch must not be moved. */
void msim_scratch_init(struct msim_scratch *scratch, const struct msim_mem *from);

/* Takes back everything. */
void msim_scratch_reset(struct msim_scratch *scratch);
