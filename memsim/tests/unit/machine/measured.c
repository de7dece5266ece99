/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is told from curves: of an invented machine, with noise and with values that are far off. */
#include <math.h>
#include <string.h>

#include "cmd/machine/measure/steps.h"
#include "cmd/machine/measure/take.h"
#include "cmd/machine/measure/values.h"
#include "tests/unit/lib/main.h"

enum { KB = 1024, MB = 1024 * KB, PAGE = 4096, LINE = 64, SEEDS = 40 };

/* What the machine does, whatever it says. */
struct truth {
    double size[3], latency[4], entries[2], translation, walk, window;
};

static const struct truth usual = {
    {32 * KB, 1 * MB, 7 * MB}, {4, 14, 50, 600}, {64, 2048}, 7, 52, 300};

static uint64_t state;

static double drawn(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / (double)(1ull << 53);
}

/* Something else ran: up to so much longer, and now and then three times as long. */
static double noisy(double cycles, double noise)
{
    double longer = 1 + noise * drawn();
    return cycles * (noise > 0 && drawn() < 0.04 ? 3 : longer);
}

/* Levels replace at random, so some of what does not fit hits. */
static double loaded(const struct truth *truth, double bytes)
{
    for (int i = 0; i < 3; i++)
        if (bytes <= truth->size[i])
            return truth->latency[i];
    double hits = truth->size[2] / bytes * truth->size[2] / bytes;
    return hits * truth->latency[2] + (1 - hits) * truth->latency[3];
}

/* Of pages that are asked for at random, and in a circle: then all miss. */
static double translated(const struct truth *truth, double pages, bool random)
{
    double first = pages <= truth->entries[0] ? 1 : random ? truth->entries[0] / pages : 0;
    double second = pages <= truth->entries[1] ? 1 : random ? truth->entries[1] / pages : 0;
    return (1 - first) * (second * truth->translation + (1 - second) * truth->walk);
}

static double point_of(const struct truth *truth, enum msim_curve_number number, double x)
{
    static const double chains[] = {1, 4, 16, 32};
    switch (number) {
    case MSIM_CURVE_CHASE_1:
    case MSIM_CURVE_CHASE_4:
    case MSIM_CURVE_CHASE_16:
    case MSIM_CURVE_CHASE_32:
        return (loaded(truth, x) + translated(truth, x / PAGE, true)) /
               chains[number - MSIM_CURVE_CHASE_1];
    case MSIM_CURVE_ORDER:
        return x <= truth->size[1] ? 2 : x <= 2 * truth->size[2] ? 3 : 8;
    case MSIM_CURVE_PAGES:
        return loaded(truth, x * LINE) + translated(truth, x, false);
    case MSIM_CURVE_SETS:
        return x <= 8 ? 3 : 10;
    case MSIM_CURVE_APART:
        return 3;
    case MSIM_CURVE_TAKEN:
        return 6 + 30 * x / 128 * (1 - x / 128) * 2;
    case MSIM_CURVE_TURNS:
        return x > 1 ? 9 : 3;
    case MSIM_CURVE_ADDITIONS:
        return x + 2 <= truth->window / 2 ? 600 : 1200;
    case MSIM_CURVE_NOTHING:
        return x + 2 <= truth->window ? 600 : 1200;
    case MSIM_CURVE_INDEPENDENT:
        return 0.25;
    case MSIM_CURVE_MIXED:
        return 1.0 / 6;
    case MSIM_CURVE_LOADS:
        return 1.0 / 3;
    case MSIM_CURVE_INDEXED:
        return truth->latency[0] + 1;
    default:
        return 1;
    }
}

static struct msim_measured_curve curve[MSIM_CURVES];

static void draw(const struct truth *truth, double noise)
{
    for (int i = 0; i < MSIM_CURVES; i++) {
        msim_curve_begin((enum msim_curve_number)i, 64 * MB, false, &curve[i]);
        for (unsigned k = 0; k < curve[i].points; k++)
            curve[i].point[k].native =
                noisy(point_of(truth, (enum msim_curve_number)i, curve[i].point[k].x), noise);
    }
}

/* The machine says that its last cache has 32 MB. */
static struct msim_nominal says(void)
{
    struct msim_nominal nominal = {
        {32 * KB, 1 * MB, 32 * MB}, {64, 2048}, PAGE, msim_core_usual, false};
    return nominal;
}

