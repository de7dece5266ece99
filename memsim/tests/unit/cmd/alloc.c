/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading files of allocations: how they are recognised, their rows, and the numbers in `desc:`
 * lines. */
#include "cmd/data/heap/alloc.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/lib/main.h"

#define EVENTS  "events: Allocs Bytes Frees PeakBytes Temp Failed\n"
#define NOTHING "summary: 0 0 0 0 0 0\n"

static bool read_text(struct msim_allocated *alloc, const char *text)
{
    char *bytes = strdup(text);
    ck_assert_ptr_nonnull(bytes);
    return msim_allocated_read(alloc, "name", bytes, strlen(text), NULL);
}

static void must_read(struct msim_allocated *alloc, const char *text)
{
    bool good = read_text(alloc, text);
    ck_assert_msg(good, "%zu: %s", alloc->profile.error.line, alloc->profile.error.text);
}

static const struct {
    const char *text;
    bool is;
} kinds[] = {
    {"", false},
    {"desc: a\ncmd: b\nevents: x\n", true},
    {"desc: a\ncmd: b\nevents: x", true},
    {"\n\nevents:", true},
    {"desc: events:\ncmd: time_unit:\nevents: x\n", true},
    {"desc: a\ncmd: b\ntime_unit: i\nevents: x\n", false},
    {"desc: a\ncmd: b\n#---\nevents: x\n", false},
    {"desc: a\ncmd: b\n", false},
};

UNIT_ROWS(kind, kinds)
{
    ck_assert(msim_allocated_is(kinds[_i].text) == kinds[_i].is);
}

UNIT_TEST(rows)
{
    char *text;
    size_t size;
    struct msim_allocated alloc;
    must_read(&alloc,
              "cmd:  a b\nevents: Failed X Temp PeakBytes Frees Bytes Allocs\n"
              "fl=a\nfn=f\n9 6 -0 5 4 3 2 1\n# x\n2 60 7 50 40 30 20 10\nfl=b\nfn=f\n2 . 1 1\n"
              "fl=a\nfn=f\n9 100\nsummary: 166 8 56 44 33 22 11\n");
    ck_assert_str_eq(alloc.command, "a b");
    FILE *to = open_memstream(&text, &size);
    for (size_t i = 0; i < alloc.rows; i++) {
        const struct msim_alloc_row *row = &alloc.row[i];
        fprintf(to, "%s:%s:%" PRIu64 ":", row->file, row->function, row->line);
        for (size_t event = 0; event < alloc.events; event++)
            fprintf(to, " %" PRIu64, row->count[event]);
        fputc('\n', to);
    }
    fprintf(to, "all:");
    for (size_t event = 0; event < alloc.events; event++)
        fprintf(to, " %" PRIu64, alloc.total[event]);
    fclose(to);
    ck_assert_str_eq(text, "a:f:9: 1 2 3 4 5 6\n"
                           "a:f:2: 10 20 30 40 50 60\n"
                           "b:f:2: 0 0 0 0 1 0\n"
                           "a:f:9: 0 0 0 0 0 100\n"
                           "all: 11 22 33 44 56 166");
    free(text);
    size_t *order = msim_allocated_order(&alloc, MSIM_ALLOC_FAILED);
    const size_t expected[] = {3, 1, 0, 2};
    ck_assert_mem_eq(order, expected, sizeof expected);
    free(order);
    order = msim_allocated_order(&alloc, MSIM_ALLOCS);
    const size_t equals[] = {1, 0, 2, 3};
    ck_assert_mem_eq(order, equals, sizeof equals);
    free(order);
    msim_allocated_free(&alloc);
}

