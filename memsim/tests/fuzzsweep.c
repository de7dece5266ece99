/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzzsweep SECONDS FILE...: reads mutations of the files as parts of a sweep and shows what is accepted
 * in every form; the sanitizers watch.
 * fuzzsweep --only=N FILE...: round N alone, as a failure names it.
 * fuzzsweep --planted FILE...: reads beyond a buffer, which must be found.
 *
 * A round depends on its number and the files only.  Of what is accepted, the order and the sums are
 * checked, and that nothing is there twice.  Prints how many rounds were accepted and refused.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmd/cmd.h"
#include "cmd/grow.h"
#include "cmd/sweepcurve.h"
#include "cmd/sweepout.h"
#include "cmd/sweepread.h"

struct bytes {
    char *at;
    size_t size;
};

static struct bytes *corpus;
static size_t files;
static uint64_t state, round_number;
static FILE *nowhere;

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

/* grow.c calls it. */
void msim_bad_input(const char *format, ...)
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

/* A field: what stands between TABs and newlines around `at`. */
static void find_field(const struct bytes *of, size_t *at, size_t *length)
{
    while (*at > 0 && !strchr("\t\n", of->at[*at - 1]))
        --*at;
    *length = 0;
    while (*at + *length < of->size && !strchr("\t\n", of->at[*at + *length]))
        ++*length;
}

static void find_line(const struct bytes *of, size_t *at, size_t *length)
{
    while (*at > 0 && of->at[*at - 1] != '\n')
        --*at;
    const char *end = memchr(of->at + *at, '\n', of->size - *at);
    *length = end ? (size_t)(end - of->at) - *at + 1 : of->size - *at;
}

static void mutate(struct bytes *of)
{
    static const char *const words[] = {"\t",
                                        "\n",
                                        "#end\t0\n",
                                        "#fn\t",
                                        "#",
                                        "0",
                                        "1",
                                        "-1",
                                        "18446744073709551615",
                                        "18446744073709551616",
                                        "9223372036854775808",
                                        "# command: x\n",
                                        "# machine: L2=1K,1,16\n",
                                        "L3",
                                        "DTLB",
                                        "I1",
                                        "# memsim sweep 2",
                                        "\r",
                                        "4096",
                                        "64",
                                        "8",
                                        "\xff",
                                        "\xc3",
                                        "<&>\"",
                                        " ",
                                        ""};
    enum { WORDS = sizeof words / sizeof *words };
    const char *word = words[any(WORDS)];
    size_t at = any(of->size + 1), length = 0;
    const struct bytes *other = &corpus[any(files)];
    switch (any(8)) {
    case 0: { /* a byte */
        char byte = (char)any(256);
        replace(of, at, at < of->size, &byte, 1);
        break;
    }
    case 1: /* a word put in */
        replace(of, at, 0, word, strlen(word));
        break;
    case 2: /* a field becomes a word */
    case 3:
        find_field(of, &at, &length);
        replace(of, at, length, word, strlen(word));
        break;
    case 4: /* a line goes */
        find_line(of, &at, &length);
        replace(of, at, length, "", 0);
        break;
    case 5: { /* a line comes, from another file */
        size_t from = any(other->size);
        find_line(other, &from, &length);
        size_t none;
        find_line(of, &at, &none);
        replace(of, at, 0, other->at + from, length);
        break;
    }
    case 6: /* the end goes */
        replace(of, at, any(8) ? 0 : of->size - at, "", 0);
        break;
    case 7: { /* a digit, so that most stays as it is */
        char digit = (char)('0' + any(10));
        while (at < of->size && (of->at[at] < '0' || of->at[at] > '9'))
            at++;
        replace(of, at, at < of->size, &digit, 1);
        break;
    }
    }
}

/* --- what must hold ----------------------------------------------------------------------------- */

static void check(const struct msim_swept *sweep)
{
    for (size_t i = 0; i < sweep->cells; i++) {
        const struct msim_swept_cell *cell = &sweep->cell[i];
        uint64_t all = msim_missed_of(&cell->misses, MSIM_OF_ALL);
        if (all > cell->references || all < cell->misses.read)
            fail("more misses than references");
        if (i && msim_cell_order(&cell[-1].key, &cell->key) >= 0)
            fail("cells out of order");
        if (msim_swept_find(sweep, &cell->key) != cell)
            fail("a cell is not found");
    }
    for (size_t end, i = 0; i < sweep->shares; i = end) {
        end = msim_swept_function_end(sweep, i);
        if (end <= i)
            fail("a function without end");
        for (size_t j = i; j < end; j++)
            if (!msim_swept_find(sweep, &sweep->share[j].key))
                fail("a function without a cell");
    }
}

static void show(struct msim_swept *sweep)
{
    struct msim_swept_view view = {.of = (enum msim_of)any(4),
                                   .ratio = any(2),
                                   .curve = any(2),
                                   .log = any(2),
                                   .width = any(200)};
    if (!sweep->cells)
        return;
    rewind(nowhere);
    msim_swept_text(sweep, &view, nowhere);
    msim_swept_csv(sweep, &view, nowhere);
    msim_swept_json(sweep, &view, nowhere);
    struct msim_canvas *canvas = msim_canvas_svg(nowhere, msim_swept_picture_size(sweep, &view));
    msim_swept_picture(sweep, &view, canvas);
    msim_canvas_finish(canvas);
}

/* One to three parts, each a mutation or now and then a file as it is. */
static bool run_round(void)
{
    struct msim_swept sweep = {0};
    bool good = true;
    state = round_number * 0x2545f4914f6cdd1d;
    for (uint64_t parts = any(3) + 1; parts > 0 && good; parts--) {
        struct bytes part = {0};
        const struct bytes *from = &corpus[any(files)];
        part.at = msim_zeroed(1, 1);
        replace(&part, 0, 0, from->at, from->size);
        for (uint64_t changes = any(4); changes > 0; changes--)
            mutate(&part);
        good = msim_swept_read(&sweep, "part", part.at, part.size);
    }
    good = good && msim_swept_join(&sweep);
    if (good) {
        check(&sweep);
        show(&sweep);
    } else if (!sweep.error.text[0] || !sweep.error.place.line) {
        fail("an error without a reason or a line");
    }
    msim_swept_free(&sweep);
    return good;
}

/* Hands over bytes that lack the 0 behind them. */
static void plant(void)
{
    static const char line[] = "# memsim sweep 1";
    struct msim_swept sweep = {0};
    char *bytes = malloc(strlen(line));
    if (!bytes)
        fail("no memory");
    memcpy(bytes, line, strlen(line));
    msim_swept_read(&sweep, "planted", bytes, strlen(line));
    msim_swept_free(&sweep);
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

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    bool only = !strncmp(argv[1], "--only=", 7);
    load(argc - 2, argv + 2);
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
    for (size_t i = 0; i < files; i++)
        free(corpus[i].at);
    free(corpus);
    fclose(nowhere);
    return 0;
}
