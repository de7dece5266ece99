/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What users may write for caches and TLBs, what is refused, and which levels fit together. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/machine/geometry.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

#define KIB UINT64_C(1024)
#define MIB (KIB * KIB)
#define GIB (KIB * MIB)

static const struct msim_geometry untouched = {0x1234567890, 0x1234, 0x5678};

static bool same(const struct msim_geometry *a, const struct msim_geometry *b)
{
    return a->units == b->units && a->ways == b->ways && a->line == b->line;
}

/* --- Accepted --------------------------------------------------------------------------------- */

struct accepted {
    const char *text;
    struct msim_geometry geometry;
    uint64_t sets;
};

static const struct accepted caches[] = {
    {"8388608,8,64", {8 * MIB, 8, 64}, 16384},
    {"32768,8,64", {32 * KIB, 8, 64}, 64},
    {"32K,8,64", {32 * KIB, 8, 64}, 64},
    {"32k,8,64", {32 * KIB, 8, 64}, 64},
    {"8M,16,64", {8 * MIB, 16, 64}, 8192},
    {"8m,16,64", {8 * MIB, 16, 64}, 8192},
    {"4G,16,64", {4 * GIB, 16, 64}, 4 * MIB},
    {"4g,1,4096", {4 * GIB, 1, 4096}, MIB},
    {"4294967296,1,4K", {4 * GIB, 1, 4096}, MIB},
    {"1.25M,10,64", {1310720, 10, 64}, 2048},
    {"1.5K,3,64", {1536, 3, 64}, 8},
    {"0.5K,2,64", {512, 2, 64}, 4},
    {"32.0K,8,64.0", {32 * KIB, 8, 64}, 64},
    {"64,1,0.0625K", {64, 1, 64}, 1},
    {"33M,12,64", {33 * MIB, 12, 64}, 45056}, /* no power of two */
    {"98304,12,64", {98304, 12, 64}, 128},
    {"192,3,64", {192, 3, 64}, 1},
    {"192,1,64", {192, 1, 64}, 3},
    {"32K,full,64", {32 * KIB, 512, 64}, 1},
    {"8M,full,64", {8 * MIB, 131072, 64}, 1},
    {"16,1,16", {16, 1, 16}, 1}, /* the smallest there is */
    {"16,full,16", {16, 1, 16}, 1},
};

static const struct accepted first_tlbs[] = {
    {"64,4", {64, 4, 4096}, 16},
    {"64,04", {64, 4, 4096}, 16},
    {"48,full", {48, 48, 4096}, 1},
    {"48,full,16K", {48, 48, 16384}, 1},
    {"96,6", {96, 6, 4096}, 16},
    {"60,4,64K", {60, 4, 65536}, 15},
    {"32,4,2M", {32, 4, 2097152}, 8},
    {"4,full,1G", {4, 4, 1073741824}, 1},
    {"64,4,4K", {64, 4, 4096}, 16},
    {"64,4,4096", {64, 4, 4096}, 16},
    {"64,4,2048k", {64, 4, 2097152}, 16},
    {"64,4,1024M", {64, 4, 1073741824}, 16},
    {"1,1", {1, 1, 4096}, 1},
    {"1048576,1", {1048576, 1, 4096}, 1048576},
    {"none", {0, 0, 0}, 0},
};

static const struct accepted second_tlbs[] = {
    {"1536,6", {1536, 6, 0}, 256}, {"1536,full", {1536, 1536, 0}, 1},
    {"1,1", {1, 1, 0}, 1},         {"1536,12", {1536, 12, 0}, 128},
    {"none", {0, 0, 0}, 0},
};

static void accepts(enum msim_level level, const struct accepted *accepted)
{
    struct msim_geometry geometry = untouched;
    const char *wrong = msim_geometry_read(level, accepted->text, &geometry);
    ck_assert_msg(!wrong, "%s: %s", accepted->text, wrong);
    ck_assert_msg(same(&geometry, &accepted->geometry), "%s: %llu,%u,%u", accepted->text,
                  (unsigned long long)geometry.units, geometry.ways, geometry.line);
    if (geometry.units)
        ck_assert_uint_eq(msim_geometry_sets(level, &geometry), accepted->sets);
}

UNIT_FROM(accepted_caches, MSIM_I1, MSIM_L3 + 1)
{
    for (size_t i = 0; i < sizeof caches / sizeof *caches; i++)
        accepts((enum msim_level)_i, &caches[i]);
}

