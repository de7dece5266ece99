/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Columns: which events a name means, what is refused, values by hand, and words for events. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/columns/column.h"
#include "cmd/columns/usual.h"
#include "cmd/columns/value.h"
#include "cmd/counts/read.h"
#include "tests/unit/lib/main.h"

/* --- a file's events ---------------------------------------------------------------------- */

/* Cachegrind's events, and the counts of one line. */
static const char *cachegrind[] = {"Ir",   "I1mr", "ILmr", "Dr",  "D1mr",
                                   "DLmr", "Dw",   "D1mw", "DLmw"};
static const int64_t line[] = {1000, 10, 1, 400, 40, 4, 200, 20, 2};
/* The tool's own, with its levels and TLBs. */
static const char *levels[] = {"Ir",   "I1mr", "I2mr", "ITmr", "Dr",   "D1mr", "D2mr",
                               "D3mr", "DTmr", "Dw",   "D1mw", "D2mw", "D3mw", "DTmw"};
/* Events that are called like columns of others. */
static const char *odd[] = {"a/b", "x:PTI", "L1m", "Dr", "Dw", "D", "a+b", "Cy"};
/* Counts of pages; Pgc and Pfd are none. */
static const char *paged[] = {"Ir",  "Dr",  "Dw",  "Pgx", "Pgr", "Pgw",
                              "Pfx", "Pfr", "Pfw", "Pfc", "Pfd", "Pgxx"};
/* No instructions. */
static const char *few[] = {"Dr", "Dw", "I", "I1mr"};

#define COUNTS(names)                                                                              \
    {                                                                                              \
        .event = names, .events = sizeof(names) / sizeof *(names)                                  \
    }

static const struct msim_counts files[] = {COUNTS(cachegrind), COUNTS(levels), COUNTS(odd),
                                           COUNTS(few), COUNTS(paged)};
enum { CACHEGRIND, LEVELS, ODD, FEW, PAGED };

static char *make(struct msim_column *column, int file, const char *cycles, const char *text)
{
    return msim_column_make(column, &files[file], cycles, text, strlen(text));
}

static void release(struct msim_column *column)
{
    struct msim_columns one = {malloc(sizeof *column), 1};
    *one.column = *column;
    msim_columns_free(&one);
}

/* --- names -------------------------------------------------------------------------------- */

/* The weights as text: "Dr Dw*2", and after a slash those of what a rate is of. */
static void write_weights(const struct msim_counts *counts, const int32_t *weight, char *to)
{
    for (size_t i = 0; i < counts->events; i++)
        if (weight[i] == 1)
            to += sprintf(to, "%s ", counts->event[i]);
        else if (weight[i])
            to += sprintf(to, "%s*%d ", counts->event[i], (int)weight[i]);
}

