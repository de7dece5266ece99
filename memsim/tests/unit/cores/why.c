/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reasons of misses against the oracle: random programs on random machines of one core or several,
 * of any policies; every count of every site must be equal, and the reasons of each level add up to
 * its misses.  Then the same with an oracle that has a fault, which must be found.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/observers.h"
#include "engine/outer/options/writing.h"
#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/simulated.h"
#include "tests/unit/naive/cores.h"
#include "tests/unit/naive/why.h"

enum { PROGRAMS = 50, CHUNK_WORDS = 450, CHUNKS = 5, SHORT_TIMES = 100 };

extern const struct msim_observer msim_why_observer;

struct run {
    struct simulated on;
    struct naive *naive;
    struct simulated_walks walks;
    struct simulated_copies copies;
};

/* --- Machines ------------------------------------------------------------------------------- */

/* All columns that it has, after those of hints. */
static unsigned ask_why(struct msim_machine *machine)
{
    unsigned used = 0;
    while (machine->observed[used])
        used++;
    const unsigned first = used;
    machine->why = true;
    for (unsigned i = 0; i < msim_why_observer.observed_used; i++)
        if (msim_why_observer.observed[i].exists(machine))
            machine->observed[used++] = &msim_why_observer.observed[i];
    return first;
}

static struct msim_machine random_one(struct unit_random *random)
{
    struct msim_machine machine = random_machine(random);
    while (!machine.level[MSIM_D1].units)
        machine = random_machine(random);
    machine.layout = unit_one_in(random, 2) ? MSIM_LAYOUT_NO : MSIM_LAYOUT_MISSES;
    return machine;
}

/* Small levels, of which lines come back. */
static struct msim_machine random_small(struct unit_random *random)
{
    static const char *const d1[] = {"512,1,64", "1K,2,64", "768,3,32", "1K,full,64", "4K,4,64"};
    static const char *const l2[] = {"4K,4,64", "3K,6,64", "8K,2,64", "2K,full,64"};
    struct msim_machine machine = random_one(random);
    machine_level(&machine, MSIM_D1, d1[unit_below(random, 5)]);
    machine_level(&machine, MSIM_L2, l2[unit_below(random, 4)]);
    machine_level(&machine, MSIM_L3, "16K,8,64");
    return machine;
}

static void with_cores(struct msim_machine *machine, struct unit_random *random)
{
    static const uint32_t sharing[] = {1, 1, 0, 2};
    struct msim_cores *cores = &machine->cores;
    machine->layout = MSIM_LAYOUT_NO;
    cores->used = 2 + (uint32_t)unit_below(random, 3);
    cores->protocol = unit_one_in(random, 2) ? MSIM_MOESI : MSIM_MESI;
    cores->l2_sharing = sharing[unit_below(random, 4)];
    cores->l3_sharing = sharing[unit_below(random, 4)];
    cores->l2tlb_sharing = 1;
}

/* Lines come ahead, into which level ever, and one machine of two follows what the program does so. */
static struct msim_machine random_ahead(struct unit_random *random)
{
    struct msim_machine machine;
    bool cores = unit_one_in(random, 2), hints = unit_one_in(random, 2);
    do {
        machine = random_small(random);
        machine.layout = MSIM_LAYOUT_NO;
        machine.physical = (enum msim_physical)unit_below(random, MSIM_PHYSICALS);
        for (enum msim_level level = MSIM_D1; level <= MSIM_L3; level++)
            if (!unit_one_in(random, 3))
                random_prefetchers(random, &machine, level);
        if (unit_one_in(random, 2))
            random_policies(random, &machine);
        if (unit_one_in(random, 3))
            machine.write = MSIM_WRITE_BACK;
        if (cores)
            with_cores(&machine, random);
    } while (msim_writing_refuses(&machine) || (!hints && !msim_prefetches(&machine)));
    if (hints)
        machine_hints(&machine);
    return machine;
}

/* --- Runs ----------------------------------------------------------------------------------- */

static int column_named(const struct msim_machine *machine, const char *name)
{
    for (int i = 0; i < MSIM_OBSERVED_MAX && machine->observed[i]; i++)
        if (!strcmp(machine->observed[i]->words.name, name))
            return i;
    return -1;
}

