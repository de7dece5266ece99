/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a core is like: values that are read and refused, the option, and the line of a trace. */
#include <stdio.h>
#include <string.h>

#include "engine/machine/coreoption.h"
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

static const char *written(void (*put)(struct msim_text *, const struct msim_machine *),
                           const struct msim_machine *machine)
{
    struct msim_text writer;
    text.used = 0;
    msim_text_init(&writer, &text.sink);
    put(&writer, machine);
    msim_text_flush(&writer);
    return text.text;
}

/* Each value is at its place in the struct, and its usual value is allowed. */
UNIT_TEST(table)
{
    struct msim_core core = msim_core_usual;
    for (unsigned i = 0; i < MSIM_CORE_VALUES; i++) {
        const struct msim_core_value *value = &msim_core_values[i];
        ck_assert_uint_eq(*msim_core_at(&core, i), value->usual);
        ck_assert_uint_ge(value->usual, value->least);
        ck_assert_uint_le(value->usual, value->most);
        ck_assert_uint_eq(msim_core_named(value->name), i);
        ck_assert(strstr(msim_core_names, value->name) != NULL);
    }
    ck_assert_uint_eq(msim_core_named("colour"), MSIM_CORE_VALUES);
    ck_assert_ptr_eq(msim_core_at(&core, MSIM_CORE_window), &core.window);
}

/* The least and the most of each value are taken, what is beyond them is not. */
UNIT_EACH(limits, MSIM_CORE_VALUES)
{
    const struct msim_core_value *value = &msim_core_values[_i];
    const uint64_t bad[] = {(uint64_t)value->most + 1, UINT32_MAX, UINT64_MAX};
    char argument[64], expected[96];
    struct msim_core core = msim_core_usual;
    snprintf(argument, sizeof argument, "%s:%u", value->name, value->least);
    ck_assert_ptr_null(msim_core_read(argument, &core));
    ck_assert_uint_eq(*msim_core_at(&core, (unsigned)_i), value->least);
    snprintf(argument, sizeof argument, "%s:%u", value->name, value->most);
    ck_assert_ptr_null(msim_core_read(argument, &core));
    ck_assert_uint_eq(*msim_core_at(&core, (unsigned)_i), value->most);
    snprintf(expected, sizeof expected, "%s: expected a number from %u to %u", value->name,
             value->least, value->most);
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(argument, sizeof argument, "%s:%llu", value->name, (unsigned long long)bad[i]);
        ck_assert_str_eq(msim_core_read(argument, &core), expected);
        ck_assert_uint_eq(*msim_core_at(&core, (unsigned)_i), value->most);
    }
    if (value->least) {
        snprintf(argument, sizeof argument, "%s:%u", value->name, value->least - 1);
        ck_assert_str_eq(msim_core_read(argument, &core), expected);
    }
}

UNIT_TEST(refused)
{
    static const char *const bad[] = {
        "",          "width",     "width:",  "width:x",  "width:6,",           ",width:6",
        "width:6 ",  "width=6",   "wide:6",  "width:-1", "width:6,colour:1",   "width:6;window:7",
        "width:6.5", "width:0x6", "Width:6", "width :6", "load-ports:2,width", "width:6,,window:7",
    };
    struct msim_core core = msim_core_usual;
    struct msim_core_option option = {
        .begins = true, .given = {.any = true, .value = {true}}, .core = msim_core_usual};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct msim_core_option before = option;
        ck_assert_msg(msim_core_read(bad[i], &core) != NULL, "%s passes", bad[i]);
        ck_assert_mem_eq(&core, &msim_core_usual, sizeof core);
        ck_assert_msg(msim_core_option_read(bad[i], &option) != NULL, "%s passes", bad[i]);
        ck_assert_mem_eq(&option, &before, sizeof option);
    }
    ck_assert_ptr_nonnull(msim_core_option_read("usual,", &option));
    ck_assert_ptr_nonnull(msim_core_option_read("usually", &option));
    ck_assert_ptr_nonnull(msim_core_option_read("zen4-epyc:1", &option));
    ck_assert_ptr_nonnull(msim_core_option_read("none,width:6", &option));
    ck_assert_ptr_nonnull(msim_core_option_read("width:6,usual", &option));
}

/* Values that begin alike are told apart, and of one value the last counts. */
UNIT_TEST(several)
{
    struct msim_core core = msim_core_usual;
    ck_assert_ptr_null(
        msim_core_read("load:3,loads:99,load-ports:1,stream:0,streams:7,load:2", &core));
    ck_assert_uint_eq(core.load, 2);
    ck_assert_uint_eq(core.loads, 99);
    ck_assert_uint_eq(core.load_ports, 1);
    ck_assert_uint_eq(core.stream, 0);
    ck_assert_uint_eq(core.streams, 7);
    ck_assert_uint_eq(core.width, msim_core_usual.width);
}

static const struct msim_named_machine *zen4(void)
{
    const struct msim_named_machine *named = msim_named_machine("zen4-epyc");
    ck_assert(named && named->machine.core_known);
    ck_assert_str_eq(named->machine.core_name, named->name);
    return named;
}