static const struct {
    int file;
    const char *text, *cycles;
    enum msim_column_kind kind;
    const char *over, *under;
} meanings[] = {
    {CACHEGRIND, "Dr", NULL, MSIM_COLUMN_COUNT, "Dr ", ""},
    {CACHEGRIND, "D", NULL, MSIM_COLUMN_COUNT, "Dr Dw ", ""},
    {CACHEGRIND, "D1m", NULL, MSIM_COLUMN_COUNT, "D1mr D1mw ", ""},
    {CACHEGRIND, "I1m", NULL, MSIM_COLUMN_COUNT, "I1mr ", ""},
    {CACHEGRIND, "L1m", NULL, MSIM_COLUMN_COUNT, "I1mr D1mr D1mw ", ""},
    {CACHEGRIND, "LLm", NULL, MSIM_COLUMN_COUNT, "ILmr DLmr DLmw ", ""},
    {CACHEGRIND, "Dr+Dw", NULL, MSIM_COLUMN_COUNT, "Dr Dw ", ""},
    {CACHEGRIND, "Dr+D", NULL, MSIM_COLUMN_COUNT, "Dr*2 Dw ", ""},
    {CACHEGRIND, "D1m/D", NULL, MSIM_COLUMN_RATE, "D1mr D1mw ", "Dr Dw "},
    {CACHEGRIND, "D1m+I1m/D+Ir", NULL, MSIM_COLUMN_RATE, "I1mr D1mr D1mw ", "Ir Dr Dw "},
    {CACHEGRIND, "Dr:PTI", NULL, MSIM_COLUMN_PTI, "Dr ", "Ir "},
    {CACHEGRIND, "Cy", NULL, MSIM_COLUMN_COUNT,
     "Ir I1mr*10 ILmr*100 D1mr*10 DLmr*100 D1mw*10 DLmw*100 ", ""},
    {CACHEGRIND, "Cy", "Dr:3,D1m:7", MSIM_COLUMN_COUNT, "Dr*3 D1mr*7 D1mw*7 ", ""},
    {CACHEGRIND, "Cy/Ir", "Ir:2", MSIM_COLUMN_RATE, "Ir*2 ", "Ir "},
    {CACHEGRIND, "Cy+Ir", "Ir:0", MSIM_COLUMN_COUNT, "Ir ", ""},
    {CACHEGRIND, "Cy+Cy", "Ir:1000000", MSIM_COLUMN_COUNT, "Ir*2000000 ", ""},
    /* The last level is the highest digit where there is no L; TLBs are no level. */
    {LEVELS, "LLm", NULL, MSIM_COLUMN_COUNT, "D3mr D3mw ", ""},
    {LEVELS, "L1m", NULL, MSIM_COLUMN_COUNT, "I1mr D1mr D1mw ", ""},
    {LEVELS, "DTm", NULL, MSIM_COLUMN_COUNT, "DTmr DTmw ", ""},
    {LEVELS, "D2m", NULL, MSIM_COLUMN_COUNT, "D2mr D2mw ", ""},
    {LEVELS, "L2m", NULL, MSIM_COLUMN_COUNT, "I2mr D2mr D2mw ", ""},
    {LEVELS, "L3m", NULL, MSIM_COLUMN_COUNT, "D3mr D3mw ", ""},
    {LEVELS, "T1m", NULL, MSIM_COLUMN_COUNT, "ITmr DTmr DTmw ", ""},
    {LEVELS, "ITm+DTm:PTI", NULL, MSIM_COLUMN_PTI, "ITmr DTmr DTmw ", "Ir "},
    {PAGED, "Pg", NULL, MSIM_COLUMN_COUNT, "Pgx Pgr Pgw ", ""},
    {PAGED, "Pf/Pg", NULL, MSIM_COLUMN_RATE, "Pfx Pfr Pfw Pfc ", "Pgx Pgr Pgw "},
    /* An event of that name comes first. */
    {ODD, "a/b", NULL, MSIM_COLUMN_COUNT, "a/b ", ""},
    {ODD, "x:PTI", NULL, MSIM_COLUMN_COUNT, "x:PTI ", ""},
    {ODD, "L1m", NULL, MSIM_COLUMN_COUNT, "L1m ", ""},
    {ODD, "D", NULL, MSIM_COLUMN_COUNT, "D ", ""},
    {ODD, "D/Dr", NULL, MSIM_COLUMN_RATE, "D ", "Dr "},
    {ODD, "a+b", NULL, MSIM_COLUMN_COUNT, "a+b ", ""},
    {ODD, "Cy+Dr", NULL, MSIM_COLUMN_COUNT, "Dr Cy ", ""},
    /* The usual cycles take what is there; an only level is the first and the last. */
    {FEW, "Cy", NULL, MSIM_COLUMN_COUNT, "I1mr*110 ", ""},
    {FEW, "I", NULL, MSIM_COLUMN_COUNT, "I ", ""},
};

UNIT_ROWS(means, meanings)
{
    struct msim_column column;
    char over[256] = "", under[256] = "";
    const struct msim_counts *counts = &files[meanings[_i].file];
    char *error = make(&column, meanings[_i].file, meanings[_i].cycles, meanings[_i].text);
    ck_assert_msg(!error, "%s", error ? error : "");
    write_weights(counts, column.weight, over);
    write_weights(counts, column.under, under);
    ck_assert_str_eq(column.name, meanings[_i].text);
    ck_assert_str_eq(over, meanings[_i].over);
    ck_assert_str_eq(under, meanings[_i].under);
    ck_assert_int_eq(column.kind, meanings[_i].kind);
    bool alone = column.kind == MSIM_COLUMN_COUNT && strchr(over, ' ') + 1 == over + strlen(over) &&
                 !strchr(over, '*');
    ck_assert(alone == (column.event < column.events));
    release(&column);
}

