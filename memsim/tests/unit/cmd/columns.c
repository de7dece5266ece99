/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Columns: what names mean, values and their order, words for events, and what is refused. */
#include "cmd/columns/column.h"
#include "cmd/columns/value.h"

#include <string.h>

#include "cmd/counts/read.h"
#include "tests/unit/lib/main.h"

#define EVENTS "Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw Bc"

static const char profile[] = "cmd: a\nevents: " EVENTS "\nfl=a.c\nfn=main\n"
                              "1 100 30 20 5 6 4 3 2 1 0\n"
                              "summary: 100 30 20 5 6 4 3 2 1 0\n";

static struct msim_counts counts;
static const int64_t *total;

static void setup(void)
{
    counts = (struct msim_counts){0};
    char *bytes = strdup(profile);
    ck_assert_ptr_nonnull(bytes);
    ck_assert(msim_counts_read(&counts, "profile", bytes, strlen(profile), false, NULL));
    total = counts.total;
}

static void teardown(void)
{
    msim_counts_free(&counts);
}

static struct msim_columns columns_of(const char *cycles, const char *list)
{
    struct msim_columns columns = {0};
    char *error = msim_columns_make(&columns, &counts, cycles, list);
    ck_assert_pstr_eq(error, NULL);
    return columns;
}

/* --- names -------------------------------------------------------------------------------------- */

static const struct {
    const char *name, *cycles;
    enum msim_column_kind kind;
    double value;
} names[] = {
    {"Ir", NULL, MSIM_COLUMN_COUNT, 100},
    {"Bc", NULL, MSIM_COLUMN_COUNT, 0},
    {"D", NULL, MSIM_COLUMN_COUNT, 50},
    {"D1m", NULL, MSIM_COLUMN_COUNT, 10},
    {"I1m", NULL, MSIM_COLUMN_COUNT, 5},
    {"DLm", NULL, MSIM_COLUMN_COUNT, 3},
    {"L1m", NULL, MSIM_COLUMN_COUNT, 15},
    {"LLm", NULL, MSIM_COLUMN_COUNT, 6},
    {"Ir+Dr", NULL, MSIM_COLUMN_COUNT, 130},
    {"D+D", NULL, MSIM_COLUMN_COUNT, 100},
    {"Cy", NULL, MSIM_COLUMN_COUNT, 100 + 10 * 15 + 100 * 6},
    {"Cy", "Ir:2,D:3", MSIM_COLUMN_COUNT, 350},
    {"Cy", "Ir:0", MSIM_COLUMN_COUNT, 0},
    {"Cy", "", MSIM_COLUMN_COUNT, 0},
    {"Cy+Ir", "Ir:1", MSIM_COLUMN_COUNT, 200},
    {"D1m/D", NULL, MSIM_COLUMN_RATE, 0.2},
    {"Cy/Ir", NULL, MSIM_COLUMN_RATE, 8.5},
    {"Dr+Dw/Ir+Ir", NULL, MSIM_COLUMN_RATE, 0.25},
    {"D1mr:PTI", NULL, MSIM_COLUMN_PTI, 60},
    {"L1m+LLm:PTI", NULL, MSIM_COLUMN_PTI, 210},
};

START_TEST(values)
{
    double value = -1;
    struct msim_columns columns = columns_of(names[_i].cycles, names[_i].name);
    ck_assert_uint_eq(columns.columns, 1);
    const struct msim_column *column = columns.column;
    ck_assert_str_eq(column->name, names[_i].name);
    ck_assert_int_eq(column->kind, names[_i].kind);
    ck_assert(msim_column_value(column, total, &value));
    ck_assert(value == names[_i].value);
    if (column->kind == MSIM_COLUMN_COUNT)
        ck_assert(msim_column_over(column, total) == (msim_wide)names[_i].value);
    msim_columns_free(&columns);
}
END_TEST

