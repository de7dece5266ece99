/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Estimated cycles: what the counted references would cost on a machine with known latencies.
 *
 *     1 for each instruction; for each reference that misses the first level, the latency of the
 *     level that serves it; for each that misses the first-level TLB, that of the second level or
 *     of a page walk.
 *
 * A hit in the first level is part of its instruction's cycle.  Nothing overlaps: this is a
 * weighted sum of misses for comparing runs, not a time.
 *
 * Invariant: there is an estimate only if the latencies of memory and of each simulated cache level
 * except the first are known.  TLBs are included as far as their latencies are known.
 */
#ifndef MSIM_ENGINE_MACHINE_CYCLES_H
#define MSIM_ENGINE_MACHINE_CYCLES_H

#include "counts.h"
#include "engine/base/text.h"
#include "geometry.h"

/* latency x (the sum of the counts in `plus` - the sum of those in `minus`); MSIM_REFS: no
 * count. */
struct msim_cycles_term {
    uint32_t latency;
    enum msim_count plus[MSIM_KINDS], minus[MSIM_KINDS];
};

struct msim_cycles {
    struct msim_cycles_term term[MSIM_LATENCIES];
    unsigned terms;
};

/* False: too few of the machine's latencies are known. */
bool msim_cycles_init(struct msim_cycles *cycles, const struct msim_machine *machine);

uint64_t msim_cycles_of(const struct msim_cycles *cycles, const struct msim_row *row);

/* Writes the formula: "Ir + 56 (I1mr + D1mr + D1mw) + 60 (IT2mr + DT2mr + DT2mw)". */
void msim_cycles_put(struct msim_text *text, const struct msim_cycles *cycles);

/* Reads "L2:12,L3:40,memory:200,L2TLB:7,walk:30" or "none"; latencies that are not named are
 * unknown.  NULL: done; else what is wrong. */
const char *msim_latencies_read(const char *text, uint32_t *latency);

/* Writes the same form; "none" if no latency is known. */
void msim_latencies_put(struct msim_text *text, const uint32_t *latency);

#endif