/* --- estimates and usual columns ---------------------------------------------------------- */

#define LEVELS_EVENTS "Ir I1mr I2mr ITmr Dr D1mr D2mr DTmr DT2mr Dw D1mw D2mw DTmw DT2mw"
#define WITHOUT       "Ir I1mr*10 I2mr*100 D1mr*10 D2mr*100 D1mw*10 D2mw*100 "

/* What a file says of cycles, and the weights of Cy; what is no formula is ignored. */
static const struct {
    const char *formula, *weights;
} formulas[] = {
    {"Ir + 14 (I1mr - I2mr + D1mr - D2mr + D1mw - D2mw) + 200 (I2mr + D2mr + D2mw) + 30 (DT2mr)",
     "Ir I1mr*14 I2mr*186 D1mr*14 D2mr*186 DT2mr*30 D1mw*14 D2mw*186 "},
    {"Ir", "Ir "},
    {"Ir + 5 (D1mr)", "Ir D1mr*5 "},
    {"Ir + 5 (D1mr) ", WITHOUT},
    {"Ir + 5 D1mr", WITHOUT},
    {"Ir + 5 (D9mr)", WITHOUT},
    {"Ir + 5 (D1mr", WITHOUT},
    {"Ir + 5 ()", WITHOUT},
    {"Ir + 0 (D1mr)", WITHOUT},
    {"Ir + 1000001 (D1mr)", WITHOUT},
    {"Ir + 99999999999999999999 (D1mr)", WITHOUT},
    {"Ir + -5 (D1mr)", WITHOUT},
    {"5 (D1mr)", WITHOUT},
    {"", WITHOUT},
};

static void read_levels(struct msim_counts *counts, const char *formula, const char *events,
                        const char *row)
{
    char text[1000];
    snprintf(text, sizeof text,
             "desc: Est. cycles: %s\ncmd: x\nevents: %s\nfl=a\nfn=f\n1 %s\nsummary: %s\n", formula,
             events, row, row);
    *counts = (struct msim_counts){0};
    ck_assert_msg(msim_counts_read(counts, "levels", strdup(text), strlen(text), false, NULL), "%s",
                  counts->error.text);
}

UNIT_ROWS(estimates, formulas)
{
    struct msim_counts counts;
    struct msim_column column;
    char weights[256] = "";
    read_levels(&counts, formulas[_i].formula, LEVELS_EVENTS, "1 0 0 0 0 0 0 0 0 0 0 0 0 0");
    ck_assert_ptr_null(msim_column_make(&column, &counts, NULL, "Cy", 2));
    write_weights(&counts, column.weight, weights);
    ck_assert_str_eq(weights, formulas[_i].weights);
    msim_column_free(&column);
    msim_counts_free(&counts);
}

