/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading profiles, and what a set then contains: names, totals, records, descriptions, several
 * sources, and the lines of errors.  check/annotate tests the messages and compares counts with
 * another reader.
 */
#include "cmd/counts/read.h"
#include "cmd/counts/records.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/lib/main.h"

static bool add(struct msim_counts *counts, const char *name, const char *text, bool negative,
                const struct msim_renaming *renaming)
{
    char *bytes = strdup(text);
    ck_assert_ptr_nonnull(bytes);
    return msim_counts_read(counts, name, bytes, strlen(text), negative, renaming);
}

static void must_add(struct msim_counts *counts, const char *name, const char *text, bool negative)
{
    bool good = add(counts, name, text, negative, NULL);
    ck_assert_msg(good, "%s:%zu: %s", name, counts->error.line, counts->error.text);
}

/* --- what a set has ----------------------------------------------------------------------- */

static void show_counts(FILE *to, const int64_t *count, size_t events)
{
    for (size_t i = 0; i < events; i++)
        fprintf(to, " %" PRId64, count[i]);
}

/* "fl=A fn=F total: 1 2 (line: 1 2) (line: 0 0)...", a line for each function. */
static void show_functions(FILE *to, const struct msim_counts *counts)
{
    struct msim_records records = {0};
    int64_t count[MSIM_EVENTS_MAX];
    for (uint32_t i = 0; i < counts->functions; i++) {
        const struct msim_counts_function *function = &counts->function[i];
        fprintf(to, "%s:%s:", counts->file[function->file].name, function->name);
        show_counts(to, msim_function_total(counts, i), counts->events);
        msim_records_of_function(&records, counts, i);
        for (size_t at = 0; at < records.records;) {
            fprintf(to, " (%" PRIu32 ":", records.record[at].line);
            at = msim_records_line(&records, counts, at, count);
            show_counts(to, count, counts->events);
            fputc(')', to);
        }
        fputc('\n', to);
    }
    free(records.record);
}

/* Each section in the order of the profiles, with its lines as they stand there. */
static void show_sections(FILE *to, const struct msim_counts *counts)
{
    struct msim_records records = {0};
    int64_t count[MSIM_EVENTS_MAX];
    for (uint32_t i = 0; i < counts->sections; i++) {
        msim_records_of_section(&records, counts, i);
        for (size_t at = 0; at < records.records; at++) {
            msim_record_read(&records.record[at], counts, count);
            fprintf(to, "%s%" PRIu32 ":", at ? ", " : "", records.record[at].line);
            show_counts(to, count, counts->events);
        }
        fputc('\n', to);
    }
    free(records.record);
}

static void shows(void (*show)(FILE *to, const struct msim_counts *counts),
                  const struct msim_counts *counts, const char *expected)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    show(to, counts);
    fclose(to);
    ck_assert_str_eq(text, expected);
    free(text);
}

static void must_write(const struct msim_counts *counts, bool difference, bool lines,
                       const char *expected)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    msim_counts_write(counts, difference, lines, to);
    fclose(to);
    ck_assert_str_eq(text, expected);
    free(text);
}

#define HEAD "cmd: prog a\nevents: Ir Dr\n"

static const char one[] = "desc: first\ndesc:  second \ncmd:  prog a\nevents:  Ir\tDr \n"
                          "# before\nfl=a\nfn=f\n7 1\n3 10 20\n\n \t\n# in f\n7 . 2\n0003 5 5\n"
                          "fn=g\nfl=b\nfn=f\n1\nfl=a\nfn=f\n3 100 -100\n"
                          "summary: 116 -73\n# after\n\n";

