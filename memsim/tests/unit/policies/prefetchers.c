/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Prefetchers, and what programs prefetch, against the oracle: random programs with walks, on
 * random machines; every count of every site must be equal, what is issued must be the sum of what
 * became of it, and what would miss without prefetchers is what a second oracle misses, which has
 * none.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/caches/slow.h"
#include "engine/machine/names.h"
#include "engine/observers.h"
#include "engine/outer/ahead.h"
#include "engine/outer/options/writing.h"
#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/simulated.h"
#include "tests/unit/naive/ahead.h"
#include "tests/unit/naive/past.h"

enum { PROGRAMS = 40, CHUNK = 800 };

struct run {
    struct simulated on;
    struct naive *naive, *plain;
    struct simulated_walks walks;
    struct simulated_copies copies;
};

/* --- Machines and programs ------------------------------------------------------------------ */

static struct msim_machine a_machine(struct unit_random *random, bool policies)
{
    struct msim_machine machine;
    do {
        machine = random_machine(random);
        machine.layout = MSIM_LAYOUT_NO;
        if (policies)
            random_policies(random, &machine);
        for (enum msim_level level = MSIM_D1; level <= MSIM_L3; level++)
            if (!unit_one_in(random, 3))
                random_prefetchers(random, &machine, level);
    } while (!msim_prefetches(&machine));
    return machine;
}

/* Prefetched lines are followed. */
static struct msim_machine a_machine_that_writes(struct unit_random *random, bool policies)
{
    struct msim_machine machine;
    do {
        do
            machine = random_machine(random);
        while (!machine.level[MSIM_D1].units);
        random_writing(random, &machine);
        if (policies)
            random_policies(random, &machine);
        for (enum msim_level level = MSIM_D1; level <= MSIM_L3; level++)
            if (!unit_one_in(random, 3))
                random_prefetchers(random, &machine, level);
    } while (!msim_prefetches(&machine) || !msim_follows_lines(&machine) ||
             msim_writing_refuses(&machine));
    return machine;
}

/* The same, with or without prefetchers of its own. */
static struct msim_machine a_hinted_machine(struct unit_random *random, bool policies)
{
    struct msim_machine machine;
    do
        machine = a_machine(random, policies);
    while (!machine.level[MSIM_D1].units);
    if (unit_one_in(random, 2))
        memset(machine.prefetch, 0, sizeof machine.prefetch);
    machine_hints(&machine);
    return machine;
}

/* What the program prefetches is followed, and what it stores past the caches. */
static struct msim_machine a_hinted_machine_that_writes(struct unit_random *random, bool policies)
{
    struct msim_machine machine;
    do {
        machine = a_machine_that_writes(random, policies);
        if (unit_one_in(random, 2))
            memset(machine.prefetch, 0, sizeof machine.prefetch);
        machine_hints(&machine);
    } while (msim_writing_refuses(&machine));
    return machine;
}

static void start(struct run *run, const struct msim_machine *machine, uint64_t seed)
{
    struct msim_machine without = *machine;
    memset(without.prefetch, 0, sizeof without.prefetch);
    without.hints = false;
    memset(&run->copies, 0, sizeof run->copies);
    simulated_start(&run->on, seed);
    run->on.program.operations = run->on.program.stores_past = machine->hints;
    run->on.machine = *machine;
    simulated_make(&run->on);
    run->naive = naive_new(&run->on.program.dict, machine);
    run->plain = naive_new(&run->on.program.dict, &without);
    if (machine->hints)
        run->plain->past = naive_past_new(machine);
    simulated_walks_start(&run->walks, &run->on.random);
}

static void end(struct run *run)
{
    naive_free(run->naive);
    naive_free(run->plain);
    simulated_end(&run->on);
}

/* Half of the segments walk through memory. */
static void make_walks(struct run *run, uint64_t *words, const uint64_t *end)
{
    for (; words < end; words += 1 + msim_header_words(*words))
        if (run->on.program.stores_past && !msim_header_is_event(*words) &&
            unit_one_in(&run->on.random, 2))
            simulated_copy(&run->copies, &run->on, words);
        else
            simulated_walk(&run->walks, &run->on.random, words);
}

static void run_chunks(struct run *run, unsigned chunks)
{
    uint64_t words[MSIM_WORDS_MAX + 1 + CHUNK];
    simulated_translate(&run->on, 1 + (unsigned)unit_below(&run->on.random, 60));
    for (unsigned i = 0; i < chunks; i++) {
        size_t used = program_run(&run->on.program, words, MSIM_WORDS_MAX + 1 + CHUNK);
        make_walks(run, words, words + used);
        msim_sim_run(run->on.sim, words, words + used);
        naive_run(run->naive, words, words + used);
        naive_run(run->plain, words, words + used);
        if (unit_one_in(&run->on.random, 5))
            msim_sim_settle(run->on.sim);
    }
    msim_sim_settle(run->on.sim);
    naive_ahead_end(run->naive);
    if (run->naive->past)
        naive_past_end(run->naive->past);
}

