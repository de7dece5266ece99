/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How long loads wait for what is behind the first level, to the cycle, for the core of paper.h:
 * each number is worked out in the comment above it. "@5" is the start of cycle 5. */
#include "paper.h"
#include "tests/unit/lib/main.h"

static struct paper_core core;

/* The machine, with a memory that sends a line a cycle. */
static void invent(void)
{
    paper_invent(&core);
    core.machine.core.memory_rate = core.machine.core.memory_row = 1;
    core.machine.core.l2_rate = 1;
}

/* --- Misses
 * ------------------------------------------------------------------------------------ */

/* Of `loads` each is busy for a quarter of a cycle, the first one for one; the front is late for
 * one, and the rest, until `quarters`, is memory's. */
static struct paper all_memory(unsigned loads, double retired, double within)
{
    double busy = 1 + (loads - 1) / 4.0;
    struct paper paper = {.cycles = (uint64_t)retired, .within = within};
    paper.cycles += (double)paper.cycles < retired;
    paper.part[MSIM_BUSY] = busy;
    paper.part[MSIM_FRONT] = 1;
    paper.part[MSIM_WAIT_MEMORY] = retired - busy - 1;
    return paper;
}

UNIT_TEST(chains_that_miss)
{
    for (unsigned chains = 1; chains <= 20; chains++) {
        /* Up to 12 chains: chain i starts @1 + i / 2, and each of its loads takes 205. The last
         * chain's last one retires when it is ready, or a quarter later, if it is the second of
         * two.
         *
         * More: load i begins when load i - 12 has left its register, and so loads go in groups of
         * 12, of which there are `chains`; the last one starts 5 after its group, is ready @205
         * chains + 6, and is a second one. */
        double retired = chains <= 12 ? 205 * 12 + 1 + (chains - 1) / 2 + (chains % 2 ? 0 : 0.25)
                                      : 205 * chains + 6.25;
        struct paper paper = all_memory(12 * chains, retired, chains <= 12 ? 1 : 3);
        invent();
        paper_build(&core, NULL);
        paper_chains(&core, chains, 12, MSIM_OP_LOAD, MSIM_WAIT_MEMORY);
        paper_is(&core, &paper);
    }
}

UNIT_TEST(chain_before_another)
{
    /* A chain of 13, and then 8 loads that wait for nothing, and need registers when the chain has
     * one: they are ready before the chain is, and retire in quarters of a cycle after it,
     * @2666. */
    struct paper paper = all_memory(21, 205 * 13 + 1 + 8 / 4.0, 2);
    invent();
    paper_build(&core, NULL);
    uint16_t last = CODE_NONE;
    for (uint64_t i = 0; i < 13; i++)
        last = paper_load(&core, last, PAPER_DATA + (i << MSIM_LINE_SHIFT), MSIM_WAIT_MEMORY);
    for (uint64_t i = 0; i < 8; i++)
        paper_load(&core, CODE_NONE, 2 * PAPER_DATA + (i << MSIM_LINE_SHIFT), MSIM_WAIT_MEMORY);
    paper_is(&core, &paper);
}

UNIT_TEST(under_way)
{
    /* The second load finds the line of the first one under way: both are ready @206. */
    struct paper paper = all_memory(2, 206.25, 1);
    invent();
    paper_build(&core, NULL);
    paper_load(&core, CODE_NONE, PAPER_DATA, MSIM_WAIT_MEMORY);
    paper_load(&core, CODE_NONE, PAPER_DATA + 8, MSIM_DEPENDENCY);
    paper_is(&core, &paper);
}

/* The walk of the last load, whose entry is in a line of tables. */
static void walks(uint64_t line, enum msim_cause from)
{
    code_misses(core.at,
                &(struct msim_served){.translation = true, .walk = true, .entry = {line, from}});
}

