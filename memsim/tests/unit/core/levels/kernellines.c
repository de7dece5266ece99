/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where lines are that the kernel brought: by hand, and on random events as a list says that has
 * each line with the time when it came. */
#include "engine/core/levels/kernellines.h"

#include <string.h>

#include "tests/unit/lib/host.h"
#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"

/* Half of L2 has 4 pages, a quarter of L3 has 16. */
enum { SMALL = 12, HUGE_PAGE = 21, LINES = 64, IN_L2 = 256, IN_L3 = 1024 };

static struct msim_dict dict;
static struct msim_page_tables tables, others;
static struct msim_kernel_lines kernel;

static struct msim_machine a_machine(void)
{
    struct msim_machine machine = {.core = msim_core_usual};
    machine_level(&machine, MSIM_D1, "256,4,64");
    machine_level(&machine, MSIM_L2, "32768,8,64");
    machine_level(&machine, MSIM_L3, "262144,16,64");
    return machine;
}

static void start(const struct msim_machine *machine)
{
    memset(&dict, 0, sizeof dict);
    memset(&tables, 0, sizeof tables);
    memset(&others, 0, sizeof others);
    msim_dict_init(&dict, &memory.mem);
    msim_page_tables_init(&tables, &memory.mem, machine);
    msim_page_tables_init(&others, &memory.mem, machine);
    msim_kernel_lines_init(&kernel, &memory.mem, &dict, machine);
}

static enum msim_cause use(uint64_t address)
{
    return msim_kernel_lines_use(&kernel, &tables, address, SMALL, MSIM_WAIT_MEMORY);
}

static void uses(uint64_t address, enum msim_cause from)
{
    ck_assert_int_eq(use(address), from);
}

/* Pages from this one on are used for the first time. */
static void use_pages(uint64_t page, unsigned pages)
{
    for (unsigned i = 0; i < pages; i++)
        uses((page + i) << SMALL, MSIM_WAIT_L2);
}

static void take(enum msim_event event, uint64_t first, uint64_t second, uint64_t third)
{
    uint64_t record[5] = {msim_event_header(event, 4), first, second, third};
    if (event == MSIM_EVENT_MAP) {
        record[3] = 0;
        record[4] = (uint64_t)msim_dict_string(&dict, third ? "/lib/a.so" : "") << 32;
    }
    ck_assert(msim_kernel_lines_reads(&kernel, record));
    msim_kernel_lines_event(&kernel, &tables, record);
}

UNIT_TEST(a_page_is_cleared_when_it_is_used)
{
    struct msim_machine machine = a_machine();
    start(&machine);
    uses(0x2f040, MSIM_WAIT_L2);
    uses(0x2f040, MSIM_WAIT_MEMORY); /* the simulator had it, and has it no more */
    uses(0x2ffff, MSIM_WAIT_L2);
    use_pages(0x100, 3);
    uses(0x2f080, MSIM_WAIT_L2); /* 192 lines came, and 256 have room */
    use_pages(0x200, 1);
    uses(0x2f0c0, MSIM_WAIT_L3);
    use_pages(0x300, 11);
    uses(0x2f100, MSIM_WAIT_L3); /* 960 came, and 1024 have room */
    use_pages(0x400, 1);
    uses(0x2f140, MSIM_WAIT_MEMORY);
}

UNIT_TEST(what_the_program_brings_counts_too)
{
    struct msim_machine machine = a_machine();
    start(&machine);
    uses(0x5000, MSIM_WAIT_L2);
    for (int i = 0; i < IN_L2; i++)
        msim_page_tables_fill(&tables, MSIM_WAIT_L3, true);
    uses(0x5040, MSIM_WAIT_L3);
    msim_page_tables_empty(&tables);
    uses(0x5080, MSIM_WAIT_MEMORY);
}

UNIT_TEST(pages_of_files_are_not_cleared)
{
    struct msim_machine machine = a_machine();
    start(&machine);
    take(MSIM_EVENT_MAP, 0x5000, 0x7000, true);
    uses(0x5000, MSIM_WAIT_MEMORY);
    uses(0x6fc0, MSIM_WAIT_MEMORY);
    uses(0x4fc0, MSIM_WAIT_L2);
    uses(0x7000, MSIM_WAIT_L2);
    take(MSIM_EVENT_MAP, 0x6000, 0x7000, false); /* over a part of it */
    uses(0x6000, MSIM_WAIT_L2);
    uses(0x5000, MSIM_WAIT_MEMORY);
}