UNIT_TEST(accepted_tlbs)
{
    for (size_t i = 0; i < sizeof first_tlbs / sizeof *first_tlbs; i++) {
        accepts(MSIM_ITLB, &first_tlbs[i]);
        accepts(MSIM_DTLB, &first_tlbs[i]);
    }
    for (size_t i = 0; i < sizeof second_tlbs / sizeof *second_tlbs; i++) {
        accepts(MSIM_L2TLB, &second_tlbs[i]);
        accepts(MSIM_L2ITLB, &second_tlbs[i]);
        accepts(MSIM_L2DTLB, &second_tlbs[i]);
    }
}

/* --- Refused ---------------------------------------------------------------------------------- */

/* Texts between bars; the first is empty. */
static const char bad_caches[] =
    "|abc|full|none,8,64|nonesuch|None|8388608|8388608,|8388608,8|8388608,8,|,8,64|32K,,64|,,|"
    "8388608;8;64|0,8,64|0,full,64|32K,0,64|32K,00,64|32K,8,0|0K,1,64|32768,8,63|32768,8,65|"
    "32768,8,96|32768,8,8|32768,8,1|64K,8,8K|64K,1,64K|100,3,64|32768,3,64|32769,8,64|"
    "100,full,64|63,1,64|32K,513,64|64,2,64|32K,4294967297,64|64,18446744073709551615,64|"
    "4294967297,1,64|4294967312,1,16|5G,16,64|4.5G,16,64|18446744073709551615,8,64|"
    "18446744073709551616,8,64|18446744073709584384,8,64|99999999999999999999999999,8,64|"
    "18014398509481985K,8,64|17179869184G,8,64|32K,18446744073709551617,64|"
    "32K,8,18446744073709551680|32K,8,64x|32K,8,64,|32K,8,64,4K|32K,8,64 | 32K,8,64|32K, 8,64|"
    "32K ,8,64|32 K,8,64|\t32K,8,64|32K,8,64\n|-32768,8,64|32K,-8,64|32K,8,-64|+32K,8,64|"
    "0x8000,8,64|3.2e4,8,64|32KB,8,64|32KK,8,64|32T,8,64|32K,8K,64|32K,8.0,64|1.3K,8,64|1.K,8,64|"
    "1.0157K,1,16|0.0157K,1,16|"
    "1.0000000000000000000000000000000000000000000000000000000000000000000001K,1,64|.5K,8,64|"
    "1..5K,8,64|1.5,1,64|0.1M,1,16|1.5.5K,8,64|1.00000000000000000000000000000000001K,1,64|"
    "32K,FULL,64|32K,ful,64|32K,fuller,64|32K,full64|32K,8,full";

/* Of either level. */
static const char bad_tlbs[] =
    "|abc|full|none,4|nonesuch|64|64,|,4|,|64;4|0,1|0,full|64,0|64,00|64,0,4K|64,5|64,65|64,128|"
    "64,4294967300|1048577,1|2000000,4|64K,4|64.0,4|18446744073709551616,4|"
    "18446744073709551680,4|64,18446744073709551620|99999999999999999999999,1|-64,4|64,-4|"
    "+64,4| 64,4|64 ,4|64, 4|64,4 |64,4x|64,fullx|64,4,|0x40,4|64,4\n";

static const char bad_first_tlbs[] =
    "64,4,8K|64,4,1M|64,4,4G|64,4,0|64,4,4097|64,4,4|64,4,full|64,4,4K,|64,4,4Kx|64,4,4K |"
    "64,4, 4K|64,4,-4K|64,full,8192|64,5,4K|0,1,4K|64,4,4.5K|64,4,18446744073709555712|"
    "64,4,none";

static const char bad_second_tlbs[] =
    "1536,6,4K|1536,6,4096|1536,6,2M|1536,full,4K|1536,7|1536,6,0";

/* The message is one line that says what is allowed. */
static void refuses(enum msim_level level, const char *text)
{
    struct msim_geometry geometry = untouched;
    const char *wrong = msim_geometry_read(level, text, &geometry);
    ck_assert_msg(wrong != NULL, "'%s' was accepted as %llu,%u,%u", text,
                  (unsigned long long)geometry.units, geometry.ways, geometry.line);
    ck_assert_msg(strlen(wrong) > 20 && !strchr(wrong, '\n'), "'%s': %s", text, wrong);
    ck_assert_msg(same(&geometry, &untouched), "'%s' changed the geometry", text);
}

