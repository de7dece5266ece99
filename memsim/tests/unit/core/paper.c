/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core of paper.h. */
#include "paper.h"

#include <string.h>

#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"

enum { CODE_AT = 0x400000, INSTRS = 60 };

void paper_invent(struct paper_core *core)
{
    static const struct msim_core invented = {.width = 4,
                                              .retire = 4,
                                              .window = 64,
                                              .loads = 64,
                                              .stores = 64,
                                              .integer_queue = 64,
                                              .vector_queue = 64,
                                              .refill = 10,
                                              .indirect = 5,
                                              .simple_ports = 4,
                                              .multiply_ports = 1,
                                              .divide_ports = 1,
                                              .branch_ports = 1,
                                              .multiply_simple = 1,
                                              .vector_ports = 2,
                                              .float_add_ports = 2,
                                              .float_multiply_ports = 2,
                                              .float_divide_ports = 1,
                                              .move_ports = 1,
                                              .load_ports = 2,
                                              .store_ports = 1,
                                              .simple = 1,
                                              .scaled = 1,
                                              .count_bits = 1,
                                              .multiply = 3,
                                              .divide = 20,
                                              .divide_busy = 10,
                                              .vector = 1,
                                              .vector_multiply = 4,
                                              .float_add = 4,
                                              .float_multiply = 4,
                                              .float_fused = 4,
                                              .float_divide = 10,
                                              .float_divide_busy = 5,
                                              .float_root = 20,
                                              .float_root_busy = 10,
                                              .convert = 6,
                                              .move = 3,
                                              .other = 20,
                                              .load = 5,
                                              .vector_load = 6,
                                              .forward = 5,
                                              .forward_same = 5,
                                              .forward_part = 12,
                                              .atomic = 20,
                                              .misses = 12,
                                              .walkers = 2,
                                              .walk_entry = 1,
                                              .l2_rate = 2,
                                              .l3_rate = 4,
                                              .memory_rate = 8,
                                              .memory_row = 32,
                                              .streams = 4};
    memset(core, 0, sizeof *core);
    core->machine.core = invented;
    core->machine.latency[MSIM_LATENCY_L2] = PAPER_L2;
    core->machine.latency[MSIM_LATENCY_L3] = PAPER_L3;
    core->machine.latency[MSIM_LATENCY_MEMORY] = PAPER_MEMORY;
    core->machine.latency[MSIM_LATENCY_L2TLB] = PAPER_L2TLB;
    core->machine.latency[MSIM_LATENCY_WALK] = PAPER_WALK;
    core->machine.latency[MSIM_LATENCY_TRANSFER] = 150;
    machine_level(&core->machine, MSIM_D1, "32768,8,64");
    core->at = core->code;
    code_start(core->at, CODE_AT);
}

static void charge(void *self, uint32_t site, enum msim_cause reason, uint64_t cycles)
{
    struct paper_core *core = self;
    ck_assert(site > 0);
    core->part[reason] += cycles;
}

static enum msim_cause in_memory(void *self, uint64_t line)
{
    (void)self;
    (void)line;
    return MSIM_WAIT_MEMORY;
}

void paper_build(struct paper_core *core, struct msim_branches *branches)
{
    unit_memory_start(&core->memory);
    msim_memory_init(&core->behind, &core->memory.mem, &core->machine,
                     &(struct msim_probe){in_memory, NULL, NULL});
    msim_pipeline_init(&core->pipeline, &core->memory.mem, &core->machine.core, &core->behind,
                       branches ? branches : msim_branches_make(&core->memory.mem, 0),
                       &(struct msim_charges){charge, core});
}

/* --- Instructions --------------------------------------------------------------------------- */

uint16_t paper_op(struct paper_core *core, enum msim_op_class class, uint16_t source)
{
    code_instr(core->at, 0);
    return code_op(core->at, class, source, CODE_NONE);
}

static void misses(struct paper_core *core, enum msim_cause from)
{
    if (from != MSIM_DEPENDENCY)
        code_misses(core->at, &(struct msim_served){.line = true, .from = from});
}

uint16_t paper_load(struct paper_core *core, uint16_t source, uint64_t address,
                    enum msim_cause from)
{
    code_instr(core->at, 0);
    uint16_t loaded = code_load(core->at, MSIM_OP_LOAD, source, address);
    misses(core, from);
    return loaded;
}

void paper_store(struct paper_core *core, uint16_t data, uint64_t address, enum msim_cause from)
{
    code_instr(core->at, 0);
    code_store(core->at, CODE_NONE, data, address);
    misses(core, from);
}

/* --- Segments ------------------------------------------------------------------------------- */

void paper_run(struct paper_core *core)
{
    const struct msim_segment *segment = &core->at->segment;
    uint64_t next = segment->address + 4u * segment->instrs_used;
    code_run(&core->pipeline, core->at);
    ck_assert(core->at < core->code + PAPER_CODES - 1);
    code_start(++core->at, next);
}

void paper_loop(struct paper_core *core, unsigned times)
{
    for (unsigned i = 1; i < times; i++)
        code_run(&core->pipeline, core->at);
    paper_run(core);
}

void paper_chains(struct paper_core *core, unsigned chains, unsigned rounds,
                  enum msim_op_class class, enum msim_cause from)
{
    uint64_t address = PAPER_DATA;
    uint16_t last[MSIM_REGISTERS];
    for (uint16_t i = 0; i < chains; i++)
        last[i] = i;
    for (unsigned i = 0; i < chains * rounds; i++) {
        uint16_t *of = &last[i % chains];
        *of = class == MSIM_OP_LOAD ? paper_load(core, *of, address, from)
                                    : paper_op(core, class, *of);
        address += from == MSIM_DEPENDENCY ? 0 : 1 << MSIM_LINE_SHIFT;
        if (core->at->segment.instrs_used < INSTRS)
            continue;
        for (uint16_t reg = 0; reg < chains; reg++) {
            code_result(core->at, reg, last[reg]);
            last[reg] = reg;
        }
        paper_run(core);
    }
}

/* --- Comparing ------------------------------------------------------------------------------ */

void paper_is(struct paper_core *core, const struct paper *paper)
{
    if (core->at->segment.instrs_used)
        paper_run(core);
    uint64_t cycles = msim_pipeline_cycles(&core->pipeline), all = 0;
    double within = paper->within > 0 ? paper->within : 1;
    unit_memory_end(&core->memory);
    ck_assert_uint_eq(cycles, paper->cycles);
    for (int i = 0; i < MSIM_CAUSES; i++) {
        double is = (double)core->part[i], off = is - paper->part[i];
        ck_assert_msg(off <= within && off >= -within, "part %d is %g, and %g on paper", i, is,
                      paper->part[i]);
        all += core->part[i];
    }
    ck_assert(all == cycles || all + 1 == cycles);
}
