/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of options.h, and the machine that results. */
#include "options.h"

#include <stddef.h>

#include "engine/machine/cycles.h"
#include "engine/ports/huge.h"

/* --- Values ------------------------------------------------------------------------------- */

static const char *set_level(void *options, const struct msim_option *option, const char *value)
{
    struct msim_machine_options *machine = options;
    enum msim_level level = (enum msim_level)option->to;
    const char *wrong = msim_geometry_read(level, value, &machine->given.level[level]);
    if (!wrong)
        machine->is_given[level] = true;
    return wrong;
}

/* What Cachegrind's users type: the last level.  Here it is L2, without an L3. */
static const char *set_last_level(void *options, const struct msim_option *option,
                                  const char *value)
{
    struct msim_machine_options *machine = options;
    machine->given.level[MSIM_L3] = (struct msim_geometry){0, 0, 0};
    machine->is_given[MSIM_L3] = true;
    return set_level(options, option, value);
}

/* One second-level TLB for both sides, or one for each: the last option given decides. */
static const char *set_shared_tlb(void *options, const struct msim_option *option,
                                  const char *value)
{
    struct msim_machine_options *machine = options;
    machine->is_given[MSIM_L2ITLB] = machine->is_given[MSIM_L2DTLB] = false;
    return set_level(options, option, value);
}

static const char *set_split_tlb(void *options, const struct msim_option *option, const char *value)
{
    struct msim_machine_options *machine = options;
    machine->is_given[MSIM_L2TLB] = false;
    return set_level(options, option, value);
}

/* No name of a machine has a dot or a slash. */
static bool names_file(const char *value)
{
    while (*value && *value != '.' && *value != '/')
        value++;
    return *value;
}

static const char *set_machine(void *options, const struct msim_option *option, const char *value)
{
    struct msim_machine_options *machine = options;
    (void)option;
    const struct msim_named_machine *named = msim_named_machine(value);
    if (!named && names_file(value))
        return "the name of a machine is expected here; for one in a file, type memsim run "
               "--machine=FILE -- COMMAND, or give the options that memsim machine show "
               "--format=flags FILE prints";
    if (!named && !msim_same_text(value, "host"))
        return msim_named_machines_expected;
    machine->named = named;
    return NULL;
}

static const char *set_latency(void *options, const struct msim_option *option, const char *value)
{
    struct msim_machine_options *machine = options;
    (void)option;
    const char *wrong = msim_latencies_read(value, machine->given.latency);
    if (!wrong)
        machine->latency_given = true;
    return wrong;
}

static const char *set_huge(void *options, const struct msim_option *option, const char *value)
{
    struct msim_machine_options *machine = options;
    (void)option;
    return msim_huge_read(value, &machine->given);
}

static const char *set_layout(void *options, const struct msim_option *option, const char *value)
{
    static const char *const names[] = {"no", "misses", "all"};
    struct msim_machine_options *machine = options;
    (void)option;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (msim_same_text(value, names[i])) {
            machine->given.layout = (enum msim_layout)i;
            return NULL;
        }
    return "expected no, misses or all";
}

/* --- The table ---------------------------------------------------------------------------- */

#define CACHE    "<size>,<ways>,<line>"
#define TLB      "<entries>,<ways>[,<page>]"
#define TLB2     "<entries>,<ways>|none"
#define FIELD(f) offsetof(struct msim_machine_options, f)

static const struct msim_option rows[] = {
    {"--machine", "<name>|host", "a machine from memsim machine list [host]", set_machine, 0, true},
    {"--I1", CACHE, "first-level instruction cache", set_level, MSIM_I1, true},
    {"--D1", CACHE, "first-level data cache", set_level, MSIM_D1, true},
    {"--L2", CACHE "|none", "second-level cache", set_level, MSIM_L2, true},
    {"--L3", CACHE "|none", "third-level cache", set_level, MSIM_L3, true},
    {"--LL", CACHE, "last level: sets L2 and turns L3 off", set_last_level, MSIM_L2, true},
    {"--ITLB", TLB "|none", "first-level instruction TLB", set_level, MSIM_ITLB, true},
    {"--DTLB", TLB "|none", "first-level data TLB", set_level, MSIM_DTLB, true},
    {"--L2TLB", TLB2, "second-level TLB for both sides", set_shared_tlb, MSIM_L2TLB, true},
    {"--L2ITLB", TLB2, "second-level TLB for instructions", set_split_tlb, MSIM_L2ITLB, true},
    {"--L2DTLB", TLB2, "second-level TLB for data", set_split_tlb, MSIM_L2DTLB, true},
    {"--huge", "none|heap|all|<addr>-<addr>", "addresses that lie in 2 MB pages [none]", set_huge,
     0, true},
    {"--latency", "L2:<n>,memory:<n>,...", "latencies in cycles, for an estimate", set_latency, 0,
     true},
    {"--cache-sim", "no|yes", "simulate caches [yes]", msim_set_flag, FIELD(cache_sim), true},
    {"--tlb-sim", "no|yes", "simulate TLBs [yes]", msim_set_flag, FIELD(tlb_sim), true},
    {"--layout-sim", "no|misses|all", "count misses of full associativity, too [no]", set_layout, 0,
     true},
};