static void refuses_all(enum msim_level level, const char *texts)
{
    char text[100];
    for (const char *at = texts;; at++) {
        size_t length = strcspn(at, "|");
        ck_assert(length < sizeof text);
        memcpy(text, at, length);
        text[length] = '\0';
        refuses(level, text);
        at += length;
        if (!*at)
            break;
    }
}

UNIT_FROM(refused_caches, MSIM_I1, MSIM_L3 + 1)
{
    refuses_all((enum msim_level)_i, bad_caches);
}

UNIT_FROM(refused_tlbs, MSIM_ITLB, MSIM_LEVELS)
{
    bool first = _i == MSIM_ITLB || _i == MSIM_DTLB;
    refuses_all((enum msim_level)_i, bad_tlbs);
    if (first)
        refuses_all((enum msim_level)_i, bad_first_tlbs);
    else
        refuses_all((enum msim_level)_i, bad_second_tlbs);
}

UNIT_TEST(none)
{
    struct msim_geometry geometry = untouched;
    refuses(MSIM_I1, "none");
    refuses(MSIM_D1, "none");
    ck_assert(!msim_geometry_read(MSIM_L2, "none", &geometry) && geometry.units == 0);
    geometry = untouched;
    ck_assert(!msim_geometry_read(MSIM_L3, "none", &geometry) && geometry.units == 0);
}

/* --- Machines --------------------------------------------------------------------------------- */

/* The levels of a machine, as one letter each; pages of TLBs in KiB. */
struct levels {
    bool l2, l3;
    uint32_t itlb, dtlb;
    bool l2tlb, l2itlb, l2dtlb;
    bool fits;
    uint32_t page[3]; /* which L2TLB, L2ITLB and L2DTLB then have, where they are there */
};

static const struct levels machines[] = {
    {0, 0, 0, 0, 0, 0, 0, true, {0}},
    {1, 0, 0, 0, 0, 0, 0, true, {0}},
    {1, 1, 0, 0, 0, 0, 0, true, {0}},
    {0, 1, 0, 0, 0, 0, 0, false, {0}}, /* an L3 without an L2 */
    {0, 1, 4, 4, 1, 0, 0, false, {0}},
    {1, 1, 4, 4, 0, 0, 0, true, {0}},
    {1, 1, 4, 0, 0, 0, 0, true, {0}},
    {1, 1, 0, 4, 0, 0, 0, true, {0}},
    {1, 1, 4, 4, 1, 0, 0, true, {4}},
    {0, 0, 16, 16, 1, 0, 0, true, {16}},
    {0, 0, 1048576, 1048576, 1, 0, 0, true, {1048576}},
    {0, 0, 64, 0, 1, 0, 0, true, {64}}, /* shared by one side */
    {0, 0, 0, 64, 1, 0, 0, true, {64}},
    {0, 0, 4, 2048, 1, 0, 0, false, {0}}, /* shared, with two sizes of page */
    {0, 0, 4, 2048, 0, 0, 0, true, {0}},
    {0, 0, 4, 2048, 0, 1, 1, true, {0, 4, 2048}},
    {0, 0, 4, 2048, 0, 1, 0, true, {0, 4}},
    {0, 0, 4, 2048, 0, 0, 1, true, {0, 0, 2048}},
    {0, 0, 4, 0, 0, 1, 0, true, {0, 4}},
    {0, 0, 0, 4, 0, 0, 1, true, {0, 0, 4}},
    {0, 0, 0, 0, 1, 0, 0, false, {0}}, /* a second level without a first */
    {0, 0, 0, 4, 0, 1, 0, false, {0}},
    {0, 0, 4, 0, 0, 0, 1, false, {0}},
    {0, 0, 4, 0, 0, 1, 1, false, {0}},
    {0, 0, 0, 0, 0, 1, 1, false, {0}},
};

static struct msim_machine machine_of(const struct levels *levels)
{
    const struct msim_geometry cache = {32 * KIB, 8, 64}, second = {512, 4, 0};
    struct msim_machine machine = {0};
    machine.level[MSIM_I1] = machine.level[MSIM_D1] = cache;
    if (levels->l2)
        machine.level[MSIM_L2] = cache;
    if (levels->l3)
        machine.level[MSIM_L3] = cache;
    if (levels->itlb)
        machine.level[MSIM_ITLB] = (struct msim_geometry){64, 4, levels->itlb * 1024};
    if (levels->dtlb)
        machine.level[MSIM_DTLB] = (struct msim_geometry){64, 4, levels->dtlb * 1024};
    if (levels->l2tlb)
        machine.level[MSIM_L2TLB] = second;
    if (levels->l2itlb)
        machine.level[MSIM_L2ITLB] = second;
    if (levels->l2dtlb)
        machine.level[MSIM_L2DTLB] = second;
    return machine;
}

