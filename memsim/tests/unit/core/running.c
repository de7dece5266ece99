/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When instructions enter, run and retire, to the cycle, for the core of paper.h: each number is
 * worked out in the comment above it. "@5" is the start of cycle 5. */
#include <string.h>

#include "paper.h"
#include "tests/unit/lib/main.h"

static struct paper_core core;

/* --- Branches that are foreseen or not as the test says ------------------------------------- */

struct msim_branches {
    bool right;
    struct msim_goes goes;
};

struct msim_branches *msim_branches_make(const struct msim_mem *mem, unsigned target_bits)
{
    (void)mem;
    (void)target_bits;
    return NULL;
}

bool msim_branches_conditional(struct msim_branches *branches, uint64_t address, bool taken)
{
    (void)address;
    (void)taken;
    return branches->right;
}

bool msim_branches_indirect(struct msim_branches *branches, uint64_t address, uint64_t target,
                            struct msim_goes *goes)
{
    (void)address;
    (void)target;
    *goes = branches->goes;
    return branches->right;
}

void msim_branches_call(struct msim_branches *branches, uint64_t returns_to)
{
    (void)branches;
    (void)returns_to;
}

bool msim_branches_return(struct msim_branches *branches, uint64_t target)
{
    (void)target;
    return branches->right;
}

static struct msim_branches foreseen = {.right = true}, surprising = {.right = false},
                            aside = {true, {.several = true, .aside = true}},
                            elsewhere = {true, {.several = true, .elsewhere = true}};

static void start(void)
{
    paper_invent(&core);
    paper_build(&core, &foreseen);
}

/* A load that misses to memory: it starts @1, and is ready and retires @206. 1 busy, 1 of the
 * front, 204 of memory. */
static uint16_t missing(void)
{
    return paper_load(&core, CODE_NONE, PAPER_DATA, MSIM_WAIT_MEMORY);
}

/* --- Chains --------------------------------------------------------------------------------- */

static void chains_are(unsigned chains, unsigned rounds, enum msim_op_class class,
                       const struct paper *paper)
{
    start();
    paper_chains(&core, chains, rounds, class, MSIM_DEPENDENCY);
    paper_is(&core, paper);
}

UNIT_TEST(additions)
{
    /* 120 in a row: addition i starts @1 + i, the last one is ready @121. The first one is busy in
     * cycle 0, each other one for a quarter. */
    chains_are(1, 120, MSIM_OP_SIMPLE,
               &(struct paper){
                   121, {[MSIM_BUSY] = 30.75, [MSIM_FRONT] = 1, [MSIM_DEPENDENCY] = 89.25}, 0});
    /* Two retire in each cycle from @2 to @61, the last one a quarter later: half of them is
     * busy. */
    chains_are(
        2, 60, MSIM_OP_SIMPLE,
        &(struct paper){62, {[MSIM_BUSY] = 30.75, [MSIM_FRONT] = 1, [MSIM_DEPENDENCY] = 29.5}, 0});
    /* Four fill all cycles from @2 to @61, and so do 20, of which four enter in a cycle. */
    chains_are(4, 60, MSIM_OP_SIMPLE,
               &(struct paper){62, {[MSIM_BUSY] = 60.75, [MSIM_FRONT] = 1}, 0});
    chains_are(20, 12, MSIM_OP_SIMPLE,
               &(struct paper){62, {[MSIM_BUSY] = 60.75, [MSIM_FRONT] = 1}, 0});
}

UNIT_TEST(loads)
{
    /* Load i starts @1 + 5 i; the last of 60 is ready @301. */
    chains_are(1, 60, MSIM_OP_LOAD,
               &(struct paper){
                   301, {[MSIM_BUSY] = 15.75, [MSIM_FRONT] = 1, [MSIM_DEPENDENCY] = 284.25}, 0});
    /* Two ports: both chains go on together, the second load retires a quarter later. */
    chains_are(2, 60, MSIM_OP_LOAD,
               &(struct paper){
                   302, {[MSIM_BUSY] = 30.75, [MSIM_FRONT] = 1, [MSIM_DEPENDENCY] = 269.5}, 0});
    /* Two of four start @2, and so end one later. */
    chains_are(4, 60, MSIM_OP_LOAD,
               &(struct paper){
                   303, {[MSIM_BUSY] = 60.75, [MSIM_FRONT] = 1, [MSIM_DEPENDENCY] = 240.5}, 0});
    /* 20 are bound by the ports: load i starts @1 + i / 2, and is ready 5 later; the last of 240 is
     * the second of two @125. The first retires @6; from then on half is busy. */
    chains_are(
        20, 12, MSIM_OP_LOAD,
        &(struct paper){126, {[MSIM_BUSY] = 60.75, [MSIM_FRONT] = 1, [MSIM_DEPENDENCY] = 63.5}, 0});
}

/* --- Places --------------------------------------------------------------------------------- */

UNIT_TEST(window)
{
    /* Load 0 retires @206, and 70 additions after it a quarter of a cycle each. Load 71 enters when
     * the eighth instruction has retired, @207.75, starts @208 and is ready 205 later. With a
     * window of 72 it enters in cycle 17, and is ready before the additions have retired,
     * @223.5. */
    for (unsigned window = 64; window <= 72; window += 8) {
        paper_invent(&core);
        core.machine.core.window = window;
        paper_build(&core, &foreseen);
        missing();
        for (int i = 0; i < 70; i++)
            paper_op(&core, MSIM_OP_SIMPLE, CODE_NONE);
        paper_load(&core, CODE_NONE, PAPER_DATA + 4096, MSIM_WAIT_MEMORY);
        if (window == 64)
            paper_is(
                &core,
                &(struct paper){
                    413, {[MSIM_BUSY] = 18.75, [MSIM_FRONT] = 1, [MSIM_WAIT_MEMORY] = 393.25}, 0});
        else
            paper_is(
                &core,
                &(struct paper){
                    224, {[MSIM_BUSY] = 18.75, [MSIM_FRONT] = 1, [MSIM_WAIT_MEMORY] = 204}, 0});
    }
}

