/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machines of machine.h. */
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/observer.h"
#include "engine/combining/buffers.h"
#include "engine/machine/names.h"
#include "engine/outer/options/writing.h"
#include "engine/policies/policy.h"
#include "tests/unit/naive/cores.h"

extern const struct msim_observer msim_hints_observer;

static uint64_t pick(struct unit_random *random, uint64_t limit)
{
    return unit_below(random, limit);
}

static uint64_t random_sets(struct unit_random *random, uint64_t most)
{
    switch (pick(random, 4)) {
    case 0:
        return 1;
    case 1:
        return 1 + pick(random, most);
    default: {
        uint64_t sets = UINT64_C(1) << pick(random, 8);
        return sets < most ? sets : most;
    }
    }
}

static uint32_t random_ways(struct unit_random *random)
{
    static const uint8_t ways[] = {1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 11, 12, 16, 20, 29, 31, 32};
    static const uint16_t wide[] = {33, 34, 40, 48, 63, 64, 65, 100, 129, 256};
    if (unit_one_in(random, 6))
        return wide[pick(random, sizeof wide / sizeof *wide)];
    return ways[pick(random, sizeof ways / sizeof *ways)];
}

static uint32_t random_line(struct unit_random *random)
{
    return unit_one_in(random, 2) ? 64 : 16u << pick(random, 9);
}

static struct msim_geometry random_cache(struct unit_random *random, uint64_t larger)
{
    uint32_t ways = random_ways(random), line = random_line(random);
    uint64_t sets = random_sets(random, ways > 32 ? 6 : 96) * larger;
    return (struct msim_geometry){sets * ways * line, ways, line};
}

static uint32_t random_page(struct unit_random *random)
{
    static const uint32_t pages[] = {1 << 12, 1 << 12, 1 << 12, 1 << 14, 1 << 16, 1 << 21, 1 << 30};
    return pages[pick(random, sizeof pages / sizeof *pages)];
}

static struct msim_geometry random_tlb(struct unit_random *random, uint64_t larger)
{
    uint32_t ways = random_ways(random);
    uint64_t sets = random_sets(random, ways > 32 ? 2 : 24) * larger;
    sets = sets * ways > 1536 ? 1536 / ways : sets;
    return (struct msim_geometry){sets * ways, ways, random_page(random)};
}

static void random_caches(struct unit_random *random, struct msim_machine *machine)
{
    machine->level[MSIM_I1] = random_cache(random, 1);
    machine->level[MSIM_D1] = random_cache(random, 1);
    if (unit_one_in(random, 8))
        return;
    machine->level[MSIM_L2] = random_cache(random, 1 + pick(random, 6));
    if (unit_one_in(random, 2))
        machine->level[MSIM_L3] = random_cache(random, 1 + pick(random, 12));
}

static void random_tlbs(struct unit_random *random, struct msim_machine *machine)
{
    struct msim_geometry *level = machine->level;
    bool instr = !unit_one_in(random, 10), data = !unit_one_in(random, 10);
    if (instr)
        level[MSIM_ITLB] = random_tlb(random, 1);
    if (data)
        level[MSIM_DTLB] = random_tlb(random, 1);
    switch (pick(random, 3)) {
    case 0:
        if (instr && data)
            level[MSIM_DTLB].line = level[MSIM_ITLB].line;
        if (instr || data)
            level[MSIM_L2TLB] = random_tlb(random, 1 + pick(random, 8));
        break;
    case 1:
        if (instr && !unit_one_in(random, 4))
            level[MSIM_L2ITLB] = random_tlb(random, 1 + pick(random, 8));
        if (data)
            level[MSIM_L2DTLB] = random_tlb(random, 1 + pick(random, 8));
        break;
    }
}

static void must_fit(struct msim_machine *machine)
{
    const char *wrong = msim_machine_check(machine);
    if (!wrong)
        return;
    fprintf(stderr, "%s\n", wrong);
    abort();
}

