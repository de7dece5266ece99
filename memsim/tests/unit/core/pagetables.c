/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where walks find the lines of page tables: by hand, and on random walks as a list says that has
 * all that ever came into each level. */
#include "engine/core/memory/pagetables.h"

#include <string.h>

#include "tests/unit/lib/host.h"
#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"

enum { SMALL = 12, BIG = 21, ROUNDS = 400, STEPS = 2000, FAULT_ROUNDS = 20 };

static struct msim_page_tables tables;

/* D1 has 4 lines, L2 8, L3 16. */
static void start(struct msim_machine *machine)
{
    memset(machine, 0, sizeof *machine);
    memset(&tables, 0, sizeof tables);
    machine_level(machine, MSIM_D1, "256,4,64");
    machine_level(machine, MSIM_L2, "512,8,64");
    machine_level(machine, MSIM_L3, "1024,16,64");
    msim_page_tables_init(&tables, &memory.mem, machine);
}

static void reads(uint64_t page, enum msim_cause from)
{
    ck_assert_int_eq(msim_page_tables_read(&tables, page, SMALL).from, from);
}

static void fill(unsigned times, enum msim_cause from)
{
    for (unsigned i = 0; i < times; i++)
        msim_page_tables_fill(&tables, from, true);
}

UNIT_TEST(lines_of_eight)
{
    struct msim_machine machine;
    start(&machine);
    uint64_t line = msim_page_tables_read(&tables, 16, SMALL).line;
    ck_assert_uint_eq(msim_page_tables_read(&tables, 23, SMALL).line, line);
    ck_assert_uint_eq(msim_page_tables_read(&tables, 24, SMALL).line, line + 1);
    ck_assert_uint_ne(msim_page_tables_read(&tables, 16, BIG).line, line);
    /* The last page of all addresses, and no address of the program has such a line. */
    uint64_t last = msim_page_tables_read(&tables, UINT64_MAX >> SMALL, SMALL).line;
    ck_assert_uint_ne(last, msim_page_tables_read(&tables, UINT64_MAX >> SMALL, SMALL + 1).line);
    ck_assert_uint_gt(line, UINT64_MAX >> 7);
}

UNIT_TEST(goes_out_level_by_level)
{
    struct msim_machine machine;
    start(&machine);
    reads(0, MSIM_DEPENDENCY); /* written by the kernel */
    fill(3, MSIM_WAIT_MEMORY);
    reads(0, MSIM_DEPENDENCY); /* one of four places is left */
    fill(4, MSIM_WAIT_MEMORY); /* four came after that: L2 last had it before the seven of eight */
    reads(0, MSIM_WAIT_L2);
    fill(8, MSIM_WAIT_MEMORY); /* L3 last had it when it came, before fifteen of sixteen */
    reads(0, MSIM_WAIT_L3);
    fill(16, MSIM_WAIT_MEMORY);
    reads(0, MSIM_WAIT_MEMORY);
    reads(0, MSIM_DEPENDENCY);
}

UNIT_TEST(what_comes_from_a_level_fills_those_before_it)
{
    struct msim_machine machine;
    start(&machine);
    reads(0, MSIM_DEPENDENCY);
    fill(100, MSIM_WAIT_L2);
    reads(0, MSIM_WAIT_L2);
    fill(100, MSIM_WAIT_L3);
    reads(0, MSIM_WAIT_L3);
    for (int i = 0; i < 100; i++)
        msim_page_tables_fill(&tables, MSIM_WAIT_L3, false); /* code: not into D1 */
    reads(0, MSIM_DEPENDENCY);
}

UNIT_TEST(tables_fill_levels_too)
{
    struct msim_machine machine;
    start(&machine);
    for (uint64_t line = 0; line < 5; line++)
        reads(8 * line, MSIM_DEPENDENCY);
    reads(0, MSIM_WAIT_L2); /* four came after it, and now it did: the second one goes */
    reads(8, MSIM_WAIT_L2);
    reads(0, MSIM_DEPENDENCY);
}

UNIT_TEST(a_page_is_written_when_it_is_first_used)
{
    struct msim_machine machine;
    start(&machine);
    reads(0, MSIM_DEPENDENCY);
    fill(16, MSIM_WAIT_MEMORY);
    reads(1, MSIM_DEPENDENCY);
    fill(16, MSIM_WAIT_MEMORY);
    reads(1, MSIM_WAIT_MEMORY);
}

UNIT_TEST(all_are_empty)
{
    struct msim_machine machine;
    start(&machine);
    reads(0, MSIM_DEPENDENCY);
    msim_page_tables_empty(&tables);
    reads(0, MSIM_WAIT_MEMORY);
}