UNIT_TEST(descs)
{
    struct msim_allocated alloc;
    must_read(&alloc, "desc: call malloc 1 18446744073709551615 0\ndesc: size 0 1\ndesc: later 1\n"
                      "desc: Base totals: 1 2 3 4 5 6\ndesc: size large 5\ndesc: size 65520 7\n"
                      "desc: at 3 2 1\ndesc: call  1 2 3\ndesc: peak 8 9\ndesc: sizes 1 2 3\n"
                      "cmd: a\n" EVENTS NOTHING);
    ck_assert_uint_eq(alloc.calls, 2);
    ck_assert_str_eq(alloc.call[0].function, "malloc");
    ck_assert_uint_eq(alloc.call[0].bytes, UINT64_MAX);
    ck_assert_str_eq(alloc.call[1].function, "");
    ck_assert_uint_eq(alloc.call[1].failed, 3);
    ck_assert_uint_eq(alloc.sizes, 2);
    ck_assert_uint_eq(alloc.size[1].least, 65520);
    ck_assert_uint_eq(alloc.size[1].count, 7);
    ck_assert_uint_eq(alloc.large, 5);
    ck_assert_uint_eq(alloc.times, 1);
    ck_assert_uint_eq(alloc.time[0].calls, 2);
    ck_assert(alloc.known[MSIM_FACT_PEAK] && !alloc.known[MSIM_FACT_LEFT]);
    ck_assert_uint_eq(alloc.fact[MSIM_FACT_PEAK][1], 9);
    ck_assert_uint_eq(alloc.rows, 0);
    msim_allocated_free(&alloc);
}

/* check/heap-files has more of them. */
static const struct {
    const char *text, *expected;
    size_t line;
} bad[] = {
    /* Other events are the first thing to say, unless the head is wrong. */
    {"cmd: a\nevents: Ir\nfl=a\nfn=f\n1 -1\n",
     "expected 'events: Allocs Bytes Frees PeakBytes Temp Failed', found no Allocs: not a file of "
     "allocations",
     2},
    {"cmd: a\nevents: Ir Ir\n", "events: 'Ir' appears twice", 2},
    {"desc: Base totals: x\ncmd: a\nevents: Ir\n", "expected a count, found 'x'", 1},
    {"cmd: a\n" EVENTS "summary: 1 0 0 0 0 0\n", "summary: Allocs is 1, but its lines sum up to 0",
     3},
    {"cmd: a\nevents: Allocs Bytes Frees PeakBytes Temp\nsummary: 0 0 0 0 0\n",
     "expected 'events: Allocs Bytes Frees PeakBytes Temp Failed', found no Failed: not a file of "
     "allocations",
     2},
    {"desc: a\ndesc: Base totals: 0 0 0 0 0 0\ndesc: size 17 1\ncmd: a\n" EVENTS NOTHING,
     "size: expected a multiple of 16 from 0 to 65535, found 17", 3},
    {"desc: size 65536 1\ncmd: a\n" EVENTS NOTHING,
     "size: expected a multiple of 16 from 0 to 65535, found 65536", 1},
    {"desc: size 16 18446744073709551616\ncmd: a\n" EVENTS NOTHING,
     "a count: expected a number below 2^64, found '18446744073709551616'", 1},
    {"desc: size 16 18446744073709551615\ndesc: a\ndesc: size 32 1\ncmd: a\n" EVENTS NOTHING,
     "expected a sum of the sizes' counts below 2^64", 3},
    {"desc: peak 1\ncmd: a\n" EVENTS NOTHING, "expected 2 numbers, found 1", 1},
    {"desc: peak 1 2 3\ncmd: a\n" EVENTS NOTHING, "expected 2 numbers, found 3", 1},
};

UNIT_ROWS(errors, bad)
{
    struct msim_allocated alloc;
    ck_assert(!read_text(&alloc, bad[_i].text));
    ck_assert_str_eq(alloc.profile.error.text, bad[_i].expected);
    ck_assert_uint_eq(alloc.profile.error.line, bad[_i].line);
    ck_assert_str_eq(alloc.profile.error.file, "name");
    msim_allocated_free(&alloc);
}