UNIT_TEST(walks_at_once)
{
    /* Load i starts @1 + i / 2. Two walk at once, for 95, and read entries that hit in 5, as the
     * loads then do: pair i is ready @1 + 100 (i + 1) + 5. Of the first one's 106 cycles, 100 are
     * the walk's. Points 100 apart have three places. */
    invent();
    core.machine.latency[MSIM_LATENCY_WALK] = 95;
    paper_build(&core, NULL);
    for (uint64_t i = 0; i < 20; i++) {
        paper_load(&core, CODE_NONE, PAPER_DATA + 4096 * i, MSIM_DEPENDENCY);
        walks(PAPER_TABLES, MSIM_DEPENDENCY);
    }
    paper_is(
        &core,
        &(struct paper){
            1007,
            {[MSIM_BUSY] = 5.75, [MSIM_FRONT] = 1, [MSIM_DEPENDENCY] = 4, [MSIM_WAIT_WALK] = 995.5},
            3});
}

UNIT_TEST(entries_that_miss)
{
    /* Each walk takes 100, and its entry comes from memory in 205 more; then the load hits, in 5:
     * pair i is ready @1 + 305 (i + 1) + 5. */
    invent();
    paper_build(&core, NULL);
    for (uint64_t i = 0; i < 8; i++) {
        paper_load(&core, CODE_NONE, PAPER_DATA + (i << 15), MSIM_DEPENDENCY);
        walks(PAPER_TABLES + i, MSIM_WAIT_MEMORY);
    }
    paper_is(&core, &(struct paper){1227,
                                    {[MSIM_BUSY] = 2.75,
                                     [MSIM_FRONT] = 1,
                                     [MSIM_DEPENDENCY] = 4,
                                     [MSIM_WAIT_WALK] = 1218.5},
                                    3});
}

UNIT_TEST(walks_with_their_entries)
{
    /* As above, but 300 has the entry's read: pair i is ready @1 + 300 (i + 1) + 5. */
    invent();
    core.machine.core.walk_entry = 0;
    core.machine.latency[MSIM_LATENCY_WALK] = 300;
    paper_build(&core, NULL);
    for (uint64_t i = 0; i < 8; i++) {
        paper_load(&core, CODE_NONE, PAPER_DATA + (i << 15), MSIM_DEPENDENCY);
        walks(PAPER_TABLES + i, MSIM_WAIT_MEMORY);
    }
    paper_is(&core, &(struct paper){1207,
                                    {[MSIM_BUSY] = 2.75,
                                     [MSIM_FRONT] = 1,
                                     [MSIM_DEPENDENCY] = 4,
                                     [MSIM_WAIT_WALK] = 1198.5},
                                    3});
}

UNIT_TEST(entries_of_one_line)
{
    /* The first walk asks for the line @101, and the second one, @101, waits for it, too: both are
     * done @306, and the loads @311. The third and fourth walk from there to @406, where the line
     * is, and are done @411. */
    invent();
    paper_build(&core, NULL);
    for (uint64_t i = 0; i < 4; i++) {
        paper_load(&core, CODE_NONE, PAPER_DATA + 4096 * i, MSIM_DEPENDENCY);
        walks(PAPER_TABLES, i == 0 ? MSIM_WAIT_MEMORY : MSIM_DEPENDENCY);
    }
    paper_is(
        &core,
        &(struct paper){
            417,
            {[MSIM_BUSY] = 1.75, [MSIM_FRONT] = 1, [MSIM_DEPENDENCY] = 4, [MSIM_WAIT_WALK] = 409.5},
            2});
}

UNIT_TEST(entry_and_line_that_miss)
{
    /* The walk of a load that misses is done @1 + 100 + 20, and its line comes 205 later. */
    invent();
    paper_build(&core, NULL);
    paper_load(&core, CODE_NONE, PAPER_DATA, MSIM_DEPENDENCY);
    code_misses(core.at, &(struct msim_served){.line = true,
                                               .from = MSIM_WAIT_MEMORY,
                                               .translation = true,
                                               .walk = true,
                                               .entry = {PAPER_TABLES, MSIM_WAIT_L2}});
    paper_is(
        &core,
        &(struct paper){
            326,
            {[MSIM_BUSY] = 1, [MSIM_FRONT] = 1, [MSIM_WAIT_MEMORY] = 205, [MSIM_WAIT_WALK] = 119},
            1});
}

