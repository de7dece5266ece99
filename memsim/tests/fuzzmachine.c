/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzzmachine SECONDS FILE...: reads mutations of the files as descriptions of machines and as hwloc's
 * topologies; the sanitizers watch.
 * fuzzmachine --only=N FILE...: round N alone, as a failure names it.
 * fuzzmachine --planted FILE...: reads what was given back, which must be found.
 *
 * A round depends on its number and the files only.  What is refused must have a reason and a line; what
 * is accepted must be a machine that can be built, and the same one after it was written and read again.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmd/cmd.h"
#include "cmd/grow.h"
#include "cmd/machinefile.h"
#include "cmd/shipped.h"
#include "cmd/topology.h"

struct bytes {
    char *at;
    size_t size;
};

static struct bytes *corpus;
static size_t files;
static uint64_t state, round_number;

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

/* What is shared with the command calls it. */
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

/* --- mutations ---------------------------------------------------------------------------- */

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

/* What stands between two of `ends` around `at`. */
static size_t extent(const struct bytes *of, size_t *at, const char *ends)
{
    size_t length = 0;
    while (*at > 0 && !strchr(ends, of->at[*at - 1]))
        --*at;
    while (*at + length < of->size && !strchr(ends, of->at[*at + length]))
        length++;
    return length;
}

static const char *word(void)
{
    static const char *const words[] = {"0",
                                        "1",
                                        "-1",
                                        "2",
                                        "5",
                                        "63",
                                        "64",
                                        "4096",
                                        "32K",
                                        "1.25M",
                                        "full",
                                        "data",
                                        "unified",
                                        "instruction",
                                        "4294967296",
                                        "18446744073709551616",
                                        "99999999999G",
                                        "secondary",
                                        "I1",
                                        "L2",
                                        "DTLB",
                                        "Cache",
                                        "L1Cache",
                                        "L1iCache",
                                        "L2Cache",
                                        "L3Cache",
                                        "L9Cache",
                                        "PU",
                                        "Core",
                                        "0x00000001,,0x3",
                                        "0x",
                                        "<object type=\"L2Cache\" cache_size=\"1048576\">",
                                        "</object>",
                                        "<cache level=\"2\" type=\"unified\" size=\"1M\"/>",
                                        "<tlb level=\"1\" type=\"data\" page=\"2M\" "
                                        "entries=\"8\"/>",
                                        "<approximation of=\"L2\">x</approximation>",
                                        "<!DOCTYPE a [<!ENTITY b "
                                        "\"c\">]>",
                                        "&b;",
                                        "&#0;",
                                        "&lt;",
                                        "<![CDATA[x]]>",
                                        "<!-- -->",
                                        "<?x?>",
                                        "\xff",
                                        "\xc3\xa9",
                                        "\"",
                                        ">",
                                        "<",
                                        "/",
                                        "=",
                                        " ",
                                        ""};
    return words[any(sizeof words / sizeof *words)];
}

static void mutate(struct bytes *of)
{
    size_t at = any(of->size + 1), length;
    const struct bytes *other = &corpus[any(files)];
    const char *with = word();
    switch (any(8)) {
    case 0: { /* a byte */
        char byte = (char)any(256);
        replace(of, at, at < of->size, &byte, 1);
        break;
    }
    case 1: /* a word put in */
        replace(of, at, 0, with, strlen(with));
        break;
    case 2: /* a value or name becomes a word */
    case 3:
        length = extent(of, &at, "\" <>=\n");
        replace(of, at, length, with, strlen(with));
        break;
    case 4: /* a line goes */
        length = extent(of, &at, "\n");
        replace(of, at, length, "", 0);
        break;
    case 5: { /* a line comes, from some file */
        size_t from = any(other->size), count = extent(other, &from, "\n");
        extent(of, &at, "\n");
        replace(of, at, 0, other->at + from, count);
        break;
    }
    case 6: /* the end goes */
        replace(of, at, any(8) ? 0 : of->size - at, "", 0);
        break;
    case 7: { /* a digit */
        char digit = (char)('0' + any(10));
        while (at < of->size && (of->at[at] < '0' || of->at[at] > '9'))
            at++;
        replace(of, at, at < of->size, &digit, 1);
        break;
    }
    }
}

/* --- what must hold ----------------------------------------------------------------------- */

static void check_fault(const struct msim_fault *fault)
{
    if (!fault->text[0] || fault->line < 1)
        fail("refused without a reason or a line");
    if (strpbrk(fault->text, "\n\r\033"))
        fail("a reason of several lines");
}

static bool parse(const char *bytes, size_t count, struct msim_described *described,
                  struct msim_fault *fault)
{
    return msim_machine_parse(bytes, count, msim_shipped_schema.bytes, msim_shipped_schema.count,
                              described, fault);
}

/* Whether it is the same machine once it was written and read. */
static void check_written(const struct msim_described *described,
                          const struct msim_machine *machine)
{
    struct msim_described again;
    struct msim_machine other;
    struct msim_fault fault = {0};
    char *text = NULL;
    size_t count;
    FILE *to = open_memstream(&text, &count);
    if (!to)
        fail("no memory");
    msim_machine_write(described, to);
    fclose(to);
    if (!parse(text, count, &again, &fault)) {
        fprintf(stderr, "%d: %s\n%s", fault.line, fault.text, text);
        fail("what was written is refused");
    }
    if (!msim_described_machine(&again, &other, &fault) ||
        memcmp(&other, machine, sizeof other) != 0)
        fail("another machine once it was written and read");
    msim_described_free(&again);
    free(text);
}

static bool check(struct msim_described *described)
{
    struct msim_machine machine;
    struct msim_fault fault = {0};
    bool good = msim_described_machine(described, &machine, &fault);
    if (good)
        check_written(described, &machine);
    else
        check_fault(&fault);
    free(msim_described_note(described));
    msim_described_free(described);
    return good;
}

static bool run_round(void)
{
    struct msim_described described;
    struct msim_fault fault = {0};
    struct bytes file = {msim_zeroed(1, 1), 0};
    char *note = NULL;
    bool good = false;
    state = round_number * 0x2545f4914f6cdd1d;
    const struct bytes *from = &corpus[any(files)];
    replace(&file, 0, 0, from->at, from->size);
    for (uint64_t changes = any(4); changes > 0; changes--)
        mutate(&file);
    if (parse(file.at, file.size, &described, &fault))
        good = check(&described);
    else
        check_fault(&fault);
    if (msim_topology_import(file.at, file.size, "a/b.xml", any(4) ? NULL : "1", &described, &note,
                             &fault))
        good |= check(&described);
    else
        check_fault(&fault);
    free(note);
    free(file.at);
    return good;
}

static void plant(void)
{
    struct msim_described_level *volatile level = msim_zeroed(1, sizeof *level);
    free(level);
    puts(msim_described_place(level));
}

static void load(int count, char **names)
{
    for (int i = 0; i < count; i++) {
        FILE *file = fopen(names[i], "r");
        if (!file)
            fail(names[i]);
        corpus = msim_room(corpus, files, sizeof *corpus);
        struct bytes *bytes = &corpus[files++];
        bytes->at = msim_zeroed(1 << 18, 1);
        bytes->size = fread(bytes->at, 1, (1 << 18) - 1, file);
        fclose(file);
    }
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    bool only = !strncmp(argv[1], "--only=", 7);
    load(argc - 2, argv + 2);
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
    return 0;
}
