/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Regions in profiles: what belongs to which, selections, differences, sums, what is written again,
 * and the lines of errors.
 */
#include "cmd/counts/regions.h"
#include "cmd/counts/read.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/lib/main.h"

static bool add(struct msim_counts *counts, const char *name, const char *text, bool negative)
{
    char *bytes = strdup(text);
    ck_assert_ptr_nonnull(bytes);
    return msim_counts_read(counts, name, bytes, strlen(text), negative, NULL);
}

static void must_add(struct msim_counts *counts, const char *name, const char *text, bool negative)
{
    bool good = add(counts, name, text, negative);
    ck_assert_msg(good, "%s:%zu: %s", name, counts->error.line, counts->error.text);
}

static void is(char *text, const char *expected)
{
    ck_assert_str_eq(text, expected);
    free(text);
}

/* "PATH TIMES own: 1 2 all: 3 4", a line for each region. */
static char *regions_of(const struct msim_counts *counts)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    const struct msim_regions *regions = &counts->regions;
    int64_t *sum = msim_region_sums(regions, regions->total);
    for (uint32_t i = 0; i < regions->count; i++) {
        char *path = msim_region_path(regions, i, ";");
        fprintf(to, "%s%s %" PRIu64 " own:", regions->region[i].selected ? "" : "-", path,
                regions->region[i].times);
        for (size_t e = 0; e < counts->events; e++)
            fprintf(to, " %" PRId64, msim_region_total(regions, i)[e]);
        fputs(" all:", to);
        for (size_t e = 0; e < counts->events; e++)
            fprintf(to, " %" PRId64, sum[i * counts->events + e]);
        fputc('\n', to);
        free(path);
    }
    free(sum);
    fclose(to);
    return text;
}

static char *functions_of(const struct msim_counts *counts)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    for (uint32_t i = 0; i < counts->functions; i++) {
        const struct msim_counts_function *function = &counts->function[i];
        const int64_t *total = msim_function_total(counts, i);
        fprintf(to, "%s:%s %" PRId64 " %" PRId64 "\n", counts->file[function->file].name,
                function->name, total[0], total[1]);
    }
    fprintf(to, "%" PRId64 " %" PRId64 "\n", counts->total[0], counts->total[1]);
    fclose(to);
    return text;
}

/* Inlined, gcc 12 would take the text for a pointer into this frame. */
static __attribute__((noinline)) char *written(const struct msim_counts *counts, bool difference)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    msim_counts_write(counts, difference, !difference, to);
    fclose(to);
    return text;
}

#define HEAD "cmd: p\nevents: Ir Dr\n"

static const char one[] =
    HEAD "fl=a\nfn=f\n1 1 1\nfn=g\n2 2 2\n"
         "fl=# part: 2 load\nfl=a\nfn=g\n2 4 4\n"
         "fl=# part: 5 load\tparse\nfl=# object: /x\nfl=b\nfn=h\n9 8 8\n9 1 0\n"
         "fl=# part: 0 solve\tparse\nfl=a\nfn=f\n1 16 16\n"
         "fl=# part: 7 idle\n"
         "summary: 32 31\n";

UNIT_TEST(paths)
{
    struct msim_counts counts = {0};
    must_add(&counts, "one", one, false);
    is(regions_of(&counts), " 0 own: 3 3 all: 3 3\n"
                            "load 2 own: 4 4 all: 13 12\n"
                            "load;parse 5 own: 9 8 all: 9 8\n"
                            "solve 0 own: 0 0 all: 16 16\n"
                            "solve;parse 0 own: 16 16 all: 16 16\n"
                            "idle 7 own: 0 0 all: 0 0\n");
    is(functions_of(&counts), "a:f 17 17\na:g 6 6\nb:h 9 8\n32 31\n");
    char text[200];
    msim_regions_say(&counts.regions, text, sizeof text);
    ck_assert_str_eq(text, "idle, load, load;parse, solve, solve;parse");
    msim_counts_free(&counts);
}

/* The object of a part is unknown until it is named. */
UNIT_TEST(anew)
{
    struct msim_counts counts = {0};
    must_add(&counts, "anew",
             HEAD "fl=# object: /x\nfl=a\nfn=f\n1 1 1\nfl=# part: 1 r\nfl=a\nfn=f\n1 2 2\n"
                  "summary: 3 3\n",
             false);
    ck_assert_uint_eq(counts.parts, 2);
    ck_assert_uint_eq(counts.part[1].object, MSIM_NOTHING);
    msim_counts_free(&counts);
}