UNIT_TEST(what_the_kernel_writes)
{
    struct msim_machine machine = a_machine();
    start(&machine);
    take(MSIM_EVENT_MAP, 0x5000, 0x8000, true);
    take(MSIM_EVENT_KERNEL, 0x5fbf, 0x42,
         MSIM_KERNEL_WRITE); /* the last two lines, and the first */
    uses(0x5f40, MSIM_WAIT_MEMORY);
    uses(0x5f80, MSIM_WAIT_L2);
    uses(0x5fc0, MSIM_WAIT_L2);
    uses(0x6000, MSIM_WAIT_L2);
    uses(0x6040, MSIM_WAIT_MEMORY);
    take(MSIM_EVENT_KERNEL, 0x6080, 0x40, 0); /* which it only reads */
    uses(0x6080, MSIM_WAIT_MEMORY);
    take(MSIM_EVENT_KERNEL, 0x9000, 1, MSIM_KERNEL_WRITE); /* in a new page, which is cleared */
    uses(0x9fc0, MSIM_WAIT_L2);
    take(MSIM_EVENT_KERNEL, UINT64_MAX - 1, 9, MSIM_KERNEL_WRITE); /* there is no such memory */
    take(MSIM_EVENT_KERNEL, 0xa000, 0, MSIM_KERNEL_WRITE);
}

UNIT_TEST(what_is_written_comes_to_what_was_there)
{
    struct msim_machine machine = a_machine();
    start(&machine);
    uses(0x5000, MSIM_WAIT_L2);
    use_pages(0x100, 4);
    take(MSIM_EVENT_KERNEL, 0x5000, 0x40, MSIM_KERNEL_WRITE);
    uses(0x5000, MSIM_WAIT_L2);
    uses(0x5040, MSIM_WAIT_L2); /* the page has one time, the last one */
}

UNIT_TEST(pages_that_are_new)
{
    struct msim_machine machine = a_machine();
    start(&machine);
    uses(0x5000, MSIM_WAIT_L2);
    uses(0x5000, MSIM_WAIT_MEMORY);
    take(MSIM_EVENT_MAP, 0x5000, 0x6000, false);
    uses(0x5000, MSIM_WAIT_L2);
    uses(0x5000, MSIM_WAIT_MEMORY);
    take(MSIM_EVENT_UNMAP, 0x5000, 0x6000, true);
    uses(0x5000, MSIM_WAIT_L2);
    uses(0x5000, MSIM_WAIT_MEMORY);
    take(MSIM_EVENT_MOVE, 0x5000, 0x15000, 0x1000);
    uses(0x15000, MSIM_WAIT_MEMORY);
    uses(0x5000, MSIM_WAIT_L2);
    take(MSIM_EVENT_MAP, 0x20000, 0x21000, true);
    take(MSIM_EVENT_MOVE, 0x20000, 0x30000, 0x1000); /* is still a file's */
    uses(0x30000, MSIM_WAIT_MEMORY);
    uses(0x20000, MSIM_WAIT_L2);
}

UNIT_TEST(each_core_has_its_own)
{
    struct msim_machine machine = a_machine();
    start(&machine);
    uses(0x5000, MSIM_WAIT_L2);
    enum msim_cause other =
        msim_kernel_lines_use(&kernel, &others, 0x5040, SMALL, MSIM_WAIT_MEMORY);
    ck_assert_int_eq(other, MSIM_WAIT_MEMORY);
    uses(0x5040, MSIM_WAIT_L2);
}

UNIT_TEST(large_pages_are_cleared_whole)
{
    struct msim_machine machine = a_machine();
    machine.level[MSIM_L3].units *= 64;
    start(&machine);
    enum msim_cause from =
        msim_kernel_lines_use(&kernel, &tables, 0x400000 + 0x5000, HUGE_PAGE, MSIM_WAIT_MEMORY);
    ck_assert_int_eq(from, MSIM_WAIT_L2); /* it comes last */
    ck_assert_uint_eq(tables.came[1], 512 * LINES);
    uses(0x400000, MSIM_WAIT_L3);
    uses(0x5fff00, MSIM_WAIT_L2);
}

UNIT_TEST(where_a_line_is_that_is_not_used)
{
    struct msim_machine machine = a_machine();
    start(&machine);
    ck_assert_int_eq(msim_kernel_lines_where(&kernel, 0x5040, MSIM_WAIT_MEMORY), MSIM_WAIT_MEMORY);
    uses(0x5000, MSIM_WAIT_L2);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(msim_kernel_lines_where(&kernel, 0x5040, MSIM_WAIT_L3), MSIM_WAIT_L2);
    use_pages(0x100, 4);
    ck_assert_int_eq(msim_kernel_lines_where(&kernel, 0x5040, MSIM_WAIT_MEMORY), MSIM_WAIT_L3);
    ck_assert_int_eq(msim_kernel_lines_where(&kernel, 0x5000, MSIM_WAIT_MEMORY), MSIM_WAIT_MEMORY);
    uses(0x5040, MSIM_WAIT_L3);
}

UNIT_TEST(is_off)
{
    struct msim_machine machine = a_machine();
    uint64_t record[] = {msim_event_header(MSIM_EVENT_UNMAP, 3), 0, 0x1000, 0};
    machine.core.kernel_lines = 0;
    start(&machine);
    ck_assert(!msim_kernel_lines_reads(&kernel, record));
    ck_assert_int_eq(msim_kernel_lines_where(&kernel, 0x5040, MSIM_WAIT_MEMORY), MSIM_WAIT_MEMORY);
}

/* --- A list --------------------------------------------------------------------------------- */

enum { PAGES = 24, STEPS = 3000, ROUNDS = 300, FAULT_ROUNDS = 30 };

