/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A mapper on the simulator of several cores: random programs on random machines, once without a
 * mapper, and once with one that leaves data where it is, and counts by site.  All counts are the
 * same, and so is how long cores wait.  Moved data must be found to differ.
 */
#include <string.h>

#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/simulated.h"

enum { PROGRAMS = 40, CHUNK_WORDS = 1200, CHUNKS = 12, CORES = 8 };

struct mapped {
    uint64_t by; /* all data is this many bytes further */
};

static unsigned map(void *self, const struct msim_segment *segment,
                    const struct msim_access *access, uint64_t first, uint32_t size,
                    struct msim_piece *piece)
{
    const struct mapped *mapped = self;
    piece[0] = (struct msim_piece){first + mapped->by, size, msim_access_kind(access),
                                   segment->instrs[access->instr].site};
    return 1;
}

struct run {
    struct simulated on;
};

/* The same for the same seed, but for the mapper; NULL: none. */
static void run_program(struct run *run, uint64_t seed, struct mapped *mapped)
{
    struct unit_random random = {seed};
    simulated_start(&run->on, seed);
    run->on.machine = random_machine_of_cores(&random, CORES);
    simulated_make(&run->on);
    struct msim_mapper mapper = {.map = map, .self = mapped};
    if (mapped)
        msim_sim_attach_mapper(run->on.sim, &mapper);
    simulated_translate(&run->on, 60);
    for (unsigned i = 0; i < CHUNKS; i++) {
        uint64_t words[MSIM_WORDS_MAX + 1 + CHUNK_WORDS];
        size_t used = program_run(&run->on.program, words, sizeof words / sizeof *words);
        for (const uint64_t *at = words, *next; at < words + used; at = next) {
            next = at + 1 + msim_header_words(*at);
            if (!program_goes_on(&run->on.program.dict, *at))
                msim_sim_run_on(run->on.sim,
                                (uint32_t)unit_below(&random, run->on.machine.cores.used));
            msim_sim_run(run->on.sim, at, next);
        }
    }
    msim_sim_settle(run->on.sim);
}

/* The number of rows of the profile that differ. */
static unsigned differing(const struct run *a, const struct run *b)
{
    unsigned count = 0;
    ck_assert_uint_eq(a->on.profile.rows.used, b->on.profile.rows.used);
    for (uint32_t site = 0; site < a->on.profile.rows.used; site++)
        count += memcmp(msim_profile_row(&a->on.profile, site),
                        msim_profile_row(&b->on.profile, site), sizeof(struct msim_row)) != 0;
    return count;
}

static unsigned try_mapper(uint64_t seed, struct mapped mapped)
{
    struct run plain, other;
    run_program(&plain, seed, NULL);
    run_program(&other, seed, &mapped);
    unsigned count = differing(&plain, &other);
    count += plain.on.sim->outer.waited != other.on.sim->outer.waited;
    simulated_end(&plain.on);
    simulated_end(&other.on);
    return count;
}

UNIT_EACH(data_that_stays, unit_rounds(PROGRAMS))
{
    ck_assert_uint_eq(try_mapper(26000 + (uint64_t)_i, (struct mapped){0}), 0);
}

UNIT_TEST(finds_moved_data)
{
    unsigned found = 0;
    for (uint64_t seed = 26000; seed < 26005; seed++)
        found += try_mapper(seed, (struct mapped){16}) != 0;
    ck_assert_uint_gt(found, 0);
}
