/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What users may write about cores, what is refused, and which cores are simulated. */
#include <stdio.h>
#include <string.h>

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

static const char *cores_of(const struct msim_cores *cores)
{
    struct msim_text writer;
    text.used = 0;
    msim_text_init(&writer, &text.sink);
    msim_put_cores(&writer, cores);
    msim_text_flush(&writer);
    text.text[text.used] = 0;
    return text.text;
}

/* --- Values ------------------------------------------------------------------------------- */

/* What is written of it is `written`, or `text` if that is NULL. */
static const struct {
    const char *what, *text, *written;
} accepted[] = {
    {"cores", "1", NULL},
    {"cores", "64", NULL},
    {"coherence", "MESI", ""},
    {"coherence", "MOESI", NULL},
    {"sharing", "L2:1", NULL},
    {"sharing", "L2:2,L2TLB:1,L3:63", NULL},
    {"sharing", "L3:4,L2:all", " sharing=L2:all,L3:4"},
    {"sharing", "L3:64,L3:3", " sharing=L3:3"},
    {"sharing", "L2TLB:64", " sharing=L2TLB:all"},
    {"pin", "1:0", NULL},
    {"pin", "7:3,1:63,999999999:0", NULL},
    {"pin", "none", ""},
};

UNIT_ROWS(accepts, accepted)
{
    char expected[96];
    struct msim_cores cores = {.used = 0};
    snprintf(expected, sizeof expected, " %s=%s", accepted[_i].what, accepted[_i].text);
    if (accepted[_i].written)
        snprintf(expected, sizeof expected, "%s", accepted[_i].written);
    ck_assert_ptr_null(msim_cores_read(accepted[_i].what, accepted[_i].text, &cores));
    if (cores.used) /* then the protocol is written, too */
        strcat(expected, " coherence=MESI");
    ck_assert_str_eq(cores_of(&cores), expected);
}

static const struct {
    const char *what, *text, *reason;
} refused[] = {
    {"cores", "", "expected a number of cores from 1 to 64, or auto"},
    {"cores", "0", "expected a number of cores from 1 to 64, or auto"},
    {"cores", "65", "expected a number of cores from 1 to 64, or auto"},
    {"cores", "-1", "expected a number of cores from 1 to 64, or auto"},
    {"cores", "4x", "expected a number of cores from 1 to 64, or auto"},
    {"cores", "4294967297", "expected a number of cores from 1 to 64, or auto"},
    {"coherence", "", "expected MESI or MOESI"},
    {"coherence", "MESIF", "expected MESI or MOESI"},
    {"coherence", "mesi", "expected MESI or MOESI"},
    {"sharing", "", "expected some of L2: L2TLB: L3:"},
    {"sharing", "L2", "expected some of L2: L2TLB: L3:"},
    {"sharing", "L1:1", "expected some of L2: L2TLB: L3:"},
    {"sharing", "L2:0", "expected some of L2: L2TLB: L3:"},
    {"sharing", "L2:65", "expected some of L2: L2TLB: L3:"},
    {"sharing", "L2:none", "expected some of L2: L2TLB: L3:"},
    {"sharing", "L2:1,", "expected some of L2: L2TLB: L3:"},
    {"sharing", "L2:1 L3:1", "expected some of L2: L2TLB: L3:"},
    {"sharing", "L2:18446744073709551617", "expected some of L2: L2TLB: L3:"},
    {"pin", "", "expected none or THREAD:CORE"},
    {"pin", "1", "expected none or THREAD:CORE"},
    {"pin", "1:", "expected none or THREAD:CORE"},
    {"pin", ":1", "expected none or THREAD:CORE"},
    {"pin", "1:0,", "expected none or THREAD:CORE"},
    {"pin", "1:0,none", "expected none or THREAD:CORE"},
    {"pin", "1:-1", "expected none or THREAD:CORE"},
    {"pin", "1000000000:0", "expected none or THREAD:CORE"},
    {"pin", "1:0 2:1", "expected a comma, or the end, after THREAD:CORE"},
    {"pin", "0:1", "expected threads from 1"},
    {"pin", "2:1,0:1", "expected threads from 1"},
    {"pin", "1:64", "expected cores from 0 to N - 1"},
    {"pin", "1:0,2:0,1:1", "expected each thread once"},
    {"L4", "1", "expected the name of a level, cores,"},
};

