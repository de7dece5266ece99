/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of options.h; docs/memsim-tool.1 lists the same options in the same order. */
#include "options.h"

#include <stddef.h>

#include "engine/machine/cycles.h"
#include "engine/caches/huge.h"

const struct msim_options msim_options_default = {
    .cache_sim = true,
    .tlb_sim = true,
    .out_file = "memsim.out.%p",
    .sweep_functions = 10,
    .sweep_file = "memsim.sweep.%p",
    .heap = {.on = true,
             .depth = 30,
             .threshold = 1000000,
             .detailed_freq = 10,
             .max_snapshots = 100,
             .admin = MSIM_ADMIN_AUTO},
    .heap_file = "memsim.heap.%p",
    .alloc_file = "memsim.alloc.%p",
    .pagein = {.on = true, .page_shift = 12, .fault_around = 65536},
    .pagein_file = "memsim.pagein.%p"};

struct msim_option {
    const char *name; /* with its dashes, without = */
    const char *form;
    const char *help;
    const char *(*set)(struct msim_options *options, const struct msim_option *option,
                       const char *value);
    size_t to;  /* offset of the field, or a level */
    bool study; /* see msim_option_is_study */
};

/* --- Values ------------------------------------------------------------------------------- */

static const char *set_level(struct msim_options *options, const struct msim_option *option,
                             const char *value)
{
    enum msim_level level = (enum msim_level)option->to;
    const char *wrong = msim_geometry_read(level, value, &options->given.level[level]);
    if (!wrong)
        options->is_given[level] = true;
    return wrong;
}

/* What Cachegrind's users type: the last level, here L2, and none after it. */
static const char *set_last_level(struct msim_options *options, const struct msim_option *option,
                                  const char *value)
{
    options->given.level[MSIM_L3] = (struct msim_geometry){0, 0, 0};
    options->is_given[MSIM_L3] = true;
    return set_level(options, option, value);
}

/* One second-level TLB for both sides, or one for each: the last option given decides. */
static const char *set_shared_tlb(struct msim_options *options, const struct msim_option *option,
                                  const char *value)
{
    options->is_given[MSIM_L2ITLB] = options->is_given[MSIM_L2DTLB] = false;
    return set_level(options, option, value);
}

static const char *set_split_tlb(struct msim_options *options, const struct msim_option *option,
                                 const char *value)
{
    options->is_given[MSIM_L2TLB] = false;
    return set_level(options, option, value);
}

static bool same(const char *a, const char *b)
{
    for (; *a && *a == *b; a++, b++)
        ;
    return *a == *b;
}

static const char *set_machine(struct msim_options *options, const struct msim_option *option,
                               const char *value)
{
    (void)option;
    const struct msim_named_machine *named = msim_named_machine(value);
    if (!named && !same(value, "host"))
        return msim_named_machines_expected;
    options->named = named;
    return NULL;
}

static const char *set_latency(struct msim_options *options, const struct msim_option *option,
                               const char *value)
{
    (void)option;
    const char *wrong = msim_latencies_read(value, options->given.latency);
    if (!wrong)
        options->latency_given = true;
    return wrong;
}

static const char *set_huge(struct msim_options *options, const struct msim_option *option,
                            const char *value)
{
    (void)option;
    return msim_huge_read(value, &options->given);
}

static const char *set_flag(struct msim_options *options, const struct msim_option *option,
                            const char *value)
{
    bool *flag = (bool *)(void *)((char *)options + option->to);
    if (!same(value, "yes") && !same(value, "no"))
        return "expected yes or no";
    *flag = same(value, "yes");
    return NULL;
}

static const char *set_file(struct msim_options *options, const struct msim_option *option,
                            const char *value)
{
    const char **text = (const char **)(void *)((char *)options + option->to);
    if (!value[0])
        return "expected the name of a file";
    *text = value;
    return NULL;
}

/* A whole number without sign, at most nine digits. */
static bool read_number(const char **at, uint32_t *number)
{
    unsigned digits = 0;
    for (*number = 0; **at >= '0' && **at <= '9' && digits < 10; ++*at, digits++)
        *number = *number * 10 + (uint32_t)(**at - '0');
    return digits > 0 && digits < 10;
}

static const char *set_number(uint32_t *to, const char *value, uint32_t low, uint32_t high,
                              const char *allowed)
{
    uint32_t number;
    if (!read_number(&value, &number) || *value || number < low || number > high)
        return allowed;
    *to = number;
    return NULL;
}

