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

/* The stretch ends: its cycles are one observation. */
static void end_stretch(struct msim_samples *samples)
{
    samples->stretches++;
    samples->sum += samples->cycles;
    samples->squares += samples->cycles * samples->cycles;
    samples->cycles = 0;
}

/* Rounded down. */
static uint64_t square_root(uint64_t of)
{
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit; bit >>= 1)
        if ((root | bit) * (root | bit) <= of)
            root |= bit;
    return root;
}

/* 1.96 s / sqrt(n), relative to the mean, where s is the standard deviation. */
uint64_t msim_samples_error(const struct msim_samples *samples)
{
    uint64_t n = samples->stretches, mean = n ? samples->sum / n : 0;
    if (!mean)
        return 0;
    uint64_t square = samples->squares / n;
    uint64_t variance = square > mean * mean ? square - mean * mean : 0;
    /* Roots of numbers 10,000 times as large have two decimals. */
    return 196000 * square_root(variance) / mean * 100 / square_root(n * 10000);
}

enum msim_sample_phase msim_samples_phase(struct msim_samples *samples, uint64_t instructions)
{
    if (samples->all)
        return samples->phase = MSIM_PHASE_COUNTED;
    while (instructions >= samples->begin + MSIM_SAMPLES_COUNTED) {
        if (samples->phase == MSIM_PHASE_COUNTED)
            end_stretch(samples);
        samples->phase = MSIM_PHASE_NOTHING;
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
