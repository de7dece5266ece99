/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The places of samples.h. */
#include "samples.h"

#include "stream/hash.h"

/* Chooses the stretch of the period. */
static void choose(struct msim_samples *samples)
{
    uint64_t room = MSIM_SAMPLES_PERIOD - MSIM_SAMPLES_COUNTED;
    uint64_t first = samples->period * MSIM_SAMPLES_PERIOD;
    samples->begin = first + msim_mix(samples->period) % room;
    samples->from = samples->begin > MSIM_SAMPLES_BEFORE ? samples->begin - MSIM_SAMPLES_BEFORE : 0;
}

void msim_samples_init(struct msim_samples *samples, bool sampled)
{
    *samples = (struct msim_samples){.all = !sampled};
    if (sampled)
        choose(samples);
}

enum msim_sample_phase msim_samples_phase(struct msim_samples *samples, uint64_t instructions)
{
    if (samples->all)
        return samples->phase = MSIM_PHASE_COUNTED;
    while (instructions >= samples->begin + MSIM_SAMPLES_COUNTED) {
        samples->period++;
        choose(samples);
    }
    if (instructions >= samples->begin)
        samples->phase = MSIM_PHASE_COUNTED;
    else if (instructions + MSIM_SAMPLES_WARM >= samples->begin)
        samples->phase = MSIM_PHASE_WARM;
    else
        samples->phase = instructions >= samples->from ? MSIM_PHASE_BRANCHES : MSIM_PHASE_NOTHING;
    return samples->phase;
}