/* Grids are read where the memory for them is, by msim_study_init. */
static const char *set_grid(struct msim_options *options, const struct msim_option *option,
                            const char *value)
{
    (void)option;
    options->sweep = same(value, "none") ? NULL : value;
    return NULL;
}

static const char *set_functions(struct msim_options *options, const struct msim_option *option,
                                 const char *value)
{
    (void)option;
    if (!same(value, "all"))
        return set_number(&options->sweep_functions, value, 0, 1000000,
                          "expected a number up to 1000000, or all");
    options->sweep_functions = UINT32_MAX;
    return NULL;
}

static const char *set_depth(struct msim_options *options, const struct msim_option *option,
                             const char *value)
{
    (void)option;
    return set_number(&options->heap.depth, value, 1, 200, "expected a number from 1 to 200");
}

static const char *set_detailed(struct msim_options *options, const struct msim_option *option,
                                const char *value)
{
    (void)option;
    return set_number(&options->heap.detailed_freq, value, 1, 1000000,
                      "expected a number from 1 to 1000000");
}

static const char *set_snapshots(struct msim_options *options, const struct msim_option *option,
                                 const char *value)
{
    (void)option;
    return set_number(&options->heap.max_snapshots, value, 10, 1000,
                      "expected a number from 10 to 1000");
}

static const char *set_admin(struct msim_options *options, const struct msim_option *option,
                             const char *value)
{
    (void)option;
    if (!same(value, "auto"))
        return set_number(&options->heap.admin, value, 0, 1024,
                          "expected auto or a number from 0 to 1024");
    options->heap.admin = MSIM_ADMIN_AUTO;
    return NULL;
}

/* Percent with up to six decimals. */
static const char *set_threshold(struct msim_options *options, const struct msim_option *option,
                                 const char *value)
{
    static const char allowed[] = "expected a percentage from 0 to 100 with at most 6 decimals";
    uint32_t whole, unit = 1000000;
    (void)option;
    if (!read_number(&value, &whole) || whole > 100)
        return allowed;
    whole *= unit;
    if (*value == '.' && value[1])
        for (value++; *value >= '0' && *value <= '9' && unit > 1; value++)
            whole += (uint32_t)(*value - '0') * (unit /= 10);
    if (*value || whole > 100000000)
        return allowed;
    options->heap.threshold = whole;
    return NULL;
}

static const char *set_time_unit(struct msim_options *options, const struct msim_option *option,
                                 const char *value)
{
    static const char *const names[] = {"i", "ms", "B"}; /* in the order of enum msim_time_unit */
    (void)option;
    for (unsigned unit = 0; unit < sizeof names / sizeof *names; unit++)
        if (same(value, names[unit])) {
            options->heap.time_unit = (enum msim_time_unit)unit;
            return NULL;
        }
    return "expected i (instructions), ms or B (bytes allocated and freed)";
}

static const char *set_pagein(struct msim_options *options, const struct msim_option *option,
                              const char *value)
{
    options->pagein.asked = same(value, "yes");
    return set_flag(options, option, value);
}

static const char *set_pagein_time(struct msim_options *options, const struct msim_option *option,
                                   const char *value)
{
    (void)option;
    if (!same(value, "i") && !same(value, "us"))
        return "expected i (instructions) or us (microseconds)";
    options->pagein.microseconds = same(value, "us");
    return NULL;
}

static const char *set_page_size(struct msim_options *options, const struct msim_option *option,
                                 const char *value)
{
    static const char *const names[] = {"4K", "16K", "64K", "2M"};
    static const unsigned shifts[] = {12, 14, 16, 21};
    (void)option;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (same(value, names[i])) {
            options->pagein.page_shift = shifts[i];
            return NULL;
        }
    return "expected 4K, 16K, 64K or 2M";
}

/* As the kernel has it: a power of two of bytes, at least a page. */
static const char *set_fault_around(struct msim_options *options, const struct msim_option *option,
                                    const char *value)
{
    static const char allowed[] = "expected a power of two from 4K to 2M";
    uint32_t number, unit = 1;
    (void)option;
    if (!read_number(&value, &number))
        return allowed;
    if (*value == 'K' || *value == 'M')
        unit = *value++ == 'K' ? 1 << 10 : 1 << 20;
    uint64_t bytes = (uint64_t)number * unit;
    if (*value || bytes < 4096 || bytes > 2 << 20 || bytes & (bytes - 1))
        return allowed;
    options->pagein.fault_around = bytes;
    return NULL;
}