static void is_near(double is, double expected, double part)
{
    ck_assert_msg(fabs(is - expected) <= part * expected, "%g is not near %g", is, expected);
}

static void check_levels(const struct msim_measured_values *found, double part)
{
    ck_assert_uint_eq(found->size[0], 0);
    ck_assert_uint_eq(found->size[1], 0);
    ck_assert_msg(found->size[2] >= 5 * MB && found->size[2] <= 10 * MB, "L3 of %llu bytes",
                  (unsigned long long)found->size[2]);
    ck_assert_uint_eq(found->entries[0], 0);
    ck_assert_uint_eq(found->entries[1], 0);
    for (int i = 0; i < 3; i++)
        is_near(found->latency[i], usual.latency[i], part);
    is_near(found->memory, usual.latency[3], part);
    is_near(found->translation, usual.translation, 2.5 * part);
    is_near(found->walk, usual.walk - usual.latency[1], 2.5 * part);
}

UNIT_TEST(without_noise)
{
    struct msim_nominal nominal = says();
    struct msim_measured_values found;
    draw(&usual, 0);
    curve[MSIM_CURVE_TAKEN].point[0].simulated = NAN;
    msim_values_find(curve, &nominal, &found);
    check_levels(&found, 0.07);
    ck_assert_uint_eq(found.core[MSIM_CORE_load], 4);
    ck_assert_uint_eq(found.core[MSIM_CORE_l2_rate], 2);
    ck_assert_uint_eq(found.core[MSIM_CORE_l3_rate], 3);
    ck_assert_uint_eq(found.core[MSIM_CORE_memory_rate], 8);
    ck_assert_uint_eq(found.core[MSIM_CORE_same_set], 10);
    is_near(found.core[MSIM_CORE_misses], 32, 0.1);
    is_near(found.core[MSIM_CORE_window], usual.window, 0.06);
    ck_assert_uint_eq(found.core[MSIM_CORE_width], 6);
    ck_assert_uint_eq(found.core[MSIM_CORE_load_ports], 3);
    ck_assert_uint_eq(found.core[MSIM_CORE_load_indexed], 1);
    /* Nothing was simulated: what a cycle of it is worth is not known. */
    ck_assert(!found.known[MSIM_CORE_refill]);
    ck_assert(!found.known[MSIM_CORE_indirect]);
}

UNIT_EACH(with_noise, SEEDS)
{
    struct msim_nominal nominal = says();
    struct msim_measured_values found;
    state = 88172645463325252 + (uint64_t)_i * 7919;
    draw(&usual, 0.1);
    msim_values_find(curve, &nominal, &found);
    check_levels(&found, 0.2);
    is_near(found.core[MSIM_CORE_window], usual.window, 0.1);
}

/* A last cache that has what it says, and a second level of TLB that has less. */
UNIT_TEST(as_it_says)
{
    struct truth truth = usual;
    struct msim_nominal nominal = says();
    struct msim_measured_values found;
    truth.size[2] = 32 * MB;
    truth.entries[1] = 1024;
    draw(&truth, 0);
    msim_values_find(curve, &nominal, &found);
    ck_assert_uint_eq(found.size[2], 0);
    is_near(found.latency[2], 50, 0.1);
    nominal.entries[1] = 4096;
    msim_values_find(curve, &nominal, &found);
    ck_assert_uint_eq(found.entries[1], 1024);
    truth.entries[1] = 2048;
    draw(&truth, 0);
    msim_values_find(curve, &nominal, &found);
    ck_assert_uint_eq(found.entries[1], 2048);
}

/* A core that was simulated and takes as long is right; of branches, the difference counts. */
UNIT_TEST(beside_simulated)
{
    struct msim_nominal nominal = says();
    struct msim_measured_values found;
    draw(&usual, 0);
    for (int i = 0; i < MSIM_CURVES; i++)
        for (unsigned k = 0; k < curve[i].points; k++)
            curve[i].point[k].simulated = curve[i].point[k].native;
    msim_values_find(curve, &nominal, &found);
    ck_assert(!found.known[MSIM_CORE_width]);
    ck_assert_uint_eq(found.core[MSIM_CORE_refill], msim_core_usual.refill);
    ck_assert_uint_eq(found.core[MSIM_CORE_indirect], msim_core_usual.indirect);
    for (unsigned k = 0; k < curve[MSIM_CURVE_TAKEN].points; k++)
        if (curve[MSIM_CURVE_TAKEN].point[k].x == 64)
            curve[MSIM_CURVE_TAKEN].point[k].native += 2;
    msim_values_find(curve, &nominal, &found);
    ck_assert_uint_eq(found.core[MSIM_CORE_refill], msim_core_usual.refill + 4);
    ck_assert(!found.known[MSIM_CORE_target_bits]);
}