/* A value that is refused changes nothing. */
UNIT_ROWS(refuses, refused)
{
    struct msim_cores cores = {.used = 3, .protocol = MSIM_MOESI, .l2_sharing = 2, .pins_used = 1};
    struct msim_cores before = cores;
    const char *wrong = msim_cores_read(refused[_i].what, refused[_i].text, &cores);
    ck_assert_msg(wrong && !strncmp(wrong, refused[_i].reason, strlen(refused[_i].reason)),
                  "%s=%s: %s", refused[_i].what, refused[_i].text, wrong ? wrong : "accepted");
    ck_assert_mem_eq(&cores, &before, sizeof cores);
}

/* So many threads from `first` on, each on the core with its number. */
static void pins(char *to, size_t room, unsigned first, unsigned threads)
{
    size_t used = 0;
    for (unsigned i = 0; i < threads; i++)
        used +=
            (size_t)snprintf(to + used, room - used, "%s%u:%u", i ? "," : "", first + i, i % 64);
}

UNIT_TEST(at_most_64_pins)
{
    char many[2048];
    struct msim_cores cores = {.used = 0};
    pins(many, sizeof many, 999999900, 64);
    ck_assert_ptr_null(msim_cores_read("pin", many, &cores));
    ck_assert_uint_eq(cores.pins_used, 64);
    ck_assert_uint_eq(msim_cores_of(&cores, 999999963), 63);
    pins(many, sizeof many, 1, 65);
    ck_assert_str_eq(msim_cores_read("pin", many, &cores), "expected at most 64 threads");
    ck_assert_uint_eq(cores.pins_used, 64);
}

/* A machine with all that can be known is the same once it was written and read. */
UNIT_TEST(machine_on_a_line)
{
    char pin[2048], line[4096];
    struct msim_machine machine, again;
    pins(pin, sizeof pin, 999999900, 64);
    snprintf(line, sizeof line,
             "I1=32768,8,64 D1=32768,8,64 L2=262144,8,64 cores=64 coherence=MOESI "
             "sharing=L2:2,L2TLB:3,L3:all pin=%s",
             pin);
    ck_assert_ptr_null(msim_read_machine(line, &machine));
    struct msim_text writer;
    msim_text_init(&writer, &text.sink);
    text.used = 0;
    msim_put_machine(&writer, &machine);
    msim_text_flush(&writer);
    text.text[text.used] = 0;
    ck_assert_str_eq(text.text, line);
    ck_assert_ptr_null(msim_read_machine(text.text, &again));
    ck_assert_mem_eq(&again.cores, &machine.cores, sizeof machine.cores);
    ck_assert(msim_read_machine("I1=32768,8,64 core=4", &again) != NULL);
    ck_assert(msim_read_machine("I1=32768,8,64 cores=0", &again) != NULL);
    ck_assert(msim_read_machine("I1=32768,8,64 cores", &again) != NULL);
}

/* --- The cores that are simulated ---------------------------------------------------------- */

#define L1    "I1=32768,8,64 D1=32768,8,64"
#define L2    L1 " L2=262144,8,64"
#define L3    L2 " L3=8388608,16,64"
#define USUAL " coherence=MESI sharing=L2:1,L2TLB:1,L3:all"