UNIT_TEST(one_source)
{
    struct msim_counts counts = {0};
    must_add(&counts, "one", one, false);
    ck_assert_uint_eq(counts.events, 2);
    ck_assert_uint_eq(counts.events_line, 4);
    ck_assert_uint_eq(msim_counts_event(&counts, "Dr", 2), 1);
    ck_assert_uint_eq(msim_counts_event(&counts, "Drx", 2), 1);
    ck_assert_uint_eq(msim_counts_event(&counts, "D", 1), 2);
    ck_assert_uint_eq(counts.source[0].descs, 2);
    ck_assert_str_eq(counts.source[0].desc[0].text, "first");
    ck_assert_uint_eq(counts.source[0].desc[0].line, 1);
    ck_assert_str_eq(counts.source[0].desc[1].text, "second ");
    ck_assert_uint_eq(counts.source[0].desc[1].line, 2);
    ck_assert_str_eq(counts.source[0].command, "prog a");
    ck_assert_int_eq(counts.total[0], 116);
    ck_assert_int_eq(counts.total[1], -73);
    ck_assert_uint_eq(counts.magnitude[1], 127);
    ck_assert_ptr_null(counts.base);
    shows(show_functions, &counts,
          "a:f: 116 -73 (3: 115 -75) (7: 1 2)\n"
          "a:g: 0 0\n"
          "b:f: 0 0 (1: 0 0)\n");
    shows(show_sections, &counts, "7: 1 0, 3: 10 20, 7: 0 2, 3: 5 5\n1: 0 0\n3: 100 -100\n");
    int64_t *file = msim_file_totals(&counts);
    ck_assert_int_eq(file[0], 116);
    ck_assert_int_eq(file[2], 0);
    free(file);
    msim_counts_free(&counts);
}

/* With CR LF, all of it is the same. */
UNIT_TEST(converted)
{
    char text[2 * sizeof one], *to = text;
    for (const char *from = one; *from; from++) {
        if (*from == '\n')
            *to++ = '\r';
        *to++ = *from;
    }
    *to = 0;
    struct msim_counts counts = {0};
    must_add(&counts, "converted", text, false);
    must_add(&counts, "one", one, true);
    ck_assert(!counts.descs_differ);
    ck_assert_str_eq(counts.source[0].command, counts.source[1].command);
    shows(show_functions, &counts,
          "a:f: 0 0 (3: 0 0) (7: 0 0)\n"
          "a:g: 0 0\n"
          "b:f: 0 0 (1: 0 0)\n");
    msim_counts_free(&counts);
}

UNIT_TEST(difference)
{
    struct msim_counts counts = {0};
    must_add(&counts, "before", HEAD "fl=a\nfn=f\n1 5 7\nfn=g\n2 1 1\nsummary: 6 8\n", true);
    must_add(&counts, "after",
             "desc: Base totals: 60 80\n" HEAD "fl=a\nfn=h\n9 4 4\nfn=f\n1 1 1\nsummary: 5 5\n",
             false);
    shows(show_functions, &counts,
          "a:f: -4 -6 (1: -4 -6)\na:g: -1 -1 (2: -1 -1)\na:h: 4 4 (9: 4 4)\n");
    ck_assert_int_eq(counts.total[0], -1);
    ck_assert_int_eq(counts.total[1], -3);
    ck_assert_int_eq(counts.source[0].total[0], 6);
    ck_assert_uint_eq(counts.magnitude[0], 11);
    ck_assert_uint_eq(counts.bases, 1);
    ck_assert(!counts.descs_differ); /* that of the base does not count */
    msim_counts_free(&counts);
}

UNIT_TEST(base)
{
    struct msim_counts counts = {0};
    must_add(&counts, "a", "desc: x\ndesc: Base totals: 60 -80\ndesc: y\n" HEAD "summary: 0 0\n",
             false);
    must_add(&counts, "b", "desc: x\ndesc: Base totals:\t1 .\n" HEAD "summary: 0 0\n", false);
    ck_assert_uint_eq(counts.bases, 2);
    ck_assert_int_eq(counts.base[0], 61);
    ck_assert_int_eq(counts.base[1], -80);
    ck_assert_uint_eq(counts.source[0].descs, 2);
    ck_assert_uint_eq(counts.source[0].desc[1].line, 3);
    ck_assert(counts.descs_differ);
    msim_counts_free(&counts);
}

/* One letter of a name goes; from a name of one letter, everything. */
static char *shorten(const void *rules, const char *name)
{
    return *name == *(const char *)rules ? strdup(name + 1) : NULL;
}

