/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzzcounts SECONDS FILE...: reads mutations of the files as files of counts, one or two as a set, and
 * shows what is accepted in every form; the sanitizers watch.
 * fuzzcounts --only=N FILE...: round N alone, as a failure names it.
 * fuzzcounts --planted FILE...: reads beyond a buffer, which must be found.
 *
 * A round depends on its number and the files only.  Of what is accepted it is checked that totals,
 * functions and lines have the same sums, and that what is written of it is read again as the same.
 * Prints how many rounds were accepted and refused.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmd/annotateview.h"
#include "cmd/cmd.h"
#include "cmd/countsline.h"
#include "cmd/countswrite.h"
#include "cmd/grow.h"
#include "cmd/rows.h"
#include "cmd/substitute.h"

struct bytes {
    char *at;
    size_t size;
};

static struct bytes *corpus;
static size_t files;
static uint64_t state, round_number;
static FILE *nowhere;
static struct msim_substitution *rules[3];

extern void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void tell_round(void)
{
    fprintf(stderr, "in round %llu (--only=%llu)\n", (unsigned long long)round_number,
            (unsigned long long)round_number);
}

static void fail(const char *what)
{
    fprintf(stderr, "FAIL: %s\n", what);
    tell_round();
    exit(1);
}

/* What is linked in calls them. */
void msim_bad_input(const char *format, ...)
{
    fail(format);
    abort();
}

void msim_bad_usage(const char *format, ...)
{
    fail(format);
    abort();
}

/* splitmix64 */
static uint64_t any(uint64_t below)
{
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return below ? (z ^ z >> 31) % below : 0;
}

/* --- mutations ---------------------------------------------------------------------------------- */

/* Puts `count` bytes in place of `gone` at `at`. */
static void replace(struct bytes *of, size_t at, size_t gone, const char *with, size_t count)
{
    char *next = msim_zeroed(of->size - gone + count + 1, 1);
    memcpy(next, of->at, at);
    memcpy(next + at, with, count);
    memcpy(next + at + count, of->at + at + gone, of->size - at - gone);
    free(of->at);
    of->at = next;
    of->size += count - gone;
}

static bool ends(char c, bool line)
{
    return c == '\n' || (!line && c == ' ');
}

/* The field or the line around `at`; a line with its end. */
static void find(const struct bytes *of, size_t *at, size_t *length, bool line)
{
    while (*at > 0 && !ends(of->at[*at - 1], line))
        --*at;
    *length = 0;
    while (*at + *length < of->size && !ends(of->at[*at + *length], line))
        ++*length;
    *length += line && *at + *length < of->size;
}

static const char *any_word(void)
{
    static const char *const words[] = {"\n",
                                        " ",
                                        "-",
                                        ".",
                                        "0",
                                        "1",
                                        "-1",
                                        "fl=\n",
                                        "fn=\n",
                                        "fn=f [/a]\n",
                                        "summary:",
                                        "summary: 0 0\n",
                                        "\t",
                                        "\r",
                                        "\r\n",
                                        "# x\n",
                                        "desc: a\n",
                                        "desc: Base totals: 1 2 3\n",
                                        "cmd: x\n",
                                        "Ir",
                                        "Dr",
                                        "D1mr",
                                        "LLm",
                                        "events: Ir Dr D1mr\n",
                                        "4294967295",
                                        "4294967296",
                                        "9223372036854775807",
                                        "9223372036854775808",
                                        "-9223372036854775807",
                                        "-9223372036854775808",
                                        "18446744073709551616",
                                        "\xff",
                                        "\033[1m",
                                        ""};
    return words[any(sizeof words / sizeof *words)];
}

