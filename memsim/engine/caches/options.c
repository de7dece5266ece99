/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of options.h, and the machine that results. */
#include "options.h"

#include <stddef.h>

#include "engine/base/reader.h"
#include "engine/machine/cycles.h"
#include "engine/machine/names.h"
#include "engine/ports/huge.h"

/* --- Values ------------------------------------------------------------------------------- */

/* Those that were off in the recorded run. */
static void come_back(enum msim_simulated *simulated)
{
    if (*simulated == MSIM_NOT_RECORDED)
        *simulated = MSIM_SIMULATED;
}

static const char *set_level(void *options, const struct msim_option *option, const char *value)
{
    struct msim_machine_options *machine = options;
    enum msim_level level = (enum msim_level)option->to;
    const char *wrong = msim_geometry_read(level, value, &machine->given.level[level]);
    if (wrong)
        return wrong;
    machine->is_given[level] = true;
    if (machine->given.level[level].units)
        come_back(msim_is_tlb(level) ? &machine->tlbs : &machine->caches);
    return NULL;
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
    come_back(&machine->caches);
    come_back(&machine->tlbs);
    return NULL;
}

/* Caches if `to` is 0, else TLBs. */
static const char *set_simulated(void *options, const struct msim_option *option, const char *value)
{
    struct msim_machine_options *machine = options;
    bool no = msim_same_text(value, "no");
    if (!no && !msim_same_text(value, "yes"))
        return "expected yes or no";
    *(option->to ? &machine->tlbs : &machine->caches) = no ? MSIM_NOT_SIMULATED : MSIM_SIMULATED;
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

static const char *set_core(void *options, const struct msim_option *option, const char *value)
{
    (void)option;
    return msim_core_option_read(value, &((struct msim_machine_options *)options)->core);
}

static const char *set_huge(void *options, const struct msim_option *option, const char *value)
{
    struct msim_machine_options *machine = options;
    (void)option;
    return msim_huge_read(value, &machine->given);
}

static const char *set_physical(void *options, const struct msim_option *option, const char *value)
{
    (void)option;
    return msim_physical_read(value, &((struct msim_machine_options *)options)->given.physical);
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

static const char *set_cores(void *options, const struct msim_option *option, const char *value)
{
    struct msim_machine_options *machine = options;
    if (!msim_same_text(value, "auto"))
        return msim_cores_read(option->name + 2, value, &machine->given.cores);
    machine->given.cores.used = MSIM_CORES_AUTO;
    return NULL;
}

static const char *set_of_cores(void *options, const struct msim_option *option, const char *value)
{
    struct msim_machine_options *machine = options;
    return msim_cores_read(option->name + 2, value, &machine->given.cores);
}

static const char *set_coherence(void *options, const struct msim_option *option, const char *value)
{
    struct msim_machine_options *machine = options;
    const char *wrong = set_of_cores(options, option, value);
    if (!wrong)
        machine->coherence_given = true;
    return wrong;
}

static const char *set_policy(void *options, const struct msim_option *option, const char *value)
{
    (void)option;
    return msim_replacement_read(value, &((struct msim_machine_options *)options)->replacement);
}

static const char *set_model(void *options, const struct msim_option *option, const char *value)
{
    struct msim_machine_options *machine = options;
    (void)option;
    machine->replacement.real = msim_same_text(value, "real");
    return machine->replacement.real || msim_same_text(value, "lru") ? NULL
                                                                     : "expected lru or real";
}

static const char *set_prefetch(void *options, const struct msim_option *option, const char *value)
{
    (void)option;
    return msim_prefetch_read(value, &((struct msim_machine_options *)options)->prefetch);
}

static const char *set_write(void *options, const struct msim_option *option, const char *value)
{
    (void)option;
    return msim_writing_read(value, &((struct msim_machine_options *)options)->writing);
}

static const char *set_inclusion(void *options, const struct msim_option *option, const char *value)
{
    (void)option;
    return msim_inclusion_read(value, &((struct msim_machine_options *)options)->writing);
}

/* --- The table ---------------------------------------------------------------------------- */

#define CACHE "<size>,<ways>,<line>"
#define TLB   "<entries>,<ways>[,<page>]"
#define TLB2  "<entries>,<ways>|none"

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
    {"--physical", "same|scattered|contiguous",
     "physical pages that L2 and L3 are indexed by [same]", set_physical, 0, true},
    {"--latency", "L2:<n>,memory:<n>,...", "latencies in cycles, for an estimate", set_latency, 0,
     true},
    {"--core", "<name>:<n>,...|<machine>", "values of the core [the machine's]", set_core, 0, true},
    {"--cache-sim", "no|yes", "simulate caches [yes]", set_simulated, 0, true},
    {"--tlb-sim", "no|yes", "simulate TLBs [yes]", set_simulated, 1, true},
    {"--layout-sim", "no|misses|all", "count misses of full associativity, too [no]", set_layout, 0,
     true},
    {"--cores", "<number>|auto", "cores with caches of their own; auto: as many as there are [1]",
     set_cores, 0, true},
    {"--pin", "<thread>:<core>,...|none", "the cores that threads run on [in turn: 1:0,2:1,...]",
     set_of_cores, 0, true},
    {"--coherence", "MESI|MOESI", "how caches are kept coherent [the machine's, or MESI]",
     set_coherence, 0, true},
    {"--sharing", "L2:<cores>|all,...", "neighbouring cores that share a level [the machine's]",
     set_of_cores, 0, true},
    {"--policy", "<level>:<name>,...|none", "how levels replace [lru]", set_policy, 0, true},
    {"--prefetch", "<level>:<name>,...|none", "what D1, L2 and L3 fetch ahead [none]", set_prefetch,
     0, true},
    {"--inclusion", "L2:<name>,L3:<name>|none", "levels that are inclusive or exclusive [neither]",
     set_inclusion, 0, true},
    {"--write", "none|back|through[,no-allocate]", "count bytes to and from memory [none]",
     set_write, 0, true},
    {"--model", "lru|real", "real: levels replace, prefetch and write as the machine's do [lru]",
     set_model, 0, true},
};

enum { ROWS = sizeof rows / sizeof *rows };

static const struct msim_machine_options usual = {.caches = MSIM_SIMULATED};

const struct msim_option_table msim_machine_option_table = {rows, ROWS, &usual, sizeof usual};

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

static bool has_core(const struct msim_cores *pinned, uint32_t cores)
{
    for (uint32_t i = 0; i < pinned->pins_used; i++)
        if (pinned->pin[i].core >= cores)
            return false;
    return true;
}

/* NULL: this number of cores can be simulated.  `own`: those of the machine. */
static const char *count_cores(const struct msim_cores *given, uint32_t own, uint32_t *cores)
{
    if (given->pins_used && !given->used)
        return "--pin says where threads run if there are several cores: give --cores=N, or "
               "--pin=none";
    if (given->used == MSIM_CORES_AUTO && !own)
        return "--cores=auto: how many cores the machine has is not known: give --cores=N, N from "
               "1 to "
               "64";
    if (given->used == MSIM_CORES_AUTO && own > MSIM_CORES_MAX)
        return "--cores=auto: the machine has more cores than the 64 that can be simulated: give "
               "--cores=N, N from 1 to 64";
    *cores = given->used == MSIM_CORES_AUTO ? own : given->used;
    if (given->used && !has_core(given, *cores))
        return "--pin names a core that is not simulated: with --cores=N, they are 0 to N - 1; "
               "--pin=none "
               "drops all pins";
    return NULL;
}

/* Cores that share an L2 must have one L3. */
static bool nests(const struct msim_machine *machine, const struct msim_cores *cores)
{
    return !machine->level[MSIM_L2].units || !machine->level[MSIM_L3].units ||
           cores->l3_sharing >= cores->used || cores->l3_sharing % cores->l2_sharing == 0;
}

/* `had_l3`: the machine has an L3, whatever the options say.  Who shares its L2 holds as long as
 * that is its last level, or is not. */
static const char *choose_cores(const struct msim_machine_options *options, bool had_l3,
                                struct msim_machine *machine)
{
    const struct msim_cores *given = &options->given.cores;
    struct msim_cores cores = machine->cores;
    bool has_l3 = machine->level[MSIM_L3].units;
    machine->cores = (struct msim_cores){.used = 0};
    const char *wrong = count_cores(given, cores.used, &cores.used);
    if (wrong || cores.used < 2)
        return wrong;
    if (machine->layout)
        return "--layout-sim is for the caches of one core only: give --layout-sim=no, "
               "or "
               "--cores=1";
    if (options->caches != MSIM_SIMULATED)
        return "--cores is for caches, which --cache-sim=no turns off: give --cores=1";
    if (options->coherence_given)
        cores.protocol = given->protocol;
    if (has_l3 != had_l3)
        cores.l2_sharing = 0;
    if (given->l2_sharing)
        cores.l2_sharing = given->l2_sharing;
    if (given->l2tlb_sharing)
        cores.l2tlb_sharing = given->l2tlb_sharing;
    if (given->l3_sharing)
        cores.l3_sharing = given->l3_sharing;
    for (uint32_t i = 0; i < given->pins_used; i++)
        cores.pin[i] = given->pin[i];
    cores.pins_used = given->pins_used;
    msim_cores_usual(&cores, has_l3);
    if (!nests(machine, &cores))
        return "--sharing: cores that share an L2 must share one L3, too: give L3:all, or a "
               "multiple of "
               "the cores of an L2";
    machine->cores = cores;
    return NULL;
}

static void record(enum msim_simulated *simulated)
{
    if (*simulated == MSIM_NOT_SIMULATED)
        *simulated = MSIM_NOT_RECORDED;
}

void msim_machine_options_recorded(struct msim_machine_options *options)
{
    record(&options->caches);
    record(&options->tlbs);
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
    bool had_l3 = machine->level[MSIM_L3].units;
    for (int i = 0; i < MSIM_LATENCIES && options->latency_given; i++)
        machine->latency[i] = options->given.latency[i];
    msim_core_option_apply(&options->core, machine);
    for (int i = 0; i < MSIM_LEVELS; i++) {
        if (options->is_given[i])
            machine->level[i] = options->given.level[i];
        if ((msim_is_tlb((enum msim_level)i) ? options->tlbs : options->caches) != MSIM_SIMULATED)
            machine->level[i] = none;
    }
    machine->layout = options->given.layout;
    machine->physical = options->given.physical;
    *note = choose_second_tlbs(options->is_given, machine->level);
    if (!options->is_given[MSIM_L3] && !machine->level[MSIM_L2].units)
        machine->level[MSIM_L3] = none;
    const char *wrong = msim_machine_check(machine);
    if (!wrong)
        wrong = choose_cores(options, had_l3, machine);
    if (!wrong)
        wrong = choose_huge(options, machine);
    if (!wrong)
        wrong = msim_replacement_choose(&options->replacement, options->is_given, machine, note);
    if (!wrong)
        wrong = msim_prefetch_choose(&options->prefetch, options->replacement.real, machine);
    return wrong ? wrong
                 : msim_writing_choose(&options->writing, options->replacement.real,
                                       options->is_given, machine, note);
}
