/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The hints of reasons.h. */
#include "reasons.h"

#include <string.h>

enum { LEVELS = 3, REASONS = 6, FEW = 100 };
static const double most = 0.6;  /* of a level's misses, that one reason has */
static const double share = 0.1; /* of D1's misses, that a level after it has if it matters */

static const char *const columns[LEVELS][REASONS] = {
    {"D1New", "D1Cap", "D1Conf", "D1Core", "D1Pf", "D1Past"},
    {"D2New", "D2Cap", "D2Conf", "D2Core", "D2Pf", "D2Past"},
    {"D3New", "D3Cap", "D3Conf", "D3Core", "D3Pf", "D3Past"},
};
static const char *const names[LEVELS] = {"D1", "L2", "L3"};
static const char *const hints[REASONS] = {
    "first touches: only touching less or prefetching helps",
    "of capacity: work on blocks that fit, or make elements smaller",
    "conflicts: pad rows or move arrays apart, by no powers of two",
    "of coherence: other cores take the lines; memsim share shows which",
    "of lines that were prefetched too early",
    "of lines that were stored past the caches: store what is read soon as usual",
};

static int64_t count_of(const struct msim_counts *counts, const int64_t *count, const char *name)
{
    for (size_t i = 0; i < counts->events; i++)
        if (!strcmp(counts->event[i], name))
            return count[i];
    return 0;
}

void msim_reasons_hint(const struct msim_counts *counts, const int64_t *count, int indent, FILE *to)
{
    int64_t sum[LEVELS] = {0}, of[LEVELS][REASONS];
    int level = LEVELS - 1;
    for (int i = 0; i < LEVELS; i++)
        for (int reason = 0; reason < REASONS; reason++)
            sum[i] += of[i][reason] = count_of(counts, count, columns[i][reason]);
    while (level > 0 && (sum[level] < FEW || (double)sum[level] < share * (double)sum[0]))
        level--;
    for (int reason = 0; reason < REASONS && sum[level] >= FEW; reason++)
        if ((double)of[level][reason] >= most * (double)sum[level])
            fprintf(to, "%*s%.0f%% of its %s misses are %s\n", indent, "",
                    100 * (double)of[level][reason] / (double)sum[level], names[level],
                    hints[reason]);
}
