/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cells of tables: numbers of up to 128 bits against a naive model, and narrow tables. */
#include "cmd/listing/cells.h"

#include <string.h>

#include "cmd/counts/read.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/written.h"

static const char profile[] = "cmd: a\nevents: Ir Dr Dw\nfl=a.c\nfn=main\n"
                              "1 24543482 12000 7\n"
                              "summary: 24543482 12000 7\n";

static struct msim_counts counts;
static struct msim_view view;

static void make_columns(struct msim_columns *columns, const char *list)
{
    char *error = msim_columns_make(columns, &counts, "Ir:1000000,Dr:1000000", list);
    ck_assert_pstr_eq(error, NULL);
}

UNIT_BEFORE()
{
    char *bytes = strdup(profile);
    ck_assert_ptr_nonnull(bytes);
    counts = (struct msim_counts){0};
    ck_assert(msim_counts_read(&counts, "profile", bytes, strlen(profile), false, NULL));
    view = (struct msim_view){.counts = &counts, .file = "profile", .folded = ""};
    make_columns(&view.show, "Ir,Dr,Dw,Dr/Ir,Cy,Dr:PTI");
    make_columns(&view.sort, "Dr");
}

UNIT_AFTER()
{
    msim_columns_free(&view.show);
    msim_columns_free(&view.sort);
    msim_counts_free(&counts);
}

/* --- numbers ------------------------------------------------------------------------------ */

/* Digit by digit. */
static void write_wide(msim_wide value, bool grouped, char *to)
{
    char reversed[64];
    size_t used = 0, digits = 0;
    bool negative = value < 0;
    do {
        int digit = (int)(value % 10);
        if (grouped && digits && digits % 3 == 0)
            reversed[used++] = ',';
        reversed[used++] = (char)('0' + (digit < 0 ? -digit : digit));
        digits++;
        value /= 10;
    } while (value);
    if (negative)
        reversed[used++] = '-';
    for (size_t i = 0; i < used; i++)
        to[i] = reversed[used - 1 - i];
    to[used] = 0;
}

static bool agrees(const struct msim_column *column, const int64_t *count, msim_wide added)
{
    char plain[64], exact[64];
    write_wide(msim_column_over(column, count) + added, false, plain);
    write_wide(msim_column_over(column, count) + added, true, exact);
    return !strcmp(msim_value_plain(column, count).text, plain) &&
           !strcmp(msim_value_exact(column, count).text, exact);
}

UNIT_TEST(writes_numbers)
{
    static const int64_t edges[] = {0,     1,      -1,      9,      10,        999,       1000,
                                    -1000, 999999, 1000000, 100000, INT64_MAX, -INT64_MAX};
    const struct msim_column *one = &view.show.column[0], *cycles = &view.show.column[4];
    struct unit_random random = {3};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        for (size_t k = 0; k < sizeof edges / sizeof *edges; k++) {
            const int64_t count[3] = {edges[i], edges[k], 0};
            ck_assert(agrees(one, count, 0) && agrees(cycles, count, 0));
            ck_assert(!agrees(cycles, count, 1)); /* a wrong digit is found */
        }
    for (int i = 0; i < 2000; i++) {
        const int64_t count[3] = {(int64_t)unit_random(&random) >> unit_below(&random, 64),
                                  (int64_t)unit_random(&random) >> unit_below(&random, 64)};
        ck_assert(agrees(one, count, 0) && agrees(cycles, count, 0));
    }
}

static const struct {
    int64_t count[3];
    const char *rate, *exact, *pti; /* of Dr/Ir, and of Dr:PTI */
} rates[] = {
    {{0, 0, 0}, "null", "-", "null"},
    {{0, 5, 0}, "null", "-", "null"},
    {{4, 1, 0}, "0.250000", "0.25", "250.000000"},
    {{3, -1, 0}, "-0.333333", "-0.33", "-333.333333"},
    {{-2, 1, 0}, "-0.500000", "-0.50", "-500.000000"},
};

UNIT_ROWS(writes_rates, rates)
{
    const struct msim_column *rate = &view.show.column[3], *pti = &view.show.column[5];
    ck_assert_str_eq(msim_value_plain(rate, rates[_i].count).text, rates[_i].rate);
    ck_assert_str_eq(msim_value_exact(rate, rates[_i].count).text, rates[_i].exact);
    ck_assert_str_eq(msim_value_plain(pti, rates[_i].count).text, rates[_i].pti);
}