UNIT_TEST(buffer_of_loads)
{
    /* Ten loads: the eleventh enters when the first has retired, @206, and starts @207. The nine
     * between retire by @208.25. */
    paper_invent(&core);
    core.machine.core.loads = 10;
    paper_build(&core, &foreseen);
    missing();
    for (int i = 0; i < 9; i++)
        paper_load(&core, CODE_NONE, PAPER_DATA + 4096, MSIM_DEPENDENCY);
    paper_load(&core, CODE_NONE, PAPER_DATA + 8192, MSIM_WAIT_MEMORY);
    paper_is(&core, &(struct paper){
                        412, {[MSIM_BUSY] = 3.5, [MSIM_FRONT] = 1, [MSIM_WAIT_MEMORY] = 407.5}, 0});
}

UNIT_TEST(results_in_the_window)
{
    /* Ten results: after a load that misses, ten additions enter, and retire with it; the eleventh
     * enters then, @206, and what misses after it starts @207. */
    paper_invent(&core);
    core.machine.core.results = 10;
    paper_build(&core, &foreseen);
    missing();
    for (int i = 0; i < 11; i++)
        paper_op(&core, MSIM_OP_SIMPLE, CODE_NONE);
    paper_load(&core, CODE_NONE, PAPER_DATA + 8192, MSIM_WAIT_MEMORY);
    paper_is(&core, &(struct paper){
                        412, {[MSIM_BUSY] = 4, [MSIM_FRONT] = 1, [MSIM_WAIT_MEMORY] = 407}, 0});
}

UNIT_TEST(two_loads_in_one)
{
    /* The same with an instruction of two loads: of ten places it needs the first two, the second
     * of which another missing load has, which starts @1 too, and retires @206.25. */
    paper_invent(&core);
    core.machine.core.loads = 10;
    paper_build(&core, &foreseen);
    paper_load(&core, CODE_NONE, PAPER_DATA + 4096, MSIM_DEPENDENCY);
    missing();
    for (int i = 0; i < 8; i++)
        paper_load(&core, CODE_NONE, PAPER_DATA + 4096, MSIM_DEPENDENCY);
    paper_load(&core, CODE_NONE, PAPER_DATA + 8192, MSIM_WAIT_MEMORY);
    code_load(core.at, MSIM_OP_LOAD, CODE_NONE, PAPER_DATA + 4096);
    /* Load 0 retires @6, load 1 @206; the last instruction enters then, starts @207, is ready
     * @412. */
    paper_is(&core, &(struct paper){412,
                                    {[MSIM_BUSY] = 3.5,
                                     [MSIM_FRONT] = 1,
                                     [MSIM_DEPENDENCY] = 4,
                                     [MSIM_WAIT_MEMORY] = 403.5},
                                    0});
}

UNIT_TEST(buffer_of_stores)
{
    /* Store i starts @1 + i, and retires one later. The line of the first is there @206, so it is
     * written then, and the other three after it. The fifth enters @206, and is ready @208; until
     * then the buffer is full, but for its quarter and those of the three, which retire by @5. */
    paper_invent(&core);
    core.machine.core.stores = 4;
    paper_build(&core, &foreseen);
    paper_store(&core, CODE_NONE, PAPER_DATA, MSIM_WAIT_MEMORY);
    for (int i = 0; i < 4; i++)
        paper_store(&core, CODE_NONE, PAPER_DATA + 4096, MSIM_DEPENDENCY);
    paper_is(&core, &(struct paper){208,
                                    {[MSIM_BUSY] = 2,
                                     [MSIM_FRONT] = 1,
                                     [MSIM_DEPENDENCY] = 2.25,
                                     [MSIM_WAIT_STORE] = 202.75},
                                    0});
}

UNIT_TEST(stores_to_a_line)
{
    /* The first one is written @206, as above, and so are two of the three after it, which are to
     * its line. The third is written @207, and the fifth, to another line, @208. A fence waits for
     * that. */
    paper_invent(&core);
    core.machine.core.line_stores = 3;
    paper_build(&core, &foreseen);
    paper_store(&core, CODE_NONE, PAPER_DATA, MSIM_WAIT_MEMORY);
    for (int i = 1; i < 4; i++)
        paper_store(&core, CODE_NONE, PAPER_DATA + 8 * (uint64_t)i, MSIM_DEPENDENCY);
    paper_store(&core, CODE_NONE, PAPER_DATA + 4096, MSIM_DEPENDENCY);
    code_instr(core.at, MSIM_INSTR_FENCE);
    paper_is(&core, &(struct paper){
                        208, {[MSIM_BUSY] = 1.5, [MSIM_FRONT] = 1, [MSIM_DEPENDENCY] = 205.5}, 2});
}