struct msim_machine random_machine(struct unit_random *random)
{
    struct msim_machine machine = {.core = msim_core_usual};
    if (!unit_one_in(random, 12))
        random_caches(random, &machine);
    if (!unit_one_in(random, 5))
        random_tlbs(random, &machine);
    uint32_t ways = machine.level[MSIM_L2].ways + machine.level[MSIM_L2TLB].ways +
                    machine.level[MSIM_L2DTLB].ways;
    machine.layout = ways % 2 ? MSIM_LAYOUT_MISSES : MSIM_LAYOUT_NO;
    machine.physical = (enum msim_physical)(machine.level[MSIM_L2].units % MSIM_PHYSICALS);
    must_fit(&machine);
    return machine;
}

struct msim_policy_name random_policy(struct unit_random *random, uint32_t ways, bool first_tlb)
{
    static const char *const names[] = {"fifo",      "random", "random:77", "plru",  "plrul",
                                        "lru3plru4", "mru",    "mru_n",     "srrip", "QLRU",
                                        "QLRU",      "QLRU",   "QLRU",      "QLRU"};
    struct msim_policy_name name;
    struct msim_policy_choice choice;
    do {
        snprintf(name.text, sizeof name.text, "%s",
                 names[pick(random, sizeof names / sizeof *names)]);
        if (!strcmp(name.text, "QLRU"))
            snprintf(name.text, sizeof name.text, "QLRU_H%u%u_M%u_R%u_U%u%s",
                     (unsigned)pick(random, 3), (unsigned)pick(random, 2),
                     (unsigned)pick(random, 4), (unsigned)pick(random, 3),
                     (unsigned)pick(random, 4), unit_one_in(random, 3) ? "_UMO" : "");
    } while (!msim_policy_read(name.text, &choice) || msim_policy_refuses(&choice, ways) ||
             (first_tlb && choice.policy->counts_hits));
    return name;
}

void random_policies(struct unit_random *random, struct msim_machine *machine)
{
    machine->layout = MSIM_LAYOUT_NO;
    for (int level = 0; level < MSIM_LEVELS; level++)
        if (machine->level[level].units && !unit_one_in(random, 8))
            machine->policy[level] = random_policy(random, machine->level[level].ways,
                                                   level == MSIM_ITLB || level == MSIM_DTLB);
}

void random_prefetchers(struct unit_random *random, struct msim_machine *machine,
                        enum msim_level level)
{
    static const char *const names[] = {"next",       "next:3",      "adjacent", "streamer",
                                        "streamer:5", "crossing:40", "stride",   "stride:9"};
    struct msim_policy_name *to = machine->prefetch[msim_prefetch_place(level)];
    unsigned used = 1 + (unsigned)unit_below(random, 3);
    if (!machine->level[level].units)
        return;
    for (unsigned i = 0; i < used; i++)
        snprintf(to[i].text, sizeof to[i].text, "%s",
                 names[unit_below(random, level == MSIM_D1 ? 8 : 6)]);
}

void random_sharing(struct unit_random *random, struct msim_machine *machine)
{
    static const uint32_t sharing[] = {1, 1, 1, 0, 2, 3};
    struct msim_cores *cores = &machine->cores;
    cores->used = 2 + (uint32_t)unit_below(random, NAIVE_CORES - 1);
    cores->protocol = unit_one_in(random, 2) ? MSIM_MOESI : MSIM_MESI;
    cores->l2_sharing = sharing[unit_below(random, 6)];
    cores->l2tlb_sharing = sharing[unit_below(random, 6)];
    cores->l3_sharing = sharing[unit_below(random, 6)];
}

void machine_hints(struct msim_machine *machine)
{
    machine->hints = true;
    for (unsigned i = 0; i < msim_hints_observer.observed_used; i++)
        machine->observed[i] = &msim_hints_observer.observed[i];
}

unsigned machine_past_column(unsigned what)
{
    return msim_hints_observer.observed_used - MSIM_PAST_COUNTS + what;
}