static void mutate(struct bytes *of)
{
    const char *word = any_word();
    size_t at = any(of->size + 1), length = 0, other_at;
    const struct bytes *other = &corpus[any(files)];
    char byte = (char)any(256), digit = (char)('0' + any(10));
    switch (any(8)) {
    case 0:
        replace(of, at, at < of->size, &byte, 1);
        break;
    case 1:
        replace(of, at, 0, word, strlen(word));
        break;
    case 2: /* a field becomes a word */
    case 3:
        find(of, &at, &length, false);
        replace(of, at, length, word, strlen(word));
        break;
    case 4: /* a line goes */
        find(of, &at, &length, true);
        replace(of, at, length, "", 0);
        break;
    case 5: /* a line comes, from another file */
        other_at = any(other->size);
        find(other, &other_at, &length, true);
        find(of, &at, &(size_t){0}, true);
        replace(of, at, 0, other->at + other_at, length);
        break;
    case 6: /* the end goes */
        replace(of, at, any(8) ? 0 : of->size - at, "", 0);
        break;
    case 7:
        while (at < of->size && (of->at[at] < '0' || of->at[at] > '9'))
            at++;
        replace(of, at, at < of->size, &digit, 1);
        break;
    }
}

/* Makes the summary right, or next to nothing would be accepted.  Only of files of few, small counts. */
static void mend(struct bytes *of)
{
    long long sum[MSIM_EVENTS_MAX] = {0};
    int most = 0, used = 0;
    char line[64 + MSIM_EVENTS_MAX * 21], *end = NULL;
    for (char *at = of->at; at && *at; at = end ? end + 1 : NULL) {
        end = strchr(at, '\n');
        if (!strncmp(at, "summary:", 8)) {
            of->size = (size_t)(at - of->at);
            break;
        }
        if (!strncmp(at, "events:", 7))
            for (char *c = at + 7; most < MSIM_EVENTS_MAX && c < (end ? end : at + 7); c++)
                most += c[0] != ' ' && c[-1] == ' ';
        if (*at < '0' || *at > '9')
            continue;
        strtoull(at, &at, 10);
        for (int i = 0; i < MSIM_EVENTS_MAX && *at == ' '; i++) {
            long long value = strtoll(at, &at, 10);
            sum[i] += value > -1000000000000 && value < 1000000000000 ? value : 0;
        }
    }
    used = snprintf(line, sizeof line, "summary:");
    for (int i = 0; i < most; i++)
        used += snprintf(line + used, sizeof line - (size_t)used, " %lld", sum[i]);
    line[used++] = '\n';
    replace(of, of->size, 0, line, (size_t)used);
}

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
        fail("a line of nothing");
    add(sums, count);
}

static void same_total(const struct sums *sums, const char *what)
{
    if (memcmp(sums->total, sums->counts->total, sums->counts->events * sizeof(int64_t)) != 0)
        fail(what);
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
            fail("no memory");
        msim_counts_write(i ? &again : counts, difference && !i, lines, to);
        fclose(to);
        if (!i) {
            char *copy = msim_zeroed(size[0] + 1, 1);
            memcpy(copy, text[0], size[0]);
            if (!msim_counts_read(&again, "again", copy, size[0], false, NULL))
                fail(again.error.text);
        }
    }
    if (memcmp(again.total, counts->total, counts->events * sizeof(int64_t)) != 0)
        fail("other totals when read again");
    const char *body[2] = {strstr(text[0], "events:"), strstr(text[1], "events:")};
    if (!difference && (!body[0] || !body[1] || strcmp(body[0], body[1]) != 0))
        fail("other bytes when written again");
    msim_counts_free(&again);
    free(text[0]);
    free(text[1]);
}

static void make_columns(struct msim_columns *columns, const struct msim_counts *counts)
{
    static const char *const lists[] = {"all",       "Ir",    "D1m/D,Ir", "D1mr:PTI", "Cy,all",
                                        "Dr+Ir,LLm", "Cy/Ir", "L1m",      "a,b"};
    free(msim_columns_make(columns, counts, any(2) ? NULL : "Ir:1000000,D1mr:7",
                           lists[any(sizeof lists / sizeof *lists)]));
    if (!columns->columns)
        free(msim_columns_make(columns, counts, NULL, "all"));
}

