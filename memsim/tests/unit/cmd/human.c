/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers as people write and read them. */
#include <inttypes.h>

#include "cmd/base/human.h"
#include "tests/unit/lib/main.h"

enum { KILO = 1024, MEGA = 1024 * KILO };

static const struct {
    const char *text;
    bool good;
    uint64_t size;
} sizes[] = {
    {"0", true, 0},
    {"64", true, 64},
    {"007", true, 7},
    {"32K", true, 32 * KILO},
    {"0K", true, 0},
    {"2M", true, 2 * MEGA},
    {"3G", true, UINT64_C(3) * KILO *MEGA},
    {"18446744073709551615", true, UINT64_MAX},
    {"18446744073709551616", false, 0},
    {"18014398509481983K", true, UINT64_MAX - 1023},
    {"18014398509481984K", false, 0}, /* 2^64 */
    {"17179869183G", true, UINT64_MAX - (1 << 30) + 1},
    {"17179869184G", false, 0},
    {"", false, 0},
    {"K", false, 0},
    {"1k", false, 0},
    {"1T", false, 0},
    {"1KK", false, 0},
    {"1.5M", false, 0},
    {" 1", false, 0},
    {"1 ", false, 0},
    {"+1", false, 0},
    {"-1", false, 0},
    {"0x10", false, 0},
    {"000000000000000000000000000001", false, 0}, /* longer than any number needs */
};

UNIT_ROWS(reads_sizes, sizes)
{
    uint64_t size = 12345;
    ck_assert_msg(msim_read_size(sizes[_i].text, &size) == sizes[_i].good, "'%s'", sizes[_i].text);
    if (sizes[_i].good)
        ck_assert_msg(size == sizes[_i].size, "'%s' is %" PRIu64, sizes[_i].text, size);
}

UNIT_TEST(reads_numbers)
{
    uint64_t number;
    ck_assert(msim_read_number("18446744073709551615", &number) && number == UINT64_MAX);
    ck_assert(!msim_read_number("18446744073709551616", &number));
    ck_assert(!msim_read_number("99999999999999999999", &number));
    ck_assert(!msim_read_number("1K", &number));
    ck_assert(!msim_read_number("", &number));
}

UNIT_TEST(writes_sizes)
{
    ck_assert_str_eq(msim_human_size(0).text, "0");
    ck_assert_str_eq(msim_human_size(100).text, "100");
    ck_assert_str_eq(msim_human_size(KILO).text, "1K");
    ck_assert_str_eq(msim_human_size(1280 * KILO).text, "1280K");
    ck_assert_str_eq(msim_human_size(MEGA + 1).text, "1048577");
    ck_assert_str_eq(msim_human_size(UINT64_C(1) << 40).text, "1024G");
    ck_assert_str_eq(msim_human_size(UINT64_MAX).text, "18446744073709551615");
    for (unsigned bit = 0; bit < 64; bit++) {
        uint64_t size;
        ck_assert(msim_read_size(msim_human_size(UINT64_C(1) << bit).text, &size));
        ck_assert(size == UINT64_C(1) << bit);
    }
}

UNIT_TEST(writes_counts)
{
    ck_assert_str_eq(msim_human_count(0).text, "0");
    ck_assert_str_eq(msim_human_count(999).text, "999");
    ck_assert_str_eq(msim_human_count(1000).text, "1,000");
    ck_assert_str_eq(msim_human_count(123456).text, "123,456");
    ck_assert_str_eq(msim_human_count(UINT64_MAX).text, "18,446,744,073,709,551,615");
    ck_assert_str_eq(msim_human_things(0, "miss", "misses").text, "0 misses");
    ck_assert_str_eq(msim_human_things(1, "miss", "misses").text, "1 miss");
    ck_assert_str_eq(msim_human_things(UINT64_MAX, "miss", "misses").text,
                     "18,446,744,073,709,551,615 misses");
}

UNIT_TEST(writes_percentages)
{
    ck_assert_str_eq(msim_human_percent(1, 3).text, "33.3333%");
    ck_assert_str_eq(msim_human_percent(2, 3).text, "66.6667%");
    ck_assert_str_eq(msim_human_percent(0, 0).text, "0.0000%");
    ck_assert_str_eq(msim_human_percent(1, 0).text, "0.0000%");
    ck_assert_str_eq(msim_human_percent(UINT64_MAX, UINT64_MAX).text, "100.0000%");
}

UNIT_TEST(writes_ticks)
{
    ck_assert_str_eq(msim_human_short(0, false).text, "0");
    ck_assert_str_eq(msim_human_short(999, false).text, "999");
    ck_assert_str_eq(msim_human_short(1000, false).text, "1K");
    ck_assert_str_eq(msim_human_short(0, true).text, "0");
    ck_assert_str_eq(msim_human_short(1000, true).text, "1000 B");
    ck_assert_str_eq(msim_human_short(1536, true).text, "1.5 KiB");
    ck_assert_str_eq(msim_human_short(2 << 20, true).text, "2 MiB");
    ck_assert_str_eq(msim_human_short(2.5e6, false).text, "2.5M");
    ck_assert_str_eq(msim_human_short(-2000, false).text, "-2K");
    ck_assert_str_eq(msim_human_short(1e18, false).text, "1E");
    ck_assert_str_eq(msim_human_short(1e21, false).text, "1000E"); /* no unit is larger */
}
