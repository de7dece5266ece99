/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What `rep` stores: stores.h. */
#include "stores.h"

void msim_stores_repeat(struct msim_stores *stores, uint64_t address, uint32_t size,
                        uint64_t earliest)
{
    stores->repeated += size;
    uint64_t time = stores->written + stores->repeated / MSIM_REPEATED_BYTES;
    stores->repeated %= MSIM_REPEATED_BYTES;
    stores->written = msim_later(time, earliest);
    stores->in_cycle = UINT32_MAX;
    msim_stores_at(stores, address)->written = stores->written;
}
