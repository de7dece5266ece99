/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file in Cachegrind's format; the summary is in summary.c. */
#include "report.h"

#include "engine/machine/coreoption.h"
#include "engine/machine/cycles.h"
#include "engine/machine/names.h"
#include "engine/machine/oneline.h"

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

static void put_physical(struct msim_text *text, const struct msim_machine *machine)
{
    if (!machine->physical)
        return;
    msim_put(text, "desc: Physical pages: ");
    msim_put(text, msim_physical_name(machine->physical));
    msim_put(text, "\n");
}

/* "Cores: 4, MESI; private: I1 D1; L2 shared by 2; L3 shared by all; pins: 1:0,2:3" */
static void put_cores(struct msim_text *text, const struct msim_machine *machine)
{
    const struct msim_cores *cores = &machine->cores;
    if (cores->used < 2)
        return;
    msim_put(text, "desc: Cores: ");
    msim_put_number(text, cores->used);
    msim_put(text, ", ");
    msim_put(text, msim_protocol_name(cores->protocol));
    msim_put(text, "; private:");
    for (int level = 0; level < MSIM_LEVELS; level++)
        if (machine->level[level].units && msim_level_sharing(machine, level) == 1) {
            msim_put(text, " ");
            msim_put(text, msim_level_name(level));
        }
    for (int level = 0; level < MSIM_LEVELS; level++) {
        uint32_t sharing = msim_level_sharing(machine, level);
        if (!machine->level[level].units || sharing == 1)
            continue;
        msim_put(text, "; ");
        msim_put(text, msim_level_name(level));
        msim_put(text, " shared by ");
        if (sharing && sharing < cores->used)
            msim_put_number(text, sharing);
        else
            msim_put(text, "all");
    }
    if (cores->pins_used) {
        msim_put(text, "; pins: ");
        msim_put_pins(text, cores);
    }
    msim_put(text, "\n");
}

void msim_put_simulated(struct msim_text *text, const struct msim_machine *machine,
                        const struct msim_about *about)
{
    for (int level = 0; level < MSIM_LEVELS; level++) {
        if (!machine->level[level].units)
            continue;
        msim_put(text, "desc: ");
        msim_put(text, msim_level_name(level));
        msim_put(text, msim_is_tlb(level) ? ": " : " cache: ");
        msim_put_level(text, machine, level);
        msim_put(text, "\n");
    }
    if (machine->real)
        msim_put(text, "desc: Model: real\n");
    if (machine->write) {
        msim_put(text, "desc: Writes: ");
        msim_put(text, msim_write_name(machine->write, machine->passes_writes));
        msim_put(text, "\n");
    }
    put_huge(text, machine);
    put_physical(text, machine);
    put_cores(text, machine);
    struct msim_cycles cycles;
    if (msim_cycles_init(&cycles, machine)) {
        msim_put(text, cycles.simulated ? "desc: Cycles: " : "desc: Est. cycles: ");
        msim_cycles_put(text, &cycles);
        if (cycles.simulated) {
            msim_put(text, "\ndesc: Core: ");
            msim_core_put(text, machine);
            msim_put_sampled(text, "\ndesc: Sampled cycles: ", machine);
        }
        if (cycles.usual)
            msim_put(
                text,
                "\ndesc: Est. latencies: usual ones, as those of caches and memory are unknown");
        msim_put(text, "\n");
    }
    if (machine->predictor) {
        msim_put(text, "desc: Branch predictor: ");
        msim_put(text, machine->predictor);
        msim_put(text, "\n");
    }
    msim_put_about(text, "desc: ", about);
}

/* References and misses come first, then what companions and cores count, then what observers
 * do. */
enum { MAIN, FURTHER, OBSERVED, GROUPS };

static int group_of(enum msim_kind kind, enum msim_count count)
{
    if (!msim_counted[count].column[kind].name)
        return OBSERVED;
    return msim_counted[count].counter <= MSIM_BY_OUTER ? MAIN : FURTHER;
}

/* All columns: names, or numbers if there is a row. */
static void put_columns(struct msim_text *text, const struct msim_machine *machine,
                        const struct msim_row *row)
{
    for (unsigned i = 0; i < GROUPS * MSIM_KINDS * MSIM_ALL_COUNTS; i++) {
        enum msim_kind kind = i / MSIM_ALL_COUNTS % MSIM_KINDS;
        enum msim_count count = i % MSIM_ALL_COUNTS;
        if (group_of(kind, count) != (int)(i / MSIM_ALL_COUNTS / MSIM_KINDS) ||
            !msim_has_count(machine, kind, count))
            continue;
        msim_put(text, " ");
        if (row)
            msim_put_number(text, row->count[kind][count]);
        else
            msim_put(text, msim_event_name(machine, kind, count));
    }
}

void msim_put_events(struct msim_text *text, const struct msim_machine *machine)
{
    put_columns(text, machine, NULL);
}

void msim_put_row(struct msim_text *text, const struct msim_machine *machine,
                  const struct msim_row *row)
{
    put_columns(text, machine, row);
}
