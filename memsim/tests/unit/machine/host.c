/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel's list of processors, and how many cores these are; the core by family and model. */
#include <stdlib.h>
#include <string.h>

#include "engine/machine/machines.h"
#include "host/host.h"
#include "host/models.h"
#include "tests/unit/lib/main.h"

UNIT_TEST(host_cores)
{
    static const struct {
        const char *online;
        uint32_t processors; /* 0: that is not a list */
    } lists[] = {
        {"0", 1},
        {"0-3", 4},
        {"0-3\n", 4},
        {"0,2-3,8-9", 5},
        {"5-5", 1},
        {"", 0},
        {"\n", 0},
        {"0-", 0},
        {"3-0", 0},
        {"0,", 0},
        {"0-3 4", 0},
        {"x", 0},
        {"0--3", 0},
        {"-3", 0},
        {"0-999999", 1000000},
        {"0-1000000", 0},
        {"0-999999,0-999999", 0},
        {"4294967296", 0},
    };
    uint32_t threads = msim_host_threads();
    ck_assert_uint_ge(threads, 1);
    for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++)
        ck_assert_msg(msim_host_cores(lists[i].online) ==
                          (lists[i].processors + threads - 1) / threads,
                      "'%s': %u", lists[i].online, msim_host_cores(lists[i].online));
}

UNIT_TEST(models)
{
    static const struct {
        struct msim_model model;
        const char *machine;
    } cases[] = {
        {{MSIM_AMD, 25, 0}, "zen3-epyc"},
        {{MSIM_AMD, 25, 15}, "zen3-epyc"},
        {{MSIM_AMD, 25, 16}, "zen4-epyc"},
        {{MSIM_AMD, 25, 17}, "zen4-epyc"},
        {{MSIM_AMD, 25, 31}, "zen4-epyc"},
        {{MSIM_AMD, 25, 33}, "zen3-epyc"},
        {{MSIM_AMD, 25, 96}, "zen4-epyc"},
        {{MSIM_AMD, 25, 160}, "zen4-epyc"},
        {{MSIM_AMD, 26, 2}, "zen5-epyc"},
        {{MSIM_INTEL, 6, 0x0f}, "core2-x6800"},
        {{MSIM_INTEL, 6, 0x17}, "core2-p8600"},
        {{MSIM_INTEL, 6, 0x4e}, "skylake-i7-6700k"},
        {{MSIM_INTEL, 6, 0x9e}, "skylake-i7-6700k"},
        {{MSIM_INTEL, 6, 0x55}, "skylake-sp-gold-6154"},
        {{MSIM_INTEL, 6, 0x8f}, "raptorcove-xeon5"},
        {{MSIM_INTEL, 6, 0xcf}, "raptorcove-xeon5"},
        {{MSIM_INTEL, 6, 0xbf}, "goldencove-i9-12900k"},
        {{MSIM_INTEL, 6, 0xad}, "redwoodcove-xeon6"},
        {{MSIM_INTEL, 15, 4}, "pentium4-prescott"},
    };
    static const struct msim_geometry d1 = {32768, 8, 64}; /* makes no difference */
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct msim_model_machine machine = msim_model_machine(cases[i].model, &d1);
        ck_assert_str_eq(machine.name, cases[i].machine);
        ck_assert(!machine.nearest);
        ck_assert(msim_named_machine(machine.name)->machine.core_known);
    }
}

