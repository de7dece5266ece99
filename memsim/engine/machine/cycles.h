/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Estimated cycles: what the counts would cost on a machine whose latencies are known.
 *
 *     1 for each instruction, and for each reference that misses the first level the latency of the
 *     level that serves it; for each that misses the first-level TLB that of the second, or a page walk.
 *
 * A hit in the first level is part of its instruction's cycle.  Nothing overlaps, so this is a weighted
 * sum of misses to compare runs by, not a time.
 *
 * Invariant: there is an estimate only where memory's latency is known and that of every cache level
 * beyond the first that is simulated.  TLBs count as far as their latencies are known.
 */
#ifndef MSIM_ENGINE_MACHINE_CYCLES_H
#define MSIM_ENGINE_MACHINE_CYCLES_H

#include "counts.h"
#include "engine/base/text.h"
#include "geometry.h"

/* latency x (the sum of counts `plus` - the sum of counts `minus`); MSIM_REFS: nothing. */
struct msim_cycles_term {
    uint32_t latency;
    enum msim_count plus[MSIM_KINDS], minus[MSIM_KINDS];
};

struct msim_cycles {
    struct msim_cycles_term term[MSIM_LATENCIES];
    unsigned terms;
};

/* False: not enough is known of the machine. */
bool msim_cycles_init(struct msim_cycles *cycles, const struct msim_machine *machine);

uint64_t msim_cycles_of(const struct msim_cycles *cycles, const struct msim_row *row);

/* The formula in events: "Ir + 56 (I1mr + D1mr + D1mw) + 60 (IT2mr + DT2mr + DT2mw)". */
void msim_cycles_put(struct msim_text *text, const struct msim_cycles *cycles);

/* Reads "L2:12,L3:40,memory:200,L2TLB:7,walk:30" or "none" into `latency`; what is not named is
 * unknown.  NULL: done; else what is wrong. */
const char *msim_latencies_read(const char *text, uint32_t *latency);

/* Writes it; "none" where nothing is known. */
void msim_latencies_put(struct msim_text *text, const uint32_t *latency);

#endif
