/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When lines come into the caches that the program asks for, for the core of paper.h: each number is
 * worked out in the comment above it. "@5" is the start of cycle 5. */
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

static struct {
    uint64_t times;
    struct msim_hint_timing last;
} told;

static void tell(void *self, uint32_t use, const struct msim_hint_timing *timing)
{
    (void)self;
    (void)use;
    told.times++;
    told.last = *timing;
}

/* A line is asked for @1, and comes into slot 3 of the first level by the record that runs, which
 * also uses it, after some additions in a row, and hits. */
static void hinted_is(int additions, const struct paper *paper)
{
    uint16_t last = CODE_NONE;
    invent();
    paper_build(&core, NULL);
    struct msim_hinted *hinted = core.behind.hinted = msim_hinted_new(&core.memory.mem, 8);
    hinted->used = tell;
    msim_hinted_begin(hinted);
    msim_hinted_comes(hinted, PAPER_DATA >> MSIM_LINE_SHIFT, 3, MSIM_WAIT_MEMORY);
    ck_assert_uint_eq(msim_hinted_uses(hinted, 3), 0);
    code_instr(core.at, 0);
    code_hint(core.at, MSIM_OP_HINT, CODE_NONE, PAPER_DATA + 40);
    for (int i = 0; i < additions; i++)
        last = paper_op(&core, MSIM_OP_SIMPLE, last);
    paper_load(&core, last, PAPER_DATA, MSIM_DEPENDENCY);
    core.at->missed[core.at->missed_used++] = (struct msim_seen){.kind = MSIM_FETCH};
    told.times = 0;
    paper_is(&core, paper);
}

static void told_is(uint64_t late, uint64_t lead, uint64_t takes, uint64_t rounds)
{
    ck_assert_uint_eq(told.times, 1);
    ck_assert_uint_eq(told.last.late, late);
    ck_assert_uint_eq(told.last.lead, lead);
    ck_assert_uint_eq(told.last.takes, takes);
    ck_assert_uint_eq(told.last.rounds, rounds);
}

UNIT_TEST(hint_in_caches)
{
    /* The line comes @206, and the load, @101, would have it @106. */
    hinted_is(100, &(struct paper){206,
                                   {[MSIM_BUSY] = 26.25,
                                    [MSIM_FRONT] = 1,
                                    [MSIM_DEPENDENCY] = 74,
                                    [MSIM_WAIT_MEMORY] = 104.75},
                                   3});
    told_is(100, 100, 205, 0);
    /* The load @231 has it @236. */
    hinted_is(230,
              &(struct paper){
                  236, {[MSIM_BUSY] = 58.75, [MSIM_FRONT] = 1, [MSIM_DEPENDENCY] = 176.25}, 3});
    told_is(0, 230, 205, 0);
}

UNIT_TEST(rounds_of_hints)
{
    /* Two instructions ask: one for line 7 @10, which comes @60, and twice more for what is there.
     * Line 7 is needed @50, where a hit is ready @55. */
    enum { ONE = 100, OTHER = 200, LINE = 7, SLOT = 2 };
    struct unit_memory memory;
    struct msim_wait wait = {.ready = 60};
    unit_memory_start(&memory);
    struct msim_hinted *hinted = msim_hinted_new(&memory.mem, 8);
    hinted->used = tell;
    told.times = 0;
    msim_hinted_begin(hinted);
    msim_hinted_comes(hinted, LINE, SLOT, MSIM_WAIT_L2);
    const struct msim_hinted_line *line = msim_hinted_runs(hinted, ONE, LINE);
    ck_assert(line != NULL);
    msim_hinted_asks(hinted, line, ONE, 10, 60);
    msim_hinted_done(hinted);
    ck_assert(!msim_hinted_runs(hinted, OTHER, LINE) && !msim_hinted_runs(hinted, ONE, LINE) &&
              !msim_hinted_runs(hinted, ONE, LINE + 1));
    msim_hinted_uses(hinted, SLOT);
    msim_hinted_meets(hinted, LINE + 1, 40, 45, &wait);
    ck_assert_uint_eq(told.times, 0);
    msim_hinted_meets(hinted, LINE, 50, 55, &wait);
    told_is(5, 40, 50, 2);
    ck_assert_uint_eq(wait.hinted, 1);
    /* Once is enough; and what was asked for before the core began is not known. */
    msim_hinted_meets(hinted, LINE, 51, 56, &wait);
    msim_hinted_begin(hinted);
    msim_hinted_uses(hinted, SLOT);
    msim_hinted_meets(hinted, LINE, 52, 57, &wait);
    ck_assert_uint_eq(told.times, 1);
    unit_memory_end(&memory);
}