UNIT_TEST(renamed)
{
    struct msim_counts counts = {0};
    struct msim_renaming renaming = {shorten, "a", "f"};
    ck_assert(add(&counts, "name",
                  HEAD "fl=ab\nfn=fg\n1 1 1\nfl=b\nfn=g\n1 2 2\nfn=f\n1 4 4\nfl=fb\nfn=ag\n1 8 "
                       "8\nsummary: 15 15\n",
                  false, &renaming));
    shows(show_functions, &counts, "b:g: 3 3 (1: 3 3)\nb:: 4 4 (1: 4 4)\nfb:ag: 8 8 (1: 8 8)\n");
    msim_counts_free(&counts);
}

/* --- counts ------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    enum msim_counts_refusal refusal;
    size_t given; /* or, if refused, where */
    int64_t count[2];
} records[] = {
    {" 1 2\n", MSIM_COUNTS_GOOD, 2, {1, 2}},
    {"\n", MSIM_COUNTS_GOOD, 0, {0, 0}},
    {"", MSIM_COUNTS_GOOD, 0, {0, 0}},
    {" \t -7 \t", MSIM_COUNTS_GOOD, 1, {-7, 0}},
    {" . -0\n", MSIM_COUNTS_GOOD, 2, {0, 0}},
    {" 9223372036854775807 -9223372036854775807\n", MSIM_COUNTS_GOOD, 2, {INT64_MAX, -INT64_MAX}},
    {" 9223372036854775808\n", MSIM_COUNTS_TOO_LARGE, 1, {0, 0}},
    {" 1 -9223372036854775808\n", MSIM_COUNTS_TOO_LARGE, 3, {1, 0}},
    {" 18446744073709551617\n", MSIM_COUNTS_TOO_LARGE, 1, {0, 0}},
    {" 1 2 3\n", MSIM_COUNTS_TOO_MANY, 5, {1, 2}},
    {" 1 x\n", MSIM_COUNTS_NOT_A_NUMBER, 3, {1, 0}},
    {" 1x\n", MSIM_COUNTS_NOT_A_NUMBER, 1, {1, 0}},
    {" -\n", MSIM_COUNTS_NOT_A_NUMBER, 1, {0, 0}},
    {" -.\n", MSIM_COUNTS_NOT_A_NUMBER, 1, {0, 0}},
    {" ..\n", MSIM_COUNTS_NOT_A_NUMBER, 1, {0, 0}},
    {" 1\r\n", MSIM_COUNTS_NOT_A_NUMBER, 1, {1, 0}},
};

UNIT_ROWS(record, records)
{
    int64_t count[2] = {0, 0};
    size_t given = 0;
    const char *at = records[_i].text;
    ck_assert_int_eq(msim_read_counts(&at, count, 2, &given), records[_i].refusal);
    if (records[_i].refusal == MSIM_COUNTS_GOOD) {
        ck_assert_uint_eq(given, records[_i].given);
        ck_assert_mem_eq(count, records[_i].count, sizeof count);
        ck_assert(!*at || *at == '\n');
    } else {
        ck_assert_uint_eq((size_t)(at - records[_i].text), records[_i].given);
    }
}

/* --- parts -------------------------------------------------------------------------------- */

/* "fl=A fn=F [OBJECT] 1 2 (LINE: 1 2)...", a line for each part. */
static void show_parts(FILE *to, const struct msim_counts *counts)
{
    struct msim_records records = {0};
    int64_t count[MSIM_EVENTS_MAX];
    for (uint32_t i = 0; i < counts->parts; i++) {
        const struct msim_counts_part *part = &counts->part[i];
        const struct msim_counts_function *function = &counts->function[part->function];
        fprintf(to, "%s:%s [%s]", counts->file[function->file].name, function->name,
                part->object == MSIM_NOTHING ? "" : counts->object.name[part->object]);
        show_counts(to, msim_part_total(counts, i), counts->events);
        msim_records_of_part(&records, counts, i);
        for (size_t at = 0; at < records.records;) {
            fprintf(to, " (%" PRIu32 ":", records.record[at].line);
            at = msim_records_line(&records, counts, at, count);
            show_counts(to, count, counts->events);
            fputc(')', to);
        }
        fputc('\n', to);
    }
    free(records.record);
}

