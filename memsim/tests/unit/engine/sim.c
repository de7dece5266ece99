/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The simulator against the oracle: random programs on random machines; every count of every site
 * must be equal.
 *
 * Programs grow while they run and come in chunks of random sizes, each in an allocation of its
 * own; their times are compacted as often as after every chunk.  The last tests give the oracle
 * faults, one for each convention, and require that the comparison finds them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stream/event.h"
#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/simulated.h"
#include "tests/unit/naive/policy.h"

enum { PROGRAMS = 150, CHUNK_WORDS = 1500 };

struct run {
    struct simulated on;
    struct naive *naive;
    unsigned calm; /* settles and clears one in this many chunks; 0: never */
};

static void start(struct run *run, const struct msim_machine *machine, uint64_t seed)
{
    simulated_start(&run->on, seed);
    run->on.machine = *machine;
    run->calm = 0;
    simulated_make(&run->on);
    run->naive = naive_new(&run->on.program.dict, machine);
}

static void end(struct run *run)
{
    naive_free(run->naive);
    simulated_end(&run->on);
}

/* One chunk through both, in memory that ends where the chunk does. */
static void run_chunk(struct run *run)
{
    uint64_t words[MSIM_WORDS_MAX + 1 + CHUNK_WORDS];
    size_t room = MSIM_WORDS_MAX + 1;
    if (!unit_one_in(&run->on.random, 5))
        room += unit_below(&run->on.random, CHUNK_WORDS);
    size_t used = program_run(&run->on.program, words, room);
    uint64_t *chunk = malloc(used * sizeof *chunk);
    ck_assert(chunk != NULL);
    memcpy(chunk, words, used * sizeof *chunk);
    msim_sim_run(run->on.sim, chunk, chunk + used);
    free(chunk);
    naive_run(run->naive, words, words + used);
}

/* What may be done between chunks. */
static void between_chunks(struct run *run)
{
    if (unit_one_in(&run->on.random, 4))
        simulated_translate(&run->on, 1 + (unsigned)unit_below(&run->on.random, 30));
    if (!run->calm || !unit_one_in(&run->on.random, run->calm))
        return;
    msim_sim_settle(run->on.sim);
    if (unit_one_in(&run->on.random, 2))
        return;
    msim_profile_clear(&run->on.profile);
    memset(run->naive->row, 0, sizeof run->naive->row);
}

static void run_chunks(struct run *run, unsigned chunks)
{
    simulated_translate(&run->on, 1 + (unsigned)unit_below(&run->on.random, 150));
    for (unsigned i = 0; i < chunks; i++) {
        run_chunk(run);
        between_chunks(run);
    }
    msim_sim_settle(run->on.sim);
}

static bool differs(const struct run *run, char where[200])
{
    ck_assert_uint_eq(run->on.profile.rows.used, run->on.program.dict.sites.used);
    return simulated_differs(&run->on, run->naive, MSIM_COUNTS, where, 200);
}

/* Ends the run; fails if the simulator and the oracle differ. */
static void must_agree(struct run *run, uint64_t seed)
{
    char where[200], machine[400];
    bool bad = differs(run, where);
    machine_text(&run->on.machine, machine, sizeof machine);
    uint64_t references = run->naive->references;
    end(run);
    ck_assert_msg(!bad, "program %llu: %s; on %s", (unsigned long long)seed, where, machine);
    ck_assert_uint_gt(references, 0);
}

/* --- Programs and machines ------------------------------------------------------------------ */

UNIT_EACH(random_programs, unit_rounds(PROGRAMS))
{
    struct run run;
    uint64_t seed = 1000 + (uint64_t)_i;
    struct unit_random random = {seed};
    struct msim_machine machine = random_machine(&random);
    start(&run, &machine, seed);
    if (unit_one_in(&random, 3))
        run.calm = 4;
    run_chunks(&run, 20);
    must_agree(&run, seed);
}