static const char *add_name(struct msim_options *options, const struct msim_option *option,
                            const char *value)
{
    struct msim_names *names = (struct msim_names *)(void *)((char *)options + option->to);
    if (!value[0])
        return "expected the name of a function";
    if (names->used == MSIM_NAMES_MAX)
        return "expected at most 64 of these options";
    names->name[names->used++] = value;
    return NULL;
}

/* --- The table ---------------------------------------------------------------------------- */

#define CACHE    "<size>,<ways>,<line>"
#define TLB      "<entries>,<ways>[,<page>]"
#define TLB2     "<entries>,<ways>|none"
#define FIELD(f) offsetof(struct msim_options, f)

static const struct msim_option table[] = {
    {"--machine", "<name>|host", "a machine of memsim machine list [host]", set_machine, 0, true},
    {"--I1", CACHE, "first-level instruction cache", set_level, MSIM_I1, true},
    {"--D1", CACHE, "first-level data cache", set_level, MSIM_D1, true},
    {"--L2", CACHE "|none", "second level", set_level, MSIM_L2, true},
    {"--L3", CACHE "|none", "third level", set_level, MSIM_L3, true},
    {"--LL", CACHE, "last level: L2, and no L3", set_last_level, MSIM_L2, true},
    {"--ITLB", TLB "|none", "first-level instruction TLB", set_level, MSIM_ITLB, true},
    {"--DTLB", TLB "|none", "first-level data TLB", set_level, MSIM_DTLB, true},
    {"--L2TLB", TLB2, "second level, for both", set_shared_tlb, MSIM_L2TLB, true},
    {"--L2ITLB", TLB2, "second level, for instructions", set_split_tlb, MSIM_L2ITLB, true},
    {"--L2DTLB", TLB2, "second level, for data", set_split_tlb, MSIM_L2DTLB, true},
    {"--huge", "none|heap|all|<addr>-<addr>", "what lies in pages of 2 MB [none]", set_huge, 0,
     true},
    {"--latency", "L2:<n>,memory:<n>,...", "cycles, for an estimate", set_latency, 0, true},
    {"--cache-sim", "no|yes", "simulate caches [yes]", set_flag, FIELD(cache_sim), true},
    {"--tlb-sim", "no|yes", "simulate TLBs [yes]", set_flag, FIELD(tlb_sim), true},
    {"--sweep", "<grid>|none", "every geometry of L2:512K-16M,1-8,32-64[;...] too", set_grid, 0,
     true},
    {"--sweep-functions", "<number>|all", "in its file, for each level [10]", set_functions, 0,
     true},
    {"--objects", "no|yes", "functions with the file of their code [no]", set_flag, FIELD(objects),
     false},
    {"--memsim-out-file", "<file>", "counts per source line [memsim.out.%p]", set_file,
     FIELD(out_file), false},
    {"--sweep-out-file", "<file>", "misses of every geometry [memsim.sweep.%p]", set_file,
     FIELD(sweep_file), false},
    {"--heap", "no|yes", "observe the heap [yes]", set_flag, FIELD(heap.on), true},
    {"--heap-out-file", "<file>", "the heap over time, as Massif [memsim.heap.%p]", set_file,
     FIELD(heap_file), false},
    {"--alloc-out-file", "<file>", "allocations per source line [memsim.alloc.%p]", set_file,
     FIELD(alloc_file), false},
    {"--alloc-fn", "<name>", "the function allocates, as malloc; NAME* too", add_name,
     FIELD(heap.alloc_fns), true},
    {"--ignore-fn", "<name>", "leave out what the function allocates", add_name,
     FIELD(heap.ignore_fns), true},
    {"--depth", "<1..200>", "calls in the trees [30]", set_depth, 0, true},
    {"--threshold", "<percent>", "join smaller places in the trees [1.0]", set_threshold, 0, true},
    {"--detailed-freq", "<N>", "every N-th snapshot has a tree [10]", set_detailed, 0, true},
    {"--max-snapshots", "<10..1000>", "snapshots kept [100]", set_snapshots, 0, true},
    {"--time-unit", "i|ms|B", "time is instructions, ms or bytes [i]", set_time_unit, 0, true},
    {"--stacks", "no|yes", "the stacks are memory too [no]", set_flag, FIELD(heap.stacks), true},
    {"--pages-as-heap", "no|yes", "the heap is what is mapped [no]", set_flag, FIELD(heap.pages),
     true},
    {"--heap-admin", "auto|<bytes>", "what a block takes beyond its size [auto]", set_admin, 0,
     true},
    {"--pagein", "no|yes", "list the first touch of each page [yes]", set_pagein, FIELD(pagein.on),
     true},
    {"--pagein-out-file", "<file>", "the list [memsim.pagein.%p]", set_file, FIELD(pagein_file),
     false},
    {"--pagein-detail", "no|yes", "how, what is behind the page, functions [no]", set_flag,
     FIELD(pagein.detail), true},
    {"--pagein-time", "i|us", "in instructions or microseconds [i]", set_pagein_time, 0, true},
    {"--page-size", "4K|16K|64K|2M", "of the pages listed [4K]", set_page_size, 0, true},
    {"--fault-around", "<size>", "what the kernel maps at a time, of a file [64K]",
     set_fault_around, 0, true},
    {"--trace-file", "<file>", "record for memsim replay and memsim sweep [none]", set_file,
     FIELD(trace_file), false},
};

