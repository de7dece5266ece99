/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Several cores against the oracle: random programs whose records are shared out among 2 to 8 cores
 * of random machines; every count of every site must be equal.  Then the same with an oracle that
 * has a fault, which must be found.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/simulated.h"
#include "tests/unit/naive/cores.h"

enum { PROGRAMS = 120, CHUNK_WORDS = 1200, CHUNKS = 20 };

struct run {
    struct simulated on;
    struct naive *naive;
    uint64_t seen; /* bytes that its observer was shown */
};

/* Half of them have lines of 64 bytes, as most machines do. */
static struct msim_machine random_cores(struct unit_random *random)
{
    struct msim_machine machine = random_machine(random);
    while (!machine.level[MSIM_D1].units)
        machine = random_machine(random);
    machine.layout = MSIM_LAYOUT_NO;
    if (unit_one_in(random, 2)) {
        machine_level(&machine, MSIM_D1, unit_one_in(random, 2) ? "1K,2,64" : "8K,4,64");
        if (machine.level[MSIM_L2].units)
            machine_level(&machine, MSIM_L2, "16K,8,64");
    }
    random_sharing(random, &machine);
    return machine;
}

/* What observers say about what they want to see changes no count. */
static void shared(void *self, const struct msim_sharing *sharing)
{
    (void)self;
    (void)sharing;
}

static bool near(void *self, const struct msim_sharing *sharing)
{
    struct run *run = self;
    return (run->seen += sharing->size) % 5;
}

static void start(struct run *run, const struct msim_machine *machine, uint64_t seed)
{
    simulated_start(&run->on, seed);
    run->on.machine = *machine;
    simulated_make(&run->on);
    if (seed % 2)
        msim_sim_attach_sharing(run->on.sim, &(struct msim_sharing_observer){shared, near, run});
    run->naive = naive_new(&run->on.program.dict, machine);
    naive_cores_start(run->naive, machine);
}

static void end(struct run *run)
{
    naive_cores_end(run->naive);
    naive_free(run->naive);
    simulated_end(&run->on);
}

static void run_chunk(struct run *run)
{
    uint64_t words[MSIM_WORDS_MAX + 1 + CHUNK_WORDS];
    size_t used = program_run(&run->on.program, words, sizeof words / sizeof *words);
    for (const uint64_t *at = words, *next; at < words + used; at = next) {
        unsigned core = (unsigned)unit_below(&run->on.random, run->on.machine.cores.used);
        uint64_t records =
            1 + unit_below(&run->on.random, unit_one_in(&run->on.random, 3) ? 100 : 6);
        next = simulated_slice(&run->on, records, at, words + used);
        msim_sim_run_on(run->on.sim, core);
        for (const uint64_t *from = at; from < next;)
            from = msim_sim_run(run->on.sim, from, next);
        naive_run_on(run->naive, core);
        naive_run(run->naive, at, next);
    }
}

static void run_chunks(struct run *run, unsigned chunks)
{
    simulated_translate(&run->on, 1 + (unsigned)unit_below(&run->on.random, 100));
    for (unsigned i = 0; i < chunks; i++) {
        run_chunk(run);
        if (unit_one_in(&run->on.random, 4))
            simulated_translate(&run->on, 1 + (unsigned)unit_below(&run->on.random, 20));
    }
    msim_sim_settle(run->on.sim);
}

static void must_agree(struct msim_machine *machine, uint64_t seed, bool short_times)
{
    struct run run;
    char where[200], text[400];
    start(&run, machine, seed);
    if (short_times)
        run.on.sim->now_limit = run.on.sim->outer.now_limit = 100;
    run_chunks(&run, CHUNKS);
    bool bad = simulated_differs(&run.on, run.naive, MSIM_ALL_COUNTS, where, sizeof where);
    machine_text(machine, text, sizeof text);
    const struct msim_cores *cores = &machine->cores;
    end(&run);
    ck_assert_msg(!bad, "program %llu: %s; on %s, %u cores, L2 of %u, L3 of %u, protocol %d",
                  (unsigned long long)seed, where, text, cores->used, cores->l2_sharing,
                  cores->l3_sharing, cores->protocol);
}