/* `cores`: what is simulated, or how the refusal begins. */
static const struct {
    const char *base, *options, *cores;
} cases[] = {
    {L3, "", ""},
    {L3 " cores=4 coherence=MOESI sharing=L2:2", "", ""},
    {L3, "--cores=1", ""},
    {L3 " cores=1", "--cores=auto", ""},
    {L3, "--cores=1 --pin=2:0", ""},
    {L3, "--coherence=MOESI --sharing=L2:2", ""},
    {L3, "--pin=none", ""},
    {L3, "--cores=2", " cores=2" USUAL},
    {L2, "--cores=2", " cores=2 coherence=MESI sharing=L2:all,L2TLB:1,L3:all"},
    {L3 " cores=6", "--cores=auto", " cores=6" USUAL},
    {L3 " cores=6", "--cores=64", " cores=64" USUAL},
    {L3 " cores=6 coherence=MOESI sharing=L2:2,L2TLB:2,L3:6", "--cores=auto",
     " cores=6 coherence=MOESI sharing=L2:2,L2TLB:2,L3:6"},
    {L3 " coherence=MOESI", "--cores=2 --coherence=MESI", " cores=2" USUAL},
    {L3 " sharing=L2:2,L3:2", "--cores=4 --sharing=L3:all,L2TLB:4",
     " cores=4 coherence=MESI sharing=L2:2,L2TLB:4,L3:all"},
    {L3, "--cores=4 --sharing=L2:2 --sharing=L3:2",
     " cores=4 coherence=MESI sharing=L2:2,L2TLB:1,L3:2"},
    {L3, "--cores=4 --pin=1:3,9:0", " cores=4" USUAL " pin=1:3,9:0"},
    /* Who shares the machine's L2 holds for another L2, but not if the L3 comes or goes. */
    {L3 " sharing=L2:2", "--cores=4 --L2=512K,8,64",
     " cores=4 coherence=MESI sharing=L2:2,L2TLB:1,L3:all"},
    {L3 " sharing=L2:1", "--cores=4 --LL=8M,16,64",
     " cores=4 coherence=MESI sharing=L2:all,L2TLB:1,L3:all"},
    {L3 " sharing=L2:1", "--cores=4 --L3=none",
     " cores=4 coherence=MESI sharing=L2:all,L2TLB:1,L3:all"},
    {L2 " sharing=L2:4", "--cores=4 --L3=8M,16,64", " cores=4" USUAL},
    {L3 " sharing=L2:1", "--cores=4 --L3=none --sharing=L2:2",
     " cores=4 coherence=MESI sharing=L2:2,L2TLB:1,L3:all"},
    {L1 " cores=3", "--machine=core2-x6800 --cores=auto",
     " cores=2 coherence=MESI sharing=L2:2,L2TLB:1,L3:all"},
    {L1, "--machine=skylake-sp-gold-6154 --cores=36",
     " cores=36 coherence=MESI sharing=L2:1,L2TLB:1,L3:18"},
    {L1 " cores=3", "--machine=host --cores=auto",
     " cores=3 coherence=MESI sharing=L2:all,L2TLB:1,L3:all"},
    {L3, "--cores=auto", "--cores=auto: how many cores the machine has is not known"},
    {L3 " cores=4", "--machine=zen5-epyc --cores=auto", "--cores=auto: how many cores the machine"},
    {L3, "--pin=1:0", "--pin says where threads run if there are several cores"},
    {L3, "--cores=1 --pin=1:1", "--pin names a core that is not simulated"},
    {L3, "--cores=2 --pin=1:1,2:2", "--pin names a core that is not simulated"},
    {L3 " cores=2", "--cores=auto --pin=1:2", "--pin names a core that is not simulated"},
    {L3, "--cores=2 --cache-sim=no", "--cores is for caches, which --cache-sim=no turns off"},
    {L3, "--cores=1 --cache-sim=no", ""},
    {L3, "--cores=4 --sharing=L2:4,L3:2", "--sharing: cores that share an L2 must share one L3"},
    {L3, "--cores=8 --sharing=L2:2,L3:3", "--sharing: cores that share an L2 must share one L3"},
    {L3, "--cores=8 --sharing=L2:all,L3:4", "--sharing: cores that share an L2 must share one L3"},
    {L3, "--cores=3 --sharing=L2:2,L3:3",
     " cores=3 coherence=MESI sharing=L2:2,L2TLB:1,L3:3"}, /* that is all */
    {L3, "--cores=8 --sharing=L2:2,L3:4", " cores=8 coherence=MESI sharing=L2:2,L2TLB:1,L3:4"},
    {L2, "--cores=4 --sharing=L2:2,L3:1", " cores=4 coherence=MESI sharing=L2:2,L2TLB:1,L3:1"},
    {L3, "--cores=2 --layout-sim=misses", "--layout-sim is for the caches of one core"},
    {L3, "--cores=2 --layout-sim=all", "--layout-sim is for the caches of one core"},
    {L3, "--cores=1 --layout-sim=all", ""},
};