/* Rates of misses are percentages where people read them. */
UNIT_TEST(writes_percentages)
{
    static const struct {
        const char *name, *exact;
    } columns[] = {{"D1mr/Dr", "12.50%"}, {"D1m/D", "12.50%"}, {"Dr/Ir", "0.12"}, {"m/D", "0.12"}};
    static const int64_t count[3] = {8, 1, 0};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        struct msim_column column = view.show.column[3];
        column.name = (char *)columns[i].name;
        ck_assert_str_eq(msim_value_exact(&column, count).text, columns[i].exact);
    }
}

/* --- tables ------------------------------------------------------------------------------- */

/* 20 + 16 + 11 columns, with the blank after each; what gives way in which order is in cells.h. */
static const struct {
    size_t width;
    const char *heads, *numbers, *none;
} tables[] = {
    {0, "        Ir              Dr          Dw         ",
     "24,543,482 (100.0%) 12,000 (100.0%) 7 (100.0%) ",
     "         .               .          .          "},
    {47, "        Ir              Dr          Dw         ",
     "24,543,482 (100.0%) 12,000 (100.0%) 7 (100.0%) ",
     "         .               .          .          "},
    {46, "        Ir     Dr          Dw ", "24,543,482 12,000 (100.0%)  7 ",
     "         .      .           . "},
    {30, "        Ir     Dr          Dw ", "24,543,482 12,000 (100.0%)  7 ",
     "         .      .           . "},
    {29, "    Ir     Dr          Dw ", " 24.5M 12,000 (100.0%)  7 ", "     .      .           . "},
    {26, "    Ir     Dr          Dw ", " 24.5M 12,000 (100.0%)  7 ", "     .      .           . "},
    {25, "    Ir     Dr          ", " 24.5M 12,000 (100.0%) ", "     .      .          "},
    {23, "    Ir     Dr          ", " 24.5M 12,000 (100.0%) ", "     .      .          "},
    {22, "    Dr          ", "12,000 (100.0%) ", "     .          "},
    {16, "    Dr          ", "12,000 (100.0%) ", "     .          "},
    {1, "    Dr          ", "12,000 (100.0%) ", "     .          "}, /* it stays as it is */
};

UNIT_ROWS(fits, tables)
{
    struct unit_written written;
    struct msim_cells cells;
    msim_columns_free(&view.show);
    make_columns(&view.show, "Ir,Dr,Dw");
    msim_cells_make(&cells, &view);
    msim_cells_measure(&cells, counts.total);
    msim_cells_fit(&cells, tables[_i].width);
    ck_assert_uint_eq(msim_cells_width(&cells), strlen(tables[_i].heads));
    unit_written_start(&written);
    msim_cells_heads(&cells, written.to);
    unit_written_is(&written, tables[_i].heads);
    unit_written_start(&written);
    msim_cells_numbers(&cells, counts.total, written.to);
    unit_written_is(&written, tables[_i].numbers);
    unit_written_start(&written);
    msim_cells_numbers(&cells, NULL, written.to);
    unit_written_is(&written, tables[_i].none);
    msim_cells_free(&cells);
}

/* Columns that were named go from the last one on, whatever is in them. */
UNIT_TEST(keeps_the_first_named)
{
    struct unit_written written;
    struct msim_cells cells;
    msim_columns_free(&view.show);
    make_columns(&view.show, "Dw,Dr,Ir");
    view.named = true;
    msim_cells_make(&cells, &view);
    msim_cells_measure(&cells, counts.total);
    msim_cells_fit(&cells, 25);
    unit_written_start(&written);
    msim_cells_heads(&cells, written.to);
    unit_written_is(&written, "Dw     Dr          ");
    ck_assert_uint_eq(cells.left_out, 1);
    msim_cells_free(&cells);
}

static const struct {
    int64_t count;
    const char *brief;
} briefs[] = {{999999, "1.00M"},     {999499, "999K"},    {-24543482, "-24.5M"}, {9994999, "9.99M"},
              {9995000, "10.0M"},    {9996000, "10.0M"},  {99949999, "99.9M"},   {99960000, "100M"},
              {1000000000, "1.00G"}, {INT64_MAX, "9.22E"}};

/* In six columns; every one but the first needs more. */
UNIT_ROWS(writes_brief_numbers, briefs)
{
    struct unit_written written;
    struct msim_cells cells;
    const int64_t count[3] = {briefs[_i].count, 1, 0};
    char expected[32];
    msim_columns_free(&view.show);
    make_columns(&view.show, "Ir");
    msim_cells_make(&cells, &view);
    msim_cells_measure(&cells, count);
    msim_cells_fit(&cells, 7);
    unit_written_start(&written);
    msim_cells_numbers(&cells, count, written.to);
    snprintf(expected, sizeof expected, "%6s ", briefs[_i].brief);
    unit_written_is(&written, expected);
    msim_cells_free(&cells);
}
