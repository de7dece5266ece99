/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file in Cachegrind's format; the summary is in summary.c. */
#include "report.h"

#include "engine/machine/cycles.h"
#include "engine/machine/names.h"
#include "engine/machine/oneline.h"
#include "sites.h"

/* Writes the TLBs for pages of 2 MB, and which addresses are in such pages. */
static void put_huge(struct msim_text *text, const struct msim_machine *machine)
{
    static const char *const names[] = {"", "heap", "all", ""};
    for (int level = MSIM_ITLB; level < MSIM_LEVELS && machine->huge; level++) {
        if (!machine->level[level].units)
            continue;
        msim_put(text, "desc: ");
        msim_put(text, msim_level_name(level));
        msim_put(text, " for huge pages: ");
        msim_put_geometry(text, level, &machine->huge_level[level]);
        msim_put(text, "\n");
    }
    if (!machine->huge)
        return;
    msim_put(text, "desc: Huge pages: ");
    msim_put(text, names[machine->huge]);
    if (machine->huge == MSIM_HUGE_RANGE) {
        msim_put_hex(text, machine->huge_first);
        msim_put(text, "-");
        msim_put_hex(text, machine->huge_last);
    }
    msim_put(text, "\n");
}

void msim_put_simulated(struct msim_text *text, const struct msim_machine *machine,
                        const struct msim_about *about)
{
    for (int level = 0; level < MSIM_LEVELS; level++) {
        const struct msim_geometry *geometry = &machine->level[level];
        if (!geometry->units)
            continue;
        msim_put(text, "desc: ");
        msim_put(text, msim_level_name(level));
        msim_put(text, msim_is_tlb(level) ? ": " : " cache: ");
        msim_put_geometry(text, level, geometry);
        msim_put(text, "\n");
    }
    put_huge(text, machine);
    struct msim_cycles cycles;
    if (msim_cycles_init(&cycles, machine)) {
        msim_put(text, "desc: Est. cycles: ");
        msim_cycles_put(text, &cycles);
        msim_put(text, "\n");
    }
    msim_put_killed(text, "desc: ", about);
}

void msim_put_events(struct msim_text *text, const struct msim_machine *machine)
{
    for (int kind = 0; kind < MSIM_KINDS; kind++)
        for (int count = 0; count < MSIM_COUNTS; count++)
            if (msim_has_count(machine, kind, count)) {
                msim_put(text, " ");
                msim_put(text, msim_event_name(kind, count));
            }
}

void msim_put_row(struct msim_text *text, const struct msim_machine *machine,
                  const struct msim_row *row)
{
    for (int kind = 0; kind < MSIM_KINDS; kind++)
        for (int count = 0; count < MSIM_COUNTS; count++)
            if (msim_has_count(machine, kind, count)) {
                msim_put(text, " ");
                msim_put_number(text, row->count[kind][count]);
            }
}

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
    msim_site_lines_init(&lines, text, dict, report->inlined);
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
    msim_put(&text, "summary:");
    put_counts(&text, report, &total);
    msim_text_flush(&text);
}
