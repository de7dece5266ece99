/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which instructions a core looks at, if it is to cost little: a stretch in each period, at a place
 * that depends on the period's number alone, so every run has the same.
 *
 *     ... | nothing .... | branches | lines | warm | counted | nothing ... | next period
 *
 * Before a stretch is counted, the predictors of branches learn, for a part of the period, in the
 * end of it prefetchers, too, and then the pipeline fills.  Caches and TLBs see everything in any
 * case.  What is counted stands for its period.
 *
 * All of the first MSIM_SAMPLES_WHOLE instructions are counted, as they are, so short runs are known
 * exactly.  Runs that are not much longer need many stretches to be known well, and long ones have
 * enough of them if they are further apart: periods become longer, in tiers.  The first
 * MSIM_SAMPLES_TIER periods have MSIM_SAMPLES_PERIOD instructions, twice as many then have twice as
 * many, and so on to the last tier, which does not end.
 *
 * How much each stretch differs from the one before it says how far the sum may be off: as there is
 * one in each period, what differs between parts of the run is in the sum as it is in the run.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct msim_lines;

enum {
    MSIM_SAMPLES_WHOLE = 1000000, /* instructions */
    MSIM_SAMPLES_PERIOD = 20000,
    MSIM_SAMPLES_COUNTED = 1000,
    MSIM_SAMPLES_WARM = 1000,
    MSIM_SAMPLES_LINES = 20000, /* how long prefetchers learn before that, */
    MSIM_SAMPLES_PIECE = 5000,  /* in pieces (learning.h), */
    MSIM_SAMPLES_BRANCHES = 4,  /* and, a period divided by this, predictors of branches, */
    MSIM_SAMPLES_MANY = 2048,   /* or a whole one, if so many branches go both ways */
    MSIM_SAMPLES_TIER = 256,    /* periods */
    MSIM_SAMPLES_TIERS = 5,
    MSIM_SAMPLES_LONGEST = MSIM_SAMPLES_PERIOD << (MSIM_SAMPLES_TIERS - 1),
    MSIM_SAMPLES_ENOUGH = 30 /* stretches, to say how far they may be off */
};

enum msim_sample_phase {
    MSIM_PHASE_NOTHING,
    MSIM_PHASE_BRANCHES,
    MSIM_PHASE_LINES,
    MSIM_PHASE_WARM,
    MSIM_PHASE_COUNTED
};

/* Stretches that stand for as many instructions each. */
struct msim_sample_tier {
    uint64_t stretches, sum;    /* of their cycles; */
    uint64_t last, differences; /* of the last one, and from each to the next, squared */
};

struct msim_samples {
    bool all;             /* everything is counted, */
    bool begins;          /* as in the first part */
    const uint64_t *both; /* where it stands how many branches go both ways; NULL: few do */
    uint64_t whole;       /* the cycles of that, and others that are known as they are */
    uint64_t learns;      /* instruction from which on predictors learn, */
    uint64_t from;        /* from which on each record is looked at, */
    uint64_t begin;       /* and where the stretch begins that is counted */
    uint64_t period, end; /* the period's number, and where it ends */
    uint32_t tier;
    enum msim_sample_phase phase;
    uint64_t cycles; /* of the stretch that is counted */
    struct msim_sample_tier tiers[MSIM_SAMPLES_TIERS];
};

void msim_samples_init(struct msim_samples *samples, bool sampled);

/* What is to be done with a record at whose end `instructions` were begun. */
enum msim_sample_phase msim_samples_phase(struct msim_samples *samples, uint64_t instructions);

/* Cycles pass. */
static inline void msim_samples_add(struct msim_samples *samples, uint64_t cycles)
{
    if (samples->phase == MSIM_PHASE_COUNTED)
        samples->cycles += cycles;
}

/* True: all is counted now, as it is. */
static inline bool msim_samples_whole(const struct msim_samples *samples)
{
    return samples->all || samples->begins;
}

/* Cycles that do not stand for others, after the first part. */
static inline void msim_samples_know(struct msim_samples *samples, uint64_t cycles)
{
    samples->whole += cycles;
}

/* How many stretches were counted. */
uint64_t msim_samples_stretches(const struct msim_samples *samples);

/* Half the interval that has the sum of all with a confidence of 95%, in millionths of it. */
uint64_t msim_samples_error(const struct msim_samples *samples);

/* Says it in the summary. */
void msim_samples_put(const struct msim_samples *samples, const struct msim_lines *lines);

/* How many cycles one stands for that is counted now; 0: none. */
static inline uint64_t msim_samples_weight(const struct msim_samples *samples)
{
    enum { WEIGHT = MSIM_SAMPLES_PERIOD / MSIM_SAMPLES_COUNTED };
    if (msim_samples_whole(samples))
        return 1;
    return samples->phase == MSIM_PHASE_COUNTED ? WEIGHT << samples->tier : 0;
}