UNIT_TEST(stores_to_lines_in_turn)
{
    /* The first store is written @206, as above. Those after it are to its line and to another one
     * in turn: the second begins the cycle @207, as its line was not among the last ones. From then
     * on there are two in each cycle: of 9 stores the last is written @210. A fence waits for
     * that. */
    paper_invent(&core);
    core.machine.core.line_stores = 2;
    paper_build(&core, &foreseen);
    paper_store(&core, CODE_NONE, PAPER_DATA, MSIM_WAIT_MEMORY);
    for (int i = 1; i < 9; i++)
        paper_store(&core, CODE_NONE, PAPER_DATA + 4096 * (uint64_t)(i % 2), MSIM_DEPENDENCY);
    code_instr(core.at, MSIM_INSTR_FENCE);
    paper_run(&core);
    ck_assert_uint_eq(msim_pipeline_cycles(&core.pipeline), 210);
    unit_memory_end(&core.memory);
}

UNIT_TEST(stores_to_a_block)
{
    /* The first store is written @206, as above. Two are written in a cycle if the second is to the
     * block of the first: 0 and 24, then 32 and 56, then 0, and last, @209, 40. A fence waits for
     * that. */
    static const uint64_t at[] = {24, 32, 56, 0, 40};
    paper_invent(&core);
    core.machine.core.line_stores = 2;
    core.machine.core.store_block = 32;
    paper_build(&core, &foreseen);
    paper_store(&core, CODE_NONE, PAPER_DATA, MSIM_WAIT_MEMORY);
    for (unsigned i = 0; i < sizeof at / sizeof *at; i++)
        paper_store(&core, CODE_NONE, PAPER_DATA + at[i], MSIM_DEPENDENCY);
    code_instr(core.at, MSIM_INSTR_FENCE);
    paper_run(&core);
    ck_assert_uint_eq(msim_pipeline_cycles(&core.pipeline), 209);
    unit_memory_end(&core.memory);
}

static void store_vector(uint16_t data, uint64_t address)
{
    paper_store(&core, data, address, MSIM_DEPENDENCY);
    core.at->op[core.at->ops.ops - 1].class = MSIM_OP_VECTOR_STORE;
}

/* Four stores of vectors, then a load, on a core with two ports for stores. */
static void accesses_take(uint32_t together, uint32_t of_vectors, uint64_t cycles)
{
    paper_invent(&core);
    struct msim_core *values = &core.machine.core;
    values->width = values->retire = 8;
    values->store_ports = 2;
    values->access_ports = together;
    values->vector_store_ports = of_vectors;
    paper_build(&core, &foreseen);
    for (unsigned i = 0; i < 4; i++)
        store_vector(CODE_NONE, PAPER_DATA + 8 * i);
    paper_load(&core, CODE_NONE, PAPER_DATA + 64, MSIM_DEPENDENCY);
    paper_run(&core);
    ck_assert_uint_eq(msim_pipeline_cycles(&core.pipeline), cycles);
    unit_memory_end(&core.memory);
}

UNIT_TEST(loads_and_stores_together)
{
    /* The load starts @1, and is ready @6; but if there are two accesses in a cycle, stores come
     * first, and it starts @3. With one store of vectors in a cycle there is a place @1. */
    accesses_take(0, 0, 6);
    accesses_take(3, 0, 6);
    accesses_take(2, 0, 8);
    accesses_take(2, 1, 6);
}

UNIT_TEST(loads_of_a_word)
{
    /* Three start @1, and are ready @6: the last retires after the others. If they are of one word,
     * be it of several lines, and two of these start in a cycle, the last starts @2 and is ready @7. */
    for (uint64_t apart = 0; apart <= 128; apart += 8) {
        paper_invent(&core);
        core.machine.core.width = core.machine.core.retire = 8;
        core.machine.core.load_ports = 3;
        core.machine.core.word_loads = 2;
        paper_build(&core, &foreseen);
        for (unsigned i = 0; i < 3; i++)
            paper_load(&core, CODE_NONE, PAPER_DATA + apart * i, MSIM_DEPENDENCY);
        paper_run(&core);
        ck_assert_uint_eq(msim_pipeline_cycles(&core.pipeline), 7);
        ck_assert(core.pipeline.retired % MSIM_TICKS == (apart % 64 ? 2 * MSIM_TICKS / 8 : 0));
        unit_memory_end(&core.memory);
    }
}

UNIT_TEST(stores_of_vectors)
{
    /* Two start @1 and one @2: that is ready @3. One at a time, the last is ready @4. */
    for (uint32_t ports = 0; ports < 2; ports++) {
        paper_invent(&core);
        core.machine.core.width = core.machine.core.retire = 8;
        core.machine.core.store_ports = 2;
        core.machine.core.vector_store_ports = ports;
        paper_build(&core, &foreseen);
        for (unsigned i = 0; i < 3; i++)
            store_vector(CODE_NONE, PAPER_DATA + 8 * i);
        paper_run(&core);
        ck_assert_uint_eq(msim_pipeline_cycles(&core.pipeline), 3 + ports);
        unit_memory_end(&core.memory);
    }
}

UNIT_TEST(units_that_are_shared)
{
    /* All enter @0. Two units do all integers: two additions start @1, and of three shifts, whose
     * units are among these, two @2 and the last @3: it is ready @4. */
    paper_invent(&core);
    core.machine.core.width = core.machine.core.retire = 8;
    core.machine.core.simple_ports = core.machine.core.shift_ports = 2;
    paper_build(&core, &foreseen);
    for (int i = 0; i < 2; i++)
        paper_op(&core, MSIM_OP_SIMPLE, CODE_NONE);
    for (int i = 0; i < 3; i++)
        paper_op(&core, MSIM_OP_SHIFT, CODE_NONE);
    paper_run(&core);
    ck_assert_uint_eq(msim_pipeline_cycles(&core.pipeline), 4);
    unit_memory_end(&core.memory);
}

