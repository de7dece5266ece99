/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Counts of an observer by source line, and their file in Cachegrind's format: `memsim annotate` shows it.
 *
 * One row for each site of the dictionary, with a count for each event.
 */
#ifndef MSIM_ENGINE_REPORT_SITECOUNTS_H
#define MSIM_ENGINE_REPORT_SITECOUNTS_H

#include "engine/base/text.h"
#include "stream/dict.h"

struct msim_site_counts {
    const struct msim_mem *mem;
    const struct msim_dict *dict;
    const char *events; /* their names, blanks between them */
    unsigned used;      /* and how many they are */
    struct msim_table rows;
};

void msim_site_counts_init(struct msim_site_counts *counts, const struct msim_mem *mem,
                           const struct msim_dict *dict, const char *events);

/* Makes rows for the sites that the dictionary has gained. */
void msim_site_counts_extend(struct msim_site_counts *counts);

/* The counts of a site, one for each event. */
static inline uint64_t *msim_site_count(const struct msim_site_counts *counts, uint32_t site)
{
    return msim_table_at(&counts->rows, site);
}

/* All to zero. */
void msim_site_counts_clear(struct msim_site_counts *counts);

/* The file, without sites that have no counts.  `command` is the program that ran, as one line. */
void msim_site_counts_file(const struct msim_site_counts *counts, const char *command,
                           const struct msim_sink *sink);

#endif
