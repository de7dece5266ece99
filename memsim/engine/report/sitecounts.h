/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An observer's counts by source line, and their file in Cachegrind's format, for `memsim
 * annotate`.
 *
 * There is one row per site of the dictionary, with a count for each event.
 */
#ifndef MSIM_ENGINE_REPORT_SITECOUNTS_H
#define MSIM_ENGINE_REPORT_SITECOUNTS_H

#include "engine/base/about.h"
#include "engine/base/text.h"
#include "stream/dict.h"

struct msim_site_counts {
    const struct msim_mem *mem;
    const struct msim_dict *dict;
    const char *events; /* their names, separated by blanks */
    unsigned used;      /* and their number */
    struct msim_table rows;
};

void msim_site_counts_init(struct msim_site_counts *counts, const struct msim_mem *mem,
                           const struct msim_dict *dict, const char *events);

/* Adds rows for new sites of the dictionary. */
void msim_site_counts_extend(struct msim_site_counts *counts);

/* The counts of a site, one for each event. */
static inline uint64_t *msim_site_count(const struct msim_site_counts *counts, uint32_t site)
{
    return msim_table_at(&counts->rows, site);
}

/* Resets all counts. */
void msim_site_counts_clear(struct msim_site_counts *counts);

/* Writes the file; sites without counts are left out. */
void msim_site_counts_file(const struct msim_site_counts *counts, const struct msim_about *about,
                           const struct msim_sink *sink);

#endif