START_TEST(lists)
{
    struct msim_columns columns = columns_of(NULL, "D1m,all,Ir");
    ck_assert_uint_eq(columns.columns, counts.events + 2);
    ck_assert_str_eq(columns.column[0].name, "D1m");
    ck_assert_uint_eq(columns.column[0].event, counts.events); /* a sum */
    for (size_t i = 0; i < counts.events; i++) {
        ck_assert_str_eq(columns.column[i + 1].name, counts.event[i]);
        ck_assert_uint_eq(columns.column[i + 1].event, i);
    }
    ck_assert_str_eq(columns.column[counts.events + 1].name, "Ir");
    msim_columns_free(&columns);
    ck_assert_uint_eq(columns.columns, 0);
}
END_TEST

#define UNKNOWN(name) "'" name "' is not an event of the file, which has " EVENTS

static const struct {
    const char *list, *cycles, *error;
    size_t before; /* columns made before the one that is wrong */
} bad[] = {
    {"x", NULL, UNKNOWN("x"), 0},
    {"", NULL, UNKNOWN(""), 0},
    {"Ir,", NULL, UNKNOWN(""), 1},
    {"Ir,Dr,ir", NULL, UNKNOWN("ir"), 2},
    {"I", NULL, UNKNOWN("I"), 0}, /* Ir has no other name */
    {"Ir+", NULL, UNKNOWN(""), 0},
    {"Ir+x/Dr", NULL, UNKNOWN("x"), 0},
    {"Ir/", NULL, UNKNOWN(""), 0},
    {"Ir/Dr/Dw", NULL, UNKNOWN("Dr/Dw"), 0},
    {"x:PTI", NULL, UNKNOWN("x"), 0},
    {":PTI", NULL, UNKNOWN(":PTI"), 0},
    {"Dr/Ir:PTI", NULL, UNKNOWN("Ir:PTI"), 0},
    {"Cy", "x:1", "--cycles: no event 'x' in the file", 0},
    {"Cy", "Ir:1,Cy:1", "--cycles: no event 'Cy' in the file", 0},
};

START_TEST(refuses_columns)
{
    struct msim_columns columns = {0};
    char *error = msim_columns_make(&columns, &counts, bad[_i].cycles, bad[_i].list);
    ck_assert_pstr_eq(error, bad[_i].error);
    ck_assert_uint_eq(columns.columns, bad[_i].before);
    free(error);
    msim_columns_free(&columns);
}
END_TEST

START_TEST(checks_cycles)
{
    static const char *const fine[] = {"", "Ir:1", "x:0", "Ir:1000000", "Ir:1,x:007"};
    static const char *const wrong[] = {"Ir",    "Ir:",   ":1",         "Ir:1,", "Ir:1;x:1", ",",
                                        "Ir:-1", "Ir:1x", "Ir:1000001", "Ir: 1", "Ir:1,,x:1"};
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
        ck_assert_ptr_null(msim_cycles_check(fine[i]));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char *error = msim_cycles_check(wrong[i]);
        ck_assert_pstr_eq(error, "expected NAME:WEIGHT, separated by commas, weights from 0 to "
                                 "1000000, as in " MSIM_USUAL_CYCLES);
        free(error);
    }
}
END_TEST

/* --- values ------------------------------------------------------------------------------------- */

/* Sums are exact beyond 64 bits, and weights are limited. */
START_TEST(is_exact)
{
    int64_t most[10] = {INT64_MAX, INT64_MAX, INT64_MAX};
    struct msim_columns columns = columns_of("Ir:1000000", "Ir+Dr+Dw,Cy,Cy+Cy+Cy");
    ck_assert(msim_column_over(&columns.column[0], most) == (msim_wide)INT64_MAX * 3);
    ck_assert(msim_column_over(&columns.column[1], most) == (msim_wide)INT64_MAX * 1000000);
    ck_assert(msim_column_over(&columns.column[2], most) == (msim_wide)INT64_MAX * 1000000);
    ck_assert(msim_amount(-(msim_wide)INT64_MAX * 3) == (msim_wide)INT64_MAX * 3);
    msim_columns_free(&columns);
}
END_TEST