/* --- What must hold ------------------------------------------------------------------------- */

static bool plain_differs(const struct run *run, char *text, size_t room)
{
    const struct msim_plain_levels *plain = &run->on.sim->outer.plain;
    uint64_t should[3] = {0, 0, 0};
    for (uint32_t site = 0; site < run->on.profile.rows.used; site++)
        for (int kind = MSIM_READ; kind <= MSIM_WRITE; kind++)
            for (int level = 0; level < 3; level++)
                should[level] += run->plain->row[site].count[kind][MSIM_MISS_L1 + level];
    for (int level = 0; level < 3 && !plain->unknown; level++)
        if (plain->misses[level][1] != should[level]) {
            snprintf(text, room, "without, level %d: %llu instead of %llu", level,
                     (unsigned long long)plain->misses[level][1],
                     (unsigned long long)should[level]);
            return true;
        }
    return false;
}

static bool differs(const struct run *run, char *text, size_t room)
{
    return simulated_differs(&run->on, run->naive, MSIM_COUNTS, text, room) ||
           naive_ahead_differs(run->naive->ahead, &run->on.profile, text, room) ||
           naive_past_differs(run->naive->past, &run->on.profile, machine_past_column(0), text,
                              room) ||
           plain_differs(run, text, room);
}

static uint64_t total(const struct run *run, int fate, bool hints)
{
    struct msim_row rows = msim_profile_total(&run->on.profile);
    uint64_t sum = 0;
    for (int level = 0; level < 3; level++)
        sum += hints ? naive_ahead_hinted(&rows, level, fate)
                     : rows.count[level][MSIM_PF_ISSUED + fate];
    return sum;
}

static void must_agree(struct run *run, uint64_t seed)
{
    char where[200], machine[400];
    bool bad = differs(run, where, sizeof where);
    machine_text(&run->on.machine, machine, sizeof machine);
    ck_assert_msg(!bad, "program %llu: %s; L2 %s, L3 %s, write %s, on %s", (unsigned long long)seed,
                  where, msim_inclusion_name(run->on.machine.inclusion[MSIM_L2]),
                  msim_inclusion_name(run->on.machine.inclusion[MSIM_L3]),
                  msim_write_name(run->on.machine.write, run->on.machine.passes_writes), machine);
    ck_assert_int_eq(msim_ahead_wrong(&run->on.sim->outer), MSIM_LEVELS);
    ck_assert(msim_followed_add_up(run->on.sim));
    struct msim_row rows = msim_profile_total(&run->on.profile);
    ck_assert(!run->naive->past || !msim_buffers_wrong(&run->on.sim->outer.buffers, &rows));
    end(run);
}

/* --- Tests ---------------------------------------------------------------------------------- */

static void random_run(uint64_t seed, const struct msim_machine *machine, bool limited)
{
    struct run run;
    start(&run, machine, seed);
    if (limited)
        run.on.sim->now_limit = run.on.sim->outer.now_limit = 100;
    run_chunks(&run, 8);
    must_agree(&run, seed);
}

UNIT_EACH(programs, unit_rounds(PROGRAMS))
{
    uint64_t seed = 52000 + (uint64_t)_i;
    struct unit_random random = {seed};
    struct msim_machine machine = a_machine(&random, false);
    random_run(seed, &machine, _i % 3 == 0);
}

UNIT_EACH(policies, unit_rounds(PROGRAMS))
{
    uint64_t seed = 53000 + (uint64_t)_i;
    struct unit_random random = {seed};
    struct msim_machine machine = a_machine(&random, true);
    random_run(seed, &machine, _i % 3 == 0);
}

UNIT_EACH(writing, unit_rounds(PROGRAMS))
{
    uint64_t seed = 55000 + (uint64_t)_i;
    struct unit_random random = {seed};
    struct msim_machine machine = a_machine_that_writes(&random, _i % 2);
    random_run(seed, &machine, _i % 3 == 0);
}

UNIT_EACH(hints, unit_rounds(PROGRAMS))
{
    uint64_t seed = 54000 + (uint64_t)_i;
    struct unit_random random = {seed};
    struct msim_machine machine = a_hinted_machine(&random, _i % 2);
    random_run(seed, &machine, _i % 3 == 0);
}

UNIT_EACH(hints_writing, unit_rounds(PROGRAMS))
{
    uint64_t seed = 56000 + (uint64_t)_i;
    struct unit_random random = {seed};
    struct msim_machine machine = a_hinted_machine_that_writes(&random, _i % 2);
    random_run(seed, &machine, _i % 3 == 0);
}

