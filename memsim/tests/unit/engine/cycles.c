/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Estimated cycles against sums computed by hand, latencies as options, and machines by name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/machine/cycles.h"
#include "engine/machine/oneline.h"
#include "engine/options.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/text.h"

static struct unit_text text;

UNIT_BEFORE()
{
    unit_text_start(&text);
}

UNIT_AFTER()
{
    unit_text_end(&text);
}

static const char *written(void (*put)(struct msim_text *, const void *), const void *what)
{
    struct msim_text writer;
    text.used = 0;
    msim_text_init(&writer, &text.sink);
    put(&writer, what);
    msim_text_flush(&writer);
    return text.text;
}

static void put_formula(struct msim_text *writer, const void *cycles)
{
    msim_cycles_put(writer, cycles);
}

static void put_latencies(struct msim_text *writer, const void *latency)
{
    msim_latencies_put(writer, latency);
}

/* A row whose counts are all different, misses falling from level to level. */
static struct msim_row row_of_primes(void)
{
    struct msim_row row = {{{0}}};
    static const uint64_t counts[MSIM_KINDS][MSIM_ALL_COUNTS] = {
        {1009, 211, 101, 53, 97, 31}, {907, 199, 89, 47, 83, 29}, {809, 193, 79, 43, 73, 23}};
    memcpy(row.count, counts, sizeof row.count);
    return row;
}

static void levels(struct msim_machine *machine, const char *options)
{
    ck_assert_ptr_null(msim_read_machine(options, machine));
}

#define L1 "I1=32768,8,64 D1=32768,8,64"

UNIT_TEST(formula_and_number)
{
    struct msim_machine machine;
    struct msim_cycles cycles;
    struct msim_row row = row_of_primes();
    levels(&machine,
           L1 " L2=262144,8,64 L3=8388608,16,64 ITLB=64,4,4096 DTLB=64,4,4096 L2TLB=512,4");
    ck_assert_ptr_null(
        msim_latencies_read("L2:10,L3:40,memory:200,L2TLB:7,walk:30", machine.latency));
    ck_assert(msim_cycles_init(&cycles, &machine));
    ck_assert_str_eq(written(put_formula, &cycles),
                     "Ir + 10 (I1mr - I2mr + D1mr - D2mr + D1mw - D2mw)"
                     " + 40 (I2mr - I3mr + D2mr - D3mr + D2mw - D3mw)"
                     " + 200 (I3mr + D3mr + D3mw)"
                     " + 7 (ITmr - IT2mr + DTmr - DT2mr + DTmw - DT2mw)"
                     " + 30 (IT2mr + DT2mr + DT2mw)");
    ck_assert_uint_eq(msim_cycles_of(&cycles, &row),
                      1009 + 10 * (110 + 110 + 114) + 40 * (48 + 42 + 36) + 200 * (53 + 47 + 43) +
                          7 * (66 + 54 + 50) + 30 * (31 + 29 + 23));
}

UNIT_TEST(fewer_levels)
{
    struct msim_machine machine;
    struct msim_cycles cycles;
    struct msim_row row = row_of_primes();
    levels(&machine, L1 " ITLB=64,4,4096 DTLB=64,4,4096 L2DTLB=512,4");
    ck_assert_ptr_null(msim_latencies_read("memory:56,walk:60", machine.latency));
    ck_assert(msim_cycles_init(&cycles, &machine));
    ck_assert_str_eq(written(put_formula, &cycles),
                     "Ir + 56 (I1mr + D1mr + D1mw) + 60 (ITmr + DT2mr + DT2mw)");
    ck_assert_uint_eq(msim_cycles_of(&cycles, &row),
                      1009 + 56 * (211 + 199 + 193) + 60 * (97 + 29 + 23));
}

static void several_cores(struct msim_machine *machine, uint32_t l2_sharing, uint32_t l3_sharing)
{
    machine->cores.used = 4;
    machine->cores.l2_sharing = l2_sharing;
    machine->cores.l3_sharing = l3_sharing;
}

/* What another core supplies is not supplied by a level, and costs a transfer. */
UNIT_TEST(lines_of_other_cores)
{
    struct msim_machine machine;
    struct msim_cycles cycles;
    struct msim_row row = row_of_primes();
    row.count[MSIM_READ][MSIM_FROM_CORE] = 19;
    row.count[MSIM_WRITE][MSIM_FROM_CORE] = 17;
    row.count[MSIM_READ][MSIM_INVALIDATED] = 13;
    row.count[MSIM_WRITE][MSIM_INVALIDATED] = 11;
    levels(&machine, L1 " L2=262144,8,64 L3=8388608,16,64");
    several_cores(&machine, 1, MSIM_CORES_ALL);
    ck_assert_ptr_null(msim_latencies_read("L2:10,L3:40,memory:200,transfer:80", machine.latency));
    ck_assert(msim_cycles_init(&cycles, &machine) && !cycles.usual);
    ck_assert_str_eq(written(put_formula, &cycles),
                     "Ir + 10 (I1mr - I2mr + D1mr - D2mr + D1mw - D2mw)"
                     " + 40 (I2mr - I3mr + D2mr - D3mr - CHr + D2mw - D3mw - CHw)"
                     " + 200 (I3mr + D3mr + D3mw) + 80 (CHr + CIr + CIw)");
    ck_assert_uint_eq(msim_cycles_of(&cycles, &row),
                      1009 + 10 * (110 + 110 + 114) + 40 * (48 + 42 - 19 + 36 - 17) +
                          200 * (53 + 47 + 43) + 80 * (19 + 13 + 11));
    machine.latency[MSIM_LATENCY_TRANSFER] = 0;
    ck_assert_uint_eq(msim_cycles_transfer(&machine), 40);
    several_cores(&machine, 1, 1);
    ck_assert_uint_eq(msim_cycles_transfer(&machine), 200);
    ck_assert(msim_cycles_init(&cycles, &machine));
    ck_assert_str_eq(written(put_formula, &cycles),
                     "Ir + 10 (I1mr - I2mr + D1mr - D2mr + D1mw - D2mw)"
                     " + 40 (I2mr - I3mr + D2mr - D3mr + D2mw - D3mw)"
                     " + 200 (I3mr + D3mr - CHr + D3mw - CHw) + 200 (CHr + CIr + CIw)");
}

