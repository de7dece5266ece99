/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The places of samples.h. */
#include "samples.h"

#include "engine/base/text.h"
#include "memory/waits.h"
#include "stream/hash.h"

/* --- Places --------------------------------------------------------------------------------- */

/* The tier of a period. */
static uint32_t tier_of(uint64_t period)
{
    uint32_t tier = 0;
    while (tier < MSIM_SAMPLES_TIERS - 1 &&
           period >= MSIM_SAMPLES_TIER * ((UINT64_C(2) << tier) - 1))
        tier++;
    return tier;
}

static uint64_t before(uint64_t instruction, uint64_t by)
{
    return instruction > by ? instruction - by : 0;
}

/* Begins the period that follows, and chooses its stretch. */
static void begin_period(struct msim_samples *samples)
{
    samples->tier = tier_of(samples->period);
    uint64_t length = (uint64_t)MSIM_SAMPLES_PERIOD << samples->tier;
    samples->begin = samples->end + msim_mix(samples->period) % (length - MSIM_SAMPLES_COUNTED);
    uint64_t lines = MSIM_SAMPLES_WARM + MSIM_SAMPLES_LINES;
    samples->from = before(samples->begin, lines);
    bool many = samples->both && *samples->both >= MSIM_SAMPLES_MANY;
    uint64_t branches = many ? length : length / MSIM_SAMPLES_BRANCHES;
    samples->learns = before(samples->begin, lines + branches);
    samples->end += length;
}

void msim_samples_init(struct msim_samples *samples, bool sampled)
{
    *samples = (struct msim_samples){
        .all = !sampled, .begins = sampled, .end = MSIM_SAMPLES_WHOLE, .phase = MSIM_PHASE_COUNTED};
}

/* The first part is over. */
static void end_whole(struct msim_samples *samples)
{
    samples->begins = false;
    samples->whole = samples->cycles;
    samples->cycles = 0;
    samples->phase = MSIM_PHASE_NOTHING;
    begin_period(samples);
}

/* The stretch ends: its cycles are one observation. */
static void end_stretch(struct msim_samples *samples)
{
    struct msim_sample_tier *tier = &samples->tiers[samples->tier];
    uint64_t last = tier->last, cycles = samples->cycles;
    uint64_t difference = cycles > last ? cycles - last : last - cycles;
    if (tier->stretches++)
        tier->differences += difference * difference;
    tier->sum += cycles;
    tier->last = cycles;
    samples->cycles = 0;
}

static enum msim_sample_phase phase_of(const struct msim_samples *samples, uint64_t instructions)
{
    if (instructions >= samples->begin)
        return MSIM_PHASE_COUNTED;
    if (instructions + MSIM_SAMPLES_WARM >= samples->begin)
        return MSIM_PHASE_WARM;
    if (instructions + MSIM_SAMPLES_WARM + MSIM_SAMPLES_LINES >= samples->begin)
        return MSIM_PHASE_LINES;
    return instructions >= samples->learns ? MSIM_PHASE_BRANCHES : MSIM_PHASE_NOTHING;
}

enum msim_sample_phase msim_samples_phase(struct msim_samples *samples, uint64_t instructions)
{
    if (samples->all || (samples->begins && instructions < MSIM_SAMPLES_WHOLE))
        return samples->phase = MSIM_PHASE_COUNTED;
    if (samples->begins)
        end_whole(samples);
    while (instructions >= samples->begin + MSIM_SAMPLES_COUNTED) {
        if (samples->phase == MSIM_PHASE_COUNTED)
            end_stretch(samples);
        samples->phase = MSIM_PHASE_NOTHING;
        samples->period++;
        begin_period(samples);
    }
    samples->phase = phase_of(samples, instructions);
    uint64_t warm = before(samples->begin, MSIM_SAMPLES_WARM);
    if (samples->phase == MSIM_PHASE_LINES && instructions >= samples->from)
        samples->from = msim_earlier(instructions + MSIM_SAMPLES_PIECE, warm);
    return samples->phase;
}

/* --- How well it is known ------------------------------------------------------------------- */

uint64_t msim_samples_stretches(const struct msim_samples *samples)
{
    uint64_t all = 0;
    for (int i = 0; i < MSIM_SAMPLES_TIERS; i++)
        all += samples->tiers[i].stretches;
    return all;
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

/* The standard deviation of a tier's sum: that of one stretch, times the root of their number. Two
 * that do not depend on each other differ by twice the variance of one, squared. */
static uint64_t deviation(const struct msim_sample_tier *tier)
{
    if (tier->stretches < 2)
        return 0;
    uint64_t variance = tier->differences / (tier->stretches - 1) / 2;
    return square_root(variance) * square_root(tier->stretches * 10000) / 100;
}

/* Tiers do not depend on each other, so the squares of what each is off add up. */
uint64_t msim_samples_error(const struct msim_samples *samples)
{
    uint64_t sum = samples->whole, squares = 0;
    for (int i = 0; i < MSIM_SAMPLES_TIERS; i++)
        sum += samples->tiers[i].sum << i;
    for (int i = 0; i < MSIM_SAMPLES_TIERS && sum; i++) {
        const struct msim_sample_tier *tier = &samples->tiers[i];
        uint64_t off = (deviation(tier) << i) * 1000000 / sum;
        squares += off * off;
    }
    return square_root(squares) * 196 / 100;
}

/* --- What is said --------------------------------------------------------------------------- */

/* "Sampled: 1,234 stretches of 1,000 instructions, so the cycles are known within 1.2%": the last
 * of it if there are enough. */
void msim_samples_put(const struct msim_samples *samples, const struct msim_lines *lines)
{
    uint64_t stretches = msim_samples_stretches(samples);
    struct msim_line line;
    if (samples->all)
        return;
    msim_line_init(&line, lines);
    msim_put(&line.text, "Sampled:    ");
    if (samples->begins) {
        msim_put(&line.text, "all instructions, as they are fewer than ");
        msim_put_grouped(&line.text, MSIM_SAMPLES_WHOLE, 1);
        msim_line_end(&line);
        return;
    }
    msim_put_grouped(&line.text, stretches, 1);
    msim_put(&line.text, " stretches of ");
    msim_put_grouped(&line.text, MSIM_SAMPLES_COUNTED, 1);
    msim_put(&line.text, " instructions");
    msim_line_end(&line);
    if (stretches < MSIM_SAMPLES_ENOUGH)
        return;
    msim_put(&line.text, "            so the cycles are known within ");
    msim_put_percent(&line.text, msim_samples_error(samples), 1000000, 1, 1);
    msim_put(&line.text, " (95% confidence)");
    msim_line_end(&line);
}