/* Of processors that no machine describes. */
UNIT_TEST(nearest_models)
{
    static const struct msim_geometry small = {32768, 8, 64}, large = {49152, 12, 64},
                                      none = {0, 0, 0};
    static const struct {
        struct msim_model model;
        const struct msim_geometry *d1;
        const char *machine; /* NULL: a generic core */
    } cases[] = {
        {{MSIM_AMD, 23, 49}, &small, "zen3-epyc"}, /* a Zen 2 */
        {{MSIM_AMD, 27, 0}, &large, "zen5-epyc"},
        {{MSIM_INTEL, 6, 0x3c}, &small, "skylake-i7-6700k"}, /* a Haswell */
        {{MSIM_INTEL, 6, 0x6a}, &large, "raptorcove-xeon5"}, /* an Ice Lake */
        /* A Rocket Lake, whose number is nearer to a Skylake's. */
        {{MSIM_INTEL, 6, 0xa7}, &large, "redwoodcove-xeon6"},
        {{MSIM_INTEL, 6, 0xa7}, &small, "skylake-i7-6700k"},
        {{MSIM_INTEL, 15, 2}, &none, "pentium4-prescott"},
        {{MSIM_INTEL, 19, 1}, &large, "raptorcove-xeon5"},
        {{MSIM_OTHER_VENDOR, 25, 1}, &small, NULL},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct msim_model_machine machine = msim_model_machine(cases[i].model, cases[i].d1);
        ck_assert_msg(machine.name ? cases[i].machine && !strcmp(machine.name, cases[i].machine)
                                   : !cases[i].machine,
                      "case %u: %s", i, machine.name ? machine.name : "generic");
        ck_assert(machine.nearest);
    }
}

/* The host's core is that of the machine which its name says, or a usual one. */
UNIT_TEST(host_core)
{
    struct msim_machine machine;
    const char *name = msim_host_model_machine().name;
    msim_host_machine(&machine);
    ck_assert_int_eq(machine.core_known, name != NULL);
    ck_assert_ptr_eq(machine.core_name, name ? msim_named_machine(name)->name : NULL);
    ck_assert_mem_eq(&machine.core,
                     name ? &msim_named_machine(name)->machine.core : &msim_core_usual,
                     sizeof machine.core);
}

/* What a processor does not report is that of the machine that has such a processor, or typical. */
UNIT_TEST(host_complete)
{
    static const struct msim_geometry d1 = {16384, 4, 64}, tlb = {48, 48, 4096},
                                      nonsense = {7, 2, 64};
    const struct msim_machine *zen5 = &msim_named_machine("zen5-epyc")->machine;
    struct msim_machine reported = {
        .level = {[MSIM_D1] = d1, [MSIM_L3] = nonsense, [MSIM_DTLB] = tlb}};
    struct msim_machine machine;
    unsigned all = 1u << MSIM_I1 | 1u << MSIM_L2 | 1u << MSIM_L3 | 1u << MSIM_ITLB;

    ck_assert_uint_eq(msim_host_complete("zen5-epyc", &reported, &machine),
                      all | 1u << MSIM_L2ITLB | 1u << MSIM_L2DTLB);
    ck_assert_mem_eq(&machine.level[MSIM_D1], &d1, sizeof d1);
    ck_assert_mem_eq(&machine.level[MSIM_DTLB], &tlb, sizeof tlb);
    for (int level = 0; level < MSIM_LEVELS; level++)
        if (level != MSIM_D1 && level != MSIM_DTLB)
            ck_assert_mem_eq(&machine.level[level], &zen5->level[level], sizeof d1);

    ck_assert_uint_eq(msim_host_complete(NULL, &reported, &machine), all | 1u << MSIM_L2TLB);
    ck_assert_mem_eq(&machine.level[MSIM_L2], &msim_default_machine.level[MSIM_L2], sizeof d1);
    ck_assert_uint_eq(machine.level[MSIM_L2DTLB].units, 0);

    /* Without a third level that is reported beside a second, there is none. */
    reported.level[MSIM_L2] = (struct msim_geometry){262144, 8, 64};
    reported.level[MSIM_L3] = reported.level[MSIM_L2TLB] = (struct msim_geometry){0, 0, 0};
    msim_host_complete("zen5-epyc", &reported, &machine);
    ck_assert_uint_eq(machine.level[MSIM_L3].units, 0);

    /* One second level of translations that is reported is not joined by others. */
    reported.level[MSIM_L2TLB] = (struct msim_geometry){512, 4, 4096};
    ck_assert_uint_eq(msim_host_complete("zen5-epyc", &reported, &machine),
                      1u << MSIM_I1 | 1u << MSIM_ITLB);
    ck_assert_uint_eq(machine.level[MSIM_L2TLB].units, 512);
    ck_assert_uint_eq(machine.level[MSIM_L2DTLB].units, 0);
}