/* Pages 2 * i and 2 * i + 1 are neighbours, and can be mapped together. */
static struct naive {
    uint64_t page[PAGES];
    bool used[PAGES], file[PAGES], brought[PAGES][LINES];
    uint64_t l2[PAGES], l3[PAGES]; /* when it came */
} naive;

static uint64_t l2_came, l3_came;

static void naive_bring(int page, unsigned first, unsigned last)
{
    if (!naive.used[page] && !naive.file[page])
        first = 0, last = LINES - 1;
    for (unsigned i = first; i <= last; i++)
        naive.brought[page][i] = true;
    naive.l2[page] = l2_came += last - first + 1;
    naive.l3[page] = l3_came += last - first + 1;
    naive.used[page] = true;
}

static enum msim_cause naive_use(int page, unsigned line, enum msim_cause from, uint64_t in_l2)
{
    if (from == MSIM_WAIT_MEMORY && !naive.used[page] && !naive.file[page])
        naive_bring(page, 0, LINES - 1);
    if (!naive.brought[page][line])
        return from;
    naive.brought[page][line] = false;
    return l2_came - naive.l2[page] < in_l2   ? MSIM_WAIT_L2
           : l3_came - naive.l3[page] < IN_L3 ? MSIM_WAIT_L3
                                              : from;
}

/* Pairs of pages of which each has a place of its own. */
static void choose_pages(struct unit_random *random)
{
    memset(&naive, 0, sizeof naive);
    for (int i = 0; i < PAGES; i += 2) {
        uint64_t first = unit_below(random, 1 << 20) * 2;
        bool taken = false;
        for (int k = 0; k < i; k++)
            for (uint64_t page = first; page < first + 2; page++)
                taken |= msim_kernel_lines_place(&kernel, naive.page[k]) ==
                         msim_kernel_lines_place(&kernel, page);
        naive.page[i] = first;
        naive.page[i + 1] = first + 1;
        i -= taken ? 2 : 0;
    }
}

static void random_event(struct unit_random *random)
{
    int pair = (int)unit_below(random, PAGES / 2) * 2;
    uint64_t first = naive.page[pair] << SMALL;
    bool is_file = unit_one_in(random, 2), stays = unit_one_in(random, 2);
    bool is_map = unit_one_in(random, 2);
    if (is_map)
        take(MSIM_EVENT_MAP, first, first + 0x2000, is_file);
    else
        take(MSIM_EVENT_UNMAP, first, first + 0x2000, stays);
    for (int page = pair; page < pair + 2; page++) {
        naive.used[page] = false;
        naive.file[page] = is_map ? is_file : stays && naive.file[page];
    }
}

static void random_write(struct unit_random *random)
{
    int pair = (int)unit_below(random, PAGES / 2) * 2;
    unsigned first = (unsigned)unit_below(random, 2 * LINES);
    unsigned last = first + (unsigned)unit_below(random, 2 * LINES - first);
    take(MSIM_EVENT_KERNEL, (naive.page[pair] << SMALL) + first * LINES + 9,
         (last - first) * LINES + 1, MSIM_KERNEL_WRITE);
    for (int page = 0; page < 2; page++) {
        unsigned low = page ? LINES : 0, high = low + LINES - 1;
        if (first <= high && last >= low)
            naive_bring(pair + page, (first > low ? first : low) - low,
                        (last < high ? last : high) - low);
    }
}

/* `fault`: the naive one's L2 has room for a line more. */
static bool is_same(uint64_t seed, bool fault)
{
    struct unit_random random = {seed};
    struct msim_machine machine = a_machine();
    start(&machine);
    choose_pages(&random);
    l2_came = l3_came = 0;
    bool same = true;
    for (int i = 0; i < STEPS && same; i++) {
        unsigned what = (unsigned)unit_below(&random, 20);
        int page = (int)unit_below(&random, PAGES);
        unsigned line = (unsigned)unit_below(&random, LINES);
        enum msim_cause from = unit_one_in(&random, 4) ? MSIM_WAIT_L3 : MSIM_WAIT_MEMORY;
        if (what == 0) {
            random_event(&random);
        } else if (what == 1) {
            random_write(&random);
        } else {
            enum msim_cause is = msim_kernel_lines_use(
                &kernel, &tables, (naive.page[page] << SMALL) + line * LINES, SMALL, from);
            same = is == naive_use(page, line, from, IN_L2 + fault);
            msim_page_tables_fill(&tables, is, true);
            l2_came += is != MSIM_WAIT_L2;
            l3_came += is == MSIM_WAIT_MEMORY;
        }
    }
    unit_memory_end(&memory);
    unit_memory_start(&memory);
    return same;
}

UNIT_TEST(as_the_list_says)
{
    for (int i = 0; i < unit_rounds(ROUNDS); i++)
        ck_assert_msg(is_same((uint64_t)i, false), "events %d differ", i);
}

UNIT_TEST(finds_another_room)
{
    bool found = false;
    for (uint64_t i = 0; i < FAULT_ROUNDS && !found; i++)
        found = !is_same(i, true);
    ck_assert(found);
}
