/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which code is the allocator's. */
#ifndef MSIM_CMD_LAYOUT_ALLOCATOR_H
#define MSIM_CMD_LAYOUT_ALLOCATOR_H

#include <stdbool.h>

#include "stream/dict.h"

/* Starts zeroed. */
struct msim_allocator_code {
    bool *is; /* by site */
    uint32_t sites;
};

/* True: it is code of malloc, free and what they call, except what copies and clears for them. */
bool msim_is_allocator(struct msim_allocator_code *code, const struct msim_dict *dict,
                       uint32_t site);

#endif
