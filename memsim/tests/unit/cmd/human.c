/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers as people read and write them: exact texts, the edges, and grouping against a naive model. */
#include "cmd/base/human.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

#define KILO UINT64_C(1024)
#define MEGA (1024 * KILO)
#define GIGA (1024 * MEGA)

static const struct {
    uint64_t bytes;
    const char *text;
} sizes[] = {{0, "0"},
             {1, "1"},
             {1023, "1023"},
             {1024, "1K"},
             {1025, "1025"},
             {1536, "1536"},
             {512 * KILO, "512K"},
             {1280 * KILO, "1280K"},
             {MEGA, "1M"},
             {24 * MEGA, "24M"},
             {GIGA, "1G"},
             {1024 * GIGA, "1024G"},
             {UINT64_MAX, "18446744073709551615"}};

START_TEST(writes_sizes)
{
    ck_assert_str_eq(msim_human_size(sizes[_i].bytes).text, sizes[_i].text);
}
END_TEST

/* A comma before each third digit from the end. */
static bool is_grouped(uint64_t number, const char *text)
{
    char digits[32], model[48] = "";
    size_t length = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, number);
    for (size_t i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            strcat(model, ",");
        strncat(model, &digits[i], 1);
    }
    return !strcmp(model, text);
}

START_TEST(groups)
{
    struct unit_random random = {1};
    ck_assert_str_eq(msim_human_count(0).text, "0");
    ck_assert_str_eq(msim_human_count(999).text, "999");
    ck_assert_str_eq(msim_human_count(1000).text, "1,000");
    ck_assert_str_eq(msim_human_count(27794595).text, "27,794,595");
    ck_assert_str_eq(msim_human_count(UINT64_MAX).text, "18,446,744,073,709,551,615");
    ck_assert(!is_grouped(1000, "1000")); /* the model finds a missing comma */
    for (int i = 0; i < 1000; i++) {
        uint64_t number = unit_random(&random) >> unit_below(&random, 64);
        ck_assert(is_grouped(number, msim_human_count(number).text));
    }
}
END_TEST

static const struct {
    uint64_t part, whole;
    const char *text;
} percents[] = {{0, 0, "0.0000%"},       {5, 0, "0.0000%"},
                {0, 7, "0.0000%"},       {1, 3, "33.3333%"},
                {2, 3, "66.6667%"},      {7, 7, "100.0000%"},
                {14, 7, "200.0000%"},    {1, 2000000, "0.0001%"}, /* 0.00005 is rounded up */
                {1, 2000001, "0.0000%"}, {UINT64_MAX, UINT64_MAX, "100.0000%"}};

START_TEST(writes_percents)
{
    ck_assert_str_eq(msim_human_percent(percents[_i].part, percents[_i].whole).text,
                     percents[_i].text);
}
END_TEST

static const struct {
    double value;
    bool binary;
    const char *text;
} ticks[] = {{0, false, "0"},       {0.25, false, "0.25"},   {999, false, "999"},
             {1000, false, "1K"},   {1023, true, "1023"},    {1024, true, "1K"},
             {1536, true, "1.5K"},  {2.5e6, false, "2.5M"},  {-2e6, false, "-2M"},
             {1e18, false, "1E"},   {1e21, false, "1000E"},  {12345, false, "12.35K"},
             {1048576, true, "1M"}, {1073741824, true, "1G"}};

START_TEST(writes_ticks)
{
    ck_assert_str_eq(msim_human_short(ticks[_i].value, ticks[_i].binary).text, ticks[_i].text);
}
END_TEST

static const struct {
    const char *text;
    bool is_number, is_size;
    uint64_t value;
} numbers[] = {
    {"0", true, true, 0},
    {"64", true, true, 64},
    {"007", true, true, 7},
    {"18446744073709551615", true, true, UINT64_MAX},
    {"18446744073709551616", false, false, 0},
    {"99999999999999999999999", false, false, 0},
    {"000000000000000000000001", true, false, 1}, /* a size has 23 characters at most */
    {"32K", false, true, 32 * KILO},
    {"2M", false, true, 2 * MEGA},
    {"1G", false, true, GIGA},
    {"17179869183G", false, true, UINT64_C(17179869183) << 30},
    {"17179869184G", false, false, 0},
    {"", false, false, 0},
    {"K", false, false, 0},
    {"1k", false, false, 0},
    {"1KB", false, false, 0},
    {"1KK", false, false, 0},
    {"-1", false, false, 0},
    {"+1", false, false, 0},
    {" 1", false, false, 0},
    {"1 ", false, false, 0},
    {"1.5M", false, false, 0},
    {"0x10", false, false, 0},
};

START_TEST(reads)
{
    uint64_t value = 4711;
    ck_assert(msim_read_number(numbers[_i].text, &value) == numbers[_i].is_number);
    ck_assert_uint_eq(value, numbers[_i].is_number ? numbers[_i].value : 4711);
    value = 0;
    ck_assert(msim_read_size(numbers[_i].text, &value) == numbers[_i].is_size);
    if (numbers[_i].is_size)
        ck_assert_uint_eq(value, numbers[_i].value);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("human");
    TCase *tests = tcase_create("human");
    tcase_add_loop_test(tests, writes_sizes, 0, sizeof sizes / sizeof *sizes);
    tcase_add_test(tests, groups);
    tcase_add_loop_test(tests, writes_percents, 0, sizeof percents / sizeof *percents);
    tcase_add_loop_test(tests, writes_ticks, 0, sizeof ticks / sizeof *ticks);
    tcase_add_loop_test(tests, reads, 0, sizeof numbers / sizeof *numbers);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
