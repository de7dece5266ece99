/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz/counts ROUNDS FILE...: reads mutations of the files as files of counts, one or two as a set,
 * and shows what is accepted in every form; the sanitizers watch. mutate.h says what else it takes.
 *
 * Checks that totals, functions and lines of accepted files have the same sums, and that what is
 * written from them reads back the same.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/annotate/present.h"
#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/counts/read.h"
#include "cmd/counts/records.h"
#include "cmd/counts/threads.h"
#include "cmd/patterns/substitute.h"
#include "forms.h"

static struct msim_substitution *rules[3];

static const char words[] =
    "|.|fl=\n|fl=# object: /x\n|fl=# inlined: f\t1\ta.c\n|fl=# inlined: |fl=# part: 1 load\n"
    "|fl=# part: 2 load\tparse\n|fl=# part: |fl=# base: 3 4\n|\tparse|\tg\t2\tb.c|fn=\n"
    "|fn=f [/a]\n|summary:|summary: 0 0\n|# x\n|desc: a\n|desc: Base totals: 1 2 3\n|cmd: x\n|Ir"
    "|Dr|D1mr|LLm|events: Ir Dr D1mr\n|-9223372036854775807|fl=# part: 1 thread 2\n"
    "|fl=# branch: 0x1F\t-4\t5\t3\t2\t9\tf\ta.c\n|fl=# branch: 0x20\t*\t5\t5\t2\t0\tf\t???\n"
    "|fl=# part: 1 dump 1\tthread 10\ta\n|thread ";

/* --- what must hold ----------------------------------------------------------------------------- */

struct sums {
    const struct msim_counts *counts;
    int64_t total[MSIM_EVENTS_MAX];
};

static void add(struct sums *sums, const int64_t *count)
{
    for (size_t i = 0; i < sums->counts->events; i++)
        sums->total[i] += count[i];
}

static void add_line(void *context, uint32_t file, const struct msim_record *record, size_t records,
                     const int64_t *count)
{
    struct sums *sums = context;
    if (file >= sums->counts->files || !records || record->source >= sums->counts->sources)
        msim_fuzz_fail("a line of nothing");
    add(sums, count);
}

static void same_total(const struct sums *sums, const char *what)
{
    if (memcmp(sums->total, sums->counts->total, sums->counts->events * sizeof(int64_t)) != 0)
        msim_fuzz_fail(what);
}

/* The regions have all counts; those that are selected have those of the set. */
static void check_regions(const struct msim_counts *counts, const int64_t *whole)
{
    const struct msim_regions *regions = &counts->regions;
    struct sums all = {.counts = counts}, selected = {.counts = counts}, outer = {.counts = counts};
    int64_t *sum = msim_region_sums(regions, regions->total);
    for (uint32_t i = 0; i < regions->count; i++) {
        add(&all, msim_region_total(regions, i));
        if (regions->region[i].selected)
            add(&selected, msim_region_total(regions, i));
        if (regions->region[i].depth < 2)
            add(&outer, sum + i * counts->events);
    }
    same_total(&selected, "the sum of the selected regions");
    if (memcmp(all.total, whole, sizeof all.total) != 0)
        msim_fuzz_fail("the sum of the regions");
    if (memcmp(all.total, outer.total, sizeof all.total) != 0)
        msim_fuzz_fail("the sum of the outermost regions");
    free(sum);
}

/* What threads have of those that are selected are the totals of the set. */
static void check_threads(const struct msim_counts *counts)
{
    struct msim_threads threads;
    struct sums all = {.counts = counts};
    msim_threads_make(&threads, &counts->regions);
    int64_t *sum = msim_thread_sums(&threads, &counts->regions);
    for (size_t i = 0; i < threads.count; i++) {
        add(&all, sum + i * counts->events);
        if (i && threads.number[i] <= threads.number[i - 1])
            msim_fuzz_fail("the order of threads");
    }
    same_total(&all, "the sum of the threads");
    free(sum);
    msim_threads_free(&threads);
}

/* The sums of the sources, as their summaries have them. */
static void check_sources(const struct msim_counts *counts)
{
    int64_t whole[MSIM_EVENTS_MAX] = {0};
    for (size_t i = 0; i < counts->sources; i++)
        for (size_t e = 0; e < counts->events; e++)
            whole[e] += counts->source[i].negative ? -counts->source[i].total[e]
                                                   : counts->source[i].total[e];
    check_regions(counts, whole);
    check_threads(counts);
}

