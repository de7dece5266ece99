/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is kept of lines on their way in and out (traffic.h). */
#pragma once

#include "engine/machine/geometry.h"
#include "engine/ports/ref.h"
#include "stream/stream.h"

/* First levels, which outer ones change. */
struct msim_inner_levels {
    /* Those of the core lose the lines of these bytes.  True: one was dirty. */
    bool (*lose)(void *self, uint32_t core, uint64_t first, uint32_t bytes);
    /* What this kind of access found at the address is dirty. */
    void (*soil)(void *self, enum msim_kind kind, uint64_t first);
    void *self;
};

/* Who knows to what the bytes of a line belong.  `ref`: they count where it is. */
struct msim_traffic_observer {
    void (*moved)(void *self, const struct msim_ref *ref, bool written, uint64_t bytes);
    void *self; /* NULL: nobody does */
};

struct msim_traffic {
    bool on;
    bool writes;  /* dirty lines and traffic are followed; else only what is where */
    bool through; /* first levels have no dirty ones */
    bool passes_writes;
    enum msim_inclusion l2, l3;
    struct msim_inner_levels inner;
    struct msim_traffic_observer observer;
    unsigned missed; /* of an exclusive L2: what lines missed that came since the last reference */
};

/* True: outer levels change what is in first ones, so each reference must be made, and be done
 * with, before the next one. */
static inline bool msim_traffic_is_inner(const struct msim_machine *machine)
{
    return machine->inclusion[MSIM_L2] || machine->inclusion[MSIM_L3] == MSIM_INCLUSIVE;
}

/* True: L2 does not get what first levels miss, or there is none, so these say which lines come. */
static inline bool msim_traffic_comes(const struct msim_machine *machine)
{
    return machine->inclusion[MSIM_L2] == MSIM_EXCLUSIVE || !machine->level[MSIM_L2].units;
}
