/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Prefetchers of several cores, and what these write back, against the oracle: random programs with
 * walks, whose records are shared out among the cores of random machines; every count of every site
 * must be equal, what is issued be the sum of what became of it, and what became dirty be found.  Then the same with an oracle that has a fault, which
 * must be found.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/caches/slow.h"
#include "engine/outer/ahead.h"
#include "engine/outer/options/writing.h"
#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/simulated.h"
#include "tests/unit/naive/ahead.h"
#include "tests/unit/naive/cores.h"
#include "tests/unit/naive/past.h"

enum { PROGRAMS = 30, CHUNK_WORDS = 600, CHUNKS = 5, SHORT_TIMES = 5000 };

struct run {
    struct simulated on;
    struct naive *naive;
    struct simulated_walks walks;
    struct simulated_copies copies;
};

/* --- Machines ------------------------------------------------------------------------------- */

static struct msim_machine a_machine(struct unit_random *random, bool policies)
{
    struct msim_machine machine;
    do {
        machine = random_machine(random);
        machine.layout = MSIM_LAYOUT_NO;
        if (!unit_one_in(random, 8))
            shrink_caches(&machine);
        for (enum msim_level level = MSIM_D1; level <= MSIM_L3; level++)
            if (!unit_one_in(random, 3))
                random_prefetchers(random, &machine, level);
    } while (!msim_prefetches(&machine) || !machine.level[MSIM_D1].units ||
             machine.level[MSIM_L2].line > 64 * machine.level[MSIM_D1].line);
    if (policies)
        random_policies(random, &machine);
    random_sharing(random, &machine);
    return machine;
}

static bool has_one_length(const struct msim_machine *machine)
{
    uint32_t line = machine->level[MSIM_D1].line;
    return machine->level[MSIM_L2].line == line &&
           (!machine->level[MSIM_L3].units || machine->level[MSIM_L3].line == line);
}

/* Its cores write back or through, and may have prefetchers.  Half of them have lines of one length. */
static struct msim_machine a_machine_that_writes(struct unit_random *random, bool prefetches)
{
    struct msim_machine machine;
    bool one_length = unit_one_in(random, 2);
    do {
        machine = a_machine(random, unit_one_in(random, 2));
        if (!prefetches)
            memset(machine.prefetch, 0, sizeof machine.prefetch);
        machine.huge = MSIM_HUGE_NONE;
        machine.write = unit_one_in(random, 5)   ? MSIM_WRITE_NONE
                        : unit_one_in(random, 4) ? MSIM_WRITE_THROUGH
                                                 : MSIM_WRITE_BACK;
        machine.passes_writes = machine.write && unit_one_in(random, 6);
        for (int level = MSIM_L2; level <= MSIM_L3; level++)
            machine.inclusion[level] = machine.level[level].units && unit_one_in(random, 2)
                                           ? MSIM_INCLUSIVE
                                           : MSIM_NEITHER;
        if (machine.level[MSIM_L3].units && unit_one_in(random, 3))
            machine.inclusion[MSIM_L3] = MSIM_EXCLUSIVE;
    } while (msim_writing_refuses(&machine) || !msim_follows_lines(&machine) ||
             (one_length && !has_one_length(&machine)));
    return machine;
}

/* Through, and others may have a level that a core does not use. */
static struct msim_machine a_machine_that_writes_through(struct unit_random *random,
                                                         bool prefetches)
{
    struct msim_machine machine;
    do
        machine = a_machine_that_writes(random, prefetches);
    while (machine.write != MSIM_WRITE_THROUGH ||
           (machine.cores.l2_sharing < 2 &&
            (!machine.level[MSIM_L3].units || !machine.cores.l3_sharing)));
    return machine;
}

/* Lines have several lengths; `far`: and others have levels that a core does not use. */
static struct msim_machine a_machine_of_lengths(struct unit_random *random, bool far)
{
    struct msim_machine machine;
    do
        machine = a_machine_that_writes(random, unit_one_in(random, 2));
    while (has_one_length(&machine) || machine.write != MSIM_WRITE_BACK ||
           (machine.cores.l2_sharing < 2) == far);
    return machine;
}

/* And a write that misses D1 brings in nothing. */
static struct msim_machine a_machine_that_passes(struct unit_random *random, bool through)
{
    struct msim_machine machine;
    do
        machine = a_machine_that_writes(random, false);
    while (!machine.passes_writes || (machine.write == MSIM_WRITE_THROUGH) != through);
    return machine;
}