UNIT_TEST(second_tlb)
{
    /* 10 later, any number of them: ready @1 + i / 2 + 15. The first: 4 of dependencies, 10 of
     * translation. */
    invent();
    paper_build(&core, NULL);
    for (uint64_t i = 0; i < 20; i++) {
        paper_load(&core, CODE_NONE, PAPER_DATA + 4096 * i, MSIM_DEPENDENCY);
        code_misses(core.at, &(struct msim_served){.translation = true});
    }
    paper_is(
        &core,
        &(struct paper){
            26,
            {[MSIM_BUSY] = 5.75, [MSIM_FRONT] = 1, [MSIM_DEPENDENCY] = 4, [MSIM_WAIT_WALK] = 14.5},
            1});
}

/* --- Rates
 * -------------------------------------------------------------------------------------- */

/* So many loads that wait for nothing, `step` bytes apart, with registers for all. */
static void stream_is(unsigned loads, uint64_t step, enum msim_cause from,
                      const struct paper *paper)
{
    core.machine.core.misses = 128;
    paper_build(&core, NULL);
    for (uint64_t i = 0; i < loads; i++) {
        if (core.at->segment.instrs_used == 60)
            paper_run(&core);
        paper_load(&core, CODE_NONE, PAPER_DATA + step * i, from);
    }
    paper_is(&core, paper);
}

UNIT_TEST(rate_of_l2)
{
    /* A line each 2 cycles: 32 in a stretch of 64. Load i is sent when it starts, @1 + i / 2, for i
     * below 32, and @64 n for those from 32 n on, and is ready 20 later: the last 32 of 128 @212,
     * and retire until @219.75. The first 32 retire until @36.25; then, between stretches, 20 are
     * the level's and the rest bandwidth. */
    paper_invent(&core);
    stream_is(128, 64, MSIM_WAIT_L2,
              &(struct paper){220,
                              {[MSIM_BUSY] = 32.75,
                               [MSIM_FRONT] = 1,
                               [MSIM_WAIT_L2] = 86.5,
                               [MSIM_WAIT_BANDWIDTH] = 99.5},
                              2});
}

UNIT_TEST(rate_of_l3)
{
    /* 16 in a stretch, ready 50 later: the last of them @448 + 50, and retire until @501.75. */
    paper_invent(&core);
    stream_is(128, 64, MSIM_WAIT_L3,
              &(struct paper){502,
                              {[MSIM_BUSY] = 32.75,
                               [MSIM_FRONT] = 1,
                               [MSIM_WAIT_L3] = 402.5,
                               [MSIM_WAIT_BANDWIDTH] = 65.5},
                              2});
}

UNIT_TEST(rate_of_memory)
{
    struct paper row = all_memory(61, 654.75, 2), rows = all_memory(60, 2061.25, 2);
    /* The first line opens the row, and takes 32 of the stretch's 64 cycles; four more take 8 each.
     * Then there are eight in a stretch: lines 53 to 60 are sent @448, ready @653, and retire until
     * @654.75. */
    paper_invent(&core);
    stream_is(61, 64, MSIM_WAIT_MEMORY, &row);
    /* Each line in a row of its own: two in a stretch, the last ones of 60 @29 * 64 + 205. */
    paper_invent(&core);
    stream_is(60, 8192, MSIM_WAIT_MEMORY, &rows);
}