static void start_oracle(struct run *run, enum naive_why_fault fault)
{
    static const char *const names[NAIVE_REASONS] = {"New", "Cap", "Conf", "Core", "Pf", "Past"};
    struct naive_why *why = calloc(1, sizeof *why);
    ck_assert(why != NULL);
    run->naive = naive_new(&run->on.program.dict, &run->on.machine);
    run->naive->why = why;
    why->fault = fault;
    if (run->on.machine.cores.used > 1)
        naive_cores_start(run->naive, &run->on.machine);
    for (int level = 0; level < NAIVE_WHY_LEVELS; level++)
        for (int reason = 0; reason < NAIVE_REASONS; reason++) {
            char name[20];
            snprintf(name, sizeof name, "D%d%s", level + 1, names[reason]);
            why->column[level][reason] = column_named(&run->on.machine, name);
        }
}

static void start(struct run *run, const struct msim_machine *machine, uint64_t seed,
                  enum naive_why_fault fault)
{
    struct msim_refusal refusal = {NULL, NULL, NULL};
    simulated_start(&run->on, seed);
    run->on.program.operations = run->on.program.stores_past = machine->hints;
    run->on.machine = *machine;
    const unsigned first = ask_why(&run->on.machine);
    simulated_make(&run->on);
    memset(&run->copies, 0, sizeof run->copies);
    simulated_walks_start(&run->walks, &run->on.random);
    const struct msim_setting setting = {.mem = &run->on.memory.mem,
                                         .dict = &run->on.program.dict,
                                         .machine = &run->on.machine,
                                         .profile = &run->on.profile,
                                         .sim = run->on.sim,
                                         .observed = first};
    void *why = msim_why_observer.make(&setting, msim_why_observer.options.usual, &refusal);
    const struct msim_miss_observer misses = {.served = msim_why_observer.served, .self = why};
    msim_sim_attach_misses(run->on.sim, &misses);
    start_oracle(run, fault);
}

static void end(struct run *run)
{
    naive_why_free(run->naive->why);
    if (run->naive->cores)
        naive_cores_end(run->naive);
    naive_free(run->naive);
    simulated_end(&run->on);
}

/* Where lines come ahead, data of walks and copies. */
static void make_data(struct run *run, uint64_t *words, const uint64_t *end)
{
    for (; words < end; words += 1 + msim_header_words(*words))
        if (run->on.program.stores_past && !msim_header_is_event(*words) &&
            unit_one_in(&run->on.random, 2))
            simulated_copy(&run->copies, &run->on, words);
        else
            simulated_walk(&run->walks, &run->on.random, words);
}

static void run_chunk(struct run *run)
{
    uint64_t words[MSIM_WORDS_MAX + 1 + CHUNK_WORDS];
    size_t used = program_run(&run->on.program, words, sizeof words / sizeof *words);
    if (run->naive->ahead)
        make_data(run, words, words + used);
    uint32_t cores = run->on.machine.cores.used;
    for (const uint64_t *at = words, *next; at < words + used; at = next) {
        next = words + used;
        if (run->naive->cores) {
            unsigned core = (unsigned)unit_below(&run->on.random, cores);
            next = simulated_slice(&run->on, 1 + unit_below(&run->on.random, 40), at, next);
            msim_sim_run_on(run->on.sim, core);
            naive_run_on(run->naive, core);
        }
        for (const uint64_t *from = at; from < next;)
            from = msim_sim_run(run->on.sim, from, next);
        naive_run(run->naive, at, next);
    }
}

static void run_chunks(struct run *run)
{
    simulated_translate(&run->on, 1 + (unsigned)unit_below(&run->on.random, 100));
    for (unsigned i = 0; i < CHUNKS; i++) {
        run_chunk(run);
        if (unit_one_in(&run->on.random, 4))
            simulated_translate(&run->on, 1 + (unsigned)unit_below(&run->on.random, 20));
    }
    msim_sim_settle(run->on.sim);
}

/* --- Comparisons ---------------------------------------------------------------------------- */

static uint64_t of_column(const struct msim_row *row, int column)
{
    if (column < 0)
        return 0;
    unsigned number = (unsigned)column;
    return row->count[msim_observed_kind(number)][msim_observed_count(number)];
}

static bool differs(const struct run *run, char *where, size_t room)
{
    if (!run->naive->ahead)
        return simulated_differs(&run->on, run->naive, MSIM_ALL_COUNTS, where, room);
    if (simulated_differs(&run->on, run->naive, MSIM_COUNTS, where, room))
        return true;
    for (uint32_t site = 0; site < run->on.profile.rows.used; site++)
        for (int i = 0; i < NAIVE_WHY_LEVELS * NAIVE_REASONS; i++) {
            int column = run->naive->why->column[i / NAIVE_REASONS][i % NAIVE_REASONS];
            uint64_t is = of_column(msim_profile_row(&run->on.profile, site), column);
            uint64_t should = of_column(&run->naive->row[site], column);
            if (is == should)
                continue;
            snprintf(where, room, "site %u, reason %d: %llu instead of %llu", site, i,
                     (unsigned long long)is, (unsigned long long)should);
            return true;
        }
    return false;
}

