/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an instruction referred to last: mostly it refers to the same object again.  So the object's
 * addresses and the use (uses.h) are remembered, as long as the block lives and mappings stay.
 */
#pragma once

#include "engine/where/where.h"
#include "uses.h"

struct msim_last {
    uint64_t origin, first;
    const uint32_t *guard;
    uint32_t bytes; /* from `first`, or a part of them around the reference; 0: nothing is known */
    uint32_t guarded; /* what *guard was */
    uint32_t use;     /* MSIM_NO_USE: none */
    uint32_t object;  /* 0: none */
};

/* The use that a reference belongs to, and from where its offsets count. */
struct msim_found {
    uint32_t use;
    uint64_t origin;
};

static inline bool msim_last_holds(const struct msim_last *last, uint64_t address)
{
    return address - last->first < last->bytes && *last->guard == last->guarded;
}

/* Asks where the address is, which completes the key.  The answer is remembered, which must be one
 * for the same instruction, kind and size. */
struct msim_found msim_last_look_up(struct msim_last *last, struct msim_where_map *map,
                                    struct msim_uses *uses, struct msim_use_key *key,
                                    uint64_t address);
