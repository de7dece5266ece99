/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Mutates files and runs rounds; see mutate.h. */
#include "mutate.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/files/lines.h"

/* Of use for most files, whatever is in them. */
static const char usual[] =
    "|\n|\t| ||0|1|-1|-|4294967295|4294967296|9223372036854775807|9223372036854775808"
    "|-9223372036854775808|-9223372036854775809|18446744073709551615|18446744073709551616"
    "|\r|\r\n|\xff|\xc3|<&>\"\\|%s%n|\033[1m|\033[2J";

static struct msim_bytes *corpus, *words;
static size_t files, word_count;
static uint64_t state, round_number;

FILE *msim_fuzz_nowhere;

extern void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

/* Called wherever a round may be interrupted, so without stdio's locks. */
static void name_round(void)
{
    char text[64];
    int length = snprintf(text, sizeof text, "in round %llu (--only=%llu)\n",
                          (unsigned long long)round_number, (unsigned long long)round_number);
    if (write(STDERR_FILENO, text, (size_t)length) < 0)
        return; /* there is nobody left to inform */
}

/* A round that never ends is ended from outside, and named. */
static void end_round(int number)
{
    name_round();
    _exit(128 + number);
}

void msim_fuzz_fail(const char *what)
{
    fprintf(stderr, "FAIL: %s\n", what);
    name_round();
    exit(1);
}

struct msim_bytes msim_fuzz_unended(const char *text)
{
    struct msim_bytes bytes = {malloc(strlen(text)), strlen(text)};
    if (!bytes.at)
        msim_fuzz_fail("no memory");
    memcpy(bytes.at, text, bytes.size);
    return bytes;
}

/* No round may end the command. */
static void end(int status, const char *message)
{
    (void)status;
    msim_fuzz_fail(message);
}

/* splitmix64 */
uint64_t msim_any(uint64_t below)
{
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return below ? (z ^ z >> 31) % below : 0;
}

/* --- mutations ---------------------------------------------------------------------------------- */

void msim_replace(struct msim_bytes *of, size_t at, size_t gone, const char *with, size_t count)
{
    char *next = msim_zeroed(of->size - gone + count + 1, 1);
    memcpy(next, of->at, at);
    memcpy(next + at, with, count);
    memcpy(next + at + count, of->at + at + gone, of->size - at - gone);
    free(of->at);
    of->at = next;
    of->size += count - gone;
}

/* What stands between the ends of fields around `at`. */
static void find_field(const struct msim_bytes *of, size_t *at, size_t *length)
{
    while (*at > 0 && !strchr(msim_fuzz.field_ends, of->at[*at - 1]))
        --*at;
    *length = 0;
    while (*at + *length < of->size && !strchr(msim_fuzz.field_ends, of->at[*at + *length]))
        ++*length;
}

static void find_line(const struct msim_bytes *of, size_t *at, size_t *length)
{
    while (*at > 0 && of->at[*at - 1] != '\n')
        --*at;
    const char *end = memchr(of->at + *at, '\n', of->size - *at);
    *length = end ? (size_t)(end - of->at) - *at + 1 : of->size - *at;
}

static void mutate(struct msim_bytes *of)
{
    const struct msim_bytes *word = &words[msim_any(word_count)];
    size_t at = msim_any(of->size + 1), length = 0;
    const struct msim_bytes *other = &corpus[msim_any(files)];
    switch (msim_any(8)) {
    case 0: { /* a byte */
        char byte = (char)msim_any(256);
        msim_replace(of, at, at < of->size, &byte, 1);
        break;
    }
    case 1: /* a word put in */
        msim_replace(of, at, 0, word->at, word->size);
        break;
    case 2: /* a field becomes a word */
    case 3:
        find_field(of, &at, &length);
        msim_replace(of, at, length, word->at, word->size);
        break;
    case 4: /* a line goes */
        find_line(of, &at, &length);
        msim_replace(of, at, length, "", 0);
        break;
    case 5: { /* a line comes, from another file */
        size_t from = msim_any(other->size);
        find_line(other, &from, &length);
        size_t none;
        find_line(of, &at, &none);
        msim_replace(of, at, 0, other->at + from, length);
        break;
    }
    case 6: /* the end goes */
        msim_replace(of, at, msim_any(8) ? 0 : of->size - at, "", 0);
        break;
    case 7: { /* a digit, so that most stays as it is */
        char digit = (char)('0' + msim_any(10));
        while (at < of->size && (of->at[at] < '0' || of->at[at] > '9'))
            at++;
        msim_replace(of, at, at < of->size, &digit, 1);
        break;
    }
    }
}

