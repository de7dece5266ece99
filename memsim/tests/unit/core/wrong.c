/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The wrong way on paper: an `if` whose branch waits for memory, and a load after it. */
#include "engine/core/wrong/way.h"

#include "paper.h"
#include "tests/unit/lib/main.h"

enum { CONDITION = 0x500000, AFTER = CONDITION + 12, WRITTEN = 3, KNOWN = 4 };

static struct paper_core core;

static void at(uint64_t address)
{
    core.at->segment.address = address;
}

/* A load, and a branch that waits for it. */
static void add_condition(enum msim_cause from)
{
    at(CONDITION);
    uint16_t loaded = paper_load(&core, KNOWN, PAPER_DATA, from);
    paper_op(&core, MSIM_OP_BRANCH, loaded);
    core.at->ops.end = MSIM_OP_ENDS_COND;
    paper_run(&core);
}

/* The body, which writes a register. */
static void add_body(void)
{
    code_result(core.at, WRITTEN, paper_op(&core, MSIM_OP_SIMPLE, WRITTEN));
    paper_run(&core);
}

static void add_load_after(uint16_t source, enum msim_cause from)
{
    at(AFTER);
    paper_load(&core, source, 2 * PAPER_DATA, from);
    paper_run(&core);
}

/* The body runs once, and then it does not: that is mispredicted. The load after it misses, and its
 * address is of this register. */
static void run_twice(uint32_t wrong_way, uint16_t source, const struct paper *paper)
{
    paper_invent(&core);
    core.machine.core.wrong_way = wrong_way;
    paper_build(&core, NULL);
    add_condition(MSIM_DEPENDENCY);
    add_body();
    add_load_after(source, MSIM_DEPENDENCY);
    add_condition(MSIM_WAIT_MEMORY);
    add_load_after(source, MSIM_WAIT_MEMORY);
    paper_is(&core, paper);
}

UNIT_TEST(load_after_an_if)
{
    /* The first four instructions enter in cycle 0 and retire until @7.5, the condition's load
     * enters in cycle 1, starts @2 and is ready @207. Its branch is resolved @208, and the next
     * instruction enters in cycle 218. Its load starts @219, and is ready @424. */
    const struct paper waits = {424,
                                {[MSIM_BUSY] = 1.75,
                                 [MSIM_FRONT] = 1.75,
                                 [MSIM_DEPENDENCY] = 5.5,
                                 [MSIM_MISPREDICT] = 11.75,
                                 [MSIM_WAIT_MEMORY] = 403.25},
                                2};
    /* On the wrong way, behind the body, it enters in cycle 1, too, and asks for its line @2: that
     * comes @207. So the load, which starts @219, hits, and is ready @224. */
    const struct paper there = {224,
                                {[MSIM_BUSY] = 1.75,
                                 [MSIM_FRONT] = 1.75,
                                 [MSIM_DEPENDENCY] = 9.5,
                                 [MSIM_MISPREDICT] = 11.75,
                                 [MSIM_WAIT_MEMORY] = 199.25},
                                2};
    run_twice(0, KNOWN, &waits);
    run_twice(1, KNOWN, &there);
    /* The body writes what the address is computed of. */
    run_twice(1, WRITTEN, &waits);
}

/* Either way has a body of its own, which adds to the same register. */
static void run_either(enum msim_op_class class, uint64_t cycles)
{
    paper_invent(&core);
    core.machine.core.wrong_way = 8;
    paper_build(&core, NULL);
    for (unsigned i = 0; i < 2; i++) {
        add_condition(i ? MSIM_WAIT_MEMORY : MSIM_DEPENDENCY);
        if (i)
            at(CONDITION + 0x100);
        code_result(core.at, WRITTEN, paper_op(&core, i ? class : MSIM_OP_SIMPLE, WRITTEN));
        paper_run(&core);
        add_load_after(WRITTEN, i ? MSIM_WAIT_MEMORY : MSIM_DEPENDENCY);
    }
    if (core.at->segment.instrs_used)
        paper_run(&core);
    ck_assert_uint_eq(msim_pipeline_cycles(&core.pipeline), cycles);
    unit_memory_end(&core.memory);
}

UNIT_TEST(both_ways_add)
{
    /* The second body enters in cycle 218, and its addition is ready @220; the load after it enters
     * in cycle 219, as the body jumps there, starts @220 and hits. */
    run_either(MSIM_OP_SIMPLE, 225);
    /* A multiplication is ready @222, and is not what the first body computed. */
    run_either(MSIM_OP_MULTIPLY, 222 + PAPER_MEMORY);
}