static struct msim_machine small_machine(void)
{
    struct msim_machine machine = {0};
    machine_level(&machine, MSIM_I1, "2K,4,64");
    machine_level(&machine, MSIM_D1, "2K,4,64");
    machine_level(&machine, MSIM_L2, "4K,2,64");
    machine_level(&machine, MSIM_L3, "64K,8,64");
    machine.prefetch[0][0] = (struct msim_policy_name){"stride"};
    machine.prefetch[1][0] = (struct msim_policy_name){"streamer"};
    machine.prefetch[2][0] = (struct msim_policy_name){"next"};
    machine_hints(&machine);
    return machine;
}

/* Programs that a fault is looked for in: not all of them have what shows it. */
enum { FIRST_PROGRAM = 1, PROGRAMS_WITH_FAULTS = 8 };

/* Each fault of the oracle is found, and all that can become of a prefetch is among what it sees. */
UNIT_EACH(faults, NAIVE_AHEAD_OF_CORES)
{
    char where[200];
    struct msim_machine machine = small_machine();
    bool found = false;
    for (unsigned i = 0; i < PROGRAMS_WITH_FAULTS && !found; i++) {
        struct run run;
        start(&run, &machine, FIRST_PROGRAM + i);
        run.naive->ahead->fault = (enum naive_ahead_fault)_i;
        run_chunks(&run, 8);
        found = differs(&run, where, sizeof where);
        for (int fate = 0; !i && fate < NAIVE_FATES; fate++)
            ck_assert(total(&run, fate, false) > 0 && total(&run, fate, true) > 0);
        end(&run);
    }
    ck_assert_msg(found == (_i != NAIVE_AHEAD_RIGHT), "fault %d: %s", _i, _i ? "not found" : where);
}

/* The same of stores that pass by the caches. */
UNIT_EACH(faults_of_stores, NAIVE_PAST_OF_CORES)
{
    char where[200];
    struct msim_machine machine = small_machine();
    machine_level(&machine, MSIM_L3, "8K,8,64");
    machine.write = MSIM_WRITE_BACK;
    bool found = false;
    for (unsigned i = 0; i < PROGRAMS_WITH_FAULTS && !found; i++) {
        struct run run;
        start(&run, &machine, FIRST_PROGRAM + i);
        run.naive->past->fault = (enum naive_past_fault)_i;
        run_chunks(&run, 24);
        found = differs(&run, where, sizeof where);
        struct msim_row rows = msim_profile_total(&run.on.profile);
        for (unsigned what = 0; !i && what < MSIM_PAST_COUNTS; what++)
            ck_assert_msg(msim_observed_in(&rows, machine_past_column(what)) > 0, "none of %u",
                          what);
        end(&run);
    }
    ck_assert_msg(found == (_i != NAIVE_PAST_RIGHT), "fault %d: %s", _i, _i ? "not found" : where);
}

/* Faults of the oracle are found where prefetched lines are followed, too. */
UNIT_FROM(faults_of_lines, NAIVE_FAULTS_OF_ALL, NAIVE_FAULTS)
{
    struct run run;
    char where[200];
    struct msim_machine machine = small_machine();
    bool moves = _i == NAIVE_KEEPS_MOVED || _i == NAIVE_MOVES_CLEAN;
    machine.write = MSIM_WRITE_BACK;
    machine.inclusion[MSIM_L2] = MSIM_INCLUSIVE;
    machine.inclusion[MSIM_L3] = moves ? MSIM_EXCLUSIVE : MSIM_INCLUSIVE;
    if (moves)
        machine.prefetch[2][0].text[0] = 0;
    start(&run, &machine, 9);
    run.naive->fault = (enum naive_fault)_i;
    run_chunks(&run, 4);
    ck_assert_msg(differs(&run, where, sizeof where), "fault %d is not found", _i);
    end(&run);
}

/* Counts that do not add up are noticed. */
UNIT_TEST(wrong_sums)
{
    struct run run;
    struct msim_machine machine = small_machine();
    start(&run, &machine, 8);
    run_chunks(&run, 4);
    ck_assert_int_eq(msim_ahead_wrong(&run.on.sim->outer), MSIM_LEVELS);
    msim_profile_row(&run.on.profile, 0)->count[1][MSIM_PF_USED]++;
    ck_assert_int_eq(msim_ahead_wrong(&run.on.sim->outer), MSIM_L2);
    msim_profile_row(&run.on.profile, 0)->count[msim_observed_kind(0)][msim_observed_count(0)]++;
    ck_assert_int_eq(msim_ahead_wrong(&run.on.sim->outer), MSIM_D1);
    struct msim_row rows = msim_profile_total(&run.on.profile);
    ck_assert(!msim_buffers_wrong(&run.on.sim->outer.buffers, &rows));
    rows.count[msim_observed_kind(machine_past_column(MSIM_PAST_PART))]
              [msim_observed_count(machine_past_column(MSIM_PAST_PART))]++;
    ck_assert(msim_buffers_wrong(&run.on.sim->outer.buffers, &rows));
    end(&run);
}