/* Sets the options, from the last one if `back`. */
static void set_all(struct msim_options *options, const char *list, bool back)
{
    static char copies[8][64]; /* texts are not copied */
    char *word[8];
    int words = 0;
    char all[256];
    snprintf(all, sizeof all, "%s", list);
    for (char *at = strtok(all, " "); at; at = strtok(NULL, " "), words++) {
        snprintf(copies[words], sizeof copies[words], "%s", at);
        word[words] = copies[words];
    }
    for (int i = 0; i < words; i++) {
        const char *argument = word[back ? words - 1 - i : i];
        const char *wrong = msim_option_set(options, msim_option_find(argument), argument);
        ck_assert_msg(!wrong, "%s: %s", argument, wrong ? wrong : "");
    }
}

/* The order of options does not matter. */
UNIT_ROWS(chooses, cases)
{
    for (int back = 0; back < 2; back++) {
        struct msim_options options;
        struct msim_machine machine;
        const char *note;
        msim_options_init(&options, &memory.mem);
        ck_assert_ptr_null(msim_read_machine(cases[_i].base, &machine));
        set_all(&options, cases[_i].options, back);
        const char *wrong = msim_machine_choose(&options.machine, &machine, &note);
        const char *is = wrong ? wrong : cores_of(&machine.cores), *cores = cases[_i].cores;
        size_t length = wrong && *cores ? strlen(cores) : strlen(is) + 1;
        ck_assert_msg(!strncmp(is, cores, length), "%s %s: '%s', not '%s'", cases[_i].base,
                      cases[_i].options, is, cores);
    }
}

/* A host may have more cores than can be simulated, and a description a million. */
UNIT_TEST(too_many_cores)
{
    struct msim_options options;
    struct msim_machine machine;
    const char *note;
    msim_options_init(&options, &memory.mem);
    ck_assert_ptr_null(msim_read_machine(L3, &machine));
    machine.cores.used = 65;
    ck_assert_str_eq(cores_of(&machine.cores), " coherence=MESI");
    set_all(&options, "--cores=auto", false);
    const char *wrong = msim_machine_choose(&options.machine, &machine, &note);
    ck_assert(wrong && strstr(wrong, "more cores than the 64") && strstr(wrong, "--cores=N"));
}

UNIT_TEST(instances)
{
    struct msim_cores cores = {.used = 6, .pins_used = 1, .pin = {{2, 5}}};
    ck_assert_uint_eq(msim_cores_instances(&cores, 1), 6);
    ck_assert_uint_eq(msim_cores_instances(&cores, 4), 2);
    ck_assert_uint_eq(msim_cores_instances(&cores, MSIM_CORES_ALL), 1);
    ck_assert_uint_eq(msim_cores_instances(&cores, 0), 1);
    ck_assert_uint_eq(msim_cores_of(&cores, 1), 0);
    ck_assert_uint_eq(msim_cores_of(&cores, 2), 5);
    ck_assert_uint_eq(msim_cores_of(&cores, 8), 1);
}
