/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The counts of present.h. */
#include "present.h"

#include <stdlib.h>

#include "cmd/base/grow.h"
#include "separated.h"

static void separate_lines(struct msim_separated *separated, struct msim_gain *gain,
                           const struct msim_contended *contended, const struct msim_fix *fix)
{
    msim_separated_init(separated, contended->shared->bytes);
    for (size_t i = 0; i < gain->lines; i++) {
        const struct msim_contended_line *line = &contended->line[i];
        if (line->unit->predicted || !fix[i].parts)
            continue;
        msim_separated_add(separated, line->unit->address, fix[i].part, fix[i].parts);
        gain->line[i].is_separated = true;
        gain->before += line->misses;
        gain->separated++;
    }
}

/* The first of the counts is that of other data, the last one that of the run. */
static void take_misses(struct msim_gain *gain, const uint64_t *misses)
{
    for (size_t i = 0; i < gain->lines; i++)
        if (gain->line[i].is_separated) {
            gain->line[i].misses = *++misses;
            gain->after += *misses;
        }
    gain->total = *++misses;
}

void msim_gain_count(struct msim_gain *gain, const struct msim_contended *contended,
                     const struct msim_fix *fix, size_t lines,
                     const struct msim_separated_trace *trace)
{
    struct msim_separated separated;
    *gain = (struct msim_gain){.lines = lines, .line = msim_zeroed(lines, sizeof *gain->line)};
    separate_lines(&separated, gain, contended, fix);
    if (gain->separated)
        take_misses(gain, msim_separated_count(&separated, trace));
    msim_separated_free(&separated);
}

void msim_gain_free(struct msim_gain *gain)
{
    free(gain->line);
    *gain = (struct msim_gain){.lines = 0};
}
