/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines that are followed, against the oracle (naive/lines.h): random programs on random machines
 * that write back or through, and whose levels are inclusive, exclusive or neither.  Misses and bytes
 * of every site must be equal, and what became dirty must be found again in each level.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/caches/slow.h"
#include "engine/machine/names.h"
#include "engine/outer/options/writing.h"
#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/simulated.h"
#include "tests/unit/naive/policy.h"

enum { PROGRAMS = 200, CHUNK_WORDS = 1500 };

struct run {
    struct simulated on;
    struct naive *naive;
};

static void start(struct run *run, const struct msim_machine *machine, uint64_t seed)
{
    simulated_start(&run->on, seed);
    run->on.machine = *machine;
    simulated_make(&run->on);
    run->naive = naive_new(&run->on.program.dict, machine);
}

static void end(struct run *run)
{
    naive_free(run->naive);
    simulated_end(&run->on);
}

static void run_chunks(struct run *run, unsigned chunks)
{
    uint64_t words[MSIM_WORDS_MAX + 1 + CHUNK_WORDS];
    simulated_translate(&run->on, 1 + (unsigned)unit_below(&run->on.random, 150));
    for (unsigned i = 0; i < chunks; i++) {
        size_t room = MSIM_WORDS_MAX + 1 + unit_below(&run->on.random, CHUNK_WORDS);
        size_t used = program_run(&run->on.program, words, room);
        msim_sim_run(run->on.sim, words, words + used);
        naive_run(run->naive, words, words + used);
        if (unit_one_in(&run->on.random, 4))
            simulated_translate(&run->on, 1 + (unsigned)unit_below(&run->on.random, 30));
    }
    msim_sim_settle(run->on.sim);
}

static bool differs(const struct run *run, char where[200])
{
    return simulated_differs(&run->on, run->naive, MSIM_COUNTS, where, 200);
}

static void must_agree(struct run *run, uint64_t seed)
{
    char where[200], machine[400];
    const struct msim_machine *on = &run->on.machine;
    bool bad = differs(run, where), adds_up = msim_followed_add_up(run->on.sim);
    machine_text(on, machine, sizeof machine);
    const char *l2 = msim_inclusion_name(on->inclusion[MSIM_L2]);
    const char *l3 = msim_inclusion_name(on->inclusion[MSIM_L3]);
    const char *write = msim_write_name(on->write, on->passes_writes);
    end(run);
    ck_assert_msg(!bad, "program %llu: %s; write %s, L2 %s, L3 %s, on %s", (unsigned long long)seed,
                  where, write, l2, l3, machine);
    ck_assert_msg(adds_up, "program %llu: dirty lines do not add up", (unsigned long long)seed);
}

/* --- Machines ----------------------------------------------------------------------------- */

static struct msim_machine machine_that_follows(struct unit_random *random)
{
    struct msim_machine machine = random_machine(random);
    while (!machine.level[MSIM_D1].units)
        machine = random_machine(random);
    random_writing(random, &machine);
    return machine;
}

UNIT_EACH(random_programs, unit_rounds(PROGRAMS))
{
    struct run run;
    uint64_t seed = 51000 + (uint64_t)_i;
    struct unit_random random = {seed};
    struct msim_machine machine = machine_that_follows(&random);
    start(&run, &machine, seed);
    if (_i % 5 == 0)
        run.on.sim->now_limit = run.on.sim->outer.now_limit = 100;
    run_chunks(&run, 6);
    must_agree(&run, seed);
}

UNIT_EACH(policies, unit_rounds(PROGRAMS / 3))
{
    struct run run;
    uint64_t seed = 52000 + (uint64_t)_i;
    struct unit_random random = {seed};
    struct msim_machine machine = machine_that_follows(&random);
    random_policies(&random, &machine);
    start(&run, &machine, seed);
    run_chunks(&run, 6);
    must_agree(&run, seed);
}

/* Writing back alone changes no other count. */
UNIT_EACH(misses_stay, unit_rounds(PROGRAMS / 3))
{
    struct run run, plain;
    char where[200];
    uint64_t seed = 53000 + (uint64_t)_i;
    struct unit_random random = {seed};
    struct msim_machine machine = random_machine(&random), without;
    shrink_caches(&machine);
    machine.layout = MSIM_LAYOUT_NO;
    without = machine;
    machine.write = _i % 2 ? MSIM_WRITE_BACK : MSIM_WRITE_THROUGH;
    start(&run, &machine, seed);
    start(&plain, &without, seed);
    run_chunks(&run, 6);
    run_chunks(&plain, 6);
    bool bad = simulated_differs(&run.on, plain.naive, MSIM_MISS_T2 + 1, where, sizeof where);
    end(&run);
    end(&plain);
    ck_assert_msg(!bad, "program %llu: %s", (unsigned long long)seed, where);
}

/* --- Planted faults ------------------------------------------------------------------------- */

static bool finds(enum naive_fault fault, uint64_t seed)
{
    struct run run;
    char where[200];
    struct unit_random random = {seed};
    struct msim_machine machine = machine_that_follows(&random);
    start(&run, &machine, seed);
    run.naive->fault = fault;
    run_chunks(&run, 6);
    bool found = differs(&run, where);
    end(&run);
    return found;
}

UNIT_FROM(finds_faults, NAIVE_FAULTS_OF_ALL, NAIVE_FAULTS)
{
    bool found = false;
    for (uint64_t seed = 77; !found && seed < 137; seed++)
        found = finds((enum naive_fault)_i, seed);
    ck_assert_msg(found, "fault %d is not found", _i);
}

/* A line that becomes dirty without being counted does not add up. */
UNIT_TEST(finds_sum)
{
    struct run run;
    struct msim_machine machine = {.write = MSIM_WRITE_BACK};
    machine_level(&machine, MSIM_I1, "2K,4,64");
    machine_level(&machine, MSIM_D1, "2K,4,64");
    start(&run, &machine, 1);
    run_chunks(&run, 5);
    ck_assert(msim_followed_add_up(run.on.sim));
    run.on.sim->data->cache.soiled++;
    ck_assert(!msim_followed_add_up(run.on.sim));
    end(&run);
}