/* Loads that start half as often as those of the known core: what is known is right, but more is
 * believed. */
UNIT_TEST(beside_another_thread)
{
    struct msim_nominal nominal = says();
    struct msim_measured_values found;
    draw(&usual, 0);
    curve[MSIM_CURVE_LOADS].point[0].simulated = 1.0 / 6;
    msim_values_find(curve, &nominal, &found);
    ck_assert_uint_eq(found.core[MSIM_CORE_load_ports], 3);
    nominal.core_is_known = true;
    msim_values_find(curve, &nominal, &found);
    ck_assert(!found.known[MSIM_CORE_load_ports]);
    curve[MSIM_CURVE_LOADS].point[0].simulated = 1;
    msim_values_find(curve, &nominal, &found);
    ck_assert_uint_eq(found.core[MSIM_CORE_load_ports], 3);
}

/* Calls by turns that take as long as mispredicted branches are so. */
UNIT_TEST(targets_alike)
{
    struct msim_nominal nominal = says();
    struct msim_measured_values found;
    draw(&usual, 0);
    for (unsigned k = 0; k < curve[MSIM_CURVE_TURNS].points; k++)
        if (curve[MSIM_CURVE_TURNS].point[k].x > 1)
            curve[MSIM_CURVE_TURNS].point[k].native = 30;
    msim_values_find(curve, &nominal, &found);
    ck_assert(found.known[MSIM_CORE_target_bits] && found.core[MSIM_CORE_target_bits] == 4);
    ck_assert(!found.known[MSIM_CORE_indirect]);
}

/* Where nothing was measured, nothing is found. */
UNIT_TEST(nothing)
{
    struct msim_nominal nominal = says();
    struct msim_measured_values found, none;
    memset(curve, 0, sizeof curve);
    memset(&none, 0, sizeof none);
    msim_values_find(curve, &nominal, &found);
    ck_assert_uint_eq(found.memory | found.walk | found.translation | found.latency[0], 0);
    for (int i = 0; i < MSIM_CORE_VALUES; i++)
        ck_assert(!found.known[i]);
}

/* Three steps, one of them not high enough, and one value that is far off. */
UNIT_TEST(steps)
{
    static const double x[] = {1, 2, 4, 8, 16, 32, 64, 128}, y[] = {4, 4, 12, 4, 14, 15, 50, 51};
    struct msim_stretch stretch[MSIM_STEPS_MAX];
    ck_assert_uint_eq(msim_steps_find(y, 8, 3, 1.25, stretch), 3);
    ck_assert_uint_eq(stretch[0].end, 4);
    ck_assert_uint_eq(stretch[1].end, 6);
    ck_assert_double_eq(stretch[0].level, 4);
    ck_assert_double_eq_tol(msim_step_at(x, &stretch[0]), sqrt(8 * 16), 1e-9);
    ck_assert_uint_eq(msim_steps_find(y, 8, 5, 20, stretch), 1);
    ck_assert_uint_eq(msim_steps_find(y, 1, 5, 1.25, stretch), 1);
    ck_assert_uint_eq(msim_steps_find(y, 0, 5, 1.25, stretch), 0);
}

/* A level gets a size that its ways can have, near the one that was found, however large it says it
 * is. */
UNIT_TEST(measured_sizes)
{
    static const struct {
        uint64_t says, found, taken;
        uint32_t ways;
    } cases[] = {{300 * (uint64_t)MB, 17 * MB, 17280 * KB, 20},
                 {32 * MB, 17 * MB, 17 * MB, 16},
                 {2 * MB, 1150 * KB, 1152 * KB, 16},
                 {48 * KB, 40 * KB, 53 * 768, 12},
                 {32 * KB, 100, 512, 8}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct msim_described described = {.levels = 1};
        struct msim_measured_values found = {.size = {0, 0, cases[i].found}};
        described.level[0] = (struct msim_described_level){
            .level = 3, .units = cases[i].says, .ways = cases[i].ways, .line = LINE};
        msim_described_take(&described, &found);
        ck_assert_uint_eq(described.level[0].units, cases[i].taken);
        ck_assert_uint_eq(described.level[0].trust, MSIM_TRUST_MEASURED);
    }
}