static const struct msim_machine_options usual = {.cache_sim = true, .tlb_sim = true};

const struct msim_option_table msim_machine_option_table = {rows, sizeof rows / sizeof *rows,
                                                            &usual, sizeof usual};

/* --- The machine -------------------------------------------------------------------------- */

static const struct msim_geometry none;

/* Second-level TLBs are those that options give, else the base machine's; each needs a first level
 * before it. */
static const char *choose_second_tlbs(const bool *is_given, struct msim_geometry *level)
{
    if (is_given[MSIM_L2TLB])
        level[MSIM_L2ITLB] = level[MSIM_L2DTLB] = none;
    else if (is_given[MSIM_L2ITLB] || is_given[MSIM_L2DTLB])
        level[MSIM_L2TLB] = none;
    if (!is_given[MSIM_L2ITLB] && !level[MSIM_ITLB].units)
        level[MSIM_L2ITLB] = none;
    if (!is_given[MSIM_L2DTLB] && !level[MSIM_DTLB].units)
        level[MSIM_L2DTLB] = none;
    if (is_given[MSIM_L2TLB] || !level[MSIM_L2TLB].units)
        return NULL;
    if (!level[MSIM_ITLB].units && !level[MSIM_DTLB].units) {
        level[MSIM_L2TLB] = none;
    } else if (level[MSIM_ITLB].units && level[MSIM_DTLB].units &&
               level[MSIM_ITLB].line != level[MSIM_DTLB].line) {
        level[MSIM_L2TLB] = none;
        return "no second-level TLB, since the pages of ITLB and DTLB differ; give --L2ITLB= and "
               "--L2DTLB=";
    }
    return NULL;
}

/* Entries for pages of 2 MB: the machine's own, else as many as for small pages. */
static const char *choose_huge(const struct msim_machine_options *options,
                               struct msim_machine *machine)
{
    machine->huge = options->given.huge;
    machine->huge_first = options->given.huge_first;
    machine->huge_last = options->given.huge_last;
    for (int i = MSIM_ITLB; i < MSIM_LEVELS && machine->huge; i++) {
        if (machine->level[i].line >= MSIM_HUGE_PAGE && machine->level[i].units)
            return "--huge needs TLBs with pages smaller than 2M: give --huge=none";
        if (!machine->huge_level[i].units || !machine->level[i].units)
            machine->huge_level[i] = machine->level[i];
        machine->huge_level[i].line = MSIM_HUGE_PAGE;
    }
    return NULL;
}

const char *msim_machine_note(const struct msim_machine_options *options)
{
    return options->named ? options->named->note : NULL;
}

const char *msim_machine_choose(const struct msim_machine_options *options,
                                struct msim_machine *machine, const char **note)
{
    if (options->named)
        *machine = options->named->machine;
    for (int i = 0; i < MSIM_LATENCIES && options->latency_given; i++)
        machine->latency[i] = options->given.latency[i];
    for (int i = 0; i < MSIM_LEVELS; i++) {
        if (options->is_given[i])
            machine->level[i] = options->given.level[i];
        if (!(msim_is_tlb((enum msim_level)i) ? options->tlb_sim : options->cache_sim))
            machine->level[i] = none;
    }
    machine->layout = options->given.layout;
    *note = choose_second_tlbs(options->is_given, machine->level);
    if (!options->is_given[MSIM_L3] && !machine->level[MSIM_L2].units)
        machine->level[MSIM_L3] = none;
    const char *wrong = msim_machine_check(machine);
    return wrong ? wrong : choose_huge(options, machine);
}
