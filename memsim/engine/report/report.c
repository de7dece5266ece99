/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file in Cachegrind's format; the summary is in summary.c. */
#include "report.h"

#include "engine/machine/cycles.h"
#include "sites.h"

const char *msim_level_name(enum msim_level level)
{
    static const char *const names[MSIM_LEVELS] = {"I1",   "D1",    "L2",     "L3",    "ITLB",
                                                   "DTLB", "L2TLB", "L2ITLB", "L2DTLB"};
    return names[level];
}

bool msim_has_count(const struct msim_machine *machine, enum msim_kind kind, enum msim_count count)
{
    const struct msim_geometry *level = machine->level;
    bool fetch = kind == MSIM_FETCH;
    switch (count) {
    case MSIM_REFS:
        return true;
    case MSIM_MISS_L1:
        return level[fetch ? MSIM_I1 : MSIM_D1].units != 0;
    case MSIM_MISS_L2:
        return level[MSIM_L2].units != 0;
    case MSIM_MISS_L3:
        return level[MSIM_L3].units != 0;
    case MSIM_MISS_T1:
        return level[fetch ? MSIM_ITLB : MSIM_DTLB].units != 0;
    case MSIM_MISS_T2:
        return level[fetch ? MSIM_ITLB : MSIM_DTLB].units != 0 &&
               (level[MSIM_L2TLB].units || level[fetch ? MSIM_L2ITLB : MSIM_L2DTLB].units);
    default:
        return false;
    }
}

void msim_put_geometry(struct msim_text *text, enum msim_level level,
                       const struct msim_geometry *geometry)
{
    msim_put_number(text, geometry->units);
    msim_put(text, msim_is_tlb(level) ? " entries, " : " B, ");
    msim_put_number(text, geometry->line);
    msim_put(text, msim_is_tlb(level) ? " B pages, " : " B, ");
    if (geometry->ways == 1) {
        msim_put(text, "direct-mapped");
    } else if (msim_geometry_sets(level, geometry) == 1) {
        msim_put(text, "fully associative");
    } else {
        msim_put_number(text, geometry->ways);
        msim_put(text, "-way associative");
    }
}

void msim_put_machine(struct msim_text *text, const struct msim_machine *machine)
{
    const char *between = "";
    for (int level = 0; level < MSIM_LEVELS; level++) {
        const struct msim_geometry *geometry = &machine->level[level];
        if (!geometry->units)
            continue;
        msim_put(text, between);
        msim_put(text, msim_level_name(level));
        msim_put(text, "=");
        msim_put_number(text, geometry->units);
        msim_put(text, ",");
        msim_put_number(text, geometry->ways);
        if (level < MSIM_L2TLB) {
            msim_put(text, ",");
            msim_put_number(text, geometry->line);
        }
        between = " ";
    }
}

/* The level whose name, followed by =, stands at `at`; MSIM_LEVELS: none. */
static enum msim_level level_at(const char *at)
{
    for (int level = 0; level < MSIM_LEVELS; level++) {
        const char *name = msim_level_name(level), *here = at;
        for (; *name && *name == *here; name++, here++)
            ;
        if (!*name && *here == '=')
            return level;
    }
    return MSIM_LEVELS;
}

const char *msim_read_machine(const char *line, struct msim_machine *machine)
{
    *machine = (struct msim_machine){.level = {{0, 0, 0}}};
    while (*line) {
        char value[64];
        size_t used = 0;
        enum msim_level level = level_at(line);
        if (level == MSIM_LEVELS)
            return "expected the name of a level and =";
        while (*line++ != '=')
            ;
        for (; *line && *line != ' ' && used < sizeof value - 1; line++)
            value[used++] = *line;
        value[used] = 0;
        const char *wrong = msim_geometry_read(level, value, &machine->level[level]);
        if (wrong)
            return wrong;
        line += *line == ' ';
    }
    return msim_machine_check(machine);
}

const char *msim_event_name(enum msim_kind kind, enum msim_count count)
{
    static const char *const names[MSIM_KINDS][MSIM_COUNTS] = {
        {"Ir", "I1mr", "I2mr", "I3mr", "ITmr", "IT2mr"},
        {"Dr", "D1mr", "D2mr", "D3mr", "DTmr", "DT2mr"},
        {"Dw", "D1mw", "D2mw", "D3mw", "DTmw", "DT2mw"},
    };
    return names[kind][count];
}

/* The TLBs for pages of 2 MB, and which pages those are. */
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

static void put_header(struct msim_text *text, const struct msim_report *report)
{
    for (int level = 0; level < MSIM_LEVELS; level++) {
        const struct msim_geometry *geometry = &report->machine->level[level];
        if (!geometry->units)
            continue;
        msim_put(text, "desc: ");
        msim_put(text, msim_level_name(level));
        msim_put(text, msim_is_tlb(level) ? ": " : " cache: ");
        msim_put_geometry(text, level, geometry);
        msim_put(text, "\n");
    }
    put_huge(text, report->machine);
    struct msim_cycles cycles;
    if (msim_cycles_init(&cycles, report->machine)) {
        msim_put(text, "desc: Est. cycles: ");
        msim_cycles_put(text, &cycles);
        msim_put(text, "\n");
    }
    msim_put(text, "cmd: ");
    msim_put_name(text, report->command);
    msim_put(text, "\nevents:");
    for (int kind = 0; kind < MSIM_KINDS; kind++)
        for (int count = 0; count < MSIM_COUNTS; count++)
            if (msim_has_count(report->machine, kind, count)) {
                msim_put(text, " ");
                msim_put(text, msim_event_name(kind, count));
            }
    msim_put(text, "\n");
}

static void put_counts(struct msim_text *text, const struct msim_report *report,
                       const struct msim_row *row)
{
    for (int kind = 0; kind < MSIM_KINDS; kind++)
        for (int count = 0; count < MSIM_COUNTS; count++)
            if (msim_has_count(report->machine, kind, count)) {
                msim_put(text, " ");
                msim_put_number(text, row->count[kind][count]);
            }
    msim_put(text, "\n");
}

static void put_sites(struct msim_text *text, const struct msim_report *report,
                      const struct msim_mem *mem)
{
    const struct msim_dict *dict = report->profile->dict;
    const uint32_t *sites = msim_sites_sorted(dict, mem);
    struct msim_site_lines lines;
    msim_site_lines_init(&lines, text, dict);
    for (uint32_t i = 0; i < dict->sites.used; i++) {
        const struct msim_row *row = msim_profile_row(report->profile, sites[i]);
        if (msim_row_is_zero(row))
            continue;
        msim_put_site(&lines, sites[i]);
        put_counts(text, report, row);
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