UNIT_TEST(same_set)
{
    /* One of a set in 10 cycles: load i begins @10 i, the first one @1, and is ready 20 later; the
     * last of 30 @310. Points 10 apart have six places. */
    invent();
    core.machine.core.same_set = 10;
    stream_is(
        30, 4096, MSIM_WAIT_L2,
        &(struct paper){310, {[MSIM_BUSY] = 8.25, [MSIM_FRONT] = 1, [MSIM_WAIT_L2] = 300.75}, 4});
    /* In other sets they begin @1 + i / 2. */
    invent();
    core.machine.core.same_set = 10;
    stream_is(30, 4096 + 64, MSIM_WAIT_L2,
              &(struct paper){36, {[MSIM_BUSY] = 8.25, [MSIM_FRONT] = 1, [MSIM_WAIT_L2] = 26}, 2});
}

/* --- Prefetchers
 * -------------------------------------------------------------------------------- */

/* One load in a loop reads line after line, each when it has the one before. */
static void lines_are(unsigned lines, uint32_t stride, uint32_t stream, const struct paper *paper)
{
    invent();
    core.machine.core.stride = stride;
    core.machine.core.stream = stream;
    paper_build(&core, NULL);
    code_result(core.at, 0, paper_load(&core, 0, PAPER_DATA, MSIM_WAIT_MEMORY));
    for (uint64_t i = 0; i < lines; i++) {
        core.at->record[1] = core.at->missed[0].first = PAPER_DATA + 64 * i;
        code_run(&core.pipeline, core.at);
    }
    code_start(core.at, 0);
    paper_is(&core, paper);
}

UNIT_TEST(no_prefetcher)
{
    struct paper paper = all_memory(16, 1 + 16 * 205, 2);
    lines_are(16, 0, 0, &paper);
}

UNIT_TEST(strides)
{
    /* Three loads take 205 each. With the third one's start, @411, lines 3 to 8 are asked for, and
     * each further load asks for the sixth line after its own when it starts. Loads 3 to 8 start
     * from @616 on and hit: 5 each. Line 9 was asked for @616, and comes @821; lines 10 to 15 were
     * asked for from @621 to @646, 5 apart, and come so. */
    lines_are(16, 6, 0,
              &(struct paper){851,
                              {[MSIM_BUSY] = 4.75,
                               [MSIM_FRONT] = 1,
                               [MSIM_DEPENDENCY] = 28.5,
                               [MSIM_WAIT_MEMORY] = 816.75},
                              2});
}

UNIT_TEST(streams)
{
    /* The third miss, @411, is the second step: lines 3 and 4 are asked for into L2. Miss 3 starts
     * @616, and is the third one: lines 5 and 6; miss 4, @636, asks for lines 7 and 8, and from
     * then on each for the fourth line after its own. What has come takes 20 from L2; line 5 comes
     * @821 to a miss @656, and line 10, which was asked for @841, @1046 to one @921. */
    lines_are(
        11, 0, 4,
        &(struct paper){
            1066,
            {[MSIM_BUSY] = 3.5, [MSIM_FRONT] = 1, [MSIM_WAIT_L2] = 118.5, [MSIM_WAIT_MEMORY] = 943},
            2});
}

UNIT_TEST(both_prefetchers)
{
    /* With the third miss, @411, streams ask for lines 3 and 4 into L2, and strides for lines 3 to
     * 5 into the first level. Streams see these as steps, and are at line 9 by then; loads that
     * find them are no steps. Lines 3 to 5 come to L2 @616 and from there @636, and so each line
     * after them 20 after the load three before it: load 3 is ready @636, 4 to 6 hit, and 7 to 9
     * wait for L2, each five after the one before. */
    lines_are(10, 3, 4,
              &(struct paper){666,
                              {[MSIM_BUSY] = 3.25,
                               [MSIM_FRONT] = 1,
                               [MSIM_DEPENDENCY] = 14.25,
                               [MSIM_WAIT_L2] = 14.25,
                               [MSIM_WAIT_MEMORY] = 633.25},
                              2});
}