UNIT_TEST(multiplications_take_places)
{
    /* A multiplication takes one of two units @1 and one @2. So of four additions one starts @1,
     * one @2, and two @3: these are ready @4, as it is. A fifth starts @4 and is ready @5. */
    paper_invent(&core);
    core.machine.core.width = core.machine.core.retire = 8;
    core.machine.core.simple_ports = core.machine.core.multiply_simple = 2;
    paper_build(&core, &foreseen);
    paper_op(&core, MSIM_OP_MULTIPLY, CODE_NONE);
    for (int i = 0; i < 5; i++)
        paper_op(&core, MSIM_OP_SIMPLE, CODE_NONE);
    paper_run(&core);
    ck_assert_uint_eq(msim_pipeline_cycles(&core.pipeline), 5);
    unit_memory_end(&core.memory);
}

UNIT_TEST(constants)
{
    /* Five in a row, and an addition of another kind: @1 to @6, ready @7; or, if constants are added
     * while registers are renamed, that one alone, @1, ready @2. */
    for (uint32_t free = 0; free < 2; free++) {
        paper_invent(&core);
        core.machine.core.width = core.machine.core.retire = 8;
        core.machine.core.constants = free;
        paper_build(&core, &foreseen);
        uint16_t sum = CODE_NONE;
        for (int i = 0; i < 5; i++)
            sum = paper_op(&core, MSIM_OP_CONSTANT, sum);
        paper_op(&core, MSIM_OP_SIMPLE, sum);
        paper_run(&core);
        ck_assert_uint_eq(msim_pipeline_cycles(&core.pipeline), free ? 2 : 7);
        unit_memory_end(&core.memory);
    }
}

UNIT_TEST(counts_of_bits)
{
    /* Two that take one cycle start @1, and are ready @2: the second retires after the first. Of two
     * that take three, which one unit does, one starts @1 and one @2: that is ready @5. */
    for (uint32_t latency = 1; latency <= 3; latency += 2) {
        paper_invent(&core);
        core.machine.core.count_bits = latency;
        paper_build(&core, &foreseen);
        paper_op(&core, MSIM_OP_COUNT, CODE_NONE);
        paper_op(&core, MSIM_OP_COUNT, CODE_NONE);
        paper_run(&core);
        ck_assert_uint_eq(msim_pipeline_cycles(&core.pipeline), latency == 1 ? 3 : 5);
        unit_memory_end(&core.memory);
    }
}

UNIT_TEST(queue)
{
    /* Eight additions wait for the load, in all places of the queue, until four start @206 and four
     * @207. The next load enters @206, starts @207, and is ready @412. */
    paper_invent(&core);
    core.machine.core.integer_queue = 8;
    paper_build(&core, &foreseen);
    uint16_t loaded = missing();
    for (int i = 0; i < 8; i++)
        paper_op(&core, MSIM_OP_SIMPLE, loaded);
    paper_load(&core, CODE_NONE, PAPER_DATA + 4096, MSIM_WAIT_MEMORY);
    paper_is(&core, &(struct paper){412,
                                    {[MSIM_BUSY] = 3.25,
                                     [MSIM_FRONT] = 1,
                                     [MSIM_DEPENDENCY] = 0.75,
                                     [MSIM_WAIT_MEMORY] = 407},
                                    0});
}

/* --- The front ------------------------------------------------------------------------------ */

/* A branch that waits for a source, or not, then an addition. */
static void branch_is(struct msim_branches *branches, enum msim_op_end end, bool indirect,
                      bool misses, const struct paper *paper)
{
    paper_invent(&core);
    paper_build(&core, branches);
    paper_op(&core, MSIM_OP_BRANCH, misses ? missing() : CODE_NONE);
    core.at->ops.end = (uint8_t)end;
    core.at->ops.indirect = indirect;
    paper_run(&core);
    paper_op(&core, MSIM_OP_SIMPLE, CODE_NONE);
    paper_is(&core, paper);
}

UNIT_TEST(branches)
{
    /* Right and not taken: both enter in cycle 0. */
    branch_is(&foreseen, MSIM_OP_ENDS_COND, false, false,
              &(struct paper){3, {[MSIM_BUSY] = 1.25, [MSIM_FRONT] = 1}, 0});
    /* Wrong: the branch is ready @2, so the addition enters @12, and is ready @14. */
    branch_is(
        &surprising, MSIM_OP_ENDS_COND, false, false,
        &(struct paper){14, {[MSIM_BUSY] = 1.25, [MSIM_FRONT] = 1, [MSIM_MISPREDICT] = 11.75}, 0});
    branch_is(
        &surprising, MSIM_OP_ENDS_RETURN, true, false,
        &(struct paper){14, {[MSIM_BUSY] = 1.25, [MSIM_FRONT] = 1, [MSIM_MISPREDICT] = 11.75}, 0});
    /* The branch runs when the load is ready, @206, until @207; the addition enters @217. */
    branch_is(&surprising, MSIM_OP_ENDS_COND, false, true,
              &(struct paper){219,
                              {[MSIM_BUSY] = 1.5,
                               [MSIM_FRONT] = 1,
                               [MSIM_WAIT_MEMORY] = 204,
                               [MSIM_DEPENDENCY] = 0.75,
                               [MSIM_MISPREDICT] = 11.75},
                              0});
    /* Computed, and not where the last one went: the addition enters 5 after the end of the group, @6. */
    branch_is(&elsewhere, MSIM_OP_ENDS_JUMP, true, false,
              &(struct paper){8, {[MSIM_BUSY] = 1.25, [MSIM_FRONT] = 6.75}, 0});
    /* Where the last one went, which is not where the one that is kept went: no later. */
    branch_is(&aside, MSIM_OP_ENDS_JUMP, true, false,
              &(struct paper){3, {[MSIM_BUSY] = 1.25, [MSIM_FRONT] = 1}, 0});
}