static void limit_times(struct msim_sim *sim, uint32_t limit)
{
    sim->now_limit = limit;
    sim->outer.now_limit = limit;
}

/* Levels that replace by other policies than LRU. */
UNIT_EACH(policies, unit_rounds(PROGRAMS))
{
    struct run run;
    uint64_t seed = 31000 + (uint64_t)_i;
    struct unit_random random = {seed};
    struct msim_machine machine = random_machine(&random);
    random_policies(&random, &machine);
    start(&run, &machine, seed);
    if (_i % 3 == 0)
        limit_times(run.on.sim, 100);
    if (unit_one_in(&random, 3))
        run.calm = 4;
    run_chunks(&run, 20);
    must_agree(&run, seed);
}

/* An oracle whose policies do not see hits must be found to differ. */
UNIT_TEST(policies_without_hits)
{
    struct run run;
    char where[200];
    struct msim_machine machine = {0};
    machine_level(&machine, MSIM_I1, "2K,4,64");
    machine_level(&machine, MSIM_D1, "2K,4,64");
    machine.policy[MSIM_D1] = (struct msim_policy_name){"QLRU_H21_M1_R0_U0"};
    for (int faulty = 0; faulty < 2; faulty++) {
        start(&run, &machine, 1);
        naive_policy_fault = faulty ? NAIVE_POLICY_NO_HITS : NAIVE_POLICY_RIGHT;
        run_chunks(&run, 10);
        naive_policy_fault = NAIVE_POLICY_RIGHT;
        ck_assert(differs(&run, where) == (faulty == 1));
        end(&run);
    }
}

/* Some of what the program uses becomes huge, or small again: a few pages, or very many. */
static void change_map(struct run *run)
{
    struct unit_random *random = &run->on.random;
    uint64_t around = unit_one_in(random, 2)
                          ? run->on.program.hot[unit_below(random, PROGRAM_HOT)]
                          : run->on.program.page[unit_below(random, PROGRAM_PAGES)];
    uint64_t pages = 1 + unit_below(random, unit_one_in(random, 3) ? 1 << 28 : 64);
    uint64_t at = (around / 4096 - unit_below(random, pages + 1)) % (UINT64_C(1) << 43) * 4096;
    uint64_t file = msim_dict_string(&run->on.program.dict, unit_one_in(random, 5) ? "/lib/x" : "");
    uint64_t end = at + pages * 4096, other = (at ^ UINT64_C(1) << 45) + pages * 4096;
    static const uint32_t flags[] = {0, 0, 0, MSIM_MAP_HEAP, MSIM_MAP_SHARED, MSIM_MAP_STACK};
    uint64_t flag = flags[unit_below(random, sizeof flags / sizeof *flags)];
    uint64_t record[][5] = {
        {msim_event_header(MSIM_EVENT_MAP, MSIM_MAP_WORDS), at, end, 0, file << 32 | flag},
        {msim_event_header(MSIM_EVENT_UNMAP, MSIM_UNMAP_WORDS), at, end, unit_one_in(random, 2)},
        {msim_event_header(MSIM_EVENT_MOVE, MSIM_MOVE_WORDS), at, other, end - at},
    };
    const uint64_t *words = record[unit_one_in(random, 2) ? 0 : 1 + unit_below(random, 2)];
    const uint64_t *after = words + 1 + msim_header_words(*words);
    msim_sim_run(run->on.sim, words, after);
    naive_run(run->naive, words, after);
}

static struct msim_machine with_huge(struct msim_machine machine, struct unit_random *random,
                                     enum msim_huge huge)
{
    machine.huge = huge;
    machine.huge_first = 0x400000;
    machine.huge_last = unit_below(random, UINT64_C(1) << 45);
    for (int i = MSIM_ITLB; i < MSIM_LEVELS; i++) {
        machine.huge_level[i] = machine.level[i];
        machine.huge_level[i].line = MSIM_HUGE_PAGE;
        if (machine.level[i].line >= MSIM_HUGE_PAGE)
            machine.level[i].line = 4096;
    }
    return machine;
}