static const struct {
    const char *only, *regions, *functions;
} selections[] = {
    {"", "", "a:f 1 1\na:g 2 2\n3 3\n"},
    {"parse", "load;parse solve;parse ", "b:h 9 8\na:f 16 16\n25 24\n"},
    {"load", "load load;parse ", "a:g 4 4\nb:h 9 8\n13 12\n"},
    {"load;parse", "load;parse ", "b:h 9 8\n9 8\n"},
    {"*;parse", "load;parse solve;parse ", "b:h 9 8\na:f 16 16\n25 24\n"},
    {"*", "load load;parse solve solve;parse idle ", "a:g 4 4\nb:h 9 8\na:f 16 16\n29 28\n"},
    {"?dle", "idle ", "0 0\n"},
    {"pars", "", "0 0\n"},
};

UNIT_ROWS(selected, selections)
{
    struct msim_counts counts = {.regions.only = selections[_i].only};
    char text[200] = "";
    must_add(&counts, "one", one, false);
    is(functions_of(&counts), selections[_i].functions);
    for (uint32_t i = 0; i < counts.regions.count; i++) {
        char *path = msim_region_path(&counts.regions, i, ";");
        if (i && counts.regions.region[i].selected)
            strcat(strcat(text, path), " ");
        free(path);
    }
    ck_assert_str_eq(text, selections[_i].regions);
    ck_assert(msim_regions_any(&counts.regions) == (*text || !*selections[_i].only));
    ck_assert(counts.regions.region[0].selected == !*selections[_i].only);
    ck_assert_int_eq(msim_region_total(&counts.regions, 0)[0], 3);
    msim_counts_free(&counts);
}

/* What is left out is checked, and belongs to nothing. */
UNIT_TEST(left_out)
{
    struct msim_counts counts = {.regions.only = "none"};
    ck_assert(
        !add(&counts, "x", HEAD "fl=a\nfn=f\n1 9223372036854775807 1\n1 1\nsummary: 0 0\n", false));
    ck_assert_str_eq(counts.error.text, "expected a sum of Ir below 2^63");
    msim_counts_free(&counts);
    counts = (struct msim_counts){.regions.only = "none"};
    ck_assert(!add(&counts, "x", HEAD "fl=a\nfn=f\n1 1 1\nsummary: 0 0\n", false));
    ck_assert_str_eq(counts.error.text, "summary: Ir is 0, but its lines sum up to 1");
    msim_counts_free(&counts);
    counts = (struct msim_counts){.regions.only = "none"};
    must_add(&counts, "x",
             HEAD
             "fl=# object: /x\nfl=# inlined: f\t1\ta\nfl=a\n1 1 1\nfn=f\n1 1 1\nsummary: 2 2\n",
             false);
    ck_assert_uint_eq(counts.files + counts.functions + counts.parts + counts.sections, 0);
    ck_assert_uint_eq(counts.object.count + counts.inlined.count, 0);
    msim_counts_free(&counts);
}

UNIT_TEST(again)
{
    struct msim_counts counts = {0}, more = {0};
    must_add(&counts, "one", one, false);
    must_add(&counts, "two", HEAD "fl=# part: 3 load\nfl=a\nfn=g\n2 1 1\nsummary: 1 1\n", false);
    char *text = written(&counts, false);
    ck_assert_str_eq(text, HEAD "fl=a\nfn=f\n1 1 1\nfn=g\n2 2 2\n"
                                "fl=# part: 7 idle\n"
                                "fl=# part: 5 load\nfl=a\nfn=g\n2 5 5\n"
                                "fl=# part: 5 load\tparse\nfl=# object: /x\nfl=b\nfn=h\n9 9 8\n"
                                "fl=# part: 0 solve\tparse\nfl=a\nfn=f\n1 16 16\n"
                                "summary: 33 32\n");
    must_add(&more, "again", text, false);
    is(written(&more, false), text);
    free(text);
    msim_counts_free(&counts);
    msim_counts_free(&more);
}

static const char after[] = HEAD "fl=a\nfn=g\n2 2 2\nfn=f\n1 1 1\n"
                                 "fl=# part: 4 load\nfl=a\nfn=g\n2 5 5\n"
                                 "fl=# part: 9 new\nfl=a\nfn=g\n3 1 1\nsummary: 9 9\n";

