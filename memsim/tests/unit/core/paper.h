/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An invented core with simple numbers, whose cycles can be worked out on paper.
 *
 * Four instructions enter and retire in a cycle. Instruction i, from 0, enters in cycle i / 4 and
 * can start in the next one; a simple operation is ready one later, and retires then. So the first
 * one retires at 2: cycle 0 is busy, and in cycle 1 the front is late.
 *
 * Each instruction is busy for a quarter of a cycle. A cycle is charged as a whole, to what its
 * point lies in (charge.h), and the points of successive cycles are spread evenly, so parts are
 * those of the paper within one cycle. The last cycle is charged if its point lies before the last
 * retirement: all parts together are all cycles, or one less.
 */
#pragma once

#include "code.h"
#include "tests/unit/lib/host.h"

enum {
    PAPER_CODES = 80,
    PAPER_L2 = 20,
    PAPER_L3 = 50,
    PAPER_MEMORY = 205, /* points of cycles 205 apart are spread evenly */
    PAPER_L2TLB = 10,
    PAPER_WALK = 100,
    PAPER_DATA = 1 << 24
};

/* A line of page tables. */
#define PAPER_TABLES (UINT64_C(1) << 57)

struct paper_core {
    struct msim_machine machine;
    struct unit_memory memory;
    struct msim_memory behind;
    struct msim_pipeline pipeline;
    struct code code[PAPER_CODES], *at; /* the segment that is being written down */
    uint64_t part[MSIM_CAUSES];
};

/* The machine; a test may change it before it is built. */
void paper_invent(struct paper_core *core);
/* `branches`: NULL for those of the engine. */
void paper_build(struct paper_core *core, struct msim_branches *branches);

/* An instruction of one operation each; a load or store that `from` serves, MSIM_DEPENDENCY: which
 * hits. */
uint16_t paper_op(struct paper_core *core, enum msim_op_class class, uint16_t source);
uint16_t paper_load(struct paper_core *core, uint16_t source, uint64_t address,
                    enum msim_cause from);
void paper_store(struct paper_core *core, uint16_t data, uint64_t address, enum msim_cause from);

/* Runs the segment; the next one comes after it in memory. */
void paper_run(struct paper_core *core);
/* Runs it so many times, each time after a taken branch. */
void paper_loop(struct paper_core *core, unsigned times);

/* Chains of additions or loads, in turn, and so many rounds. Loads hit one line, or miss one line
 * each. */
void paper_chains(struct paper_core *core, unsigned chains, unsigned rounds,
                  enum msim_op_class class, enum msim_cause from);

/* What is expected: cycles to the cycle, parts within one, or `within` where some quarters of
 * cycles are at places that have no points, or all of them. */
struct paper {
    uint64_t cycles;
    double part[MSIM_CAUSES], within;
};

/* Runs the segment and compares; ends the core. */
void paper_is(struct paper_core *core, const struct paper *paper);
