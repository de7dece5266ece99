/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sites in the order of files in Cachegrind's format: by file, function and line, with names
 * compared bytewise.  Each file and each function is named once, above its lines.  Equal counts
 * thus give equal files.
 */
#ifndef MSIM_ENGINE_REPORT_SITES_H
#define MSIM_ENGINE_REPORT_SITES_H

#include "engine/base/text.h"
#include "stream/dict.h"

/* All sites of the dictionary in this order. */
const uint32_t *msim_sites_sorted(const struct msim_dict *dict, const struct msim_mem *mem);

struct msim_site_lines {
    struct msim_text *text;
    const struct msim_dict *dict;
    uint32_t file, function; /* named most recently; UINT32_MAX: none */
};

void msim_site_lines_init(struct msim_site_lines *lines, struct msim_text *text,
                          const struct msim_dict *dict);

/* Begins the line of a site: names its file and function if needed, and writes the line number. */
void msim_put_site(struct msim_site_lines *lines, uint32_t site);

#endif