/* Of what is counted, the columns that matter, those that do not, and what rows are sorted by. */
static const struct {
    const char *formula, *events, *row, *show, *minor, *sort;
} usual[] = {
    /* 1% of Cy is 10 for 1000 instructions: a miss of D1 costs 10, one of L2 100. */
    {"", LEVELS_EVENTS, "1000 1 0 0 200 1 0 0 0 100 0 0 0 0", "Cy,Ir,D1m", "I1m L2m ITm DTm T2m",
     "Cy,all"},
    {"", LEVELS_EVENTS, "1000 1 0 0 200 2 1 0 0 100 3 0 0 0", "Cy,Ir,D1m,L2m", "I1m ITm DTm T2m",
     "Cy,all"},
    {"", LEVELS_EVENTS, "1000 0 0 2 200 0 0 1 0 100 0 0 1 0", "Cy,Ir,ITm,DTm", "I1m D1m L2m T2m",
     "Cy,all"},
    /* With latencies, a page walk costs what it costs. */
    {"Ir + 40 (DT2mr + DT2mw)", LEVELS_EVENTS, "1000 0 0 0 200 0 0 1 1 100 0 0 0 0", "Cy,Ir,T2m",
     "I1m D1m L2m ITm DTm", "Cy,all"},
    {"", "Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw", "1000 0 0 200 9 1 100 0 0", "Cy,Ir,D1m,LLm",
     "I1m", "Cy,all"},
    {"", "Ir Bc Bcm Bi Bim D1mr Odd", "1000 50 9 2 0 0 3", "Cy,Ir,Bcm,Odd", "D1m Bim", "Cy,all"},
    /* Simulated cycles, of which parts of less than 5% are left out, with and without misses. */
    {"", "Ir D1mr CyBusy CyDep CyMem", "1000 1 950 49 9001", "Cy,Ir,CyBusy,CyMem,D1m", "",
     "Cy,all"},
    {"", "Ir CyBusy CyDep CyMem", "1000 950 49 9001", "Cy,Ir,CyBusy,CyMem", "", "Cy,all"},
    /* Files without misses. */
    {"", "Ir", "1000", "all", "", "all"},
    {"", "Ir Dr Dw", "1000 20 10", "all", "", "all"},
    {"", "Allocs Bytes Frees PeakBytes Temp Failed", "1 2 3 4 5 6", "all", "", "PeakBytes,all"},
    {"", "Straddles", "7", "all", "", "all"},
};

UNIT_ROWS(chooses, usual)
{
    struct msim_counts counts;
    struct msim_usual chosen;
    read_levels(&counts, usual[_i].formula, usual[_i].events, usual[_i].row);
    msim_usual_columns(&chosen, &counts, NULL);
    ck_assert_str_eq(chosen.show, usual[_i].show);
    ck_assert_str_eq(chosen.minor, usual[_i].minor);
    ck_assert_str_eq(chosen.sort, usual[_i].sort);
    msim_counts_free(&counts);
}

#define FILE_HAS "' is not an event of the file, which has Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw"

static const struct {
    int file;
    const char *text, *cycles, *error;
} refused[] = {
    {CACHEGRIND, "Foo", NULL, "'Foo" FILE_HAS},
    {CACHEGRIND, "dr", NULL, "'dr" FILE_HAS},
    {CACHEGRIND, "I", NULL, "'I" FILE_HAS}, /* Ir is not meant by one letter */
    {CACHEGRIND, "L2m", NULL, "'L2m" FILE_HAS},
    {CACHEGRIND, "", NULL, "'" FILE_HAS},
    {CACHEGRIND, "Dr+", NULL, "'" FILE_HAS},
    {CACHEGRIND, "+Dr", NULL, "'" FILE_HAS},
    {CACHEGRIND, "D1m/", NULL, "'" FILE_HAS},
    {CACHEGRIND, "/D", NULL, "'" FILE_HAS},
    {CACHEGRIND, "D1m/Foo", NULL, "'Foo" FILE_HAS},
    {CACHEGRIND, "Dr/Dw/Ir", NULL, "'Dw/Ir" FILE_HAS},
    {CACHEGRIND, ":PTI", NULL, "':PTI" FILE_HAS},
    {CACHEGRIND, "Cy", "Foo:1", "--cycles: no event 'Foo' in the file"},
    {CACHEGRIND, "Ir/Cy", "Ir:1,L2m:1", "--cycles: no event 'L2m' in the file"},
    {LEVELS, "T2m", NULL,
     "'T2m' is not an event of the file, which has Ir I1mr I2mr ITmr Dr D1mr D2mr D3mr DTmr Dw "
     "D1mw D2mw D3mw DTmw"},
    {FEW, "Dr:PTI", NULL, "'Ir' is not an event of the file, which has Dr Dw I I1mr"},
    {FEW, "LLm/L4m", NULL, "'L4m' is not an event of the file, which has Dr Dw I I1mr"},
};

UNIT_ROWS(refuses, refused)
{
    struct msim_column column;
    char *error = make(&column, refused[_i].file, refused[_i].cycles, refused[_i].text);
    ck_assert_ptr_ne(error, NULL);
    ck_assert_str_eq(error, refused[_i].error);
    free(error);
}

