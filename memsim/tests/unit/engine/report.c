/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The complete file of counts and summary of a program that can be followed by hand; what they
 * leave out for machines with fewer levels; and that lines add up and are in order for any counts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/caches/sim.h"
#include "engine/report/report.h"
#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/text.h"

static struct msim_dict dict;
static struct msim_profile profile;
static struct msim_machine machine;
static struct unit_text text;
static bool inlined; /* the file shows inlined calls */

UNIT_BEFORE()
{
    msim_dict_init(&dict, &memory.mem);
    msim_profile_init(&profile, &memory.mem, &dict);
    machine = (struct msim_machine){0};
    unit_text_start(&text);
}

UNIT_AFTER()
{
    unit_text_end(&text);
}

static uint32_t site(const char *file, const char *function, uint32_t line)
{
    uint32_t number = msim_dict_site(&dict, msim_dict_string(&dict, file),
                                     msim_dict_string(&dict, function), line);
    msim_profile_extend(&profile);
    return number;
}

static void write_file(const char *command)
{
    struct msim_about about = {.command = command};
    struct msim_report report = {&profile, &machine, &about, inlined, NULL, false, NULL, NULL};
    msim_report_file(&report, &memory.mem, &text.sink);
}

static void write_summary(void)
{
    struct msim_report report = {&profile, &machine, NULL, false, NULL, false, NULL, NULL};
    msim_report_summary(&report, &text.lines);
}

/* What was written is `expected`; else the first line that differs is shown. */
static void must_be(const char *expected)
{
    const char *is = text.text;
    size_t at = 0, line = 0;
    for (; is[at] && is[at] == expected[at]; at++)
        line = is[at] == '\n' ? at + 1 : line;
    ck_assert_msg(is[at] == expected[at], "'%.*s' instead of '%.*s'", (int)strcspn(is + line, "\n"),
                  is + line, (int)strcspn(expected + line, "\n"), expected + line);
}

/* --- By hand ------------------------------------------------------------------------------ */

/*
 * Two segments, S and T, and what each reference misses when S T T S runs.
 *
 *             line     L1                 L2 (mod 5)      L3       page   TLB    L2TLB
 *   S fetch   65536    miss               miss (1)        miss     0x400  miss   miss
 *             65537    (the same          miss (2)
 *     read    1024     miss   reference)  miss (4)        miss     0x10   miss   miss
 *     fetch   65537    hit                                         0x400  hit
 *     modify  1024     hit                                         0x10   hit
 *     write   2048     miss               miss (3)        miss     0x20   miss   miss
 *   T fetch   81920    miss, not 65536    miss (0)        miss     0x500  miss   miss
 *     read    none
 *   T fetch   81920    hit                                         0x500  hit
 *     read    3072     miss, not 1024     miss, not 65537 miss     0x30   miss   miss
 *   S fetch   65536    miss               hit                      0x400  miss   hit
 *             65537    hit                miss            hit
 *     read    1024     miss               hit                      0x10   miss   hit
 *     fetch   65537    hit                                         0x400  hit
 *     modify  1024     hit                                         0x10   hit
 *     write   2048     miss               hit                      0x20   miss   hit
 */
static void make_machine(void)
{
    machine_level(&machine, MSIM_I1, "128,1,64");
    machine_level(&machine, MSIM_D1, "128,full,64");
    machine_level(&machine, MSIM_L2, "320,1,64");
    machine_level(&machine, MSIM_L3, "4096,8,64");
    machine_level(&machine, MSIM_ITLB, "1,1");
    machine_level(&machine, MSIM_DTLB, "2,full");
    machine_level(&machine, MSIM_L2TLB, "12,6");
}