UNIT_TEST(taken_branches_end_a_group)
{
    /* Two instructions a round: round i enters in cycle i, and retires from @2 + i on, half a cycle
     * busy. */
    start();
    paper_op(&core, MSIM_OP_SIMPLE, CODE_NONE);
    code_instr(core.at, 0);
    core.at->ops.end = MSIM_OP_ENDS_JUMP;
    paper_loop(&core, 60);
    paper_is(&core, &(struct paper){62, {[MSIM_BUSY] = 31, [MSIM_FRONT] = 31}, 0});
}

/* Rounds of a segment of so many additions, of which the last ends in that way. */
static void fetch_rounds(unsigned additions, enum msim_op_end end, unsigned rounds)
{
    for (unsigned i = 1; i < additions; i++)
        paper_op(&core, MSIM_OP_SIMPLE, CODE_NONE);
    code_instr(core.at, 0);
    core.at->ops.end = (uint8_t)end;
    paper_loop(&core, rounds);
}

static void fetches(uint32_t fetch, uint32_t calls, unsigned additions, enum msim_op_end end,
                    unsigned cycles)
{
    paper_invent(&core);
    core.machine.core.simple_ports = 16;
    core.machine.core.fetch = fetch;
    core.machine.core.fetch_ahead = core.machine.core.foretold_ahead = 16;
    core.machine.core.calls = calls;
    paper_build(&core, &foreseen);
    fetch_rounds(additions, end, 60);
    ck_assert_uint_eq(msim_pipeline_cycles(&core.pipeline), cycles);
    unit_memory_end(&core.memory);
}

UNIT_TEST(fetching_ahead)
{
    /* Six instructions a round, of which four enter in a cycle, without a gap: the first one retires
     * @2, the last of 360 @91.75. */
    fetches(8, 1, 6, MSIM_OP_ENDS_JUMP, 92);
    /* Five are fetched in a cycle, so a round takes two: round 59 is fetched @118, its last addition
     * enters in cycle 119 and is ready @121, and the jump retires a quarter of a cycle after it. */
    fetches(5, 1, 6, MSIM_OP_ENDS_JUMP, 122);
    /* Two a round: a round a cycle, the last one in cycle 59, and so @61.25. */
    fetches(8, 1, 2, MSIM_OP_ENDS_JUMP, 62);
    /* A call each, each foretold 3 cycles after the one before it: round 59 is fetched @177. */
    fetches(8, 3, 2, MSIM_OP_ENDS_CALL, 180);
    /* Jumps are not later. */
    fetches(8, 3, 2, MSIM_OP_ENDS_JUMP, 62);
}

/* Forty additions, which enter in ten cycles, and then rounds of one instruction. */
static uint64_t taken_after_others(uint32_t fetch_ahead, uint32_t foretold_ahead, unsigned rounds)
{
    paper_invent(&core);
    core.machine.core.simple_ports = 16;
    core.machine.core.fetch = 20;
    core.machine.core.fetch_ahead = fetch_ahead;
    core.machine.core.foretold_ahead = foretold_ahead;
    paper_build(&core, &foreseen);
    fetch_rounds(40, MSIM_OP_ENDS_JUMP, 1);
    fetch_rounds(1, MSIM_OP_ENDS_JUMP, rounds);
    uint64_t cycles = msim_pipeline_cycles(&core.pipeline);
    unit_memory_end(&core.memory);
    return cycles;
}

UNIT_TEST(how_far_ahead)
{
    /* The others and the first round, which no branch leads to, are fetched in three cycles, so round 1
     * is @3 and round 19 @21, when the front, which had the others until @10.25, has waited for long. */
    ck_assert_uint_eq(taken_after_others(16, 16, 20), 22);
    /* Round 1 is fetched @6.25, 4 before the front, and round 19 @24.25. */
    ck_assert_uint_eq(taken_after_others(4, 16, 20), 25);
    /* It is foretold @9.25, a cycle after two before the front; round 19 is fetched @27.25. */
    ck_assert_uint_eq(taken_after_others(16, 2, 20), 28);
}

UNIT_TEST(compare_and_branch)
{
    /* Three additions, a comparison and its branch. As one of four they enter in a cycle: round i's
     * branch starts when the comparison is ready, @2 + i, is ready @3 + i, and after the first one
     * retires with it. */
    for (int fused = 0; fused < 2; fused++) {
        start();
        for (int round = 0; round < 60; round++) {
            for (int i = 0; i < 3; i++)
                paper_op(&core, MSIM_OP_SIMPLE, CODE_NONE);
            paper_op(&core, MSIM_OP_BRANCH, paper_op(&core, MSIM_OP_SIMPLE, CODE_NONE));
            core.at->ops.end = MSIM_OP_ENDS_COND;
            core.at->ops.fused = fused;
            paper_run(&core);
        }
        /* As five, 300 take 75 cycles; the tenth is a branch that enters with its comparison in
         * cycle 2, and starts @4: it retires @5, and all after it without a gap, the last one @5 +
         * 290 / 4. */
        if (fused)
            paper_is(&core, &(struct paper){62, {[MSIM_BUSY] = 61, [MSIM_FRONT] = 1}, 0});
        else
            paper_is(&core,
                     &(struct paper){
                         78, {[MSIM_BUSY] = 75.75, [MSIM_FRONT] = 1, [MSIM_DEPENDENCY] = 0.75}, 0});
    }
}