/* Of several cores there is an estimate even if only the transfer is known, or nothing. */
UNIT_TEST(usual_latencies)
{
    struct msim_machine machine;
    struct msim_cycles cycles;
    levels(&machine, L1 " L2=262144,8,64 DTLB=64,4,4096");
    several_cores(&machine, MSIM_CORES_ALL, 0);
    ck_assert_ptr_null(msim_latencies_read("transfer:80", machine.latency));
    ck_assert(msim_cycles_init(&cycles, &machine) && cycles.usual);
    ck_assert_str_eq(written(put_formula, &cycles),
                     "Ir + 10 (I1mr + D1mr - CHr + D1mw - CHw) + 100 (I2mr + D2mr + D2mw)"
                     " + 80 (CHr + CIr + CIw)");
    several_cores(&machine, 1, 0);
    machine.latency[MSIM_LATENCY_TRANSFER] = 0;
    ck_assert(msim_cycles_init(&cycles, &machine));
    ck_assert_str_eq(written(put_formula, &cycles),
                     "Ir + 10 (I1mr + D1mr - CHr + D1mw - CHw)"
                     " + 100 (I2mr + D2mr - CHr + D2mw - CHw) + 60 (CHr + CIr + CIw)");
    machine.cores.used = 1;
    ck_assert(!msim_cycles_init(&cycles, &machine));
}

UNIT_EACH(not_enough_is_known, 7)
{
    static const struct {
        const char *machine, *latency;
        bool known;
    } cases[] = {
        {L1, "none", false},
        {L1, "memory:100", true},
        {L1, "L2:9", false},
        {L1 " L2=262144,8,64", "memory:100", false},
        {L1 " L2=262144,8,64", "L2:9,memory:100", true},
        {L1 " L2=262144,8,64 L3=524288,8,64", "L2:9,memory:100", false},
        {"DTLB=64,4,4096", "memory:100,walk:5", false},
    };
    struct msim_machine machine;
    struct msim_cycles cycles;
    levels(&machine, cases[_i].machine);
    ck_assert_ptr_null(msim_latencies_read(cases[_i].latency, machine.latency));
    ck_assert_int_eq(msim_cycles_init(&cycles, &machine), cases[_i].known);
}

UNIT_TEST(latencies_read)
{
    static const char *const good[] = {"none", "memory:1", "L2:12,walk:1000000", "L3:4,L2TLB:7",
                                       "memory:9,transfer:80"};
    static const char *const bad[] = {"",          "L2",        "L2:",       "L2:0",
                                      "L2:x",      "L1:3",      "L2:3,",     "memory:1000001",
                                      "L2:3 L3:4", "none,L2:3", "L2:3,none", "L2:-1"};
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++) {
        uint32_t latency[MSIM_LATENCIES] = {9, 9, 9, 9, 9, 9};
        ck_assert_ptr_null(msim_latencies_read(good[i], latency));
        ck_assert_str_eq(written(put_latencies, latency), good[i]);
    }
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint32_t latency[MSIM_LATENCIES] = {9, 9, 9, 9, 9, 9};
        ck_assert_msg(msim_latencies_read(bad[i], latency) != NULL, "%s passes", bad[i]);
        for (int j = 0; j < MSIM_LATENCIES; j++)
            ck_assert_uint_eq(latency[j], 9);
    }
}

static const char *set(struct msim_options *options, const char *argument)
{
    return msim_option_set(options, msim_option_find(argument), argument);
}

UNIT_TEST(machines_by_name)
{
    struct msim_machine base, machine;
    const char *note;
    levels(&base, L1 " L2=262144,8,64");
    for (const struct msim_named_machine *at = msim_named_machines; at->name; at++) {
        struct msim_options options;
        msim_options_init(&options, &memory.mem);
        char argument[96];
        snprintf(argument, sizeof argument, "--machine=%s", at->name);
        ck_assert_ptr_null(set(&options, "--D1=8K,2,32"));
        ck_assert_ptr_null(set(&options, argument));
        machine = base;
        ck_assert_ptr_null(msim_machine_choose(&options.machine, &machine, &note));
        ck_assert_uint_eq(machine.level[MSIM_D1].units, 8192);
        for (int i = 0; i < MSIM_LEVELS; i++)
            if (i != MSIM_D1)
                ck_assert_mem_eq(&machine.level[i], &at->machine.level[i], sizeof machine.level[i]);
        ck_assert_ptr_eq(msim_machine_note(&options.machine), at->note);
        ck_assert(strstr(msim_named_machines_expected, at->name) != NULL);
        ck_assert(at == msim_named_machines || strcmp(at[-1].name, at->name) < 0);
        ck_assert_ptr_null(set(&options, "--machine=host"));
        machine = base;
        ck_assert_ptr_null(msim_machine_choose(&options.machine, &machine, &note));
        ck_assert_uint_eq(machine.level[MSIM_L2].units, 262144);
        ck_assert_str_eq(set(&options, "--machine=apple"), msim_named_machines_expected);
    }
}