/* And an L3 that is exclusive. */
static struct msim_machine a_machine_with_exclusive(struct unit_random *random, bool prefetches)
{
    struct msim_machine machine;
    do
        machine = a_machine_that_writes(random, prefetches);
    while (machine.inclusion[MSIM_L3] != MSIM_EXCLUSIVE);
    return machine;
}

/* What the program prefetches and stores past the caches is followed, too. */
static struct msim_machine a_hinted_machine(struct unit_random *random, bool writes)
{
    struct msim_machine machine;
    do {
        machine = writes ? a_machine_that_writes(random, unit_one_in(random, 2))
                         : a_machine(random, unit_one_in(random, 2));
        if (!writes && unit_one_in(random, 2))
            memset(machine.prefetch, 0, sizeof machine.prefetch);
        machine_hints(&machine);
    } while (msim_writing_refuses(&machine));
    return machine;
}

/* --- Runs ----------------------------------------------------------------------------------- */

static void start(struct run *run, const struct msim_machine *machine, uint64_t seed)
{
    simulated_start(&run->on, seed);
    run->on.program.operations = run->on.program.stores_past = machine->hints;
    run->on.machine = *machine;
    simulated_make(&run->on);
    memset(&run->copies, 0, sizeof run->copies);
    run->naive = naive_new(&run->on.program.dict, machine);
    naive_cores_start(run->naive, machine);
    simulated_walks_start(&run->walks, &run->on.random);
}

static void end(struct run *run)
{
    naive_cores_end(run->naive);
    naive_free(run->naive);
    simulated_end(&run->on);
}

/* Data of walks and copies. */
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
    make_data(run, words, words + used);
    for (const uint64_t *at = words, *next; at < words + used; at = next) {
        unsigned core = (unsigned)unit_below(&run->on.random, run->on.machine.cores.used);
        next = simulated_slice(&run->on, 1 + unit_below(&run->on.random, 30), at, words + used);
        msim_sim_run_on(run->on.sim, core);
        for (const uint64_t *from = at; from < next;)
            from = msim_sim_run(run->on.sim, from, next);
        naive_run_on(run->naive, core);
        naive_run(run->naive, at, next);
    }
}

static void run_chunks(struct run *run)
{
    simulated_translate(&run->on, 1 + (unsigned)unit_below(&run->on.random, 60));
    for (unsigned i = 0; i < CHUNKS; i++) {
        run_chunk(run);
        if (unit_one_in(&run->on.random, 5))
            msim_sim_settle(run->on.sim);
    }
    msim_sim_settle(run->on.sim);
    if (run->naive->ahead)
        naive_ahead_end(run->naive);
    if (run->naive->past)
        naive_past_end(run->naive->past);
}

static bool differs(const struct run *run, char *text, size_t room)
{
    bool ahead = run->naive->ahead;
    return simulated_differs(&run->on, run->naive, MSIM_COUNTS, text, room) ||
           (ahead && naive_ahead_differs(run->naive->ahead, &run->on.profile, text, room)) ||
           naive_past_differs(run->naive->past, &run->on.profile, machine_past_column(0), text,
                              room);
}

/* --- Tests ---------------------------------------------------------------------------------- */

static void must_agree(const struct msim_machine *machine, uint64_t seed)
{
    struct run run;
    char where[200], text[400];
    start(&run, machine, seed);
    if (seed % 5 == 0)
        run.on.sim->now_limit = run.on.sim->outer.now_limit = SHORT_TIMES;
    run_chunks(&run);
    bool bad = differs(&run, where, sizeof where);
    enum msim_level wrong = msim_ahead_wrong(&run.on.sim->outer);
    bool adds_up = msim_followed_add_up(run.on.sim);
    machine_text(machine, text, sizeof text);
    const struct msim_cores *cores = &machine->cores;
    end(&run);
    ck_assert_msg(!bad, "program %llu: %s; on %s, %u cores, L2 of %u, L3 of %u, protocol %d",
                  (unsigned long long)seed, where, text, cores->used, cores->l2_sharing,
                  cores->l3_sharing, cores->protocol);
    ck_assert_int_eq(wrong, MSIM_LEVELS);
    ck_assert_msg(adds_up, "program %llu: dirty lines do not add up", (unsigned long long)seed);
}

/* `with`: what else `make` is told. */
typedef struct msim_machine make_machine(struct unit_random *random, bool with);

static void made_must_agree(make_machine *make, bool with, uint64_t seed)
{
    struct unit_random random = {seed};
    struct msim_machine machine = make(&random, with);
    must_agree(&machine, seed);
}

UNIT_EACH(programs, unit_rounds(PROGRAMS))
{
    made_must_agree(a_machine, false, 61000 + (uint64_t)_i);
}