UNIT_EACH(random_programs, unit_rounds(PROGRAMS))
{
    uint64_t seed = 21000 + (uint64_t)_i;
    struct unit_random random = {seed};
    struct msim_machine machine = random_cores(&random);
    must_agree(&machine, seed, _i % 5 == 0);
}

/* Levels that replace by other policies than LRU, which lose lines to other cores. */
UNIT_EACH(policies, unit_rounds(PROGRAMS))
{
    uint64_t seed = 27000 + (uint64_t)_i;
    struct unit_random random = {seed};
    struct msim_machine machine = random_cores(&random);
    /* What a core used of a line is kept by 64ths of the larger line: the oracle clears a 64th that
     * two lines of D1 have in common with either of them, the simulator with its own. */
    while (machine.level[MSIM_L2].line > 64 * machine.level[MSIM_D1].line)
        machine = random_cores(&random);
    random_policies(&random, &machine);
    must_agree(&machine, seed, _i % 5 == 0);
}

/* Programs share truly and falsely; otherwise the comparison would show little. */
UNIT_TEST(programs_share)
{
    uint64_t shared[2] = {0, 0};
    for (uint64_t seed = 21000; seed < 21010; seed++) {
        struct run run;
        struct unit_random random = {seed};
        struct msim_machine machine = random_cores(&random);
        start(&run, &machine, seed);
        run_chunks(&run, CHUNKS);
        shared[0] += run.naive->cores->true_shared;
        shared[1] += run.naive->cores->false_shared;
        end(&run);
    }
    ck_assert_uint_gt(shared[0], 1000);
    ck_assert_uint_gt(shared[1], 1000);
}

/* A core alone counts as a machine without others, to the last digit. */
UNIT_EACH(one_core_alone, unit_rounds(40))
{
    struct run run;
    struct msim_profile profile;
    uint64_t seed = 22000 + (uint64_t)_i, words[MSIM_WORDS_MAX + 1 + CHUNK_WORDS];
    struct unit_random random = {seed};
    struct msim_machine machine = random_cores(&random), alone = machine;
    start(&run, &machine, seed);
    alone.cores.used = 1;
    struct msim_sim *sim = msim_get(&run.on.memory.mem, sizeof *sim, 64);
    simulated_translate(&run.on, 100);
    msim_profile_init(&profile, &run.on.memory.mem, &run.on.program.dict);
    msim_profile_extend(&profile);
    msim_sim_init(sim, &run.on.memory.mem, &run.on.program.dict, &profile, &alone);
    msim_sim_extend(sim);
    msim_sim_run_on(run.on.sim, machine.cores.used - 1);
    for (unsigned i = 0; i < CHUNKS; i++) {
        size_t used = program_run(&run.on.program, words, sizeof words / sizeof *words);
        msim_sim_run(run.on.sim, words, words + used);
        msim_sim_run(sim, words, words + used);
    }
    msim_sim_settle(run.on.sim);
    msim_sim_settle(sim);
    for (uint32_t site = 0; site < profile.rows.used; site++)
        ck_assert_mem_eq(msim_profile_row(&profile, site), msim_profile_row(&run.on.profile, site),
                         sizeof(struct msim_row));
    end(&run);
}

/* --- Planted faults --------------------------------------------------------------------------- */

UNIT_FROM(faults_are_found, 1, NAIVE_CORES_OF_LINES + 1)
{
    bool found = false;
    for (uint64_t seed = 23000; !found && seed < 23040; seed++) {
        struct run run;
        char where[200];
        struct unit_random random = {seed};
        struct msim_machine machine = random_cores(&random);
        start(&run, &machine, seed);
        run.naive->cores->fault =
            _i < NAIVE_CORES_OF_LINES ? (enum naive_cores_fault)_i : NAIVE_CORES_RIGHT;
        run.naive->modify_reads = _i == NAIVE_CORES_OF_LINES;
        run_chunks(&run, CHUNKS);
        found = simulated_differs(&run.on, run.naive, MSIM_ALL_COUNTS, where, sizeof where);
        end(&run);
    }
    ck_assert_msg(found, "fault %d was not found", _i);
}