static const char in_objects[] =
    HEAD "fl=a\nfn=f\n1 1 1\nfl=# object: /x\nfl=a\nfn=f\n2 2 2\nfn=g\n1 4 4\n"
         "fl=# object: ???\nfl=a\nfn=g\n1 8 8\nfl=# object: /y\nfl=b\n1 16 16\n"
         "fl=# object: /x\nfl=a\nfn=f\n1 32 32\n2 64 64\nsummary: 127 127\n";

/* An object is that of all that follows.  Lines without `fn=` have a function, too. */
UNIT_TEST(parts)
{
    struct msim_counts counts = {0};
    must_add(&counts, "one", in_objects, false);
    ck_assert_uint_eq(counts.files, 2);
    shows(show_parts, &counts,
          "a:f [] 1 1 (1: 1 1)\n"
          "a:f [/x] 98 98 (1: 32 32) (2: 66 66)\n"
          "a:g [/x] 4 4 (1: 4 4)\n"
          "a:g [] 8 8 (1: 8 8)\n"
          "b:<unspecified> [/y] 16 16 (1: 16 16)\n");
    shows(show_functions, &counts,
          "a:f: 99 99 (1: 33 33) (2: 66 66)\n"
          "a:g: 12 12 (1: 12 12)\n"
          "b:<unspecified>: 16 16 (1: 16 16)\n");
    must_write(&counts, false, true,
               HEAD "fl=a\nfn=f\n1 1 1\nfn=g\n1 8 8\n"
                    "fl=# object: /x\nfl=a\nfn=f\n1 32 32\n2 66 66\nfn=g\n1 4 4\n"
                    "fl=# object: /y\nfl=b\nfn=<unspecified>\n1 16 16\n"
                    "summary: 127 127\n");
    msim_counts_free(&counts);
}

/* Two versions of a program are one; a library that only one of them uses is not. */
UNIT_TEST(matched_objects)
{
    static const char before[] = HEAD "fl=# object: /old/p\nfl=a\nfn=f\n1 5 7\nfn=h\n1 1 1\n"
                                      "fl=# object: /lib\nfl=???\nfn=g\n0 1 1\nsummary: 7 9\n";
    static const char after[] = HEAD "fl=# object: /new/p\nfl=a\nfn=f\n1 6 7\nfn=i\n3 2 2\n"
                                     "fl=# object: /lib\nfl=???\nfn=g\n0 2 1\nsummary: 10 10\n";
    static const char more[] = HEAD "fl=# object: /other\nfl=c\nfn=c\n1 9 9\nsummary: 9 9\n";
    struct msim_counts counts = {0};
    must_add(&counts, "before", before, true);
    must_add(&counts, "after", after, false);
    msim_counts_match_objects(&counts);
    must_write(&counts, true, false,
               "desc: Difference: after minus before\ndesc: Base totals: 7 9\n" HEAD
               "fl=# object: /lib\nfl=???\nfn=g\n0 1 0\nfl=# object: /new/p\nfl=a\nfn=f\n0 1 0\n"
               "fn=h\n0 -1 -1\nfn=i\n0 2 2\nsummary: 3 1\n");
    msim_counts_free(&counts);
    must_add(&counts, "before", before, true);
    must_add(&counts, "after", after, false);
    must_add(&counts, "more", more, false);
    msim_counts_match_objects(&counts);
    shows(show_parts, &counts,
          "a:f [/old/p] -5 -7 (1: -5 -7)\n"
          "a:h [/old/p] -1 -1 (1: -1 -1)\n"
          "???:g [/lib] 1 0 (0: 1 0)\n"
          "a:f [/new/p] 6 7 (1: 6 7)\n"
          "a:i [/new/p] 2 2 (3: 2 2)\n"
          "c:c [/other] 9 9 (1: 9 9)\n");
    msim_counts_free(&counts);
}

/* --- errors ------------------------------------------------------------------------------- */