static void describe(uint32_t *s, uint32_t *t)
{
    struct msim_instr instrs[] = {{site("a.c", "f", 10), 4, 0}, {site("a.c", "f", 4), 5, 0}};
    struct msim_access accesses[] = {
        {.word = 1, .size = 8},
        {.word = 1, .size = 4, .offset = 8, .instr = 1, .modify = 1},
        {.word = 2, .size = 8, .instr = 1, .write = 1},
    };
    struct msim_instr last = {site("b\n.c", "f", 0), 1, 0};
    struct msim_access maybe = {.word = 1, .size = 8, .maybe = 1};
    struct msim_segment first = {0x40003e, instrs, accesses, .instrs_used = 2, .words = 2};
    struct msim_segment second = {0x500000, &last, &maybe, .instrs_used = 1, .words = 1};
    first.accesses_used = 3;
    second.accesses_used = 1;
    *t = msim_dict_segment(&dict, &second);
    *s = msim_dict_segment(&dict, &first);
    site("a.c", "f", 5); /* never executed: no line */
    site("0.c", "e", 1);
}

static void run_by_hand(void)
{
    uint32_t s, t;
    describe(&s, &t);
    uint64_t stream[] = {
        msim_header(s, 2), 0x10000, 0x20000,           msim_header(t, 1), MSIM_NO_ADDRESS,
        msim_header(t, 1), 0x30000, msim_header(s, 2), 0x10000,           0x20000,
    };
    struct msim_sim *sim = msim_get(&memory.mem, sizeof *sim, 64);
    msim_sim_init(sim, &memory.mem, &dict, &profile, &machine);
    msim_sim_extend(sim);
    msim_sim_run(sim, stream, stream + sizeof stream / sizeof *stream);
    msim_sim_settle(sim);
}

UNIT_TEST(file_by_hand)
{
    make_machine();
    run_by_hand();
    write_file("./prog a\tb\nc");
    must_be("desc: I1 cache: 128 B, 64 B, direct-mapped\n"
            "desc: D1 cache: 128 B, 64 B, fully associative\n"
            "desc: L2 cache: 320 B, 64 B, direct-mapped\n"
            "desc: L3 cache: 4096 B, 64 B, 8-way associative\n"
            "desc: ITLB: 1 entries, 4096 B pages, direct-mapped\n"
            "desc: DTLB: 2 entries, 4096 B pages, fully associative\n"
            "desc: L2TLB: 12 entries, 4096 B pages, 6-way associative\n"
            "cmd: ./prog a b c\n"
            "events: Ir I1mr I2mr I3mr ITmr IT2mr Dr D1mr D2mr D3mr DTmr DT2mr"
            " Dw D1mw D2mw D3mw DTmw DT2mw\n"
            "fl=a.c\n"
            "fn=f\n"
            "4 2 0 0 0 0 0 2 0 0 0 0 0 2 2 1 1 2 1\n"
            "10 2 2 2 1 2 1 2 2 1 1 2 1 0 0 0 0 0 0\n"
            "fl=b .c\n"
            "fn=f\n"
            "0 2 1 1 1 1 1 1 1 1 1 1 1 0 0 0 0 0 0\n"
            "summary: 6 3 3 2 3 2 5 3 2 2 3 2 2 2 1 1 2 1\n");
}

/* Several cores are described behind the levels; one core is not. */
UNIT_TEST(cores_by_hand)
{
    make_machine();
    write_file("./prog");
    ck_assert_ptr_null(strstr(text.text, "Cores"));
    machine.cores = (struct msim_cores){.used = 4,
                                        .protocol = MSIM_MOESI,
                                        .l2_sharing = 2,
                                        .l2tlb_sharing = 1,
                                        .l3_sharing = MSIM_CORES_ALL,
                                        .pins_used = 2,
                                        .pin = {{1, 3}, {7, 0}}};
    write_file("./prog");
    ck_assert_ptr_nonnull(strstr(
        text.text, "6-way associative\ndesc: Cores: 4, MOESI; private: I1 D1"
                   " ITLB DTLB L2TLB; L2 shared by 2; L3 shared by all;"
                   " pins: 1:3,7:0\n"
                   "desc: Est. cycles: Ir + 10 (I1mr + D1mr - CHr + D1mw - CHw)"
                   " + 100 (I3mr + D3mr + D3mw) + 60 (CHr + CIr + CIw)\n"
                   "desc: Est. latencies: usual ones, as those of caches and memory are unknown\n"
                   "cmd: "));
}

