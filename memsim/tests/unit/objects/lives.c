/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lives of blocks by stack, against a model that keeps each block that ever was and adds up all
 * of them after each step.  A model with a fault must differ.
 */
#include "engine/where/lives.h"

#include <string.h>

#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

enum { STACKS = 40, BLOCKS = 3000, STEPS = 4000 };

enum fault {
    RIGHT,
    FIRST_PEAK,     /* of equal peaks the first counts */
    FIRST_OWN_PEAK, /* and of those of a stack */
    PEAK_BY_BLOCKS, /* a stack's own peak is when it had most blocks */
    DEAD_ONLY,      /* blocks that are live have no lifetime */
    LATE,           /* the peak is what was live after the next event */
    INHERITS,       /* a forked child has its parent's allocations */
    FAULTS
};

struct block {
    uint32_t stack;
    uint64_t bytes, born, died; /* 0: live */
};

struct model {
    enum fault fault;
    struct block block[BLOCKS];
    unsigned used;
    struct msim_life life[STACKS];
    struct msim_lives_sum peak;
    uint64_t peak_time;
    bool late;
};

static struct model model;

/* --- The model ------------------------------------------------------------------------------ */

/* The live blocks of a stack; of all for STACKS. */
static struct msim_lives_sum live(uint32_t stack)
{
    struct msim_lives_sum sum = {0};
    for (unsigned i = 0; i < model.used; i++) {
        const struct block *block = &model.block[i];
        if (block->died || (stack != STACKS && block->stack != stack))
            continue;
        sum.blocks++;
        sum.bytes += block->bytes;
    }
    return sum;
}

static void new_peak(uint64_t now)
{
    model.peak = live(STACKS);
    model.peak_time = now;
    for (uint32_t stack = 0; stack < STACKS; stack++)
        model.life[stack].at_peak = live(stack);
}

static bool reaches(uint64_t now, uint64_t most, bool first)
{
    return first ? now > most : now >= most;
}

static void model_begin(uint32_t stack, uint64_t bytes, uint64_t now)
{
    struct msim_life *life = &model.life[stack];
    ck_assert_uint_lt(model.used, BLOCKS);
    model.block[model.used++] = (struct block){stack, bytes, now, 0};
    life->all.blocks++;
    life->all.bytes += bytes;
    struct msim_lives_sum own = live(stack), all = live(STACKS);
    if (model.fault == PEAK_BY_BLOCKS
            ? own.blocks >= life->most.blocks
            : reaches(own.bytes, life->most.bytes, model.fault == FIRST_OWN_PEAK))
        life->most = own;
    if (reaches(all.bytes, model.peak.bytes, model.fault == FIRST_PEAK))
        new_peak(now);
    model.late = model.fault == LATE && model.peak_time == now;
}

static void model_end(struct block *block, uint64_t now)
{
    struct msim_lives_sum peak = model.peak;
    uint64_t time = model.peak_time;
    block->died = now;
    if (model.late)
        new_peak(now);
    model.peak = peak;
    model.peak_time = time;
    model.late = false;
}

static void model_clear(uint64_t now)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < model.used; i++)
        if (!model.block[i].died)
            model.block[kept++] = model.block[i];
    model.used = kept;
    for (unsigned i = 0; i < kept; i++)
        model.block[i].born = now;
    for (uint32_t stack = 0; stack < STACKS; stack++) {
        if (model.fault != INHERITS)
            model.life[stack].all = live(stack);
        model.life[stack].most = live(stack);
    }
    new_peak(now);
}

static struct msim_life model_life(uint32_t stack, uint64_t now)
{
    struct msim_life life = model.life[stack];
    life.stack = stack;
    life.at_end = live(stack);
    for (unsigned i = 0; i < model.used; i++) {
        const struct block *block = &model.block[i];
        if (block->stack == stack && (block->died || model.fault != DEAD_ONLY))
            life.lifetime += (block->died ? block->died : now) - block->born;
    }
    return life;
}

/* --- Comparing ------------------------------------------------------------------------------ */

static bool same_sum(struct msim_lives_sum a, struct msim_lives_sum b)
{
    return a.blocks == b.blocks && a.bytes == b.bytes;
}

static bool same_life(const struct msim_life *a, const struct msim_life *b)
{
    return a->stack == b->stack && same_sum(a->all, b->all) && same_sum(a->most, b->most) &&
           same_sum(a->at_peak, b->at_peak) && same_sum(a->at_end, b->at_end) &&
           a->lifetime == b->lifetime;
}

/* Stacks of the model that never had a block are not among the lives. */
static bool differ(const struct msim_lives *lives, uint64_t now)
{
    bool seen[STACKS] = {false};
    for (uint32_t i = 0; i < msim_lives_used(lives); i++) {
        struct msim_life life = msim_lives_at(lives, i, now);
        ck_assert(life.stack < STACKS && !seen[life.stack]);
        struct msim_life expected = model_life(life.stack, now);
        seen[life.stack] = true;
        if (!same_life(&life, &expected))
            return true;
    }
    for (uint32_t stack = 0; stack < STACKS; stack++)
        if (!seen[stack] && model_life(stack, now).all.blocks)
            return true;
    return !same_sum(lives->peak, model.peak) || lives->peak_time != model.peak_time ||
           !same_sum(lives->live, live(STACKS));
}