/* --- What the program asks for --------------------------------------------------------------- */

/* A line is asked for @1, and after 100 additions in a row a load needs it, @101. */
static void hint_is(enum msim_op_class class, const struct paper *paper)
{
    uint16_t last = CODE_NONE;
    invent();
    paper_build(&core, NULL);
    code_instr(core.at, 0);
    code_hint(core.at, class, CODE_NONE, PAPER_DATA + 40);
    for (int i = 0; i < 100; i++)
        last = paper_op(&core, MSIM_OP_SIMPLE, last);
    paper_load(&core, last, PAPER_DATA, MSIM_WAIT_MEMORY);
    paper_is(&core, paper);
}

UNIT_TEST(hint)
{
    /* The line comes @206, into the first level, and the load has it. */
    hint_is(MSIM_OP_HINT, &(struct paper){206,
                                          {[MSIM_BUSY] = 26.25,
                                           [MSIM_FRONT] = 1,
                                           [MSIM_DEPENDENCY] = 74,
                                           [MSIM_WAIT_MEMORY] = 104.75},
                                          3});
    /* Into L2, from where it takes 20. */
    hint_is(MSIM_OP_HINT_L2, &(struct paper){226,
                                             {[MSIM_BUSY] = 26.25,
                                              [MSIM_FRONT] = 1,
                                              [MSIM_DEPENDENCY] = 74,
                                              [MSIM_WAIT_MEMORY] = 124.75},
                                             3});
}

UNIT_TEST(hint_takes_a_register)
{
    /* There is one: the load that misses another line begins when the first one has come, @206, and
     * has its own @411. */
    invent();
    core.machine.core.misses = 1;
    paper_build(&core, NULL);
    code_instr(core.at, 0);
    code_hint(core.at, MSIM_OP_HINT, CODE_NONE, PAPER_DATA);
    paper_load(&core, CODE_NONE, 2 * PAPER_DATA, MSIM_WAIT_MEMORY);
    paper_is(&core, &(struct paper){411,
                                    {[MSIM_BUSY] = 1.25,
                                     [MSIM_FRONT] = 1,
                                     [MSIM_WAIT_BANDWIDTH] = 204,
                                     [MSIM_WAIT_MEMORY] = 204.75},
                                    1});
}

UNIT_TEST(store_past)
{
    /* It asks for no line: it is written when it has retired, @2, and the fence is ready then. */
    invent();
    paper_build(&core, NULL);
    paper_store(&core, CODE_NONE, PAPER_DATA, MSIM_WAIT_MEMORY);
    core.at->op[0].class = MSIM_OP_STORE_PAST;
    code_instr(core.at, MSIM_INSTR_FENCE);
    paper_load(&core, CODE_NONE, PAPER_DATA + 4096, MSIM_DEPENDENCY);
    paper_is(&core,
             &(struct paper){7, {[MSIM_BUSY] = 1.5, [MSIM_FRONT] = 1, [MSIM_DEPENDENCY] = 4.5}, 2});
}

UNIT_TEST(rate_of_stores_past)
{
    /* Each line in a row of its own takes 32 cycles of the way: two in a stretch of 64, and so the
     * last of 20 is sent @64 * 9, where the fence is ready. */
    paper_invent(&core);
    paper_build(&core, NULL);
    for (uint64_t i = 0; i < 40; i++) { /* twice 8 bytes of each line */
        paper_store(&core, CODE_NONE, PAPER_DATA + 8192 * (i / 2) + 8 * (i % 2), MSIM_WAIT_MEMORY);
        core.at->op[i].class = MSIM_OP_STORE_PAST;
    }
    code_instr(core.at, MSIM_INSTR_FENCE);
    paper_run(&core);
    ck_assert_uint_ge(msim_pipeline_cycles(&core.pipeline), 576);
    ck_assert_uint_le(msim_pipeline_cycles(&core.pipeline), 579);
    unit_memory_end(&core.memory);
}
