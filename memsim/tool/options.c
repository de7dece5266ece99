/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One table gives parsing and help; docs/memsim-tool.1 lists the same options in the same order. */
#include "options.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"

#include "../engine/report.h"
#include "host.h"

struct msim_options msim_options = {
    .cache_sim = True, .tlb_sim = True, .out_file = "memsim.out.%p"};

struct option {
    const HChar *name; /* with its dashes, without = */
    const HChar *form;
    const HChar *help;
    void (*set)(const struct option *option, const HChar *argument, const HChar *value);
    union {
        enum msim_level level;
        Bool *flag;
        const HChar **text;
    } to;
};

/* One line with the option, its value and what is allowed; the guest is not started. */
static __attribute__((noreturn)) void refuse(const HChar *argument, const HChar *reason)
{
    VG_(fmsg)("bad option %s: %s\n", argument, reason);
    VG_(exit)(1);
}

static void set_level(const struct option *option, const HChar *argument, const HChar *value)
{
    enum msim_level level = option->to.level;
    const char *wrong = msim_geometry_read(level, value, &msim_options.given.level[level]);
    if (wrong)
        refuse(argument, wrong);
    msim_options.is_given[level] = True;
}

/* What Cachegrind's users type: the last level, here L2, and none after it. */
static void set_last_level(const struct option *option, const HChar *argument, const HChar *value)
{
    set_level(option, argument, value);
    msim_options.given.level[MSIM_L3] = (struct msim_geometry){0, 0, 0};
    msim_options.is_given[MSIM_L3] = True;
}

/* One second-level TLB for both sides, or one for each: the last option given decides. */
static void set_shared_tlb(const struct option *option, const HChar *argument, const HChar *value)
{
    set_level(option, argument, value);
    msim_options.is_given[MSIM_L2ITLB] = msim_options.is_given[MSIM_L2DTLB] = False;
}

static void set_split_tlb(const struct option *option, const HChar *argument, const HChar *value)
{
    set_level(option, argument, value);
    msim_options.is_given[MSIM_L2TLB] = False;
}

static void set_flag(const struct option *option, const HChar *argument, const HChar *value)
{
    if (!VG_STREQ(value, "yes") && !VG_STREQ(value, "no"))
        refuse(argument, "expected yes or no");
    *option->to.flag = VG_STREQ(value, "yes");
}

static void set_text(const struct option *option, const HChar *argument, const HChar *value)
{
    if (!value[0])
        refuse(argument, "expected the name of a file");
    *option->to.text = value;
}

#define CACHE "<size>,<ways>,<line>"
#define TLB   "<entries>,<ways>[,<page>]"

static const struct option table[] = {
    {"--I1", CACHE, "first-level instruction cache", set_level, {.level = MSIM_I1}},
    {"--D1", CACHE, "first-level data cache", set_level, {.level = MSIM_D1}},
    {"--L2", CACHE "|none", "second level", set_level, {.level = MSIM_L2}},
    {"--L3", CACHE "|none", "third level", set_level, {.level = MSIM_L3}},
    {"--LL", CACHE, "last level: L2, and no L3", set_last_level, {.level = MSIM_L2}},
    {"--ITLB", TLB "|none", "first-level instruction TLB", set_level, {.level = MSIM_ITLB}},
    {"--DTLB", TLB "|none", "first-level data TLB", set_level, {.level = MSIM_DTLB}},
    {"--L2TLB",
     "<entries>,<ways>|none",
     "second level, for both",
     set_shared_tlb,
     {.level = MSIM_L2TLB}},
    {"--L2ITLB",
     "<entries>,<ways>|none",
     "second level, for instructions",
     set_split_tlb,
     {.level = MSIM_L2ITLB}},
    {"--L2DTLB",
     "<entries>,<ways>|none",
     "second level, for data",
     set_split_tlb,
     {.level = MSIM_L2DTLB}},
    {"--cache-sim", "no|yes", "simulate caches [yes]", set_flag, {.flag = &msim_options.cache_sim}},
    {"--tlb-sim", "no|yes", "simulate TLBs [yes]", set_flag, {.flag = &msim_options.tlb_sim}},
    {"--memsim-out-file",
     "<file>",
     "counts per source line [memsim.out.%p]",
     set_text,
     {.text = &msim_options.out_file}},
};