/* --- Random programs ------------------------------------------------------------------------ */

/* The heap grows and shrinks by turns, so it has many peaks; sizes are few, so that peaks are equal
 * now and then. */
static void one_step(struct msim_lives *lives, struct unit_random *random, unsigned step,
                     uint64_t now)
{
    static const uint64_t sizes[] = {0, 8, 8, 24, 100, 4096, UINT64_C(1) << 32};
    struct block *block = model.used ? &model.block[unit_below(random, model.used)] : NULL;
    bool grows = step / 100 % 2 == 0;
    if (unit_one_in(random, 900)) {
        msim_lives_clear(lives, now);
        model_clear(now);
    } else if (model.used < BLOCKS && unit_below(random, 10) < (grows ? 7 : 3)) {
        uint32_t stack = (uint32_t)unit_below(random, unit_one_in(random, 2) ? 5 : STACKS);
        uint64_t bytes = sizes[unit_below(random, step % 3 ? 5 : 7)];
        msim_lives_begin(lives, stack, bytes, now);
        model_begin(stack, bytes, now);
    } else if (block && !block->died) {
        msim_lives_end(lives, block->stack, block->bytes, now);
        model_end(block, now);
    }
}

static bool finds(enum fault fault, uint64_t seed, unsigned steps)
{
    struct unit_random random = {seed};
    struct msim_lives lives;
    uint64_t now = 1 + unit_below(&random, 1000);
    memset(&model, 0, sizeof model);
    model.fault = fault;
    msim_lives_init(&lives, &memory.mem, STACKS);
    for (unsigned step = 0; step < steps; step++) {
        now += unit_below(&random, 3) * unit_below(&random, 1000000);
        one_step(&lives, &random, step, now);
        if (step % 50 == 49 && differ(&lives, now + 17))
            return true;
    }
    return false;
}

UNIT_EACH(agrees, 6)
{
    ck_assert(!finds(RIGHT, (uint64_t)_i, STEPS));
    ck_assert_uint_gt(model.peak.bytes, UINT64_C(1) << 32);
}

UNIT_FROM(finds_faults, RIGHT, FAULTS)
{
    bool found = false;
    for (uint64_t seed = 0; seed < 8 && !found; seed++)
        found = finds((enum fault)_i, seed, STEPS);
    ck_assert_msg(found == (_i != RIGHT), "fault %d", _i);
}

/* --- By hand -------------------------------------------------------------------------------- */

static void must_be(const struct msim_lives *lives, uint32_t number, uint64_t now,
                    const uint64_t *expected)
{
    struct msim_life life = msim_lives_at(lives, number, now);
    const uint64_t is[] = {life.stack,         life.all.blocks,    life.all.bytes,
                           life.most.blocks,   life.most.bytes,    life.at_peak.blocks,
                           life.at_peak.bytes, life.at_end.blocks, life.at_end.bytes,
                           life.lifetime};
    for (unsigned i = 0; i < sizeof is / sizeof *is; i++)
        ck_assert_msg(is[i] == expected[i], "stack %u, number %u: %llu, not %llu", life.stack, i,
                      (unsigned long long)is[i], (unsigned long long)expected[i]);
}

/* A vector of stack 7 that doubles, and one block of stack 2 that is there at the second of two
 * equal peaks. */
UNIT_TEST(by_hand)
{
    struct msim_lives lives;
    msim_lives_init(&lives, &memory.mem, 100);
    msim_lives_begin(&lives, 7, 10, 1000);
    msim_lives_end(&lives, 7, 10, 1100);
    msim_lives_begin(&lives, 7, 20, 1100); /* 20 bytes: a peak, and the first with 20 */
    msim_lives_end(&lives, 7, 20, 1300);
    msim_lives_begin(&lives, 2, 5, 1400);
    msim_lives_begin(&lives, 7, 8, 1500);
    msim_lives_begin(&lives, 7, 7, 1700); /* 20 again: it counts */
    msim_lives_end(&lives, 7, 8, 1800);
    ck_assert_uint_eq(lives.peak_time, 1700);
    ck_assert_uint_eq(msim_lives_used(&lives), 2);
    must_be(&lives, 0, 2000,
            (const uint64_t[]){7, 4, 45, 1, 20, 2, 15, 1, 7, 100 + 200 + 300 + 300});
    must_be(&lives, 1, 2000, (const uint64_t[]){2, 1, 5, 1, 5, 1, 5, 1, 5, 600});
}

/* Numbers that no stack has belong to the unknown stack. */
UNIT_TEST(too_large)
{
    struct msim_lives lives;
    msim_lives_init(&lives, &memory.mem, 3);
    msim_lives_begin(&lives, 2, 10, 0);
    msim_lives_begin(&lives, 3, 10, 0);
    msim_lives_begin(&lives, UINT32_MAX, 10, 0);
    msim_lives_end(&lives, 3, 10, 5);
    ck_assert_uint_eq(msim_lives_used(&lives), 2);
    must_be(&lives, 1, 9, (const uint64_t[]){0, 2, 20, 2, 20, 2, 20, 1, 10, 5 + 9});
}