enum { OPTIONS = sizeof table / sizeof *table };

/* The value that stands in `argument` if it is this option, else NULL. */
static const char *value_of(const struct msim_option *option, const char *argument)
{
    const char *name = option->name;
    for (; *name; name++, argument++)
        if (*name != *argument)
            return NULL;
    return *argument == '=' ? argument + 1 : NULL;
}

const struct msim_option *msim_option_find(const char *argument)
{
    for (unsigned i = 0; i < OPTIONS; i++)
        if (value_of(&table[i], argument))
            return &table[i];
    return NULL;
}

const char *msim_option_name(const struct msim_option *option)
{
    return option->name;
}

bool msim_option_is_study(const struct msim_option *option)
{
    return option->study;
}

const char *msim_option_set(struct msim_options *options, const struct msim_option *option,
                            const char *argument)
{
    return option->set(options, option, value_of(option, argument));
}

static void put_padded(struct msim_text *text, const char *first, const char *second, size_t width)
{
    size_t used = 1;
    for (const char *at = first; *at; at++)
        used++;
    for (const char *at = second; *at; at++)
        used++;
    msim_put(text, first);
    msim_put(text, "=");
    msim_put(text, second);
    do
        msim_put(text, " ");
    while (used++ < width);
}

void msim_options_help(struct msim_text *text)
{
    for (unsigned i = 0; i < OPTIONS; i++) {
        msim_put(text, "    ");
        put_padded(text, table[i].name, table[i].form, 38);
        msim_put(text, table[i].help);
        msim_put(text, "\n");
    }
    msim_put(text,
             "  A size is in bytes or as 32K, 8M, 1.25M; ways are a number or full; a page is 4K, "
             "16K,\n  64K, 2M or 1G.\n");
}

/* --- The machine -------------------------------------------------------------------------- */

static const struct msim_geometry none;

/* Which second-level TLBs there are: those given, else the base's as far as there is a first level to
 * stand behind. */
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

/* Entries for pages of 2 MB: the machine's, else as many as for the small ones. */
static const char *choose_huge(const struct msim_options *options, struct msim_machine *machine)
{
    machine->huge = options->given.huge;
    machine->huge_first = options->given.huge_first;
    machine->huge_last = options->given.huge_last;
    for (int i = MSIM_ITLB; i < MSIM_LEVELS && machine->huge; i++) {
        if (machine->level[i].line >= MSIM_HUGE_PAGE && machine->level[i].units)
            return "--huge needs TLBs of pages below 2M: give --huge=none";
        if (!machine->huge_level[i].units || !machine->level[i].units)
            machine->huge_level[i] = machine->level[i];
        machine->huge_level[i].line = MSIM_HUGE_PAGE;
    }
    return NULL;
}

const char *msim_options_note(const struct msim_options *options)
{
    return options->named ? options->named->note : NULL;
}

const char *msim_options_machine(const struct msim_options *options, struct msim_machine *machine,
                                 const char **note)
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
    *note = choose_second_tlbs(options->is_given, machine->level);
    if (!options->is_given[MSIM_L3] && !machine->level[MSIM_L2].units)
        machine->level[MSIM_L3] = none;
    const char *wrong = msim_machine_check(machine);
    return wrong ? wrong : choose_huge(options, machine);
}