/* All that are shipped are described, with values that are allowed. */
UNIT_TEST(shipped)
{
    for (const struct msim_named_machine *at = msim_named_machines; at->name; at++) {
        struct msim_core core = at->machine.core;
        ck_assert_msg(at->machine.core_known, "%s has no core", at->name);
        for (unsigned i = 0; i < MSIM_CORE_VALUES; i++)
            ck_assert_msg(*msim_core_at(&core, i) >= msim_core_values[i].least &&
                              *msim_core_at(&core, i) <= msim_core_values[i].most,
                          "%s: %s", at->name, msim_core_values[i].name);
        ck_assert_msg(core.divide_busy <= core.divide && core.float_root_busy <= core.float_root &&
                          core.float_divide_busy <= core.float_divide,
                      "%s: busy for longer than it takes", at->name);
    }
}

UNIT_EACH(option_adds_up, 10)
{
    static const struct {
        const char *first, *second, *written;
    } cases[] = {
        {"none", "none", "zen4-epyc"},
        {"width:5", "none", "zen4-epyc"},
        {"width:5", "window:99", "zen4-epyc,width:5,window:99"},
        {"width:5", "width:4", "zen4-epyc,width:4"},
        {"width:5", "width:6", "zen4-epyc"}, /* as it has */
        {"width:5", "usual", "usual"},
        {"usual", "width:5", "usual,width:5"},
        {"width:5", "usual,window:99", "usual,window:99"},
        {"arm1176-bcm2835,width:2", "window:9", "arm1176-bcm2835,width:2,window:9"},
        {"usual,width:5", "zen4-epyc", "zen4-epyc"},
    };
    struct msim_core_option option = {.begins = false};
    struct msim_machine machine = zen4()->machine, again = {.core_known = false};
    ck_assert_ptr_null(msim_core_option_read(cases[_i].first, &option));
    ck_assert_ptr_null(msim_core_option_read(cases[_i].second, &option));
    msim_core_option_apply(&option, &machine);
    ck_assert_str_eq(written(msim_core_option_put, &machine), cases[_i].written);
    /* What is written is the same core again. */
    option = (struct msim_core_option){.begins = false};
    ck_assert_ptr_null(msim_core_option_read(text.text, &option));
    msim_core_option_apply(&option, &again);
    ck_assert_mem_eq(&again.core, &machine.core, sizeof again.core);
    ck_assert_ptr_eq(again.core_name, machine.core_name);
}

/* What files say of it. */
UNIT_TEST(for_people)
{
    struct msim_machine machine = zen4()->machine;
    ck_assert_str_eq(written(msim_core_put, &machine), "zen4-epyc");
    machine.core.width = 5;
    machine.core.same_set = 0;
    ck_assert_str_eq(written(msim_core_put, &machine), "zen4-epyc, width 5, same-set 0");
    machine.core_name = NULL;
    machine.core = msim_core_usual;
    ck_assert_str_eq(written(msim_core_put, &machine), "as described");
    machine.core_known = false;
    ck_assert_str_eq(written(msim_core_put, &machine), "generic");
    machine.core.loads = 9;
    ck_assert_str_eq(written(msim_core_put, &machine), "generic, loads 9");
}

/* The line of a trace has the core only where it is asked for, and reads it back. */
UNIT_TEST(line_of_a_trace)
{
    static const char levels[] = "I1=32768,8,64 D1=32768,8,64";
    struct msim_machine machine, again;
    char line[4096];
    ck_assert_ptr_null(msim_read_machine(levels, &machine));
    ck_assert_mem_eq(&machine.core, &msim_core_usual, sizeof machine.core);
    ck_assert(!machine.core_known && !machine.core_name);
    machine.core = zen4()->machine.core;
    machine.core_name = zen4()->name;
    machine.core.misses = 7;
    ck_assert_str_eq(written(msim_put_machine, &machine), levels);
    ck_assert_str_eq(written(msim_put_machine_and_core, &machine),
                     "I1=32768,8,64 D1=32768,8,64 core=zen4-epyc,misses:7");
    snprintf(line, sizeof line, "%s", text.text);
    ck_assert_ptr_null(msim_read_machine(line, &again));
    ck_assert_mem_eq(&again.core, &machine.core, sizeof again.core);
    ck_assert(again.core_known);
    ck_assert_str_eq(again.core_name, "zen4-epyc");
    /* All values, each as long as it may be. */
    for (unsigned i = 0; i < MSIM_CORE_VALUES; i++)
        *msim_core_at(&machine.core, i) =
            msim_core_values[i].most - (msim_core_values[i].most == msim_core_values[i].usual);
    machine.core_name = NULL;
    snprintf(line, sizeof line, "%s", written(msim_put_machine_and_core, &machine));
    ck_assert_ptr_null(msim_read_machine(line, &again));
    ck_assert_mem_eq(&again.core, &machine.core, sizeof again.core);
    ck_assert_ptr_nonnull(msim_read_machine("D1=32768,8,64 core=width:0", &again));
}

/* Options replace values of the named machine's core, or of the base machine's. */
UNIT_TEST(option_of_a_machine)
{
    struct msim_options options;
    struct msim_machine base, machine;
    const char *note;
    msim_options_init(&options, &memory.mem);
    ck_assert_ptr_null(
        msim_read_machine("D1=32768,8,64 I1=32768,8,64 core=usual,window:77", &base));
    static const char *const arguments[] = {"--core=width:3", "--machine=zen4-epyc"};
    for (unsigned i = 0; i < 2; i++) {
        ck_assert_ptr_null(msim_option_set(&options, msim_option_find(arguments[i]), arguments[i]));
        machine = base;
        ck_assert_ptr_null(msim_machine_choose(&options.machine, &machine, &note));
        ck_assert_uint_eq(machine.core.width, 3);
        ck_assert_uint_eq(machine.core.window, i ? zen4()->machine.core.window : 77);
    }
}
