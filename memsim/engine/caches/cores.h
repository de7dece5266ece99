/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The first levels of several cores, and references to data by one core among others.
 *
 * Each core has ports of its own; which cores hold a line, and what they do to each other, is said
 * by engine/coherence.  A reference that a core's front answers needs no other core: reads by any
 * entry, writes by those of the lines which the core may write without asking (ports/port.h).
 */
#pragma once

#include "engine/coherence/coherence.h"
#include "engine/outer/first.h"
#include "hot.h"

enum { MSIM_USUAL_SHIFT = 6 }; /* of lines of 64 bytes: what is usual has code with constants */

/* What a core has to itself, besides outer levels (outer.h). */
struct msim_core_ports {
    struct msim_port instr, data;
    struct msim_first first; /* prefetchers of D1 */
};

struct msim_core_set {
    struct msim_core_ports *core;
    uint32_t used;
    uint32_t on;                      /* the one that runs */
    struct msim_coherence *coherence; /* NULL: there is one core */
    struct msim_miss_queue *lines;    /* is told which dirty lines leave; NULL: none are dirty */
    bool passes_writes;               /* a write that misses D1 brings in nothing */
    bool over;  /* the slice is to end: a line came from another core, or the timer says so */
    bool usual; /* lines, granules and units have 64 bytes */
};

/* What a reference did, as counts (machine/counts.h) from MSIM_TRUE_SHARED on. */
struct msim_shared_counts {
    uint64_t count[MSIM_SHARED_COUNTS];
};

/* References the bytes first..last of data, as msim_port_touch() does, by the core that runs.
 * `what` says who does it and how.  Returns what missed, with MSIM_MISS_FROM_CORE. */
unsigned msim_cores_touch(const struct msim_core_set *set, struct msim_sharing what, uint32_t *now,
                          uint64_t last, struct msim_shared_counts *counts);

/* Renumbers the times of all ports from 1, in the same order; returns the last one. */
uint32_t msim_cores_renumber(struct msim_core_set *set);

/* True: the entry answers for a granule that is read, or written. */
static inline bool msim_cores_answers(uint64_t entry, uint64_t granule, bool writes)
{
    uint64_t differs = entry >> 32 ^ (msim_front_tag(granule) << 1 | 1);
    return differs <= !writes; /* a read may differ in MSIM_FRONT_OWNED */
}

/* What the front answers: 0, or the slots of the line and its page. */
static inline uint32_t msim_cores_slots(const struct msim_port *port, uint64_t granule, bool writes)
{
    uint64_t entry = port->front[granule & (MSIM_FRONT_SIZE - 1)];
    return msim_cores_answers(entry, granule, writes) ? (uint32_t)entry : 0;
}

/* `stamp` is port->stamp, as in msim_port_hit(). */
static inline void msim_cores_mark(const struct msim_port *port, uint32_t *stamp, uint32_t now,
                                   uint32_t slots, uint64_t bits, bool writes)
{
    stamp[slots & 0xffff] = now;
    stamp[slots >> 16] = now;
    port->bytes[slots & 0xffff].bits[writes] |= bits;
}

/* References the bytes first..last, in one line of 64 bytes or in two, as msim_cores_touch() does.
 * False: the front does not answer, and nothing is done. */
static inline bool msim_cores_known(const struct msim_port *port, uint32_t *now, uint64_t first,
                                    uint64_t last, bool writes)
{
    enum { SHIFT = MSIM_USUAL_SHIFT, BYTES = 1 << SHIFT };
    uint64_t line = first >> SHIFT, up = ~UINT64_C(0) << (first % BYTES);
    uint64_t down = ~UINT64_C(0) >> (BYTES - 1 - last % BYTES);
    uint32_t slots = msim_cores_slots(port, line, writes);
    if (last >> SHIFT == line && slots) {
        msim_cores_mark(port, port->stamp, ++*now, slots, up & down, writes);
        return true;
    }
    uint32_t next = last >> SHIFT == line + 1 ? msim_cores_slots(port, line + 1, writes) : 0;
    if (!slots || !next)
        return false;
    msim_cores_mark(port, port->stamp, ++*now, slots, up, writes);
    msim_cores_mark(port, port->stamp, ++*now, next, down, writes);
    return true;
}

/* References the bytes first..last of a run that lies in `granule` and the next one, both lines of
 * 64 bytes, at the times `now` and now + 1.  As with msim_port_hit_two(), only if their order is of
 * no consequence; else false, and nothing is done. */
static inline bool msim_cores_hit_two(const struct msim_port *port, uint32_t now, uint64_t granule,
                                      uint64_t first, uint64_t last, bool writes)
{
    uint32_t one = msim_cores_slots(port, granule, writes);
    uint32_t two = msim_cores_slots(port, granule + 1, writes);
    if (!one || !two || one >> 16 != two >> 16 || !port->sets_differ)
        return false;
    msim_cores_mark(port, port->stamp, now, one, ~UINT64_C(0) << (first & 63), writes);
    msim_cores_mark(port, port->stamp, now + 1, two, ~UINT64_C(0) >> (63 - (last & 63)), writes);
    return true;
}

/* True if both granules are the same and the front for what the run does knows it: as
 * msim_port_hit(), of lines of 64 bytes.  The run's lowest byte is `first`. */
static inline bool msim_cores_hit(const struct msim_port *port, uint32_t *stamp, uint32_t now,
                                  uint64_t granule, uint64_t last, uint64_t first,
                                  const struct msim_run *run)
{
    uint64_t entry = port->front[granule & (MSIM_FRONT_SIZE - 1)];
    uint64_t bits = ~UINT64_C(0) >> (63 - (run->span & 63)) << (first & 63);
    if (granule != last || !msim_cores_answers(entry, granule, run->writes))
        return false;
    msim_cores_mark(port, stamp, now, (uint32_t)entry, bits, run->writes);
    return true;
}
