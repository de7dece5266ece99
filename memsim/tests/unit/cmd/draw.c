/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The ticks of axes: of any range, they are in order, on the axis, not too many, and the number
 * written at each is exactly its place.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/draw/axis.h"
#include "tests/unit/lib/main.h"

static const double kilo = 1024, mega = 1048576;

/* The number that a tick's text says, read by other means than it was written. */
static double value_of(const char *text)
{
    static const struct {
        const char *unit;
        double value;
    } units[] = {{"", 1},
                 {"%", 1},
                 {" B", 1},
                 {"K", 1e3},
                 {"M", 1e6},
                 {"G", 1e9},
                 {"T", 1e12},
                 {" KiB", 1024},
                 {" MiB", 1048576},
                 {" GiB", 1073741824},
                 {" TiB", 1099511627776}};
    char plain[64], *end;
    size_t used = 0;
    for (; *text; text++)
        if (*text != ',')
            plain[used++] = *text;
    plain[used] = 0;
    double number = strtod(plain, &end);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!strcmp(end, units[i].unit))
            return number * units[i].value;
    ck_abort_msg("not a unit: %s", plain);
    return 0;
}

static void check(const struct msim_axis *axis, double least, double most)
{
    double tick[MSIM_MOST_TICKS];
    size_t ticks = msim_axis_ticks(axis, tick);
    ck_assert_uint_ge(ticks, axis->scale == MSIM_LOG2 ? 1 : 2);
    ck_assert_uint_le(ticks, MSIM_MOST_TICKS);
    for (size_t i = 0; i < ticks; i++) {
        struct msim_human text = msim_axis_text(axis, tick[i]);
        ck_assert_msg(fabs(value_of(text.text) - tick[i]) <= tick[i] * 1e-12,
                      "%g to %g: the tick %s is at %.17g", least, most, text.text, tick[i]);
        ck_assert(!i || tick[i] > tick[i - 1]);
        ck_assert(!i || msim_axis_place(axis, tick[i]) > msim_axis_place(axis, tick[i - 1]));
    }
}

UNIT_EACH(says_where_ticks_are, 12)
{
    static const enum msim_axis_unit units[] = {MSIM_COUNT, MSIM_BYTES};
    struct msim_axis axis = {.scale = (enum msim_scale)(_i / 2 % 3), .unit = units[_i % 2]};
    if (axis.scale == MSIM_LOG10 && axis.unit == MSIM_BYTES)
        return;
    axis.tight = _i >= 6;
    axis.zero = _i >= 6;
    for (double most = 1; most < 1e12; most *= 1.0173) {
        double least = axis.scale == MSIM_LINEAR ? 0 : floor(most / 300) + 1;
        msim_axis_fit(&axis, least, floor(most));
        check(&axis, least, floor(most));
    }
}

static void expect(struct msim_axis axis, double least, double most, const char *expected)
{
    double tick[MSIM_MOST_TICKS];
    char text[512] = "";
    msim_axis_fit(&axis, least, most);
    size_t ticks = msim_axis_ticks(&axis, tick);
    for (size_t i = 0; i < ticks; i++) {
        strcat(text, i ? ", " : "");
        strcat(text, msim_axis_text(&axis, tick[i]).text);
    }
    ck_assert_str_eq(text, expected);
}

UNIT_TEST(rounds_ticks)
{
    struct msim_axis bytes = {.unit = MSIM_BYTES, .tight = true}, count = {.tight = true};
    struct msim_axis sizes = {.unit = MSIM_BYTES, .scale = MSIM_LOG2},
                     entries = {.scale = MSIM_LOG2};
    struct msim_axis log = {.scale = MSIM_LOG10};
    expect(bytes, 0, 1.3 * mega, "0, 256 KiB, 512 KiB, 768 KiB, 1 MiB, 1.25 MiB");
    expect(bytes, 0, 700 * kilo, "0, 128 KiB, 256 KiB, 384 KiB, 512 KiB, 640 KiB");
    expect(bytes, 0, 1500 * mega, "0, 256 MiB, 512 MiB, 768 MiB, 1 GiB, 1.25 GiB");
    expect(bytes, 0, 100, "0, 16 B, 32 B, 48 B, 64 B, 80 B, 96 B");
    expect(count, 0, 1.3e6, "0, 500K, 1M");
    expect(sizes, 512, 2 * mega,
           "512 B, 1 KiB, 2 KiB, 4 KiB, 8 KiB, 16 KiB, 32 KiB, 64 KiB, 128 KiB, 256 KiB, 512 KiB, "
           "1 MiB, 2 MiB");
    expect(entries, 512, 2048, "512, 1,024, 2,048");
    expect(log, 30, 900, "20, 50, 100, 200, 500, 1K");
    log.zero = true;
    expect(log, 1, 250e3, "0, 1, 10, 100, 1K, 10K, 100K");
}

/* Nothing but 0 is where 0 is. */
UNIT_TEST(zero_is_apart)
{
    struct msim_axis log = {.scale = MSIM_LOG10, .zero = true};
    msim_axis_fit(&log, 1, 1000);
    ck_assert(msim_axis_place(&log, 0) == 0);
    ck_assert(msim_axis_place(&log, 1) > 0.05);
    ck_assert(msim_axis_place(&log, 1000) == 1);
    log.zero = false;
    ck_assert(msim_axis_place(&log, 1) == 0);
}