static void must_add_up(const struct run *run)
{
    for (uint32_t site = 0; site < run->on.profile.rows.used; site++) {
        const struct msim_row *row = msim_profile_row(&run->on.profile, site);
        for (int level = 0; level < NAIVE_WHY_LEVELS; level++) {
            uint64_t sum = 0;
            for (int reason = 0; reason < NAIVE_REASONS; reason++)
                sum += of_column(row, run->naive->why->column[level][reason]);
            ck_assert_uint_eq(sum, row->count[MSIM_READ][MSIM_MISS_L1 + level] +
                                       row->count[MSIM_WRITE][MSIM_MISS_L1 + level]);
        }
    }
}

/* The oracle of one core knows nothing of what cores do to each other, and both have the rest. */
static void must_agree(const struct msim_machine *machine, uint64_t seed)
{
    struct run run;
    char where[200], text[400];
    start(&run, machine, seed, NAIVE_WHY_RIGHT);
    if (seed % 5 == 0)
        run.on.sim->now_limit = run.on.sim->outer.now_limit = SHORT_TIMES;
    run_chunks(&run);
    bool bad = differs(&run, where, sizeof where);
    machine_text(machine, text, sizeof text);
    if (!bad)
        must_add_up(&run);
    end(&run);
    ck_assert_msg(!bad, "program %llu: %s; on %s, %u cores", (unsigned long long)seed, where, text,
                  machine->cores.used);
}

UNIT_EACH(one_core, unit_rounds(PROGRAMS))
{
    uint64_t seed = 51000 + (uint64_t)_i;
    struct unit_random random = {seed};
    struct msim_machine machine = _i % 2 ? random_one(&random) : random_small(&random);
    must_agree(&machine, seed);
}

UNIT_EACH(several_cores, unit_rounds(PROGRAMS))
{
    uint64_t seed = 53000 + (uint64_t)_i;
    struct unit_random random = {seed};
    struct msim_machine machine = _i % 3 ? random_small(&random) : random_one(&random);
    with_cores(&machine, &random);
    must_agree(&machine, seed);
}

UNIT_EACH(policies, unit_rounds(PROGRAMS))
{
    uint64_t seed = 55000 + (uint64_t)_i;
    struct unit_random random = {seed};
    struct msim_machine machine = random_small(&random);
    machine.layout = MSIM_LAYOUT_NO;
    if (_i % 2)
        with_cores(&machine, &random);
    random_policies(&random, &machine);
    must_agree(&machine, seed);
}

UNIT_EACH(writing, unit_rounds(PROGRAMS))
{
    uint64_t seed = 56000 + (uint64_t)_i;
    struct unit_random random = {seed};
    struct msim_machine machine = random_small(&random); /* the oracle searches all lines */
    machine.layout = MSIM_LAYOUT_NO;
    machine.write = _i % 2 ? MSIM_WRITE_BACK : MSIM_WRITE_THROUGH;
    if (_i % 3 == 1)
        random_policies(&random, &machine);
    must_agree(&machine, seed);
}

UNIT_EACH(ahead, unit_rounds(PROGRAMS))
{
    uint64_t seed = 58000 + (uint64_t)_i;
    struct unit_random random = {seed};
    struct msim_machine machine = random_ahead(&random);
    must_agree(&machine, seed);
}

UNIT_FROM(faults_of_ahead, NAIVE_WHY_OF_AHEAD, NAIVE_WHY_FAULTS)
{
    bool found = false;
    for (uint64_t seed = 59000; seed < 59020 && !found; seed++) {
        struct run run;
        char where[200];
        struct unit_random random = {seed};
        struct msim_machine machine = random_ahead(&random);
        start(&run, &machine, seed, (enum naive_why_fault)_i);
        run_chunks(&run);
        found = differs(&run, where, sizeof where);
        end(&run);
    }
    ck_assert_msg(found, "fault %d was not found", _i);
}

UNIT_EACH(faults_are_found, NAIVE_WHY_OF_AHEAD)
{
    bool found = false;
    for (uint64_t seed = 57000; seed < 57012 && !found; seed++) {
        struct run run;
        char where[200];
        struct unit_random random = {seed};
        struct msim_machine machine = random_small(&random);
        if (seed % 2)
            with_cores(&machine, &random);
        start(&run, &machine, seed, (enum naive_why_fault)_i);
        run_chunks(&run);
        found = differs(&run, where, sizeof where);
        end(&run);
    }
    ck_assert_int_eq(found, _i != NAIVE_WHY_RIGHT);
}
