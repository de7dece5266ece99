/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file of counts of report.h. */
#include "engine/caches/make.h"
#include "partlines.h"
#include "sites.h"

static void put_header(struct msim_text *text, const struct msim_report *report)
{
    msim_put_simulated(text, report->machine, report->about);
    msim_put(text, "cmd: ");
    msim_put_name(text, report->about->command);
    msim_put(text, "\nevents:");
    msim_put_events(text, report->machine);
    msim_put(text, "\n");
}

static void put_counts(struct msim_text *text, const struct msim_report *report,
                       const struct msim_row *row)
{
    msim_put_row(text, report->machine, row);
    msim_put(text, "\n");
}

static void put_sites(struct msim_text *text, const struct msim_report *report,
                      const struct msim_mem *mem)
{
    const struct msim_dict *dict = report->profile->dict;
    const uint32_t *sites = msim_sites_sorted(dict, mem, report->inlined);
    struct msim_site_lines lines;
    if (report->parts && msim_has_parts(report->parts)) {
        msim_put_parts(text, report, mem, sites);
        return;
    }
    msim_site_lines_init(&lines, text, dict, report->inlined);
    if (report->objects)
        msim_site_lines_show_objects(&lines);
    for (uint32_t i = 0, next; i < dict->sites.used; i = next) {
        struct msim_row row = *msim_profile_row(report->profile, sites[i]);
        for (next = i + 1; next < dict->sites.used &&
                           msim_sites_are_one(dict, sites[i], sites[next], report->inlined);
             next++)
            msim_row_add(&row, msim_profile_row(report->profile, sites[next]));
        if (msim_row_is_zero(&row))
            continue;
        msim_put_site(&lines, sites[i]);
        put_counts(text, report, &row);
    }
}

void msim_report_file(const struct msim_report *report, const struct msim_mem *mem,
                      const struct msim_sink *sink)
{
    struct msim_text text;
    struct msim_row total = msim_profile_total(report->profile);
    msim_text_init(&text, sink);
    put_header(&text, report);
    put_sites(&text, report, mem);
    for (unsigned i = 0; report->more && i < MSIM_MORE_LINES; i++)
        if (report->more[i].put)
            report->more[i].put(report->more[i].self, &text);
    msim_put(&text, "summary:");
    put_counts(&text, report, &total);
    msim_text_flush(&text);
}
