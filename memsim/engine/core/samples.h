/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which instructions a core looks at, if it is to cost little: a stretch in each period, at a place that
 * depends on the period's number alone, so every run has the same.
 *
 *     ... | nothing ........ | branches | warm | counted | nothing ... | next period
 *
 * Before a stretch is counted, the predictors of branches learn, and then the pipeline fills.  Caches and
 * TLBs see everything in any case.  What is counted stands for its period.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    MSIM_SAMPLES_PERIOD = 40000, /* instructions */
    MSIM_SAMPLES_COUNTED = 2000,
    MSIM_SAMPLES_WARM = 2000,
    MSIM_SAMPLES_BRANCHES = 6000,
    MSIM_SAMPLES_BEFORE = MSIM_SAMPLES_WARM + MSIM_SAMPLES_BRANCHES
};

enum msim_sample_phase {
    MSIM_PHASE_NOTHING,
    MSIM_PHASE_BRANCHES,
    MSIM_PHASE_WARM,
    MSIM_PHASE_COUNTED
};

struct msim_samples {
    bool all;       /* everything is counted */
    uint64_t from;  /* instruction from which on something is to be done, */
    uint64_t begin; /* and where the stretch begins that is counted; */
    uint64_t period;
    enum msim_sample_phase phase;
};

void msim_samples_init(struct msim_samples *samples, bool sampled);

/* What is to be done with a record at whose end `instructions` were begun. */
enum msim_sample_phase msim_samples_phase(struct msim_samples *samples, uint64_t instructions);

/* How many cycles one stands for that is counted now; 0: none. */
static inline uint64_t msim_samples_weight(const struct msim_samples *samples)
{
    if (samples->all)
        return 1;
    return samples->phase == MSIM_PHASE_COUNTED ? MSIM_SAMPLES_PERIOD / MSIM_SAMPLES_COUNTED : 0;
}