/* Of the second of two files, whose events are Ir and Dr; check/annotate has the rest. */
static const struct {
    const char *text, *expected;
    size_t line;
} bad[] = {
    {"", "expected 'cmd:', found the end of the file", 1},
    {"desc: a\n", "expected 'cmd:', found the end of the file", 2},
    {"cmd: a\n", "expected 'events:', found the end of the file", 2},
    {"cmd: a\nevents: Ir\n", "events: no 'Dr', which one has", 2},
    {"cmd: a\nevents: Ir Dr Dw\n", "events: 'Dw', which one does not have", 2},
    {"cmd: a\nevents: Ir\rDw\n", "events: 'Dw', where one has 'Dr'", 2},
    {"desc: Base totals: 1 2 3\n" HEAD,
     "expected at most 2 counts, one for each event, found another, '3'", 1},
    {"desc: Base totals: 1\n" HEAD, "desc: Base totals: expected 2 counts, found 1", 1},
    {HEAD "fl=a\nfn=f\n1 9223372036854775807\nsummary: 0 0\n", "expected a sum of Ir below 2^63",
     5},
    {HEAD "fl=a\nfn=f\n1 1 1", "the file is cut short in this line", 5},
    {HEAD "fl=a\nfn=f\n1 x", "the file is cut short in this line", 5},
    {HEAD "fl=a\nfn=f\n# x", "the file is cut short in this line", 5},
    {HEAD "fl=a\nfn=f\n ", "the file is cut short in this line", 5},
    {HEAD "fl=a\nfn=f\n4294967296\n", "expected a line number below 2^32, found '4294967296'", 5},
    {HEAD "fl=a\nfn=f\n99999999999999999999x\n",
     "expected a line number, found '99999999999999999999x'", 5},
    {HEAD "summary: 0 0\n \t\n#\nx\n", "expected nothing after 'summary:', found 'x'", 6},
    {HEAD "fl=a\nfl=# object: /x\n1 1 1\n", "expected 'fl=' before the first line of counts", 5},
    {HEAD "summary: 0 0\n# x", "the file is cut short in this line", 4},
};

UNIT_ROWS(errors, bad)
{
    struct msim_counts counts = {0};
    must_add(&counts, "one", HEAD "fl=a\nfn=f\n1 1 1\nsummary: 1 1\n", false);
    ck_assert(!add(&counts, "two", bad[_i].text, false, NULL));
    ck_assert_str_eq(counts.error.text, bad[_i].expected);
    ck_assert_uint_eq(counts.error.line, bad[_i].line);
    ck_assert_str_eq(counts.error.file, "two");
    msim_counts_free(&counts);
}

UNIT_TEST(negative)
{
    struct msim_counts counts = {.no_negatives = true};
    must_add(&counts, "good", HEAD "fl=a\nfn=f\n1 1 -0\nsummary: 1 0\n", false);
    ck_assert(!add(&counts, "bad", HEAD "fl=a\nfn=f\n1 5 7\n1 1 -2\nsummary: 6 5\n", false, NULL));
    ck_assert_str_eq(counts.error.text, "Dr: expected a count from 0 to 2^63 - 1, found -2");
    ck_assert_uint_eq(counts.error.line, 6);
    msim_counts_free(&counts);
}

/* Events up to the most there can be, and one more. */
UNIT_EACH(most_events, 2)
{
    char text[64 * MSIM_EVENTS_MAX], *to = text;
    to += sprintf(to, "cmd: x\nevents:");
    for (int i = 0; i < MSIM_EVENTS_MAX + _i; i++)
        to += sprintf(to, " E%d", i);
    to += sprintf(to, "\nsummary:");
    for (int i = 0; i < MSIM_EVENTS_MAX; i++)
        to += sprintf(to, " 0");
    sprintf(to, "\n");
    struct msim_counts counts = {0};
    ck_assert(add(&counts, "name", text, false, NULL) == !_i);
    ck_assert_str_eq(counts.error.text, _i ? "events: expected at most 100" : "");
    ck_assert_uint_eq(counts.events, MSIM_EVENTS_MAX);
    msim_counts_free(&counts);
}
