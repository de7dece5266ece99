/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How numbers, percentages, names and geometries are written. */
#include <string.h>

#include "engine/machine/names.h"
#include "engine/machine/oneline.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/text.h"

/* A writer in front of a string. */
struct writer {
    struct unit_text kept;
    struct msim_text text;
};

static void start(struct writer *writer)
{
    unit_text_start(&writer->kept);
    msim_text_init(&writer->text, &writer->kept.sink);
}

/* What was written is `expected`. */
static void end(struct writer *writer, const char *expected)
{
    msim_text_flush(&writer->text);
    ck_assert_str_eq(writer->kept.text, expected);
    unit_text_end(&writer->kept);
}

/* Lines that are wider than a terminal beside Valgrind's prefix. */
UNIT_TEST(wrapped_lines)
{
    static const char forty[] = "forty columns of a line without anything";
    struct unit_text kept;
    struct msim_line line;
    unit_text_start(&kept);
    msim_line_init(&line, &kept.lines);
    msim_put(&line.text, forty);
    msim_put(&line.text, "; sixty-eight columns in all");
    msim_line_wrap(&line, 4);
    msim_put(&line.text, forty);
    msim_put(&line.text, "; sixty-nine are in this line");
    msim_line_wrap(&line, 4);
    msim_put(&line.text, forty);
    msim_put(&line.text, " and blanks, up to sixty columns that a name is after: ");
    msim_put(&line.text, "/a/long/name/without/a/blank/that/takes/more/than/one/line/by/itself");
    msim_line_wrap(&line, 2);
    msim_line_wrap(&line, 2);
    ck_assert_str_eq(kept.text,
                     "forty columns of a line without anything; sixty-eight columns in all\n"
                     "forty columns of a line without anything;\n"
                     "    sixty-nine are in this line\n"
                     "forty columns of a line without anything and blanks,\n"
                     "  up to sixty columns that a name is after:\n"
                     "  /a/long/name/without/a/blank/that/takes/more/than/one/line/by/itself\n"
                     "\n");
    unit_text_end(&kept);
}

static const struct {
    uint64_t number;
    const char *plain, *grouped;
} numbers[] = {
    {0, "0", "0"},
    {7, "7", "7"},
    {10, "10", "10"},
    {999, "999", "999"},
    {1000, "1000", "1,000"},
    {12345, "12345", "12,345"},
    {999999, "999999", "999,999"},
    {1000000, "1000000", "1,000,000"},
    {1234567, "1234567", "1,234,567"},
    {UINT32_MAX, "4294967295", "4,294,967,295"},
    {UINT64_MAX, "18446744073709551615", "18,446,744,073,709,551,615"},
};

UNIT_ROWS(number, numbers)
{
    struct writer writer;
    start(&writer);
    msim_put_number(&writer.text, numbers[_i].number);
    end(&writer, numbers[_i].plain);
    start(&writer);
    msim_put_grouped(&writer.text, numbers[_i].number, 0);
    end(&writer, numbers[_i].grouped);
    ck_assert_uint_eq(msim_grouped_width(numbers[_i].number), strlen(numbers[_i].grouped));
}

UNIT_TEST(aligned)
{
    struct writer writer;
    start(&writer);
    msim_put_grouped(&writer.text, 1234, 8);
    msim_put(&writer.text, "|");
    msim_put_grouped(&writer.text, 1234, 5);
    msim_put(&writer.text, "|");
    msim_put_grouped(&writer.text, 1234, 4); /* too narrow: whole all the same */
    msim_put(&writer.text, "|");
    msim_put_percent(&writer.text, 1, 4, 1, 8);
    msim_put(&writer.text, "|");
    msim_put_percent(&writer.text, 1, 4, 1, 2);
    end(&writer, "   1,234|1,234|1,234|   25.0%|25.0%");
}