UNIT_ROWS(machine, machines)
{
    struct msim_machine machine = machine_of(&machines[_i]);
    const char *wrong = msim_machine_check(&machine);
    ck_assert_msg(!wrong == machines[_i].fits, "%s", wrong ? wrong : "accepted");
    ck_assert(!wrong || (strlen(wrong) > 20 && !strchr(wrong, '\n')));
    for (int i = 0; !wrong && i < 3; i++) {
        const struct msim_geometry *second = &machine.level[MSIM_L2TLB + i];
        if (second->units)
            ck_assert_uint_eq(second->line, machines[_i].page[i] * 1024);
    }
    if (!wrong) /* again changes nothing */
        ck_assert(!msim_machine_check(&machine));
}

/* --- Any text ----------------------------------------------------------------------------- */

static const char *const usual[3][6] = {
    {"32K", "1.25M", "1536", "96", "8388608", "3072"},
    {"1", "2", "3", "6", "8", "full"},
    {"64", "16", "4K", "16K", "2M", "1G"},
};

static const char *const pieces[] = {
    "0",
    "1",
    "2",
    "4",
    "16",
    "64",
    "4096",
    "1.5",
    "K",
    "M",
    "G",
    "full",
    "none",
    "-",
    ".",
    " ",
    "x",
    "99999999999",
    "18446744073709551616",
    "",
};

/* What users write, mostly; then other pieces and any characters. */
static void random_text(struct unit_random *random, char *text)
{
    unsigned fields = 1 + (unsigned)unit_below(random, 4);
    text[0] = '\0';
    for (unsigned field = 0; field < fields; field++) {
        if (field)
            strcat(text, ",");
        if (field < 3 && !unit_one_in(random, 4))
            strcat(text, usual[field][unit_below(random, 6)]);
        while (unit_one_in(random, 5))
            strcat(text, pieces[unit_below(random, sizeof pieces / sizeof *pieces)]);
    }
    if (text[0] && unit_one_in(random, 10))
        text[unit_below(random, strlen(text))] = (char)(1 + unit_below(random, 255));
}

static void is_consistent(enum msim_level level, const char *text,
                          const struct msim_geometry *geometry)
{
    struct msim_geometry again = untouched;
    char written[80];
    bool tlb = msim_is_tlb(level), second = level >= MSIM_L2TLB;
    uint64_t sets = msim_geometry_sets(level, geometry);
    ck_assert_msg(geometry->ways >= 1 && sets >= 1, "%s", text);
    ck_assert_msg(sets * geometry->ways * (tlb ? 1 : geometry->line) == geometry->units, "%s",
                  text);
    ck_assert_msg((geometry->line & (geometry->line - 1)) == 0, "%s", text);
    if (second)
        ck_assert_uint_eq(geometry->line, 0);
    else
        ck_assert_uint_ge(geometry->line, tlb ? 4096 : 16);
    if (!tlb)
        ck_assert_uint_le(geometry->line, 4096);
    ck_assert_uint_le(geometry->units, tlb ? MIB : 4 * GIB);
    snprintf(written, sizeof written, second ? "%llu,%u" : "%llu,%u,%u",
             (unsigned long long)geometry->units, geometry->ways, geometry->line);
    ck_assert_msg(!msim_geometry_read(level, written, &again) && same(&again, geometry),
                  "%s, then %s", text, written);
}

UNIT_TEST(any_text)
{
    struct unit_random random = {4711};
    unsigned accepted = 0;
    for (unsigned i = 0; i < 100000; i++) {
        char text[1000];
        struct msim_geometry geometry = untouched;
        enum msim_level level = (enum msim_level)unit_below(&random, MSIM_LEVELS);
        random_text(&random, text);
        if (msim_geometry_read(level, text, &geometry)) {
            ck_assert_msg(same(&geometry, &untouched), "%s", text);
        } else if (geometry.units) {
            is_consistent(level, text, &geometry);
            accepted++;
        }
    }
    ck_assert_uint_gt(accepted, 2000);
}