UNIT_TEST(summary_by_hand)
{
    make_machine();
    run_by_hand();
    write_summary();
    must_be("I   refs:            6\n"
            "I1  misses:          3\n"
            "L2i misses:          3\n"
            "L3i misses:          2\n"
            "I1  miss rate:  50.00%\n"
            "L2i miss rate:  50.00%\n"
            "L3i miss rate:  33.33%\n"
            "\n"
            "D   refs:            7  (      5 rd +       2 wr)\n"
            "D1  misses:          5  (      3 rd +       2 wr)\n"
            "L2d misses:          3  (      2 rd +       1 wr)\n"
            "L3d misses:          3  (      2 rd +       1 wr)\n"
            "D1  miss rate:   71.4%  (  60.0%    +  100.0%   )\n"
            "L2d miss rate:   42.9%  (  40.0%    +   50.0%   )\n"
            "L3d miss rate:   42.9%  (  40.0%    +   50.0%   )\n"
            "\n"
            "L2  refs:            8  (      6 rd +       2 wr)\n"
            "L2  misses:          6  (      5 rd +       1 wr)\n"
            "L2  miss rate:   46.2%  (  45.5%    +   50.0%   )\n"
            "\n"
            "L3  refs:            6  (      5 rd +       1 wr)\n"
            "L3  misses:          5  (      4 rd +       1 wr)\n"
            "L3  miss rate:   38.5%  (  36.4%    +   50.0%   )\n"
            "\n"
            "ITLB misses:           3\n"
            "DTLB misses:           5  (      3 rd +       2 wr)\n"
            "L2TLB misses:          5  (      4 rd +       1 wr)\n"
            "ITLB miss rate:   50.00%\n"
            "DTLB miss rate:    71.4%  (  60.0%    +  100.0%   )\n"
            "L2TLB miss rate:   38.5%  (  36.4%    +   50.0%   )\n");
}

/* --- Objects ------------------------------------------------------------------------------ */

static void count_in(const char *file, const char *function, uint32_t line, const char *object)
{
    uint32_t number =
        msim_dict_site_in(&dict, msim_dict_string(&dict, file), msim_dict_string(&dict, function),
                          line, object ? msim_dict_string(&dict, object) + 1 : 0);
    msim_profile_extend(&profile);
    msim_profile_row(&profile, number)->count[MSIM_FETCH][MSIM_REFS] = number + 1;
}

/* A file without counts names the object of what follows. */
UNIT_TEST(objects)
{
    count_in("???", "???", 0, "/lib/z.so");
    count_in("???", "???", 0, "/lib/a.so");
    count_in("???", "???", 0, NULL);
    count_in("???", "f", 0, "/lib/z.so");
    count_in("a.c", "f", 2, "/bin/p");
    count_in("a.c", "f", 1, "/bin/p");
    count_in("a.c", "g", 3, "/bin/p");
    count_in("b.c", "g", 3, NULL);
    count_in("b.c", "g", 2, "/bin/p");
    count_in("b.c", "g", 9, NULL);
    write_file("p");
    must_be("cmd: p\nevents: Ir Dr Dw\n"
            "fl=???\nfn=???\n0 3 0 0\nfl=b.c\nfn=g\n3 8 0 0\n9 10 0 0\n"
            "fl=# object: /bin/p\n"
            "fl=a.c\nfn=f\n1 6 0 0\n2 5 0 0\nfn=g\n3 7 0 0\nfl=b.c\nfn=g\n2 9 0 0\n"
            "fl=# object: /lib/a.so\nfl=???\nfn=???\n0 2 0 0\n"
            "fl=# object: /lib/z.so\nfl=???\nfn=???\n0 1 0 0\nfn=f\n0 4 0 0\n"
            "summary: 55 0 0\n");
}

