/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The events of plainevents.h. */
#include "plainevents.h"

#include "engine/machine/oneline.h"

static bool has(const struct msim_machine *machine, enum msim_level level)
{
    return machine->level[level].units != 0;
}

static bool has_caches(const struct msim_machine *machine)
{
    return has(machine, MSIM_I1) || has(machine, MSIM_D1) || has(machine, MSIM_L2) ||
           has(machine, MSIM_L3);
}

static enum msim_level last_level(const struct msim_machine *machine)
{
    return has(machine, MSIM_L3) ? MSIM_L3 : MSIM_L2;
}

static void put_cache(struct msim_text *text, const struct msim_machine *machine,
                      enum msim_level level, const char *name)
{
    if (!has(machine, level))
        return;
    msim_put(text, "desc: ");
    msim_put(text, name);
    msim_put(text, " cache: ");
    msim_put_level(text, machine, level);
    msim_put(text, "\n");
}

void msim_plain_put_caches(struct msim_text *text, const struct msim_machine *machine)
{
    if (!has_caches(machine))
        return;
    put_cache(text, machine, MSIM_I1, "I1");
    put_cache(text, machine, MSIM_D1, "D1");
    put_cache(text, machine, last_level(machine), "LL");
}

void msim_plain_put_events(struct msim_text *text, const struct msim_machine *machine)
{
    msim_put(text, " Ir");
    if (has_caches(machine))
        msim_put(text, " Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw");
    for (unsigned i = 0; i < MSIM_OBSERVED_MAX && machine->observed[i]; i++)
        if (machine->observed[i]->plain) {
            msim_put(text, " ");
            msim_put(text, machine->observed[i]->words.name);
        }
}

void msim_plain_put_row(struct msim_text *text, const struct msim_machine *machine,
                        const struct msim_row *row)
{
    const enum msim_count misses[] = {MSIM_REFS, MSIM_MISS_L1,
                                      last_level(machine) == MSIM_L3 ? MSIM_MISS_L3 : MSIM_MISS_L2};
    unsigned kinds = has_caches(machine) ? MSIM_KINDS : 1, counts = kinds > 1 ? 3 : 1;
    for (unsigned i = 0; i < counts; i++)
        for (unsigned kind = 0; kind < kinds; kind++) {
            msim_put(text, " ");
            msim_put_number(text, row->count[kind][misses[i]]);
        }
    for (unsigned i = 0; i < MSIM_OBSERVED_MAX && machine->observed[i]; i++)
        if (machine->observed[i]->plain) {
            msim_put(text, " ");
            msim_put_number(text, msim_observed_in(row, i));
        }
}