/* Pages of two sizes: the same machine but for the huge TLBs' sizes. */
UNIT_EACH(huge_pages, unit_rounds(PROGRAMS))
{
    struct run run;
    uint64_t seed = 15000 + (uint64_t)_i;
    struct unit_random random = {seed};
    struct msim_machine machine = random_machine(&random);
    machine = with_huge(machine, &random, MSIM_HUGE_HEAP + (enum msim_huge)(_i % 3));
    start(&run, &machine, seed);
    run.calm = 3;
    if (_i % 4 == 0)
        limit_times(run.on.sim, 100);
    for (unsigned i = 0; i < 30; i++) {
        for (uint64_t changes = unit_below(&run.on.random, 4); changes > 0; changes--)
            change_map(&run);
        run_chunks(&run, 1);
    }
    must_agree(&run, seed);
}

/* An oracle that does not hear of the changes must be found to differ. */
UNIT_TEST(huge_pages_ignored)
{
    struct run run;
    struct unit_random random = {1};
    char where[200];
    struct msim_machine machine = {0};
    machine_level(&machine, MSIM_I1, "32K,8,64");
    machine_level(&machine, MSIM_D1, "32K,8,64");
    machine_level(&machine, MSIM_DTLB, "16,4");
    machine = with_huge(machine, &random, MSIM_HUGE_HEAP);
    start(&run, &machine, 1);
    run.naive->huge = MSIM_HUGE_NONE;
    for (unsigned i = 0; i < 10; i++) {
        change_map(&run);
        run_chunks(&run, 2);
    }
    ck_assert(differs(&run, where));
    end(&run);
}

/* The times are made small again before every chunk, or nearly so. */
UNIT_EACH(times_run_out, unit_rounds(30))
{
    static const uint32_t limits[] = {0, 1, 7, 100, 2000, 20000};
    struct run run;
    uint64_t seed = 5000 + (uint64_t)_i;
    struct unit_random random = {seed};
    struct msim_machine machine = random_machine(&random);
    start(&run, &machine, seed);
    limit_times(run.on.sim, limits[_i % 6]);
    run_chunks(&run, 20);
    must_agree(&run, seed);
}

/* It is late when the run begins, by either clock or by both. */
UNIT_EACH(late_times, unit_rounds(15))
{
    struct run run;
    uint64_t seed = 6000 + (uint64_t)_i;
    struct unit_random random = {seed};
    struct msim_machine machine = random_machine(&random);
    start(&run, &machine, seed);
    if (_i % 3 != 0)
        run.on.sim->now = INT32_MAX - 500;
    if (_i % 3 != 1)
        run.on.sim->outer.now = INT32_MAX - 500;
    run_chunks(&run, 8);
    must_agree(&run, seed);
}

