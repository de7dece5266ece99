/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Cycles from counts.  Where a core was simulated (engine/core/pipeline.h), they are the sum of its
 * columns.  Else they are estimated: what the counted references would cost on a machine with known
 * latencies.
 *
 *     1 for each instruction; for each reference that misses the first level, the latency of the
 *     level that serves it; for each that misses the first-level TLB, that of the second level or
 *     of a page walk.  Of several cores, a read of a line that another core supplies, and each copy
 *     that another core loses, costs a transfer, and the supplied line nothing else.
 *
 * A hit in the first level is part of its instruction's cycle.  Nothing overlaps: this is a
 * weighted sum of misses for comparing runs, not a time.
 *
 * There is an estimate if the latencies of memory and of each simulated cache level except the
 * first are known.  TLBs are included as far as their latencies are known; a transfer whose latency
 * is unknown costs what the first shared level does.  Of several cores there is always one: where
 * latencies are unknown, MSIM_USUAL_* stand for them.
 */
#pragma once

#include "counts.h"
#include "engine/base/text.h"
#include "geometry.h"

/* One of the counts in a sum. */
struct msim_cycles_count {
    enum msim_kind kind;
    enum msim_count count;
    bool minus;
};

enum { MSIM_CYCLES_COUNTS = 12 };

/* latency x the sum of the counts */
struct msim_cycles_term {
    uint32_t latency;
    unsigned counts;
    struct msim_cycles_count count[MSIM_CYCLES_COUNTS];
};

struct msim_cycles {
    struct msim_cycles_term term[MSIM_LATENCIES];
    unsigned terms;
    bool simulated; /* it is the sum of what a core was busy with and waited for */
    const struct msim_machine *machine;
    bool usual; /* MSIM_USUAL_* stand for latencies of caches and memory, which are unknown */
};

/* False: there are neither simulated nor estimated ones.  `machine` must live as long. */
bool msim_cycles_init(struct msim_cycles *cycles, const struct msim_machine *machine);

/* The same of counts that have no columns of observers: only an estimate. */
bool msim_cycles_estimate(struct msim_cycles *cycles, const struct msim_machine *machine);

uint64_t msim_cycles_of(const struct msim_cycles *cycles, const struct msim_row *row);

/* Writes the formula: "Ir + 56 (I1mr + D1mr + D1mw) + 60 (IT2mr + DT2mr + DT2mw)", or, simulated,
 * "CyBusy + 1 (CyDep + ...)". */
void msim_cycles_put(struct msim_text *text, const struct msim_cycles *cycles);

/* After `start`, at how many instructions of how many a core looked; nothing if at all of them. */
void msim_put_sampled(struct msim_text *text, const char *start,
                      const struct msim_machine *machine);

/* The cycles of a transfer; 0: neither its latency nor that of the first shared level is known. */
uint32_t msim_cycles_transfer(const struct msim_machine *machine);

/* Reads "L2:12,L3:40,memory:200,L2TLB:7,walk:30,transfer:80" or "none"; latencies that are not
 * named are unknown.  NULL: done; else what is wrong. */
const char *msim_latencies_read(const char *text, uint32_t *latency);

/* Writes the same form; "none" if no latency is known. */
void msim_latencies_put(struct msim_text *text, const uint32_t *latency);
