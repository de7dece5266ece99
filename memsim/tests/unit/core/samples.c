/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which instructions are counted (samples.h), and how well their sum is known. */
#include "engine/core/samples.h"
#include "engine/core/far.h"

#include "tests/unit/lib/main.h"

enum { STEP = 7, RUN = 600 * 1000 * 1000 };

/* Where the tiers end, by samples.h. */
static const uint64_t ends[MSIM_SAMPLES_TIERS - 1] = {6120000, 26600000, 108520000, 436200000};

static struct msim_samples samples;

UNIT_TEST(counts_all)
{
    msim_samples_init(&samples, false);
    for (uint64_t at = 0; at < 1000000; at += STEP) {
        ck_assert_int_eq(msim_samples_phase(&samples, at), MSIM_PHASE_COUNTED);
        ck_assert_uint_eq(msim_samples_weight(&samples), 1);
    }
}

/* What is counted, each with its weight, comes to all instructions; phases follow each other.
 * Nothing is learnt before `learns`, and nothing runs before `from`, which is never further than a
 * piece away where prefetchers learn. */
UNIT_TEST(stretches_stand_for_all)
{
    uint64_t weighed = 0, seen[5] = {0};
    enum msim_sample_phase last = MSIM_PHASE_NOTHING;
    msim_samples_init(&samples, true);
    for (uint64_t at = 0; at < RUN; at += STEP) {
        uint64_t from = samples.from, learns = samples.learns;
        enum msim_sample_phase phase = msim_samples_phase(&samples, at);
        weighed += STEP * msim_samples_weight(&samples);
        seen[phase]++;
        ck_assert(phase == last || phase == (last + 1) % 5 || last == MSIM_PHASE_COUNTED ||
                  at < MSIM_SAMPLES_PERIOD);
        ck_assert(phase == MSIM_PHASE_NOTHING || at >= learns);
        ck_assert(phase < MSIM_PHASE_WARM || at >= from);
        ck_assert(phase != MSIM_PHASE_LINES ||
                  (samples.from > at && samples.from <= at + MSIM_SAMPLES_PIECE));
        last = phase;
    }
    ck_assert_uint_ge(weighed, RUN / 100 * 99);
    ck_assert_uint_le(weighed, RUN / 100 * 101);
    ck_assert_uint_gt(seen[MSIM_PHASE_BRANCHES], 2 * seen[MSIM_PHASE_WARM]);
    ck_assert_uint_gt(seen[MSIM_PHASE_LINES], seen[MSIM_PHASE_WARM]);
}

/* How many instructions of the second tier predictors learn for, before all else that does. */
static uint64_t learnt(uint64_t both)
{
    const uint64_t lines = MSIM_SAMPLES_WARM + MSIM_SAMPLES_LINES;
    msim_samples_init(&samples, true);
    samples.both = &both;
    for (uint64_t at = 0; at < ends[0] + 4 * MSIM_SAMPLES_PERIOD; at += STEP)
        msim_samples_phase(&samples, at);
    return samples.begin - lines - samples.learns;
}

UNIT_TEST(many_branches)
{
    ck_assert_uint_eq(learnt(MSIM_SAMPLES_MANY - 1),
                      2 * MSIM_SAMPLES_PERIOD / MSIM_SAMPLES_BRANCHES);
    ck_assert_uint_eq(learnt(MSIM_SAMPLES_MANY), 2 * MSIM_SAMPLES_PERIOD);
}

UNIT_TEST(tiers)
{
    uint64_t weight = 20;
    msim_samples_init(&samples, true);
    for (uint64_t at = 0; at < MSIM_SAMPLES_WHOLE; at += STEP) {
        ck_assert_int_eq(msim_samples_phase(&samples, at), MSIM_PHASE_COUNTED);
        ck_assert_uint_eq(msim_samples_weight(&samples), 1);
    }
    for (unsigned tier = 0, ended = 0; tier < MSIM_SAMPLES_TIERS; tier++, weight *= 2) {
        uint64_t end = tier < MSIM_SAMPLES_TIERS - 1 ? ends[tier] : RUN;
        for (uint64_t at = tier ? ends[tier - 1] : MSIM_SAMPLES_WHOLE; at < end; at += STEP)
            if (msim_samples_phase(&samples, at) == MSIM_PHASE_COUNTED)
                ck_assert_uint_eq(msim_samples_weight(&samples), weight);
        ended += tier < MSIM_SAMPLES_TIERS - 1 ? 256U << tier : 0;
        if (tier < MSIM_SAMPLES_TIERS - 1)
            ck_assert_uint_eq(
                msim_samples_stretches(&samples) + (samples.phase == MSIM_PHASE_COUNTED), ended);
    }
}

/* 200 stretches of 900 and 1,100 cycles in turn: the squares of their differences are 40,000, the
 * deviation of one sqrt(20,000) = 141.42, that of their sum 141.42 * sqrt(200) = 2,000, of 200,000
 * cycles 1%; times 1.96 that is 1.96%, less what whole numbers lose. */
UNIT_TEST(error)
{
    msim_samples_init(&samples, true);
    ck_assert_uint_eq(msim_samples_error(&samples), 0);
    samples.tiers[0] = (struct msim_sample_tier){200, 200000, 1100, 199 * 40000};
    ck_assert_uint_le(19600 - msim_samples_error(&samples), 100);
    /* What is counted whole is not off: 200,000 cycles of it halve that. */
    samples.whole = 200000;
    ck_assert_uint_le(9800 - msim_samples_error(&samples), 100);
    samples.whole = 0;
    /* As many that count twice: of 600,000 cycles, the square root of 2,000^2 + 4,000^2. */
    samples.tiers[1] = samples.tiers[0];
    ck_assert_uint_le(14609 - msim_samples_error(&samples), 100);
}

/* A run whose second half takes ten times as long is as well known as one that does not. */
UNIT_TEST(parts_of_the_run)
{
    msim_samples_init(&samples, true);
    for (uint64_t at = 0; at < ends[0]; at += STEP)
        if (msim_samples_phase(&samples, at) == MSIM_PHASE_COUNTED)
            msim_samples_add(&samples, at < ends[0] / 2 ? STEP : 10 * STEP);
    ck_assert_uint_gt(msim_samples_stretches(&samples), 250);
    ck_assert_uint_lt(msim_samples_error(&samples), 30000);
}

/* Before any was looked at, all of it counts; then three quarters, of which nothing gets lost. */
UNIT_TEST(far_code)
{
    struct msim_far_code far = {0};
    ck_assert_uint_eq(msim_far_counts(&far, 100), 100);
    far.held = 400;
    far.charged = 300;
    ck_assert_uint_eq(msim_far_counts(&far, 10), 7);
    ck_assert_uint_eq(msim_far_counts(&far, 10), 8);
    /* What was charged by the wait for a branch before it may be more. */
    far.charged = 600;
    ck_assert_uint_eq(msim_far_counts(&far, 10), 15);
}