enum { OPTIONS = sizeof table / sizeof *table };

Bool msim_options_process(const HChar *argument)
{
    for (UInt i = 0; i < OPTIONS; i++) {
        SizeT length = VG_(strlen)(table[i].name);
        Bool ours = VG_(strncmp)(argument, table[i].name, length) == 0 && argument[length] == '=';
        if (VG_(check_clom)(cloP, argument, table[i].name, ours)) {
            table[i].set(&table[i], argument, argument + length + 1);
            return True;
        }
        if (ours)
            return True;
    }
    return False;
}

void msim_options_usage(void)
{
    for (UInt i = 0; i < OPTIONS; i++) {
        HChar left[64];
        VG_(snprintf)(left, sizeof left, "%s=%s", table[i].name, table[i].form);
        VG_(printf)("    %-38s %s\n", left, table[i].help);
    }
    VG_(printf)
    ("  A size is in bytes or as 32K, 8M, 1.25M; ways are a number or full; a page is 4K, "
     "16K,\n  64K, 2M or 1G.  Levels that are not given are the host's.\n");
}

void msim_options_debug_usage(void)
{
    VG_(printf)("    (none)\n");
}

static const struct msim_geometry none;

/* Which second-level TLBs there are: those given, else the host's as far as there is a first level to
 * stand behind. */
static void choose_second_tlbs(struct msim_machine *machine)
{
    const Bool *is_given = msim_options.is_given;
    struct msim_geometry *level = machine->level;
    if (is_given[MSIM_L2TLB])
        level[MSIM_L2ITLB] = level[MSIM_L2DTLB] = none;
    else if (is_given[MSIM_L2ITLB] || is_given[MSIM_L2DTLB])
        level[MSIM_L2TLB] = none;
    if (!is_given[MSIM_L2ITLB] && !level[MSIM_ITLB].units)
        level[MSIM_L2ITLB] = none;
    if (!is_given[MSIM_L2DTLB] && !level[MSIM_DTLB].units)
        level[MSIM_L2DTLB] = none;
    if (is_given[MSIM_L2TLB] || !level[MSIM_L2TLB].units)
        return;
    if (!level[MSIM_ITLB].units && !level[MSIM_DTLB].units) {
        level[MSIM_L2TLB] = none;
    } else if (level[MSIM_ITLB].units && level[MSIM_DTLB].units &&
               level[MSIM_ITLB].line != level[MSIM_DTLB].line) {
        level[MSIM_L2TLB] = none;
        if (VG_(clo_verbosity) > 0)
            VG_(umsg)
            ("note: no second-level TLB, since the pages of ITLB and DTLB differ; give "
             "--L2ITLB= and --L2DTLB=\n");
    }
}

/* Says which levels are neither given nor the host's. */
static void tell_replaced(const struct msim_machine *machine, unsigned replaced)
{
    HChar names[96];
    SizeT used = 0;
    for (int level = 0; level < MSIM_LEVELS; level++)
        if ((replaced >> level & 1) && !msim_options.is_given[level] && machine->level[level].units)
            used += VG_(snprintf)(names + used, sizeof names - used, " %s", msim_level_name(level));
    if (used && VG_(clo_verbosity) > 0)
        VG_(umsg)("note: typical geometry for what this processor does not tell:%s\n", names);
}

void msim_options_machine(struct msim_machine *machine)
{
    unsigned replaced = msim_host_machine(machine);
    for (int i = 0; i < MSIM_LEVELS; i++) {
        if (msim_options.is_given[i])
            machine->level[i] = msim_options.given.level[i];
        if (!(msim_is_tlb(i) ? msim_options.tlb_sim : msim_options.cache_sim))
            machine->level[i] = none;
    }
    choose_second_tlbs(machine);
    if (!msim_options.is_given[MSIM_L3] && !machine->level[MSIM_L2].units)
        machine->level[MSIM_L3] = none;
    tell_replaced(machine, replaced);
    const char *wrong = msim_machine_check(machine);
    if (wrong) {
        VG_(fmsg)("bad options: %s\n", wrong);
        VG_(exit)(1);
    }
}
