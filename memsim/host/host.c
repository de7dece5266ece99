/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Turns what the processor reports into a machine that can be simulated.
 *
 * Hypervisors sometimes report nonsense: missing levels, no ways, sizes that are not a multiple of
 * the ways.  Implausible levels are replaced one by one, by those of the shipped machine that has
 * such a processor, or else by usual ones, and the caller learns which.
 */
#include "host.h"

#include <stddef.h>

#include "engine/machine/machines.h"

#define KIB  1024u
#define MIB  (1024u * KIB)
#define PAGE (4u * KIB)

enum { PROCESSORS_MAX = 1000000 };

const struct msim_machine msim_default_machine = {.level = {
                                                      [MSIM_I1] = {32 * KIB, 8, 64},
                                                      [MSIM_D1] = {32 * KIB, 8, 64},
                                                      [MSIM_L2] = {1 * MIB, 16, 64},
                                                      [MSIM_L3] = {32 * MIB, 16, 64},
                                                      [MSIM_ITLB] = {64, 8, PAGE},
                                                      [MSIM_DTLB] = {64, 4, PAGE},
                                                      [MSIM_L2TLB] = {1536, 6, PAGE},
                                                  }};

/* True: this level can be built, and its size is plausible. */
static bool makes_sense(enum msim_level level, const struct msim_geometry *geometry)
{
    uint64_t units = geometry->units, line = geometry->line, ways = geometry->ways;
    if (units == 0 || ways == 0 || line == 0 || (line & (line - 1)))
        return false;
    if (msim_is_tlb(level))
        return units % ways == 0 && units >= 4 && units <= 65536;
    return units % (line * ways) == 0 && line >= 16 && line <= 4096 && units >= 4 * KIB &&
           units <= 1024ull * MIB;
}

/* A second level must be larger than the first. */
static bool is_second_tlb(const struct msim_machine *reported, enum msim_level second,
                          enum msim_level first)
{
    return makes_sense(second, &reported->level[second]) &&
           reported->level[second].units > reported->level[first].units;
}

/* --- Cores -------------------------------------------------------------------------------- */

static bool take_number(const char **at, uint32_t *number)
{
    const char *from = *at;
    for (*number = 0; **at >= '0' && **at <= '9' && *at - from < 9; ++*at)
        *number = *number * 10 + (uint32_t)(**at - '0');
    return *at > from;
}

uint32_t msim_host_cores(const char *online)
{
    uint32_t processors = 0, threads = msim_host_threads();
    do {
        uint32_t first, last;
        if (!take_number(&online, &first))
            return 0;
        last = first;
        if (*online == '-' && (online++, !take_number(&online, &last) || last < first))
            return 0;
        processors += last - first + 1;
        if (last >= PROCESSORS_MAX || processors > PROCESSORS_MAX)
            return 0;
    } while (*online++ == ',');
    if (online[-1] != '\0' && online[-1] != '\n')
        return 0;
    return (processors + threads - 1) / threads;
}

/* The core of the shipped machine that has such a processor. */
static void find_core(const struct msim_named_machine *named, struct msim_machine *machine)
{
    machine->core = named ? named->machine.core : msim_core_usual;
    machine->core_known = named && named->machine.core_known;
    machine->core_name = machine->core_known ? named->name : NULL;
}

/* Levels replace as those of that machine, if they have as many ways, prefetch as these, and write
 * and are inclusive as these. */
static void find_policies(struct msim_machine *machine)
{
    const struct msim_named_machine *named =
        machine->core_name ? msim_named_machine(machine->core_name) : NULL;
    for (int level = 0; named && level < MSIM_LEVELS; level++)
        if (machine->level[level].units &&
            machine->level[level].ways == named->machine.level[level].ways)
            machine->policy[level] = named->machine.policy[level];
    for (int i = 0; named && i < MSIM_PREFETCH_LEVELS; i++)
        for (int k = 0; machine->level[MSIM_D1 + i].units && k < MSIM_PREFETCHERS_MAX; k++)
            machine->prefetch[i][k] = named->machine.prefetch[i][k];
    for (int level = MSIM_L2; named && level <= MSIM_L3; level++)
        if (machine->level[level].units)
            machine->inclusion[level] = named->machine.inclusion[level];
    machine->write = named ? named->machine.write : MSIM_WRITE_NONE;
    machine->passes_writes = named && named->machine.passes_writes;
}

/* --- The machine -------------------------------------------------------------------------- */

/* Second levels of TLBs; typical ones if none of what is reported makes sense.  Returns which are. */
static unsigned complete_tlbs(const struct msim_machine *typical,
                              const struct msim_machine *reported, struct msim_machine *machine)
{
    bool split = is_second_tlb(reported, MSIM_L2ITLB, MSIM_ITLB) &&
                 is_second_tlb(reported, MSIM_L2DTLB, MSIM_DTLB);
    bool shared = is_second_tlb(reported, MSIM_L2TLB, MSIM_DTLB);
    unsigned replaced = 0;
    for (int level = MSIM_L2TLB; level <= MSIM_L2DTLB; level++) {
        if (split || shared) {
            if (split != (level != MSIM_L2TLB))
                machine->level[level] = (struct msim_geometry){0, 0, 0};
            continue;
        }
        machine->level[level] = typical->level[level];
        replaced |= (unsigned)(typical->level[level].units != 0) << level;
    }
    return replaced;
}

unsigned msim_host_complete(const char *core, const struct msim_machine *reported,
                            struct msim_machine *machine)
{
    const struct msim_named_machine *named = core ? msim_named_machine(core) : NULL;
    const struct msim_machine *typical = named ? &named->machine : &msim_default_machine;
    unsigned replaced = 0;
    *machine = *reported;
    find_core(named, machine);
    for (int level = MSIM_I1; level <= MSIM_DTLB; level++) {
        if (makes_sense(level, &reported->level[level]) ||
            (level == MSIM_L3 && !reported->level[level].units && reported->level[MSIM_L2].units))
            continue;
        machine->level[level] = typical->level[level];
        replaced |= (unsigned)(typical->level[level].units != 0) << level;
    }
    if (replaced >> MSIM_L2 & 1)
        machine->cores.l2_sharing = 0;
    if (replaced >> MSIM_L3 & 1)
        machine->cores.l3_sharing = 0;
    replaced |= complete_tlbs(typical, reported, machine);
    find_policies(machine);
    return replaced;
}

static struct msim_model_machine machine_with(const struct msim_machine *reported)
{
    return msim_model_machine(msim_host_model(), &reported->level[MSIM_D1]);
}

struct msim_model_machine msim_host_model_machine(void)
{
    struct msim_machine reported = {.level = {{0, 0, 0}}};
    msim_host_detect(&reported);
    return machine_with(&reported);
}

unsigned msim_host_machine(struct msim_machine *machine)
{
    struct msim_machine reported = {.level = {{0, 0, 0}}};
    msim_host_detect(&reported);
    return msim_host_complete(machine_with(&reported).name, &reported, machine);
}