/* --- Inlined calls ------------------------------------------------------------------------ */

static uint32_t inlined_call(uint32_t outer, const char *function, const char *file, uint32_t line)
{
    struct msim_inlined call = {outer, msim_dict_string(&dict, function),
                                msim_dict_string(&dict, file), line, 0};
    return msim_dict_inlined(&dict, &call);
}

/* Counts `fetches` at a line of f() in a.c; each address is a site of its own. */
static void count_inlined(uint32_t line, uint32_t call, uint64_t address, uint64_t fetches)
{
    struct msim_site at = {.file = msim_dict_string(&dict, "a.c"),
                           .function = msim_dict_string(&dict, "f"),
                           .line = line,
                           .object = msim_dict_string(&dict, "/bin/p") + 1,
                           .inlined = call,
                           .address = address};
    uint32_t number = msim_dict_whole_site(&dict, &at);
    msim_profile_extend(&profile);
    msim_profile_row(&profile, number)->count[MSIM_FETCH][MSIM_REFS] += fetches;
}

/* Code that is in inlined calls follows that which is not, sorted by function, file and line; what is
 * one line is written once.  A file that does not show them is the same as if there were none. */
UNIT_TEST(inlined_calls)
{
    uint32_t g9 = inlined_call(0, "g", "a.c", 9), g10 = inlined_call(0, "g", "a.c", 10);
    uint32_t e = inlined_call(g10, "e", "b.c", 3), g_g = inlined_call(g9, "g", "a.c", 9);
    count_in("z.c", "z", 1, NULL);
    count_inlined(2, g10, 0, 20);
    count_inlined(1, 0, 0, 2);
    count_inlined(2, g9, 0x10, 30);
    count_inlined(2, g9, 0x20, 40);
    count_inlined(2, e, 0, 50);
    count_inlined(2, g_g, 0, 60);
    count_inlined(1, 0, 0x30, 3);
    count_inlined(7, g9, 0, 0);
    inlined = true;
    write_file("p");
    inlined = false;
    must_be("cmd: p\nevents: Ir Dr Dw\nfl=z.c\nfn=z\n1 1 0 0\n"
            "fl=# object: /bin/p\nfl=a.c\nfn=f\n1 5 0 0\n"
            "fl=# inlined: e\t3\tb.c\tg\t10\ta.c\nfl=a.c\nfn=f\n2 50 0 0\n"
            "fl=# inlined: g\t9\ta.c\nfl=a.c\nfn=f\n2 70 0 0\n"
            "fl=# inlined: g\t9\ta.c\tg\t9\ta.c\nfl=a.c\nfn=f\n2 60 0 0\n"
            "fl=# inlined: g\t10\ta.c\nfl=a.c\nfn=f\n2 20 0 0\n"
            "summary: 206 0 0\n");
    unit_text_end(&text);
    unit_text_start(&text);
    write_file("p");
    must_be("cmd: p\nevents: Ir Dr Dw\nfl=z.c\nfn=z\n1 1 0 0\n"
            "fl=# object: /bin/p\nfl=a.c\nfn=f\n1 5 0 0\n2 200 0 0\nsummary: 206 0 0\n");
}

/* --- Levels that are off ------------------------------------------------------------------ */

/* Which levels there are, the columns of the file, and the labels of the summary; | is an empty
 * line. */