/* The list of all events is cut where it is long, and a name too. */
UNIT_TEST(cuts_what_it_lists)
{
    enum { MANY = 100, LONG = 300 };
    static char names[MANY][40], name[LONG];
    static const char *event[MANY];
    for (int i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "an_event_with_a_long_name_%d", i);
        event[i] = names[i];
    }
    memset(name, 'x', LONG);
    struct msim_counts counts = {.event = event, .events = MANY};
    struct msim_column column;
    char *error = msim_column_make(&column, &counts, NULL, name, LONG);
    ck_assert(error && strlen(error) < 400 && strstr(error, " an_event_with_a_long_name_1 "));
    free(error);
}

UNIT_TEST(lists)
{
    struct msim_columns columns = {0};
    ck_assert_ptr_eq(msim_columns_make(&columns, &files[CACHEGRIND], NULL, "Ir,D1m/D"), NULL);
    ck_assert_ptr_eq(msim_columns_make(&columns, &files[CACHEGRIND], NULL, "all"), NULL);
    ck_assert_uint_eq(columns.columns, 11);
    ck_assert_str_eq(columns.column[1].name, "D1m/D");
    ck_assert_str_eq(columns.column[10].name, "DLmw");
    char *error = msim_columns_make(&columns, &files[CACHEGRIND], NULL, "Dr,,Dw");
    ck_assert_str_eq(error, "'" FILE_HAS);
    ck_assert_uint_eq(columns.columns, 12); /* those before it stay */
    free(error);
    msim_columns_free(&columns);
    ck_assert_uint_eq(columns.columns, 0);
}

UNIT_TEST(checks_cycles)
{
    static const char *const good[] = {"Ir:1", "Ir:0,Dr:1000000", MSIM_USUAL_CYCLES, "any name:5"};
    static const char *const bad[] = {
        "Ir",    "Ir:",   "Ir:x",  "Ir:1,",      "Ir:1,,Dr:1", ":1",
        ",Ir:1", "Ir:-1", "Ir:1x", "Ir:1000001", "Ir:1:2",     "Ir:99999999999999999999"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        ck_assert_msg(!msim_cycles_check(good[i]), "%s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *error = msim_cycles_check(bad[i]);
        ck_assert_msg(error != NULL, "%s", bad[i]);
        ck_assert_str_eq(error, "expected NAME:WEIGHT, separated by commas, weights from 0 to "
                                "1000000, as in Ir:1,L1m:10,LLm:100");
        free(error);
    }
}

/* --- values ------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    bool has;
    double value;
} values[] = {
    {"Dr", true, 400},
    {"D", true, 600},
    {"L1m", true, 70},
    {"Dr+D", true, 1000},
    {"D1m/D", true, 0.1},
    {"D1mw:PTI", true, 20},
    {"Cy", true, 1000 + 10 * 70 + 100 * 7},
    {"Cy/Ir", true, 2.4},
};

UNIT_ROWS(has_value, values)
{
    struct msim_column column;
    double value;
    ck_assert_ptr_eq(make(&column, CACHEGRIND, NULL, values[_i].text), NULL);
    ck_assert(msim_column_value(&column, line, &value));
    ck_assert_double_eq_tol(value, values[_i].value, 1e-12);
    release(&column);
}

static int order(const char *text, const int64_t *a, const int64_t *b)
{
    struct msim_column column;
    ck_assert_ptr_eq(make(&column, CACHEGRIND, NULL, text), NULL);
    int forwards = msim_column_order(&column, a, b), backwards = msim_column_order(&column, b, a);
    ck_assert_int_eq(forwards, -backwards);
    release(&column);
    return forwards;
}

UNIT_TEST(orders)
{
    static const int64_t nothing[9] = {0}, less[9] = {-2000, 0, 0, 400, 10, 0, 200};
    static const int64_t most[9] = {INT64_MAX}, most_but_one[9] = {INT64_MAX - 1};
    static const int64_t small[9] = {100}, instructions[9] = {5};
    ck_assert_int_eq(order("Ir", line, nothing), -1);
    ck_assert_int_eq(order("Ir", line, line), 0);
    ck_assert_int_eq(order("Ir", less, line), -1); /* by the amount, whatever the sign */
    ck_assert_int_eq(order("D1m/D", line, less), -1);
    ck_assert_int_eq(order("D1m/D", line, nothing), -1); /* a rate of nothing is last */
    ck_assert_int_eq(order("D1m/D", nothing, small), 0);
    ck_assert_int_eq(order("D1m:PTI", instructions, nothing), -1); /* after a rate of 0 */
    /* Sums do not round, nor overflow. */
    ck_assert_int_eq(order("Cy", most, most_but_one), -1);
    ck_assert_int_eq(order("Cy+Cy+Ir", most, most_but_one), -1);
}