UNIT_EACH(policies, unit_rounds(PROGRAMS))
{
    made_must_agree(a_machine, true, 62000 + (uint64_t)_i);
}

UNIT_EACH(writing, unit_rounds(PROGRAMS))
{
    made_must_agree(a_machine_that_writes, _i % 2, 64000 + (uint64_t)_i);
}

UNIT_EACH(writing_through, unit_rounds(PROGRAMS))
{
    made_must_agree(a_machine_that_writes_through, _i % 2, 71000 + (uint64_t)_i);
}

UNIT_EACH(lines_of_lengths, unit_rounds(PROGRAMS))
{
    made_must_agree(a_machine_of_lengths, _i % 2, 73000 + (uint64_t)_i);
}

UNIT_EACH(passing_writes, unit_rounds(PROGRAMS))
{
    made_must_agree(a_machine_that_passes, _i % 2, 72000 + (uint64_t)_i);
}

UNIT_EACH(exclusive, unit_rounds(PROGRAMS))
{
    made_must_agree(a_machine_with_exclusive, _i % 2, 68000 + (uint64_t)_i);
}

UNIT_EACH(hints, unit_rounds(PROGRAMS))
{
    made_must_agree(a_hinted_machine, _i % 2, 66000 + (uint64_t)_i);
}

/* One of them is not right. */
struct faults {
    enum naive_ahead_fault ahead;
    enum naive_cores_fault cores;
    enum naive_past_fault past;
};

/* True: it is found on one of eight machines. */
static bool finds(make_machine *make, bool with, uint64_t first, const struct faults *faults)
{
    bool found = false;
    for (uint64_t seed = first; !found && seed < first + 8; seed++) {
        struct run run;
        char where[200];
        struct unit_random random = {seed};
        struct msim_machine machine = make(&random, with);
        start(&run, &machine, seed);
        if (run.naive->ahead)
            run.naive->ahead->fault = faults->ahead;
        if (run.naive->past)
            run.naive->past->fault = faults->past;
        run.naive->cores->fault = faults->cores;
        run_chunks(&run);
        found = differs(&run, where, sizeof where);
        end(&run);
    }
    return found;
}

/* Each fault of the oracle is found. */
UNIT_EACH(faults, NAIVE_AHEAD_FAULTS)
{
    if (_i >= NAIVE_AHEAD_HINT_LATE && _i <= NAIVE_AHEAD_HINT_HELD)
        return; /* of what the program prefetches */
    const struct faults faults = {.ahead = (enum naive_ahead_fault)_i};
    ck_assert_msg(finds(a_machine, false, 63000, &faults) == (_i != NAIVE_AHEAD_RIGHT), "fault %d",
                  _i);
}

/* The same of what cores write back or through. */
UNIT_FROM(faults_of_writing, NAIVE_CORES_OF_LINES, NAIVE_CORES_OF_LENGTHS)
{
    const struct faults faults = {.cores = (enum naive_cores_fault)_i};
    make_machine *make = _i == NAIVE_CORES_LOSES_WRITTEN ? a_machine_that_writes_through
                         : _i == NAIVE_CORES_PASSES_BY   ? a_machine_that_passes
                                                         : a_machine_that_writes;
    ck_assert_msg(finds(make, false, 65000, &faults), "fault %d was not found", _i);
}

/* The same of lines of several lengths. */
UNIT_FROM(faults_of_lengths, NAIVE_CORES_OF_LENGTHS, NAIVE_CORES_OF_EXCLUSIVE)
{
    const struct faults faults = {.cores = (enum naive_cores_fault)_i};
    bool far = _i == NAIVE_CORES_LOSES_FAR || _i == NAIVE_CORES_WRITES_UNIT;
    ck_assert_msg(finds(a_machine_of_lengths, far, 74000, &faults), "fault %d was not found", _i);
}

/* The same of exclusive levels. */
UNIT_FROM(faults_of_exclusive, NAIVE_CORES_OF_EXCLUSIVE, NAIVE_CORES_FAULTS)
{
    const struct faults faults = {.cores = (enum naive_cores_fault)_i};
    ck_assert_msg(finds(a_machine_with_exclusive, false, 69000, &faults), "fault %d was not found",
                  _i);
}

/* And of what they store past the caches. */
UNIT_FROM(faults_of_stores, NAIVE_PAST_OF_CORES, NAIVE_PAST_FAULTS)
{
    const struct faults faults = {.past = (enum naive_past_fault)_i};
    ck_assert_msg(finds(a_hinted_machine, true, 67000, &faults), "fault %d was not found", _i);
}