static const struct {
    const char *levels[MSIM_LEVELS];
    const char *events, *labels;
} absent[] = {
    {{NULL}, "Ir Dr Dw", "I refs:|D refs:"},
    {{"128,1,64", "128,2,64"},
     "Ir I1mr Dr D1mr Dw D1mw",
     "I refs:,I1 misses:,I1 miss rate:|D refs:,D1 misses:,D1 miss rate:"},
    {{"128,1,64", "128,2,64", "320,1,64"},
     "Ir I1mr I2mr Dr D1mr D2mr Dw D1mw D2mw",
     "I refs:,I1 misses:,L2i misses:,I1 miss rate:,L2i miss rate:"
     "|D refs:,D1 misses:,L2d misses:,D1 miss rate:,L2d miss rate:"
     "|L2 refs:,L2 misses:,L2 miss rate:"},
    {{[MSIM_ITLB] = "1,1", "2,2"},
     "Ir ITmr Dr DTmr Dw DTmw",
     "I refs:|D refs:|ITLB misses:,DTLB misses:,ITLB miss rate:,DTLB miss rate:"},
    {{[MSIM_ITLB] = "1,1", NULL, "4,2"},
     "Ir ITmr IT2mr Dr Dw",
     "I refs:|D refs:|ITLB misses:,L2TLB misses:,ITLB miss rate:,L2TLB miss rate:"},
    {{[MSIM_DTLB] = "2,2", "4,2"},
     "Ir Dr DTmr DT2mr Dw DTmw DT2mw",
     "I refs:|D refs:|DTLB misses:,L2TLB misses:,DTLB miss rate:,L2TLB miss rate:"},
    {{[MSIM_ITLB] = "1,1", "2,2", NULL, NULL, "4,2"},
     "Ir ITmr Dr DTmr DT2mr Dw DTmw DT2mw",
     "I refs:|D refs:|ITLB misses:,DTLB misses:,L2TLB misses:,ITLB miss rate:,DTLB miss rate:,"
     "L2TLB miss rate:"},
    {{[MSIM_ITLB] = "1,1", "2,2", NULL, "8,2", NULL},
     "Ir ITmr IT2mr Dr DTmr Dw DTmw",
     "I refs:|D refs:|ITLB misses:,DTLB misses:,L2TLB misses:,ITLB miss rate:,DTLB miss rate:,"
     "L2TLB miss rate:"},
};

/* The labels of the summary in the form of the table above. */
static void labels_of(const char *summary, char *labels)
{
    bool first = true;
    *labels = '\0';
    for (const char *line = summary; *line; line = strchr(line, '\n') + 1) {
        if (*line == '\n') {
            strcat(labels, "|");
            first = true;
            continue;
        }
        strcat(labels, first ? "" : ",");
        first = false;
        for (const char *at = line; at[-(at > line)] != ':'; at++)
            if (*at != ' ' || at[1] != ' ')
                strncat(labels, at, 1);
    }
}

static unsigned count_lines(const char *string, const char *beginning)
{
    unsigned count = 0;
    for (const char *at = string; (at = strstr(at, beginning)); at++)
        count += at == string || at[-1] == '\n';
    return count;
}

UNIT_ROWS(levels_off, absent)
{
    char wanted[200], labels[800];
    unsigned levels = 0;
    for (int level = 0; level < MSIM_LEVELS; level++)
        if (absent[_i].levels[level]) {
            machine_level(&machine, (enum msim_level)level, absent[_i].levels[level]);
            levels++;
        }
    run_by_hand();
    write_file("./prog");
    snprintf(wanted, sizeof wanted, "\nevents: %s\n", absent[_i].events);
    ck_assert_msg(strstr(levels ? text.text : strstr(text.text, "cmd:"), wanted) != NULL, "%s",
                  wanted);
    ck_assert_uint_eq(count_lines(text.text, "desc: "), levels);
    unit_text_end(&text);
    unit_text_start(&text);
    write_summary();
    labels_of(text.text, labels);
    ck_assert_str_eq(labels, absent[_i].labels);
}

/* --- Large counts ------------------------------------------------------------------------- */

