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

/* It is written long before anything runs, so no load waits for it. */
void msim_stores_learn(struct msim_stores *stores, uint64_t address, uint32_t size, bool vector)
{
    const struct msim_stored stored = {.address = address, .size = size, .vector = vector};
    msim_stores_add(stores, 0, &stored);
    struct msim_forward *forward = msim_stores_at(stores, address);
    forward->began = stores->learned;
    forward->written = 0;
}

/* When the store would be written is not known. */
void msim_stores_learn_load(struct msim_stores *stores, const struct msim_forwarded *load)
{
    const struct msim_forward *from = msim_stores_at(stores, load->address);
    if (!from->granule || from->address > load->address ||
        from->after < load->address + load->size ||
        stores->learned - from->began >= MSIM_NOT_WRITTEN)
        return;
    msim_stores_foreseen(stores, load, from);
    if (msim_stores_fit(load, from))
        msim_stores_prepared(stores, load, from);
}