/* I1, D1, L2, L3, ITLB, DTLB, L2TLB, L2ITLB, L2DTLB; NULL: absent */
static const char *const machines[][MSIM_LEVELS] = {
    {"32K,8,64", "32K,8,64", "256K,4,64", "1M,16,64", "64,8", "64,4", "1536,6"},
    {"32K,8,64", "48K,12,64", "1.25M,10,64", NULL, "64,full", "96,6", NULL, "512,8", "1024,4"},
    /* one line, one entry: everything is evicted all the time */
    {"64,1,64", "64,1,64", "64,1,64", "64,1,64", "1,1", "1,1", "1,1"},
    {"16,1,16", "16,1,16", "4K,full,16", NULL, "1,full", "1,full", NULL, "2,1", "2,2"},
    {"4K,1,4K", "4K,1,4K", NULL, NULL, "1,1,4K", "1,1,4K"},
    /* one wide set */
    {"128K,full,64", "128K,full,64", "256K,full,64", NULL, "1536,full", "1536,full", "1536,full"},
    {"2112,full,64", "2112,full,64", "4224,33,64", "8K,32,64", "33,full", "33,full", "66,33"},
    /* more places than fit into 16 bits, on one side and on the other */
    {"32K,8,64", "2M,1,16", NULL, NULL, "64,4", "4096,1"},
    {"1M,1,16", "1M,4,16", "128K,2,16", NULL, "64,4", "8,8", "8,2"},
    {"32K,8,64", "1048560,1,16", NULL, NULL, "4,1", "64,1"},
    /* lines become smaller, larger */
    {"16K,4,1K", "16K,4,512", "32K,8,64", "64K,16,16", "8,2", "8,2", "16,2"},
    {"2K,2,16", "4K,4,32", "96K,6,256", "384K,12,4K", "8,2,16K", "8,2,16K", "16,2"},
    /* large pages, whose lines are many; pages of two sizes */
    {"32K,8,64", "32K,8,64", NULL, NULL, "4,2,2M", "2,2,1G", NULL, "8,2", "4,4"},
    {"8K,2,16", "8K,2,16", NULL, NULL, "4,1,1G", "3,3,2M"},
    {"8K,2,4K", "8K,1,4K", NULL, NULL, "2,1,64K", "2,1,16K"},
    /* caches only, TLBs only, one side only, nothing */
    {"8K,2,64", "8K,2,64", "64K,4,64"},
    {NULL, NULL, NULL, NULL, "8,2", "8,2", "32,4"},
    {NULL, NULL, NULL, NULL, NULL, "8,2", "32,4"},
    {NULL, NULL, NULL, NULL, "8,2,16K", NULL, NULL, "32,4"},
    {"8K,2,64", "8K,2,64", NULL, NULL, NULL, "8,2,64K", NULL, NULL, "32,4"},
    {NULL},
};

enum { MACHINES = sizeof machines / sizeof *machines };

UNIT_EACH(chosen_machines, MACHINES)
{
    struct run run;
    struct msim_machine machine = {0};
    uint64_t seed = 9000 + (uint64_t)_i;
    for (int level = 0; level < MSIM_LEVELS; level++)
        if (machines[_i][level])
            machine_level(&machine, level, machines[_i][level]);
    start(&run, &machine, seed);
    run.calm = 20;
    run_chunks(&run, (unsigned)unit_rounds(60));
    must_agree(&run, seed);
}

/* --- Planted faults ------------------------------------------------------------------------- */

/* True: this comparison finds the fault. */
static bool finds(enum naive_fault fault, uint64_t at, uint64_t seed)
{
    struct run run;
    char where[200];
    struct unit_random random = {seed};
    struct msim_machine machine = random_machine(&random);
    while (!machine.level[MSIM_D1].units)
        machine = random_machine(&random);
    start(&run, &machine, seed);
    run.naive->fault = fault;
    run.naive->fault_at = at;
    run_chunks(&run, 12);
    bool found = differs(&run, where);
    end(&run);
    return found;
}

UNIT_EACH(fault_free, 3)
{
    ck_assert(!finds(NAIVE_RIGHT, 0, 77 + (uint64_t)_i));
}

/* One reference elsewhere, one record dropped: found wherever it happens. */
UNIT_EACH(finds_one_fault, 5)
{
    ck_assert(finds(NAIVE_MOVES_ONE, 500 * (uint64_t)_i, 77 + (uint64_t)_i));
    ck_assert(finds(NAIVE_DROPS_RECORD, 50 * (uint64_t)_i, 77 + (uint64_t)_i));
}

/* A convention that the oracle does not keep is found on some machine. */
UNIT_FROM(finds_other_convention, NAIVE_FIFO, NAIVE_FAULTS_OF_ALL)
{
    bool found = false;
    for (uint64_t seed = 77; !found && seed < 97; seed++)
        found = finds((enum naive_fault)_i, 0, seed);
    ck_assert_msg(found, "fault %d is not found", _i);
}
