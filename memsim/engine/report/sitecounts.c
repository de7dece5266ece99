/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The counts of sitecounts.h. */
#include "sitecounts.h"

#include "sites.h"

void msim_site_counts_init(struct msim_site_counts *counts, const struct msim_mem *mem,
                           const struct msim_dict *dict, const char *events)
{
    *counts = (struct msim_site_counts){.mem = mem, .dict = dict, .events = events, .used = 1};
    for (const char *at = events; *at; at++)
        counts->used += *at == ' ';
    msim_table_init(&counts->rows, mem, counts->used * sizeof(uint64_t), UINT32_MAX);
}

void msim_site_counts_extend(struct msim_site_counts *counts)
{
    while (counts->rows.used < counts->dict->sites.used)
        msim_table_add(&counts->rows);
}

void msim_site_counts_clear(struct msim_site_counts *counts)
{
    for (uint32_t site = 0; site < counts->rows.used; site++)
        for (unsigned i = 0; i < counts->used; i++)
            msim_site_count(counts, site)[i] = 0;
}

/* Adds a row to *total; false: it has no counts. */
static bool add(uint64_t *total, const uint64_t *row, unsigned used)
{
    bool any = false;
    for (unsigned i = 0; i < used; i++) {
        total[i] += row[i];
        any |= row[i] != 0;
    }
    return any;
}

static void put_row(struct msim_text *text, const uint64_t *row, unsigned used)
{
    for (unsigned i = 0; i < used; i++) {
        msim_put(text, " ");
        msim_put_number(text, row[i]);
    }
    msim_put(text, "\n");
}

void msim_site_counts_file(const struct msim_site_counts *counts, const struct msim_about *about,
                           const struct msim_sink *sink)
{
    const uint32_t *sites = msim_sites_sorted(counts->dict, counts->mem, false);
    uint64_t *total = msim_get(counts->mem, counts->used * sizeof *total, 8);
    struct msim_text text;
    struct msim_site_lines lines;
    msim_text_init(&text, sink);
    msim_site_lines_init(&lines, &text, counts->dict, false);
    msim_put_about(&text, "desc: ", about);
    msim_put(&text, "cmd: ");
    msim_put_name(&text, about->command);
    msim_put(&text, "\nevents: ");
    msim_put(&text, counts->events);
    msim_put(&text, "\n");
    uint64_t *row = msim_get(counts->mem, counts->used * sizeof *row, 8);
    for (uint32_t i = 0, next; i < counts->rows.used; i = next) {
        for (unsigned event = 0; event < counts->used; event++)
            row[event] = 0;
        for (next = i; next < counts->rows.used &&
                       msim_sites_are_one(counts->dict, sites[i], sites[next], false);
             next++)
            add(row, msim_site_count(counts, sites[next]), counts->used);
        if (!add(total, row, counts->used))
            continue;
        msim_put_site(&lines, sites[i]);
        put_row(&text, row, counts->used);
    }
    msim_put(&text, "summary:");
    put_row(&text, total, counts->used);
    msim_text_flush(&text);
}