/* The base of each region is what it had before. */
UNIT_TEST(difference)
{
    struct msim_counts counts = {0}, read = {0}, rest = {.regions.only = ""},
                       load = {.regions.only = "load"};
    must_add(&counts, "one", one, true);
    must_add(&counts, "after", after, false);
    char *text = written(&counts, true);
    ck_assert_str_eq(text, "desc: Difference: after minus one\ndesc: Base totals: 32 31\n" HEAD
                           "fl=# part: 4 load\nfl=# base: 4 4\nfl=a\nfn=g\n0 1 1\n"
                           "fl=# part: 0 load\tparse\nfl=# base: 9 8\n"
                           "fl=# object: /x\nfl=b\nfn=h\n0 -9 -8\n"
                           "fl=# part: 9 new\nfl=# base: 0 0\nfl=a\nfn=g\n0 1 1\n"
                           "fl=# part: 0 solve\tparse\nfl=# base: 16 16\nfl=a\nfn=f\n0 -16 -16\n"
                           "summary: -23 -22\n");
    must_add(&read, "difference", text, false);
    ck_assert_int_eq(read.base[0], 32);
    ck_assert_int_eq(msim_region_base(&read.regions, 0)[0], 3);
    must_add(&rest, "difference", text, false);
    ck_assert_int_eq(rest.base[0], 3);
    ck_assert_int_eq(rest.total[0], 0);
    must_add(&load, "difference", text, false);
    ck_assert_int_eq(load.base[0], 13);
    ck_assert_int_eq(load.base[1], 12);
    ck_assert_int_eq(load.total[0], -8);
    char *again = written(&read, false);
    ck_assert_ptr_nonnull(strstr(again, "desc: Base totals: 32 31\n"));
    ck_assert_ptr_nonnull(strstr(again, strstr(text, HEAD)));
    free(again);
    free(text);
    msim_counts_free(&counts);
    msim_counts_free(&read);
    msim_counts_free(&rest);
    msim_counts_free(&load);
}

#define PART "expected 'fl=# part: TIMES NAME<tab>NAME...', found "

static const struct {
    const char *text, *expected;
} bad[] = {
    {"fl=# part: \n", PART "an empty line"},
    {"fl=# part: 1\n", PART "'1'"},
    {"fl=# part: 1 \n", PART "'1 '"},
    {"fl=# part: a\n", PART "'a'"},
    {"fl=# part: -1 a\n", PART "'-1 a'"},
    {"fl=# part: 1 a\t\n", PART "'1 a\xef\xbf\xbd'"},
    {"fl=# part: 1 \ta\n", PART "'1 \xef\xbf\xbd"
                                "a'"},
    {"fl=# part: 1 a\t\tb\n", PART "'1 a\xef\xbf\xbd\xef\xbf\xbd"
                                   "b'"},
    {"fl=# part: 9223372036854775808 a\n", PART "'9223372036854775808 a'"},
    {"fl=# base: 1 1\n", "expected 'fl=# base:' only after 'fl=# part:'"},
    {"fl=# part: 1 a\nfl=# base: 1\n", "fl=# base: expected 2 counts, found 1"},
    {"fl=# part: 1 a\nfl=# base: x\n", "expected a count, found 'x'"},
    {"fl=# part: 1 a\n1 1 1\n", "expected 'fl=' before the first line of counts"},
    {"fl=# part: 1 a\nfn=f\n", "expected 'fl=' before the first 'fn='"},
    {"fl=# part: 1 a\nfl=a\n1 1 1\nfl=# base: 1 1\n",
     "expected 'fl=# base:' only after 'fl=# part:'"},
    {"fl=# part: 9223372036854775807 a\nfl=# part: 1 a\n",
     "expected a sum of times below 2^63, found '1 a'"},
    {"fl=# part: 1 a\nfl=# base: 9223372036854775807\t1\nfl=# base: 1 1\n",
     "expected sums of what was subtracted below 2^63"},
};

/* The last line is wrong. */
UNIT_ROWS(errors, bad)
{
    struct msim_counts counts = {0};
    char text[400];
    size_t lines = 0;
    snprintf(text, sizeof text, HEAD "fl=a\nfn=f\n%s", bad[_i].text);
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    ck_assert(!add(&counts, "bad", text, false));
    ck_assert_str_eq(counts.error.text, bad[_i].expected);
    ck_assert_uint_eq(counts.error.line, lines);
    msim_counts_free(&counts);
}

/* Paths as deep as there can be, and one more. */
UNIT_EACH(deepest, 2)
{
    struct msim_counts counts = {0};
    char text[8 * MSIM_REGION_DEPTH + 100];
    char *to = text + sprintf(text, HEAD "fl=# part: 1 r");
    for (int i = 1; i < MSIM_REGION_DEPTH + _i; i++)
        to += sprintf(to, "\t%d", i % 3);
    sprintf(to, "\nfl=a\n1 1 1\nsummary: 1 1\n");
    ck_assert(add(&counts, "deep", text, false) == !_i);
    ck_assert_uint_eq(counts.regions.count, _i ? 1 : MSIM_REGION_DEPTH + 1);
    free(msim_regions_by_path(&counts.regions));
    msim_counts_free(&counts);
}