static void miss_code(enum msim_cause from, uint32_t l2_code, unsigned cycles)
{
    paper_invent(&core);
    core.machine.core.l2_code = l2_code;
    paper_build(&core, NULL);
    paper_op(&core, MSIM_OP_SIMPLE, CODE_NONE);
    core.at->missed[core.at->missed_used++] =
        (struct msim_seen){core.at->segment.address, MSIM_FETCH, {.line = true, .from = from}};
    paper_is(&core,
             &(struct paper){cycles, {[MSIM_BUSY] = 1, [MSIM_FRONT] = (double)cycles - 1}, 0});
}

UNIT_TEST(code_that_misses)
{
    /* It enters when its line is there, @20, and is ready @22. */
    miss_code(MSIM_WAIT_L2, 100, 22);
    /* The front looked ahead, so L2 holds it for 3 at most, but not L3. */
    miss_code(MSIM_WAIT_L2, 3, 5);
    miss_code(MSIM_WAIT_L3, 3, 52);
}

/* --- Operations ----------------------------------------------------------------------------- */

UNIT_TEST(forwarding)
{
    /* A word goes through memory: load, add, store. The first load is ready @6, its store has the
     * data @7. Each further load starts early, and has the data 5 after the store before it; the
     * addition takes 1: 6 a round. The last store retires with its data, a quarter after the
     * addition, @127.25. */
    start();
    for (int i = 0; i < 21; i++) {
        uint16_t loaded = paper_load(&core, CODE_NONE, PAPER_DATA, MSIM_DEPENDENCY);
        paper_store(&core, paper_op(&core, MSIM_OP_SIMPLE, loaded), PAPER_DATA, MSIM_DEPENDENCY);
        if (core.at->segment.instrs_used > 50)
            paper_run(&core);
    }
    paper_is(&core, &(struct paper){128,
                                    {[MSIM_BUSY] = 16.5,
                                     [MSIM_FRONT] = 1,
                                     [MSIM_DEPENDENCY] = 19.75,
                                     [MSIM_WAIT_STORE] = 90},
                                    0});
}

/* The rounds of the test above, where loads have their address from no register, and stores from
 * one that is ready @2, or from none. */
static void forward_rounds(bool same, uint64_t cycles)
{
    paper_invent(&core);
    core.machine.core.forward = 9;
    core.machine.core.forward_same = 2;
    paper_build(&core, &foreseen);
    uint16_t from = same ? CODE_NONE : paper_op(&core, MSIM_OP_SIMPLE, CODE_NONE);
    for (int i = 0; i < 16; i++) {
        uint16_t sum = paper_op(&core, MSIM_OP_SIMPLE,
                                paper_load(&core, CODE_NONE, PAPER_DATA, MSIM_DEPENDENCY));
        code_instr(core.at, 0);
        code_store(core.at, from, sum, PAPER_DATA);
    }
    paper_run(&core);
    ck_assert_uint_eq(msim_pipeline_cycles(&core.pipeline), cycles);
    unit_memory_end(&core.memory);
}

UNIT_TEST(forwarding_by_registers)
{
    /* The first store has its data @7. Each round takes 2 and 1, or 9 and 1: the last store has its
     * data 15 rounds later, @52 or @157, and retires a quarter after that. */
    forward_rounds(true, 53);
    forward_rounds(false, 158);
}

UNIT_TEST(forwarding_of_vectors)
{
    /* The data is there @2. An integer is loaded of it 2 later; 9 and half of 3 if it was in a
     * register of vectors. */
    for (int vector = 0; vector < 2; vector++) {
        paper_invent(&core);
        core.machine.core.forward = 9;
        core.machine.core.forward_same = 2;
        core.machine.core.vector_load = core.machine.core.load + 3;
        paper_build(&core, &foreseen);
        uint16_t made = paper_op(&core, MSIM_OP_SIMPLE, CODE_NONE);
        if (vector)
            store_vector(made, PAPER_DATA);
        else
            paper_store(&core, made, PAPER_DATA, MSIM_DEPENDENCY);
        paper_load(&core, CODE_NONE, PAPER_DATA, MSIM_DEPENDENCY);
        paper_run(&core);
        ck_assert_uint_eq(msim_pipeline_cycles(&core.pipeline), vector ? 12 : 4);
        unit_memory_end(&core.memory);
    }
}

/* One load in a loop that takes what its store stored in the round before, after an addition; it is
 * an operand of that if it has no instruction of its own.  `by`: the register of its address. */
static void foreseen_rounds(bool operand, uint16_t by, unsigned times, uint64_t cycles)
{
    paper_invent(&core);
    core.machine.core.forward = 9;
    core.machine.core.forward_same = 2;
    core.machine.core.forward_foreseen = 3;
    paper_build(&core, &foreseen);
    uint16_t load = paper_load(&core, by, PAPER_DATA, MSIM_DEPENDENCY);
    uint16_t sum = operand ? code_op(core.at, MSIM_OP_SIMPLE, load, CODE_NONE)
                           : paper_op(&core, MSIM_OP_SIMPLE, load);
    paper_store(&core, sum, PAPER_DATA, MSIM_DEPENDENCY);
    paper_loop(&core, times);
    ck_assert_uint_eq(msim_pipeline_cycles(&core.pipeline), cycles);
    unit_memory_end(&core.memory);
}

