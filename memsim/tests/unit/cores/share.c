/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The observer of sharing on the simulator of several cores: random programs on random machines.
 * What it has counted is all that it was shown, and as much as the profile has; of a reference that
 * lies in two lines it has both, where the profile has one, and knows how many these are.
 */
#include <string.h>

#include "engine/share/share.h"
#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/simulated.h"

enum { PROGRAMS = 40, CHUNK_WORDS = 1200, CHUNKS = 12, CORES = 8 };

/* Passes on what is shared, and adds it up in another way. */
struct shown {
    struct msim_share *share;
    struct msim_share_counts sum;
    bool outside; /* one was beyond its unit */
};

struct run {
    struct simulated on;
    struct shown shown;
};

static void take(void *self, const struct msim_sharing *sharing)
{
    struct shown *shown = self;
    uint64_t bytes = shown->share->unit, *count = shown->sum.count;
    shown->outside |= !sharing->size || sharing->first % bytes + sharing->size > bytes;
    count[MSIM_SHARE_READS] += sharing->kind == MSIM_READ;
    count[MSIM_SHARE_WRITES] += sharing->writes;
    count[MSIM_SHARE_TRUE] += sharing->miss == MSIM_SHARING_TRUE;
    count[MSIM_SHARE_FALSE] += sharing->miss == MSIM_SHARING_FALSE;
    count[MSIM_SHARE_FROM_CORE] += sharing->from < MSIM_CORES_MAX;
    count[MSIM_SHARE_INVALIDATED] += sharing->invalidated;
    msim_share_take(shown->share, sharing);
}

static void start(struct run *run, uint64_t seed, struct unit_random *random)
{
    simulated_start(&run->on, seed);
    run->on.machine = random_machine_of_cores(random, CORES);
    simulated_make(&run->on);
    const struct msim_mem *mem = &run->on.memory.mem;
    run->shown = (struct shown){.share = msim_get(mem, sizeof *run->shown.share, 64)};
    const struct msim_setting setting = {
        .mem = mem, .dict = &run->on.program.dict, .machine = &run->on.machine, .sim = run->on.sim};
    const struct msim_sharing_observer observer = {take, NULL, &run->shown};
    msim_share_init(run->shown.share, &setting, false);
    msim_sim_attach_sharing(run->on.sim, &observer);
    simulated_translate(&run->on, 60);
}

/* One record after the other, each for any core unless it goes on with the instruction before. */
static void run_chunk(struct run *run, struct unit_random *random)
{
    uint64_t words[MSIM_WORDS_MAX + 1 + CHUNK_WORDS];
    size_t used = program_run(&run->on.program, words, sizeof words / sizeof *words);
    for (const uint64_t *at = words, *next; at < words + used; at = next) {
        next = at + 1 + msim_header_words(*at);
        if (!program_goes_on(&run->on.program.dict, *at))
            msim_sim_run_on(run->on.sim, (uint32_t)unit_below(random, run->on.machine.cores.used));
        msim_sim_run(run->on.sim, at, next);
    }
}

static uint64_t profile_has(const struct run *run, enum msim_count count)
{
    uint64_t sum = 0;
    for (uint32_t site = 0; site < run->on.profile.rows.used; site++)
        for (int kind = MSIM_READ; kind <= MSIM_WRITE; kind++)
            sum += msim_profile_row(&run->on.profile, site)->count[kind][count];
    return sum;
}

static struct msim_share_counts all_of(const struct msim_share *share)
{
    struct msim_share_counts all = share->units.others;
    for (uint32_t i = 1; i < share->units.units.used; i++) {
        struct msim_share_counts sum = msim_share_unit_sum(&share->units, i);
        msim_share_add(&all, &sum);
    }
    return all;
}

UNIT_EACH(has_all, unit_rounds(PROGRAMS))
{
    struct run run;
    uint64_t seed = 24000 + (uint64_t)_i;
    struct unit_random random = {seed};
    start(&run, seed, &random);
    for (unsigned i = 0; i < CHUNKS; i++)
        run_chunk(&run, &random);
    msim_sim_settle(run.on.sim);
    struct msim_share_counts all = all_of(run.shown.share);
    uint64_t true_shared = profile_has(&run, MSIM_TRUE_SHARED);
    uint64_t false_shared = profile_has(&run, MSIM_FALSE_SHARED);
    ck_assert(!run.shown.outside);
    ck_assert(!memcmp(&all, &run.shown.sum, sizeof all));
    ck_assert_uint_gt(true_shared + false_shared, 0);
    ck_assert_uint_eq(all.count[MSIM_SHARE_INVALIDATED], profile_has(&run, MSIM_INVALIDATED));
    const uint64_t *twice = run.shown.share->twice;
    const uint64_t once[MSIM_SHARE_TWICE] = {true_shared, false_shared,
                                             profile_has(&run, MSIM_FROM_CORE)};
    for (unsigned i = 0; i < MSIM_SHARE_TWICE; i++)
        ck_assert_uint_eq(all.count[MSIM_SHARE_TRUE + i] - twice[i], once[i]);
    ck_assert_uint_gt(twice[0] + twice[1], 0);
    ck_assert_uint_eq(run.shown.share->unit, 1U << run.on.sim->cores.coherence->unit_shift);
    simulated_end(&run.on);
}