static const struct {
    uint64_t part, whole;
    unsigned decimals;
    const char *percent;
} percents[] = {
    {1, 2, 0, "50%"},
    {1, 2, 1, "50.0%"},
    {1, 2, 2, "50.00%"},
    {1, 3, 1, "33.3%"},
    {1, 3, 2, "33.33%"},
    {2, 3, 1, "66.7%"}, /* rounded, not cut */
    {2, 3, 2, "66.67%"},
    {49, 1000, 0, "5%"},
    {44, 1000, 0, "4%"},
    {1, 2000, 1, "0.1%"}, /* half is more */
    {4999, 10000000, 1, "0.0%"},
    {1, 10000, 2, "0.01%"},
    {1, 1000000, 2, "0.00%"},
    {9994, 10000, 1, "99.9%"},
    {9995, 10000, 1, "100.0%"},
    {0, 7, 2, "0.00%"},
    {7, 7, 2, "100.00%"},
    {3, 2, 1, "150.0%"},
    {0, 0, 2, "0.00%"}, /* nothing of nothing */
    {5, 0, 1, "0.0%"},
    {UINT64_MAX, UINT64_MAX, 2, "100.00%"}, /* the product would not fit */
    {UINT64_MAX / 2, UINT64_MAX, 2, "50.00%"},
    {UINT64_MAX / 3, UINT64_MAX, 2, "33.33%"},
    {UINT64_MAX / 3 * 2, UINT64_MAX, 1, "66.7%"},
    {UINT64_MAX / 100000, UINT64_MAX, 2, "0.00%"},
    {UINT64_MAX / 10000, UINT64_MAX, 2, "0.01%"},
    {1, UINT64_MAX, 2, "0.00%"},
    {UINT64_C(35838721000000), UINT64_C(71677442000000), 2, "50.00%"},
};

UNIT_ROWS(percent, percents)
{
    struct writer writer;
    start(&writer);
    msim_put_percent(&writer.text, percents[_i].part, percents[_i].whole, percents[_i].decimals, 0);
    end(&writer, percents[_i].percent);
}

/* Control characters would end the line or worse; what is above ASCII is the name's own. */
UNIT_TEST(name)
{
    struct writer writer;
    start(&writer);
    msim_put_name(&writer.text, "a\nb\rc\td\x01"
                                "e\x1f"
                                "f g~");
    end(&writer, "a b c d e f g~");
    start(&writer);
    msim_put_name(&writer.text, "gr\xc3\xb6\xc3\x9f"
                                "e\xff\x80");
    end(&writer, "gr\xc3\xb6\xc3\x9f"
                 "e\xff\x80");
    start(&writer);
    msim_put_name(&writer.text, "");
    end(&writer, "");
    start(&writer);
    msim_put(&writer.text, "a\nb"); /* not a name */
    end(&writer, "a\nb");
}

/* Texts of any length pass through the buffer whole and in order. */
UNIT_TEST(long_texts)
{
    enum { LONG = 20000 };
    static char expected[2 * LONG + 1];
    struct writer writer;
    for (size_t i = 0; i < 2 * LONG; i++)
        expected[i] = (char)('a' + i % 26);
    start(&writer);
    for (size_t i = 0; i < LONG; i++)
        msim_put(&writer.text, (char[]){expected[i], '\0'});
    msim_text_flush(&writer.text);
    msim_text_flush(&writer.text); /* again: nothing */
    msim_put_name(&writer.text, expected + LONG);
    end(&writer, expected);
}

static const struct {
    enum msim_level level;
    struct msim_geometry geometry;
    const char *text;
} geometries[] = {
    {MSIM_D1, {32768, 8, 64}, "32768 B, 64 B, 8-way associative"},
    {MSIM_L2, {8388608, 16, 64}, "8388608 B, 64 B, 16-way associative"},
    {MSIM_I1, {4096, 1, 32}, "4096 B, 32 B, direct-mapped"},
    {MSIM_I1, {64, 1, 64}, "64 B, 64 B, direct-mapped"}, /* and full */
    {MSIM_L3, {4294967296, 67108864, 64}, "4294967296 B, 64 B, fully associative"},
    {MSIM_ITLB, {64, 1, 4096}, "64 entries, 4096 B pages, direct-mapped"},
    {MSIM_DTLB, {48, 48, 16384}, "48 entries, 16384 B pages, fully associative"},
    {MSIM_L2TLB, {1536, 6, 1073741824}, "1536 entries, 1073741824 B pages, 6-way associative"},
};

UNIT_ROWS(geometry, geometries)
{
    struct writer writer;
    start(&writer);
    msim_put_geometry(&writer.text, geometries[_i].level, &geometries[_i].geometry);
    end(&writer, geometries[_i].text);
}

UNIT_TEST(level_names)
{
    static const char *const names[MSIM_LEVELS] = {"I1",   "D1",    "L2",     "L3",    "ITLB",
                                                   "DTLB", "L2TLB", "L2ITLB", "L2DTLB"};
    for (int i = 0; i < MSIM_LEVELS; i++) {
        ck_assert_str_eq(msim_level_name((enum msim_level)i), names[i]);
        ck_assert_int_eq(msim_level_named(names[i]), i);
    }
    ck_assert_int_eq(msim_level_named("L2T"), MSIM_LEVELS);
    ck_assert_int_eq(msim_level_named("L2TLBs"), MSIM_LEVELS);
    ck_assert_int_eq(msim_level_named(""), MSIM_LEVELS);
}