UNIT_TEST(foreseen_stores)
{
    /* The first store has its data @7. Three loads take from the one before them, 9 later, and an
     * addition takes 1; the next one has seen that three times, so it and all after it take 2 and 1.
     * A part of a cycle after the last data, the last store retires. */
    foreseen_rounds(false, CODE_NONE, 5, 7 + 3 * 10 + 3 + 1);
    foreseen_rounds(false, CODE_NONE, 16, 7 + 3 * 10 + 12 * 3 + 1);
    foreseen_rounds(true, CODE_NONE, 16, 7 + 15 * 10 + 1);
}

UNIT_TEST(stores_by_the_stack)
{
    /* Nothing need be seen before, but an operand is none that takes its value at once. */
    foreseen_rounds(false, MSIM_STACK_REGISTER, 16, 7 + 15 * 3 + 1);
    foreseen_rounds(true, MSIM_STACK_REGISTER, 16, 7 + 15 * 10 + 1);
}

/* The same of a core that has at once what the same registers stored: `by` is the load's, 3 the
 * store's; the load has its last four bytes if it is `late`. */
static void rounds_by_registers(uint32_t same, bool operand, uint16_t by, bool late,
                                uint64_t cycles)
{
    paper_invent(&core);
    core.machine.core.forward = 9;
    core.machine.core.forward_same = 2;
    core.machine.core.forward_foreseen = 3;
    core.machine.core.same_registers = same;
    paper_build(&core, &foreseen);
    uint16_t load = paper_load(&core, by, PAPER_DATA + 4 * late, MSIM_DEPENDENCY);
    core.at->access[core.at->segment.accesses_used - 1].size = late ? 4 : 8;
    uint16_t sum = operand ? code_op(core.at, MSIM_OP_SIMPLE, load, CODE_NONE)
                           : paper_op(&core, MSIM_OP_SIMPLE, load);
    code_instr(core.at, 0);
    code_store(core.at, 3, sum, PAPER_DATA);
    paper_loop(&core, 16);
    ck_assert_uint_eq(msim_pipeline_cycles(&core.pipeline), cycles);
    unit_memory_end(&core.memory);
}

UNIT_TEST(stores_by_registers)
{
    /* As above; operands are an exception, or none. By another register it is foreseen. What begins
     * elsewhere takes 9 and 1. */
    for (uint32_t same = 1; same <= 2; same++) {
        rounds_by_registers(same, false, 3, false, 7 + 15 * 3 + 1);
        rounds_by_registers(same, false, 4, false, 7 + 3 * 10 + 12 * 3 + 1);
        rounds_by_registers(same, false, 3, true, 7 + 15 * 10 + 1);
    }
    rounds_by_registers(1, true, 3, false, 7 + 15 * 10 + 1);
    rounds_by_registers(1, true, 4, false, 7 + 15 * 10 + 1);
    rounds_by_registers(2, true, 3, false, 7 + 15 * 3 + 1);
    rounds_by_registers(2, true, 4, false, 7 + 3 * 10 + 12 * 3 + 1);
}

UNIT_TEST(loads_that_are_remembered)
{
    /* Two loads take, one after the other, what was stored before them, and add to it; the core
     * remembers one, or two. Each takes 9 and 1, until it was seen three times; then 2 and 1. */
    for (uint32_t remembered = 1; remembered <= 2; remembered++) {
        paper_invent(&core);
        core.machine.core.forward = 9;
        core.machine.core.forward_same = 2;
        core.machine.core.forward_foreseen = 3;
        core.machine.core.same_loads = remembered;
        paper_build(&core, &foreseen);
        for (int i = 0; i < 2; i++) {
            uint16_t load = paper_load(&core, CODE_NONE, PAPER_DATA, MSIM_DEPENDENCY);
            paper_store(&core, paper_op(&core, MSIM_OP_SIMPLE, load), PAPER_DATA, MSIM_DEPENDENCY);
        }
        paper_loop(&core, 16);
        uint64_t first = 7 + 10, more = remembered == 1 ? 30 * 10 : 2 * 3 * 10 - 10 + 25 * 3;
        ck_assert_uint_eq(msim_pipeline_cycles(&core.pipeline), first + more + 1);
        unit_memory_end(&core.memory);
    }
}

/* Sixteen loads that need each other.  Before each, what the one before loaded is stored so many
 * bytes away. */
static void alias_rounds(uint64_t away, uint64_t cycles)
{
    paper_invent(&core);
    core.machine.core.forward_alias = 7;
    paper_build(&core, &foreseen);
    uint16_t loaded = CODE_NONE;
    for (int i = 0; i < 16; i++) {
        paper_store(&core, loaded, PAPER_DATA + away, MSIM_DEPENDENCY);
        loaded = paper_load(&core, loaded, PAPER_DATA, MSIM_DEPENDENCY);
    }
    paper_run(&core);
    ck_assert_uint_eq(msim_pipeline_cycles(&core.pipeline), cycles);
    unit_memory_end(&core.memory);
}

UNIT_TEST(aliases)
{
    /* The first load starts @1 and is ready 5 later, the others 5 after each other: @81. */
    alias_rounds(8, 81);
    alias_rounds(4096 + 8, 81);
    /* No store is written before the load before it has retired, when the load after it starts: each
     * takes 7 more. */
    alias_rounds(4096, 1 + 16 * 12);
    alias_rounds(3 * 4096 + 7, 1 + 16 * 12);
}

