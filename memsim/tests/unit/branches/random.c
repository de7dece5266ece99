/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Random programs: each branch is predicted as by the model (model.h), and a model with a fault is found. */
#include "engine/branches/branches.h"
#include "model.h"
#include "stream/hash.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

enum { SITES = 400, BODY = 12, DEPTH = 100, TARGETS = 6, CROWDED = 8, CROWDED_SETS = 4096 };

enum kind { BIASED, LOOP, PATTERN, COPY, INDIRECT, CALL, RETURN, KINDS };

struct site {
    enum kind kind;
    uint64_t address, pattern;
    unsigned period, times;
};

struct program {
    struct unit_random random;
    unsigned sites;
    struct site site[SITES];
    unsigned body[BODY], length, at, rounds;
    uint64_t returns_to[DEPTH];
    unsigned depth;
    bool last[8]; /* what the last conditional branches did */
    unsigned conditional;
};

/* One of those that share a few sets of branches that were taken. */
static uint64_t crowded(struct unit_random *random)
{
    uint64_t address;
    do
        address = unit_random(random);
    while (msim_mix(address) % CROWDED_SETS >= CROWDED);
    return address;
}

static void start(struct program *program, uint64_t seed)
{
    *program = (struct program){.random = {seed}};
    struct unit_random *random = &program->random;
    bool far = unit_one_in(random, 4), straight = unit_one_in(random, 3);
    bool crowd = unit_one_in(random, 4);
    program->sites = 1 + (unsigned)unit_below(random, unit_one_in(random, 2) ? 20 : SITES);
    for (unsigned i = 0; i < program->sites; i++) {
        struct site *site = &program->site[i];
        site->kind = (enum kind)unit_below(random, straight ? INDIRECT : KINDS);
        site->address = crowd ? crowded(random)
                        : far ? unit_random(random)
                              : 0x400000 + unit_below(random, 5000);
        site->pattern = unit_random(random);
        site->period = 1 + (unsigned)unit_below(random, unit_one_in(random, 3) ? 60 : 8);
    }
}

static unsigned next_site(struct program *program)
{
    struct unit_random *random = &program->random;
    if (program->at == program->length) {
        program->at = 0;
        if (program->rounds-- == 0) {
            program->rounds = (unsigned)unit_below(random, 40);
            program->length = 1 + (unsigned)unit_below(random, BODY);
            for (unsigned i = 0; i < program->length; i++)
                program->body[i] = (unsigned)unit_below(random, program->sites);
        }
    }
    return program->body[program->at++];
}

static bool direction(struct program *program, struct site *site)
{
    unsigned time = site->times++ % site->period;
    switch (site->kind) {
    case BIASED:
        return unit_one_in(&program->random, site->period);
    case LOOP:
        return time + 1 < site->period;
    case PATTERN:
        return site->pattern >> time & 1;
    default:
        return program->last[(program->conditional - site->period) % 8];
    }
}

static uint64_t target(struct program *program, const struct site *site)
{
    unsigned number = site->times % site->period;
    if (unit_one_in(&program->random, 10))
        number = (unsigned)unit_below(&program->random, TARGETS);
    return site->address + 64 + 16 * (number % TARGETS);
}

/* True: the next branch was predicted as by the model. */
static bool same_step(struct program *program, struct msim_branches *branches,
                      struct model_branches *model)
{
    struct site *site = &program->site[next_site(program)];
    if (site->kind < INDIRECT) {
        bool taken = direction(program, site);
        program->last[program->conditional++ % 8] = taken;
        return msim_branches_conditional(branches, site->address, taken) ==
               model_conditional(model, site->address, taken);
    }
    site->times++;
    if (site->kind == INDIRECT) {
        struct msim_goes goes, model_goes;
        uint64_t to = target(program, site);
        return msim_branches_indirect(branches, site->address, to, &goes) ==
                   model_indirect(model, site->address, to, &model_goes) &&
               goes.several == model_goes.several && goes.elsewhere == model_goes.elsewhere &&
               goes.aside == model_goes.aside;
    }
    if (site->kind == CALL && program->depth < DEPTH) {
        program->returns_to[program->depth++] = site->address + 5;
        msim_branches_call(branches, site->address + 5);
        model_call(model, site->address + 5);
        return true;
    }
    uint64_t to = program->depth ? program->returns_to[--program->depth] : 1;
    return msim_branches_return(branches, to) == model_return(model, to);
}

/* True: all of so many branches were predicted alike. */
static bool same(uint64_t seed, enum model_fault fault, unsigned steps)
{
    static struct program program;
    struct unit_memory memory;
    unit_memory_start(&memory);
    struct msim_branches *branches = msim_branches_make(&memory.mem, 0);
    struct model_branches *model = model_make(fault);
    start(&program, seed);
    bool alike = true;
    for (unsigned i = 0; i < steps && alike; i++)
        alike = same_step(&program, branches, model);
    model_free(model);
    unit_memory_end(&memory);
    return alike;
}

/* Long: until entries have aged twice; longer: until all that could make room for others have some
 * use. */
enum {
    STEPS = 40000,
    STEPS_LONG = 1000000,
    SEED_LONG = 5,
    STEPS_LONGER = 3000000,
    SEED_LONGER = 7
};

UNIT_TEST(as_model)
{
    for (uint64_t seed = 0; seed < (uint64_t)unit_rounds(100); seed++)
        ck_assert_msg(same(seed, MODEL_RIGHT, STEPS), "seed %d", (int)seed);
}

UNIT_TEST(as_model_for_long)
{
    ck_assert(same(SEED_LONG, MODEL_RIGHT, STEPS_LONG));
}

UNIT_FROM(faults, MODEL_RIGHT + 1, MODEL_FAULTS)
{
    enum model_fault fault = (enum model_fault)_i;
    bool is_rare = fault == MODEL_NO_AGE || fault == MODEL_NEVER_FULL;
    bool found = fault == MODEL_NO_AGE       ? !same(SEED_LONG, fault, STEPS_LONG)
                 : fault == MODEL_NEVER_FULL ? !same(SEED_LONGER, fault, STEPS_LONGER)
                                             : false;
    for (uint64_t seed = 0; seed < 10 && !is_rare && !found; seed++)
        found = !same(seed, fault, STEPS);
    ck_assert_msg(found, "fault %d", _i);
}