static void check(const struct msim_counts *counts)
{
    struct sums lines = {.counts = counts}, functions = {.counts = counts},
                all = {.counts = counts};
    int64_t *file = msim_file_totals(counts);
    msim_each_line(counts, add_line, &lines);
    same_total(&lines, "the sum of the lines");
    for (size_t i = 0; i < counts->functions; i++)
        add(&functions, msim_function_total(counts, i));
    same_total(&functions, "the sum of the functions");
    for (size_t i = 0; i < counts->files; i++)
        add(&all, file + i * counts->events);
    same_total(&all, "the sum of the files");
    free(file);
    check_sources(counts);
}

/* What is written is read again, with the same totals and the same bytes. */
static void check_again(const struct msim_counts *counts, bool difference, bool lines)
{
    char *text[2];
    size_t size[2];
    struct msim_counts again = {0};
    for (int i = 0; i < 2; i++) {
        FILE *to = open_memstream(&text[i], &size[i]);
        if (!to)
            msim_fuzz_fail("no memory");
        msim_counts_write(i ? &again : counts, difference && !i, lines, to);
        fclose(to);
        if (!i) {
            char *copy = msim_zeroed(size[0] + 1, 1);
            memcpy(copy, text[0], size[0]);
            if (!msim_counts_read(&again, "again", copy, size[0], false, NULL))
                msim_fuzz_fail(again.error.text);
        }
    }
    if (memcmp(again.total, counts->total, counts->events * sizeof(int64_t)) != 0)
        msim_fuzz_fail("other totals when read again");
    const char *body[2] = {strstr(text[0], "events:"), strstr(text[1], "events:")};
    if (!difference && (!body[0] || !body[1] || strcmp(body[0], body[1]) != 0))
        msim_fuzz_fail("other bytes when written again");
    msim_counts_free(&again);
    free(text[0]);
    free(text[1]);
}

static void show(const struct msim_counts *counts)
{
    static const char *folders[] = {"/nowhere"};
    uint32_t chosen = 0;
    struct msim_view view = {.counts = counts,
                             .file = "mutated",
                             .folded = "",
                             .named = msim_any(2),
                             .usual = msim_any(2),
                             .minor = "",
                             .joined = msim_any(2),
                             .listed = msim_any(2),
                             .threshold = (double)msim_any(3),
                             .per = {msim_any(2), msim_any(2), msim_any(2), msim_any(2),
                                     msim_any(2), msim_any(2), msim_any(2)},
                             .sources = msim_any(2),
                             .context = msim_any(4),
                             .include = folders,
                             .includes = msim_any(2),
                             .width = msim_any(150),
                             .cut = msim_any(2),
                             .colour = msim_any(2)};
    msim_some_columns(&view.show, counts);
    msim_some_columns(&view.sort, counts);
    if (msim_any(2) && counts->files) {
        view.chosen = &chosen;
        view.chosen_files = 1;
    }
    msim_annotate_text(&view, msim_fuzz_nowhere);
    msim_annotate_csv(&view, msim_fuzz_nowhere);
    msim_annotate_json(&view, msim_fuzz_nowhere);
    msim_columns_free(&view.show);
    msim_columns_free(&view.sort);
}

/* One or two sources, each a mutation or now and then a file as it is. */
static bool run_round(struct msim_bytes file)
{
    static const char *const only[] = {"", "load", "*", "*;parse", "thread 2", "no"};
    struct msim_counts counts = {0};
    bool good = true, difference = false;
    if (!rules[1]) {
        rules[1] = msim_substitution_make("--mod-filename", "s/([a-z]*)[/.]/\\1&x/g;s,/home/,,i");
        rules[2] = msim_substitution_make("--mod-funcname", "s/x*/-/g");
    }
    struct msim_renaming renaming = {msim_substitute, rules[msim_any(3)], rules[msim_any(3)]};
    uint64_t sources = msim_any(2) + 1;
    if (!msim_any(4))
        counts.regions.only = only[msim_any(sizeof only / sizeof *only)];
    for (uint64_t i = 0; i < sources && good; i++) {
        struct msim_bytes part = i ? msim_mutant() : file;
        bool negative = sources == 2 && !i && msim_any(2);
        difference |= negative;
        good = msim_counts_read(&counts, "part", part.at, part.size, negative,
                                msim_any(2) ? &renaming : NULL);
    }
    if (good) {
        check(&counts);
        if (!counts.regions.only)
            check_again(&counts, difference, msim_any(2));
        show(&counts);
    } else {
        msim_check_error(&counts.error);
    }
    msim_counts_free(&counts);
    return good;
}

const struct msim_fuzz msim_fuzz = {.words = words,
                                    .field_ends = " \n",
                                    .mend = msim_mend_summary,
                                    .round = run_round,
                                    .planted = "cmd: x\nevents: Ir\nfl=a\nfn=b\n1 5"};