UNIT_TEST(levels_that_there_are_not)
{
    struct msim_machine machine;
    start(&machine);
    machine.level[MSIM_L3].units = 0;
    msim_page_tables_init(&tables, &memory.mem, &machine);
    reads(0, MSIM_DEPENDENCY);
    fill(8, MSIM_WAIT_MEMORY);
    reads(0, MSIM_WAIT_MEMORY);
    machine.level[MSIM_D1].units = 0; /* all hits */
    msim_page_tables_init(&tables, &memory.mem, &machine);
    reads(0, MSIM_DEPENDENCY);
    fill(100, MSIM_WAIT_MEMORY);
    reads(0, MSIM_DEPENDENCY);
}

/* --- A list of all that came ---------------------------------------------------------------- */

enum { DATA = -1, EVENTS = 2 * STEPS, PAGES = 64 };

static struct naive {
    struct {
        int line;  /* DATA: not one of tables */
        bool came; /* else it was found */
    } event[MSIM_TABLE_LEVELS][EVENTS];
    unsigned used[MSIM_TABLE_LEVELS];
    bool page_used[PAGES];
} naive;

static void add(unsigned level, int line, bool came)
{
    naive.event[level][naive.used[level]].line = line;
    naive.event[level][naive.used[level]++].came = came;
}

static bool naive_has(unsigned level, int line, uint64_t room)
{
    uint64_t since = 0;
    for (unsigned i = naive.used[level]; i--;) {
        if (naive.event[level][i].line == line)
            return since < room;
        since += naive.event[level][i].came;
    }
    return false;
}

static enum msim_cause naive_read(int page, const uint64_t *room)
{
    static const enum msim_cause from[] = {MSIM_DEPENDENCY, MSIM_WAIT_L2, MSIM_WAIT_L3,
                                           MSIM_WAIT_MEMORY};
    int line = page / 8;
    unsigned level = 0;
    bool written = !naive.page_used[page];
    for (; level < MSIM_TABLE_LEVELS && !naive_has(level, line, room[level]); level++)
        add(level, line, true);
    if (level < MSIM_TABLE_LEVELS)
        add(level, line, false);
    naive.page_used[page] = true;
    return written ? MSIM_DEPENDENCY : from[level];
}

static void naive_fill(enum msim_cause from, bool of_data)
{
    if (of_data)
        add(0, DATA, true);
    if (from == MSIM_WAIT_L3 || from == MSIM_WAIT_MEMORY)
        add(1, DATA, true);
    if (from == MSIM_WAIT_MEMORY)
        add(2, DATA, true);
}

/* `fault`: the naive one's L2 has room for a line more. */
static bool is_same(uint64_t seed, bool fault)
{
    static const char *const d1[] = {"64,1,64", "256,4,64"}, *const l2[] = {"512,8,64",
                                                                            "640,10,64"};
    struct unit_random random = {seed};
    struct msim_machine machine;
    start(&machine);
    machine_level(&machine, MSIM_D1, d1[seed % 2]);
    machine_level(&machine, MSIM_L2, l2[seed / 2 % 2]);
    msim_page_tables_init(&tables, &memory.mem, &machine);
    memset(&naive, 0, sizeof naive);
    const uint64_t room[] = {machine.level[MSIM_D1].units / 64,
                             machine.level[MSIM_L2].units / 64 + fault, 16};
    uint64_t pages = 1 + unit_below(&random, PAGES), walks = 1 + unit_below(&random, 8);
    bool same = true;
    for (int i = 0; i < STEPS && same; i++) {
        enum msim_cause from = (enum msim_cause)(MSIM_WAIT_L2 + unit_below(&random, 3));
        bool of_data = !unit_one_in(&random, 4);
        if (unit_below(&random, 9) < walks) {
            uint64_t page = unit_below(&random, pages);
            same = msim_page_tables_read(&tables, page, SMALL).from == naive_read((int)page, room);
        } else {
            msim_page_tables_fill(&tables, from, of_data);
            naive_fill(from, of_data);
        }
    }
    unit_memory_end(&memory);
    unit_memory_start(&memory);
    return same;
}

UNIT_TEST(as_the_list_says)
{
    for (int i = 0; i < unit_rounds(ROUNDS); i++)
        ck_assert_msg(is_same((uint64_t)i, false), "walks %d differ", i);
}

UNIT_TEST(finds_another_room)
{
    bool found = false;
    for (uint64_t i = 0; i < FAULT_ROUNDS && !found; i++)
        found = !is_same(i, true);
    ck_assert(found);
}