static void show(const struct msim_counts *counts)
{
    static const char *folders[] = {"/nowhere"};
    uint32_t chosen = 0;
    struct msim_view view = {.counts = counts,
                             .file = "mutated",
                             .folded = "",
                             .named = any(2),
                             .threshold = (double)any(3),
                             .per = {any(2), any(2), any(2), any(2)},
                             .sources = any(2),
                             .context = any(4),
                             .include = folders,
                             .includes = any(2),
                             .width = any(150),
                             .cut = any(2),
                             .colour = any(2)};
    make_columns(&view.show, counts);
    make_columns(&view.sort, counts);
    if (any(2) && counts->files) {
        view.chosen = &chosen;
        view.chosen_files = 1;
    }
    rewind(nowhere);
    msim_annotate_text(&view, nowhere);
    msim_annotate_csv(&view, nowhere);
    msim_annotate_json(&view, nowhere);
    msim_columns_free(&view.show);
    msim_columns_free(&view.sort);
}

/* One or two sources, each a mutation or now and then a file as it is. */
static bool run_round(void)
{
    struct msim_counts counts = {0};
    bool good = true, difference = false;
    state = round_number * 0x2545f4914f6cdd1d;
    struct msim_renaming renaming = {msim_substitute, rules[any(3)], rules[any(3)]};
    uint64_t sources = any(2) + 1;
    const struct bytes *from = &corpus[any(files)];
    for (uint64_t i = 0; i < sources && good; i++) {
        struct bytes part = {msim_zeroed(1, 1), 0};
        replace(&part, 0, 0, from->at, from->size);
        for (uint64_t changes = any(4); changes > 0; changes--)
            mutate(&part);
        if (any(4))
            mend(&part);
        bool negative = sources == 2 && !i && any(2);
        difference |= negative;
        good = msim_counts_read(&counts, "part", part.at, part.size, negative,
                                any(2) ? &renaming : NULL);
    }
    if (good) {
        check(&counts);
        check_again(&counts, difference, any(2));
        show(&counts);
    } else if (!counts.error.text[0] || !counts.error.line) {
        fail("an error without a reason or a line");
    }
    msim_counts_free(&counts);
    return good;
}

/* --- driver ------------------------------------------------------------------------------------- */

/* Hands over bytes that lack the 0 behind them. */
static void plant(void)
{
    static const char line[] = "cmd: x\nevents: Ir\nfl=a\nfn=b\n1 5";
    struct msim_counts counts = {0};
    char *bytes = malloc(strlen(line));
    if (!bytes)
        fail("no memory");
    memcpy(bytes, line, strlen(line));
    msim_counts_read(&counts, "planted", bytes, strlen(line), false, NULL);
    msim_counts_free(&counts);
}

static void load(int count, char **names)
{
    for (int i = 0; i < count; i++) {
        FILE *file = fopen(names[i], "r");
        if (!file)
            fail(names[i]);
        corpus = msim_room(corpus, files, sizeof *corpus);
        struct bytes *bytes = &corpus[files++];
        bytes->at = msim_zeroed(1 << 16, 1);
        bytes->size = fread(bytes->at, 1, (1 << 16) - 1, file);
        fclose(file);
    }
}

static void unload(void)
{
    for (size_t i = 0; i < files; i++)
        free(corpus[i].at);
    free(corpus);
    for (size_t i = 1; i < 3; i++)
        msim_substitution_free(rules[i]);
    fclose(nowhere);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    bool only = !strncmp(argv[1], "--only=", 7);
    load(argc - 2, argv + 2);
    rules[1] = msim_substitution_make("--mod-filename", "s/([a-z]*)[/.]/\\1&x/g;s,/home/,,i");
    rules[2] = msim_substitution_make("--mod-funcname", "s/x*/-/g");
    nowhere = fopen("/dev/null", "w");
    if (!nowhere)
        fail("/dev/null");
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(tell_round);
    if (!strcmp(argv[1], "--planted"))
        plant();
    uint64_t accepted = 0;
    if (only)
        round_number = strtoull(argv[1] + 7, NULL, 10);
    time_t end = time(NULL) + (only ? 0 : atoi(argv[1]));
    do {
        accepted += run_round();
        round_number++;
    } while (!only && time(NULL) < end);
    if (!only)
        printf("%llu accepted, %llu refused\n", (unsigned long long)accepted,
               (unsigned long long)(round_number - accepted));
    unload();
    return 0;
}