struct msim_bytes msim_mutant(void)
{
    struct msim_bytes mutant = {.at = msim_zeroed(1, 1)};
    const struct msim_bytes *from = &corpus[msim_any(files)];
    msim_replace(&mutant, 0, 0, from->at, from->size);
    for (uint64_t changes = msim_any(4); changes > 0; changes--)
        mutate(&mutant);
    if (msim_fuzz.mend && msim_any(4))
        msim_fuzz.mend(&mutant);
    return mutant;
}

/* --- rounds ------------------------------------------------------------------------------------- */

static void load(int count, char **names)
{
    for (int i = 0; i < count; i++) {
        corpus = msim_room(corpus, files, sizeof *corpus);
        struct msim_bytes *bytes = &corpus[files++];
        bytes->at = msim_read_all(names[i], &bytes->size);
        if (!bytes->at)
            msim_fuzz_fail(names[i]);
    }
}

/* The first character of `text` stands before each word. */
static void add_words(const char *text)
{
    const char end[] = {*text, 0};
    for (const char *at = text; *at; at += 1 + words[word_count++].size) {
        words = msim_room(words, word_count, sizeof *words);
        words[word_count] = (struct msim_bytes){(char *)at + 1, strcspn(at + 1, end)};
    }
}

static bool run_round(void)
{
    state = round_number * 0x2545f4914f6cdd1d;
    rewind(msim_fuzz_nowhere);
    return msim_fuzz.round(msim_mutant());
}

/* Whether the text is a decimal number. */
static bool read_number(const char *text, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && !errno;
}

/* Rounds from `first` on; how many of them accepted what they read. */
static uint64_t run_rounds(uint64_t first, uint64_t rounds)
{
    uint64_t accepted = 0;
    for (uint64_t i = 0; i < rounds; i++) {
        round_number = first + i;
        accepted += run_round();
    }
    return accepted;
}

static void plant(void)
{
    if (msim_fuzz.plant)
        msim_fuzz.plant();
    else
        msim_fuzz.round(msim_fuzz_unended(msim_fuzz.planted));
}

int main(int argc, char **argv)
{
    msim_die_as("memsim", end);
    uint64_t rounds = 1, only = 0;
    bool planted = argc > 2 && !strcmp(argv[1], "--planted");
    bool single = argc > 2 && !strncmp(argv[1], "--only=", 7);
    if (argc < 3 ||
        (!planted && !read_number(argv[1] + (single ? 7 : 0), single ? &only : &rounds))) {
        fprintf(stderr, "usage: %s ROUNDS|--only=ROUND|--planted FILE...\n", argv[0]);
        return 2;
    }
    load(argc - 2, argv + 2);
    add_words(usual);
    add_words(msim_fuzz.words);
    msim_fuzz_nowhere = fopen("/dev/null", "w");
    if (!msim_fuzz_nowhere)
        msim_fuzz_fail("/dev/null");
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(name_round);
    signal(SIGTERM, end_round);
    if (planted)
        plant();
    uint64_t accepted = run_rounds(only, rounds);
    printf("%llu accepted, %llu refused\n", (unsigned long long)accepted,
           (unsigned long long)(rounds - accepted));
    for (size_t i = 0; i < files; i++)
        free(corpus[i].at);
    free(corpus);
    free(words);
    fclose(msim_fuzz_nowhere);
    return 0;
}