/* Columns are as wide as the largest count. */
UNIT_TEST(large_counts)
{
    machine_level(&machine, MSIM_I1, "32K,8,64");
    machine_level(&machine, MSIM_D1, "32K,8,64");
    struct msim_row *row = msim_profile_row(&profile, site("a.c", "f", 1));
    row->count[MSIM_FETCH][MSIM_REFS] = 152653497;
    row->count[MSIM_FETCH][MSIM_MISS_L1] = 25833;
    row->count[MSIM_READ][MSIM_REFS] = 35838721;
    row->count[MSIM_READ][MSIM_MISS_L1] = 600000;
    row->count[MSIM_WRITE][MSIM_REFS] = 21018408;
    row->count[MSIM_WRITE][MSIM_MISS_L1] = 1000;
    write_summary();
    must_be("I   refs:      152,653,497\n"
            "I1  misses:         25,833\n"
            "I1  miss rate:       0.02%\n"
            "\n"
            "D   refs:       56,857,129  (35,838,721 rd + 21,018,408 wr)\n"
            "D1  misses:        601,000  (   600,000 rd +      1,000 wr)\n"
            "D1  miss rate:        1.1%  (      1.7%    +       0.0%   )\n");
}

/* --- Any counts --------------------------------------------------------------------------- */

/* Sites of a few files and functions in no order, names of functions in several files. */
static void random_counts(struct unit_random *random)
{
    for (unsigned i = 0; i < 3000; i++) {
        char file[32], function[32];
        snprintf(file, sizeof file, "%c%u.c", (char)('a' + unit_below(random, 3)),
                 (unsigned)unit_below(random, 12));
        snprintf(function, sizeof function, "f%u\xc3\xa9", (unsigned)unit_below(random, 40));
        uint32_t number = site(file, function, (uint32_t)unit_below(random, 300));
        struct msim_row *row = msim_profile_row(&profile, number);
        if (unit_one_in(random, 10))
            continue;
        for (int kind = 0; kind < MSIM_KINDS; kind++)
            for (int count = 0; count < MSIM_COUNTS; count++)
                row->count[kind][count] +=
                    unit_one_in(random, 2) ? unit_below(random, 1u << 30) : 0;
    }
}

/* Adds the counts of a line to `sums`, or subtracts; how many there are. */
static unsigned add_counts(const char *counts, uint64_t *sums, bool subtract)
{
    unsigned used = 0;
    char *end;
    for (; *counts == ' '; counts = end) {
        uint64_t count = strtoull(counts, &end, 10);
        sums[used++] += subtract ? 0 - count : count;
    }
    ck_assert(*counts == '\n');
    return used;
}

UNIT_TEST(adds_up_in_order)
{
    struct unit_random random = {99};
    uint64_t sums[MSIM_KINDS * MSIM_COUNTS] = {0};
    char file[64] = "", function[64] = "", name[64];
    long last = -1;
    unsigned columns = 12, lines = 0;
    make_machine();
    machine.level[MSIM_L3].units = machine.level[MSIM_L2TLB].units = 0;
    random_counts(&random);
    write_file("./prog");
    for (const char *line = strstr(text.text, "fl="); *line; line = strchr(line, '\n') + 1) {
        if (sscanf(line, "fl=%63[^\n]", name) == 1) {
            ck_assert_int_lt(strcmp(file, name), 0);
            strcpy(file, name);
            function[0] = '\0';
        } else if (sscanf(line, "fn=%63[^\n]", name) == 1) {
            ck_assert_int_lt(strcmp(function, name), 0);
            strcpy(function, name);
            last = -1;
        } else if (strncmp(line, "summary:", 8) == 0) {
            ck_assert_uint_eq(add_counts(line + 8, sums, true), columns);
        } else {
            ck_assert(function[0] != '\0');
            ck_assert_int_lt(last, strtol(line, NULL, 10));
            last = strtol(line, NULL, 10);
            ck_assert_uint_eq(add_counts(strchr(line, ' '), sums, false), columns);
            lines++;
        }
    }
    for (unsigned i = 0; i < columns; i++)
        ck_assert_uint_eq(sums[i], 0);
    ck_assert_uint_gt(lines, 2000);
    ck_assert_uint_eq(count_lines(text.text, "summary:"), 1);
}