UNIT_TEST(rate_of_nothing)
{
    static const int64_t nothing[9] = {0};
    struct msim_column column;
    double value;
    ck_assert_ptr_eq(make(&column, CACHEGRIND, NULL, "D1m/D"), NULL);
    ck_assert(!msim_column_value(&column, nothing, &value));
    release(&column);
}

UNIT_TEST(zero)
{
    uint64_t magnitude[9] = {1000, 0, 0, 5}; /* of Ir and Dr */
    struct msim_counts counts = files[CACHEGRIND];
    struct msim_column column;
    counts.magnitude = magnitude;
    static const struct {
        const char *text;
        bool zero;
    } columns[] = {{"Ir", false}, {"Dw", true},    {"D", false},
                   {"D1m", true}, {"D1m/D", true}, {"Cy", false}};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        ck_assert_ptr_eq(make(&column, CACHEGRIND, NULL, columns[i].text), NULL);
        ck_assert_msg(msim_column_is_zero(&column, &counts) == columns[i].zero, "%s",
                      columns[i].text);
        release(&column);
    }
}

/* --- words -------------------------------------------------------------------------------- */

static const struct {
    const char *event, *one, *many;
} phrases[] = {
    {"Ir", "instruction", "instructions"},
    {"Dr", "data read", "data reads"},
    {"Dw", "data write", "data writes"},
    {"Bcm", "conditional misprediction", "conditional mispredictions"},
    {"I1mr", "I1 miss", "I1 misses"},
    {"D1mr", "D1 read miss", "D1 read misses"},
    {"D1mw", "D1 write miss", "D1 write misses"},
    {"ILmr", "LL instruction miss", "LL instruction misses"},
    {"D3mw", "L3 data write miss", "L3 data write misses"},
    {"ITmr", "ITLB miss", "ITLB misses"},
    {"DTmr", "DTLB read miss", "DTLB read misses"},
    {"DT2mw", "L2TLB data write miss", "L2TLB data write misses"},
    {"IT2mr", "L2TLB instruction miss", "L2TLB instruction misses"},
    {"D", "data access", "data accesses"},
    {"D1m", "D1 miss", "D1 misses"},
    {"L2m", "L2 miss", "L2 misses"},
    {"LLm", "last-level miss", "last-level misses"},
    {"DTm", "DTLB miss", "DTLB misses"},
    {"T2m", "L2TLB miss", "L2TLB misses"},
    {"Cy", "estimated cycle", "estimated cycles"},
    {"PeakBytes", "byte", "bytes live at the peak"},
    /* Their own names: nothing is known of them. */
    {"", "", ""},
    {"d", "d", "d"},
    {"L1mr", "L1mr", "L1mr"},
    {"LTm", "LTm", "LTm"},
    {"D0mr", "D0mr", "D0mr"},
    {"D1mx", "D1mx", "D1mx"},
    {"D1mrr", "D1mrr", "D1mrr"},
    {"X1mr", "X1mr", "X1mr"},
    {"Cycles", "Cycles", "Cycles"},
};

UNIT_ROWS(speaks, phrases)
{
    char text[64];
    msim_event_phrase(NULL, phrases[_i].event, true, text, sizeof text);
    ck_assert_str_eq(text, phrases[_i].one);
    msim_event_phrase(NULL, phrases[_i].event, false, text, sizeof text);
    ck_assert_str_eq(text, phrases[_i].many);
}