UNIT_TEST(indexed_loads)
{
    paper_invent(&core);
    core.machine.core.load_indexed = 2;
    paper_build(&core, &foreseen);
    uint16_t loaded = CODE_NONE;
    for (int i = 0; i < 16; i++) {
        code_instr(core.at, 0);
        loaded = code_load(core.at, MSIM_OP_LOAD_INDEXED, loaded, PAPER_DATA);
    }
    /* The first one starts @1; each takes 7. */
    paper_run(&core);
    ck_assert_uint_eq(msim_pipeline_cycles(&core.pipeline), 1 + 16 * 7);
    unit_memory_end(&core.memory);
}

UNIT_TEST(division)
{
    /* Points of cycles 10 or 20 apart have 6 or 3 places, so that all quarters may have none: up to
     * 4 cycles.
     *
     * In a row: the last of 15 is ready @1 + 300. */
    start();
    paper_chains(&core, 1, 15, MSIM_OP_DIVIDE, MSIM_DEPENDENCY);
    paper_is(&core, &(struct paper){
                        301, {[MSIM_BUSY] = 4.5, [MSIM_FRONT] = 1, [MSIM_DEPENDENCY] = 295.5}, 4});
    /* Independent: the port is busy for 10, so the last of 30 starts @291 and is ready @311; with
     * two ports the last two start @141, and the second retires a quarter after @161. */
    for (unsigned ports = 1; ports <= 2; ports++) {
        paper_invent(&core);
        core.machine.core.divide_ports = ports;
        paper_build(&core, &foreseen);
        paper_chains(&core, 30, 1, MSIM_OP_DIVIDE, MSIM_DEPENDENCY);
        paper_is(&core, &(struct paper){ports == 1 ? 311 : 162,
                                        {[MSIM_BUSY] = 8.25,
                                         [MSIM_FRONT] = 1,
                                         [MSIM_DEPENDENCY] = ports == 1 ? 301.75 : 152},
                                        4});
    }
}

UNIT_TEST(in_order)
{
    /* The addition waits for the load, and the second load for the addition: it starts @206, and is
     * ready @411. Out of order it starts @1, and retires a quarter after the addition, @207.25. */
    for (int in_order = 0; in_order < 2; in_order++) {
        paper_invent(&core);
        core.machine.core.in_order = (uint32_t)in_order;
        paper_build(&core, &foreseen);
        paper_op(&core, MSIM_OP_SIMPLE, missing());
        paper_load(&core, CODE_NONE, PAPER_DATA + 64, MSIM_WAIT_MEMORY);
        struct paper paper = {in_order ? 411 : 208,
                              {[MSIM_BUSY] = 1.5,
                               [MSIM_FRONT] = 1,
                               [MSIM_DEPENDENCY] = 0.75,
                               [MSIM_WAIT_MEMORY] = in_order ? 407.75 : 204},
                              0};
        paper_is(&core, &paper);
    }
}

/* --- What orders, what repeats itself ------------------------------------------------------- */

UNIT_TEST(atomic)
{
    /* A locked addition starts when the load has retired, @206: it loads until @211 and 20 more,
     * adds, and is ready @232. The load after it starts @231, and is ready @236; the addition after
     * that does not wait, and retires a quarter later. */
    start();
    missing();
    code_instr(core.at, MSIM_INSTR_ATOMIC);
    uint16_t loaded = code_load(core.at, MSIM_OP_LOAD, CODE_NONE, PAPER_DATA + 4096);
    code_store(core.at, CODE_NONE, code_op(core.at, MSIM_OP_SIMPLE, loaded, CODE_NONE),
               PAPER_DATA + 4096);
    paper_load(&core, CODE_NONE, PAPER_DATA + 8192, MSIM_DEPENDENCY);
    paper_op(&core, MSIM_OP_SIMPLE, CODE_NONE);
    paper_is(&core, &(struct paper){237,
                                    {[MSIM_BUSY] = 1.75,
                                     [MSIM_FRONT] = 1,
                                     [MSIM_DEPENDENCY] = 29.5,
                                     [MSIM_WAIT_MEMORY] = 204},
                                    2});
}

UNIT_TEST(fence)
{
    /* The store retires @2 and is written @206, when its line is there. The fence waits for that,
     * and the load for the fence. */
    start();
    paper_store(&core, CODE_NONE, PAPER_DATA, MSIM_WAIT_MEMORY);
    code_instr(core.at, MSIM_INSTR_FENCE);
    paper_load(&core, CODE_NONE, PAPER_DATA + 4096, MSIM_DEPENDENCY);
    paper_is(&core, &(struct paper){
                        211, {[MSIM_BUSY] = 1.5, [MSIM_FRONT] = 1, [MSIM_DEPENDENCY] = 208.5}, 2});
}

UNIT_TEST(repeated_stores)
{
    /* The first one is a store: it retires @2, and is written @6, when it hits. 64 more of 8 bytes
     * are written in 16 cycles, and retire at once; they are written @22, when what follows
     * enters. */
    start();
    paper_store(&core, CODE_NONE, PAPER_DATA, MSIM_DEPENDENCY);
    core.at->ops.repeats = true;
    paper_loop(&core, 65);
    ck_assert_uint_eq(msim_pipeline_cycles(&core.pipeline), 2);
    code_instr(core.at, MSIM_INSTR_FENCE);
    paper_is(&core, &(struct paper){
                        23, {[MSIM_BUSY] = 1.25, [MSIM_FRONT] = 1, [MSIM_WAIT_STORE] = 20.75}, 0});
}
