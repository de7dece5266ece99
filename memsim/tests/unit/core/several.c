/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two cores of paper.h: what a line costs that they take from each other, and what they share.  Each
 * number is worked out in the comment above it.  "@5" is the start of cycle 5. */
#include "paper.h"
#include "tests/unit/lib/main.h"

enum { ROUNDS = 10, TRANSFER = 150, BETWEEN = 1 << 20 };

static struct paper_core one, two;

static void build(bool near)
{
    paper_invent(&one);
    paper_invent(&two);
    one.machine.core.memory_row = two.machine.core.memory_row = one.machine.core.memory_rate;
    paper_build(&one, NULL);
    paper_build(&two, NULL);
    msim_ways_several(&one.behind.ways, &one.memory.mem);
    msim_ways_join(&two.behind.ways, &one.behind.ways, near ? &one.behind.ways : NULL);
    msim_ways_meet(&one.behind.ways, 0, 0);
    msim_ways_meet(&two.behind.ways, 0, 0);
}

static void locked(struct paper_core *core, uint64_t address, const struct msim_served *served)
{
    code_instr(core->at, MSIM_INSTR_ATOMIC);
    code_load(core->at, MSIM_OP_LOAD, CODE_NONE, address);
    code_misses(core->at, served);
    paper_run(core);
}

static const struct msim_served taken = {.line = true, .from = MSIM_WAIT_CORE};

/* Ends both cores, of which each has done ROUNDS locked operations: the first one until `first`,
 * and `each` after another, of which so much is the other core's. */
static void both_are(double one_first, double two_first, double each, double of_core,
                     double one_core, double two_core)
{
    double rounds = ROUNDS - 1;
    struct paper_core *cores[] = {&one, &two};
    double first[] = {one_first, two_first}, core[] = {one_core, two_core};
    for (int i = 0; i < 2; i++) {
        struct paper paper = {.cycles = (uint64_t)(first[i] + rounds * each), .within = 3};
        paper.part[MSIM_BUSY] = 1 + rounds / 4;
        paper.part[MSIM_FRONT] = 1;
        paper.part[MSIM_WAIT_CORE] = core[i] + rounds * of_core;
        paper.part[MSIM_DEPENDENCY] = first[i] - 2 - core[i] + rounds * (each - of_core - 0.25);
        paper_is(cores[i], &paper);
    }
}

UNIT_TEST(a_line_goes_back_and_forth)
{
    /* The first core asks @1, has the line @151, and is done 20 later, @171.  The other one asks
     * @1, too: the line is sent @151, there @301, and that core is done @321, of which 300 are the
     * line's.  The first one asks again @171, has it @451, and is done @471: 300 for each, of which
     * the line takes 280.  So it is always under way, and each core has it once in 300. */
    build(true);
    for (int i = 0; i < ROUNDS; i++) {
        locked(&one, PAPER_DATA, &taken);
        locked(&two, PAPER_DATA, &taken);
    }
    both_are(171, 321, 300, 280, TRANSFER, 2 * TRANSFER);
}

UNIT_TEST(lines_of_their_own)
{
    /* The same with a line for each: nothing is taken.  Hits: done @26, and 25 for each. */
    static const struct msim_served hit;
    build(true);
    for (int i = 0; i < ROUNDS; i++) {
        locked(&one, PAPER_DATA, &hit);
        locked(&two, PAPER_DATA + 64, &hit);
    }
    both_are(26, 26, 25, 0, 0, 0);
}

UNIT_TEST(copies_are_given_up)
{
    /* The line is there, and so are copies of it elsewhere: as long as a line that is sent, but
     * none is under way: done @171, and 170 for each. */
    static const struct msim_served copies = {.copies = true, .from = MSIM_WAIT_CORE};
    build(true);
    for (int i = 0; i < ROUNDS; i++) {
        locked(&one, PAPER_DATA, &copies);
        locked(&two, PAPER_DATA + 64, &copies);
    }
    both_are(171, 171, 170, 150, 150, 150);
}

static void end(void)
{
    unit_memory_end(&one.memory);
    unit_memory_end(&two.memory);
}

UNIT_FROM(a_core_that_slept, 0, 2)
{
    /* The first core asks ten times for the line, the last time @1531, and has it @1681.  If the
     * other one's time stood still meanwhile, it finds the line there, and has it @151 of its own;
     * else @1831. */
    build(true);
    for (int i = 0; i < ROUNDS; i++)
        locked(&one, PAPER_DATA, &taken);
    if (_i)
        msim_ways_meet(&two.behind.ways, 0, BETWEEN);
    locked(&two, PAPER_DATA, &taken);
    ck_assert_uint_eq(msim_pipeline_cycles(&one.pipeline), 1701);
    ck_assert_uint_eq(msim_pipeline_cycles(&two.pipeline), _i ? 171 : 1851);
    end();
}

/* Twelve lines from memory at once: how long that takes. */
static uint64_t twelve(struct paper_core *core, uint64_t address)
{
    for (uint64_t i = 0; i < 12; i++)
        paper_load(core, CODE_NONE, address + 64 * i, MSIM_WAIT_MEMORY);
    paper_run(core);
    return msim_pipeline_cycles(&core->pipeline);
}

UNIT_FROM(the_way_from_memory, 0, 2)
{
    /* A line takes 8 of the 64 in a stretch.  Of the first core's, four are sent @64, are there
     * @269, and the last one retires @269.75.  If the other one has the same way, its are behind:
     * four @64, eight @128, there @333, and the last one retires @334.75.  Else it is alone. */
    build(_i);
    uint64_t first = twelve(&one, PAPER_DATA), second = twelve(&two, 2 * PAPER_DATA);
    ck_assert_uint_eq(first, 270);
    ck_assert_uint_eq(second, _i ? 335 : 270);
    end();
}

UNIT_TEST(what_another_core_took_was_not_fetched_ahead)
{
    /* Without prefetchers, a line from another core @1 is there @151; one that was asked for ahead
     * is, too. */
    build(true);
    two.behind.prefetchers.arrival[(PAPER_DATA >> 6 ^ PAPER_DATA >> 18) % MSIM_ARRIVALS] =
        (struct msim_arrival){(PAPER_DATA >> 6) + 1, 1, MSIM_WAIT_MEMORY, true};
    locked(&two, PAPER_DATA, &taken);
    ck_assert_uint_eq(msim_pipeline_cycles(&two.pipeline), 171);
    ck_assert(!msim_prefetchers_find(&two.behind.prefetchers, PAPER_DATA >> 6));
    end();
}