START_TEST(sorts)
{
    static const int64_t less[10] = {10, 4}, more[10] = {12, 1}, negative[10] = {-11, 5},
                         nothing[10] = {0};
    double value;
    struct msim_columns columns = columns_of(NULL, "Ir,Dr/Ir,Dr:PTI");
    const struct msim_column *count = columns.column, *rate = count + 1, *pti = count + 2;
    /* by the amount, whatever the sign */
    ck_assert_int_eq(msim_column_order(count, more, less), -1);
    ck_assert_int_eq(msim_column_order(count, less, more), 1);
    ck_assert_int_eq(msim_column_order(count, less, less), 0);
    ck_assert_int_eq(msim_column_order(count, negative, less), -1);
    ck_assert_int_eq(msim_column_order(count, more, negative), -1);
    /* a rate of nothing comes after a rate of 0 */
    ck_assert(!msim_column_value(rate, nothing, &value) &&
              !msim_column_value(pti, nothing, &value));
    ck_assert_int_eq(msim_column_order(rate, less, more), -1);
    ck_assert_int_eq(msim_column_order(rate, negative, less), -1);
    ck_assert_int_eq(msim_column_order(pti, nothing, more), 1);
    ck_assert_int_eq(msim_column_order(rate, nothing, nothing), 0);
    msim_columns_free(&columns);
}
END_TEST

START_TEST(is_zero)
{
    struct msim_columns columns = columns_of(NULL, "Bc,Ir,Bc+Ir,Bc/Ir,Ir/Bc,Cy");
    static const bool zero[] = {true, false, false, true, false, false};
    for (size_t i = 0; i < columns.columns; i++)
        ck_assert(msim_column_is_zero(&columns.column[i], &counts) == zero[i]);
    msim_columns_free(&columns);
}
END_TEST

/* --- words -------------------------------------------------------------------------------------- */

static const struct {
    const char *event, *one, *more;
} phrases[] = {
    {"Ir", "instruction", "instructions"},
    {"Dw", "data write", "data writes"},
    {"Bc", "conditional branch", "conditional branches"},
    {"Bim", "mispredicted indirect branch", "mispredicted indirect branches"},
    {"I1mr", "I1 miss", "I1 misses"},
    {"D1mr", "D1 read miss", "D1 read misses"},
    {"D1mw", "D1 write miss", "D1 write misses"},
    {"I2mr", "L2 instruction miss", "L2 instruction misses"},
    {"DLmw", "LL data write miss", "LL data write misses"},
    {"D3mr", "L3 data read miss", "L3 data read misses"},
    {"DTmr", "DTLB read miss", "DTLB read misses"},
    {"ITmr", "ITLB miss", "ITLB misses"},
    {"DT2mw", "L2TLB data write miss", "L2TLB data write misses"},
    {"IT2mr", "L2TLB instruction miss", "L2TLB instruction misses"},
    /* what is none of these is its name */
    {"", "", ""},
    {"D", "D", "D"},
    {"DT", "DT", "DT"},
    {"D1m", "D1m", "D1m"},
    {"D1mx", "D1mx", "D1mx"},
    {"D1mrr", "D1mrr", "D1mrr"},
    {"X1mr", "X1mr", "X1mr"},
    {"D0mr", "D0mr", "D0mr"},
};

START_TEST(says)
{
    char text[64];
    msim_event_phrase(phrases[_i].event, true, text, sizeof text);
    ck_assert_str_eq(text, phrases[_i].one);
    msim_event_phrase(phrases[_i].event, false, text, sizeof text);
    ck_assert_str_eq(text, phrases[_i].more);
    memset(text, 'x', sizeof text);
    msim_event_phrase("Bim", false, text, 8);
    ck_assert_str_eq(text, "mispred");
    ck_assert_int_eq(text[8], 'x');
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("columns");
    TCase *tests = tcase_create("columns");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_loop_test(tests, values, 0, sizeof names / sizeof *names);
    tcase_add_test(tests, lists);
    tcase_add_loop_test(tests, refuses_columns, 0, sizeof bad / sizeof *bad);
    tcase_add_test(tests, checks_cycles);
    tcase_add_test(tests, is_exact);
    tcase_add_test(tests, sorts);
    tcase_add_test(tests, is_zero);
    tcase_add_loop_test(tests, says, 0, sizeof phrases / sizeof *phrases);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