void shrink_caches(struct msim_machine *machine)
{
    for (int i = MSIM_I1; i <= MSIM_L3; i++) {
        struct msim_geometry *of = &machine->level[i];
        uint64_t sets = of->units ? of->units / of->ways / of->line : 0;
        of->ways = of->ways < 6 ? of->ways : 6;
        sets = sets < 4U << i ? sets : 4U << i;
        of->units = sets * of->ways * of->line;
    }
}

static void change_line(struct msim_machine *machine, enum msim_level level, uint32_t line)
{
    struct msim_geometry *geometry = &machine->level[level];
    geometry->units = geometry->units / geometry->line * line;
    geometry->line = line;
}

/* The level is so, if it can be. */
static void include(struct msim_machine *machine, enum msim_level level,
                    enum msim_inclusion inclusion)
{
    if (!machine->level[level].units || !machine->level[MSIM_D1].units ||
        !machine->level[MSIM_I1].units)
        return;
    if (inclusion == MSIM_EXCLUSIVE) {
        uint32_t line = machine->level[level == MSIM_L3 ? MSIM_L2 : MSIM_D1].line;
        change_line(machine, level, line);
        if (level == MSIM_L2)
            change_line(machine, MSIM_I1, line);
    }
    machine->inclusion[level] = inclusion;
    if (msim_writing_refuses(machine))
        machine->inclusion[level] = MSIM_NEITHER;
}

void random_writing(struct unit_random *random, struct msim_machine *machine)
{
    shrink_caches(machine);
    machine->huge = MSIM_HUGE_NONE;
    machine->layout = MSIM_LAYOUT_NO;
    machine->write = (enum msim_write)unit_below(random, 4);
    if (machine->write > MSIM_WRITE_THROUGH)
        machine->write = MSIM_WRITE_BACK;
    machine->passes_writes = machine->write && unit_one_in(random, 3);
    include(machine, MSIM_L2, (enum msim_inclusion)unit_below(random, 3));
    include(machine, MSIM_L3, (enum msim_inclusion)unit_below(random, 3));
    if (machine->inclusion[MSIM_L3] == MSIM_EXCLUSIVE &&
        machine->level[MSIM_L3].line != machine->level[MSIM_L2].line)
        change_line(machine, MSIM_L3, machine->level[MSIM_L2].line);
    const char *wrong = msim_writing_refuses(machine);
    if (!wrong)
        return;
    fprintf(stderr, "%s\n", wrong);
    abort();
}

struct msim_machine random_machine_of_cores(struct unit_random *random, uint32_t cores)
{
    static const uint32_t sharing[] = {1, 1, 0, 2};
    struct msim_machine machine;
    do
        machine = random_machine(random);
    while (!machine.level[MSIM_D1].units);
    machine.layout = MSIM_LAYOUT_NO;
    if (unit_one_in(random, 2))
        machine_level(&machine, MSIM_D1, "1K,2,64");
    machine.cores.used = 2 + (uint32_t)unit_below(random, cores - 1);
    machine.cores.l2_sharing = sharing[unit_below(random, 4)];
    machine.cores.l3_sharing = sharing[unit_below(random, 4)];
    return machine;
}

void machine_level(struct msim_machine *machine, enum msim_level level, const char *text)
{
    const char *wrong = msim_geometry_read(level, text, &machine->level[level]);
    if (wrong) {
        fprintf(stderr, "%s: %s\n", text, wrong);
        abort();
    }
    must_fit(machine);
}

const char *machine_text(const struct msim_machine *machine, char *text, size_t room)
{
    static const char *const names[MSIM_LEVELS] = {"I1",   "D1",    "L2",     "L3",    "ITLB",
                                                   "DTLB", "L2TLB", "L2ITLB", "L2DTLB"};
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < MSIM_LEVELS && used < room; i++) {
        const struct msim_geometry *level = &machine->level[i];
        if (level->units)
            used += (size_t)snprintf(text + used, room - used, "%s %llu,%u,%u %s  ", names[i],
                                     (unsigned long long)level->units, level->ways, level->line,
                                     machine->policy[i].text);
    }
    if (machine->physical && used < room)
        snprintf(text + used, room - used, "%s", msim_physical_name(machine->physical));
    return text;
}
