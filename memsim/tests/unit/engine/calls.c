/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Contexts on random programs, whose calls and returns make no sense: whatever a program does,
 * every count belongs to one context, the simulator counts what it counts without them, and the
 * file has the totals, also if contexts are folded because they take too much.  Inlined calls,
 * which are as random, have what the sites in them have.  What contexts programs have that make
 * sense is for check/contexts and compare/calls.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/calls/file.h"
#include "engine/report/report.h"
#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/simulated.h"
#include "tests/unit/lib/text.h"

enum { PROGRAMS = 60, CHUNKS = 12, CHUNK_WORDS = 1500 };

struct run {
    struct simulated on;
    struct msim_follower *follower;       /* NULL: counts are not divided */
    struct msim_inlined_counter *inlined; /* NULL: not divided among inlined calls */
    bool one_by_one;                      /* each record is a chunk */
};

enum division { NONE, CONTEXTS, INLINED };

/* So many contexts may be made. */
static void bound(const struct run *run, uint32_t contexts)
{
    run->follower->tree.bound.each = 100;
    run->follower->tree.bound.limit = 100 * (uint64_t)contexts;
}

static void start(struct run *run, uint64_t seed, enum division divided, bool whole, bool fold)
{
    struct unit_random random = {seed};
    run->on.machine = random_machine(&random);
    run->on.machine.layout = MSIM_LAYOUT_NO; /* contexts have no counts of companions */
    run->follower = NULL;
    run->inlined = NULL;
    run->one_by_one = false;
    simulated_start(&run->on, seed);
    run->on.program.flows = true;
    run->on.program.whole = whole;
    run->on.program.functions = seed % 3 == 0;
    simulated_make(&run->on);
    const struct msim_mem *mem = &run->on.memory.mem;
    if (divided == NONE)
        return;
    run->follower = msim_get(mem, sizeof *run->follower, 64);
    msim_follower_init(run->follower, mem, &run->on.program.dict, fold);
    struct msim_context_observer observer = msim_follower_calls(run->follower);
    if (divided == INLINED) {
        observer.inlined = run->inlined = msim_get(mem, sizeof *run->inlined, 64);
        msim_inlined_init(run->inlined, mem, &run->on.program.dict);
    }
    msim_sim_attach_contexts(run->on.sim, &observer);
}

static void translate(struct run *run, unsigned count)
{
    program_translate(&run->on.program, count);
    msim_profile_extend(&run->on.profile);
    if (run->follower)
        msim_callees_extend(&run->follower->callees);
    if (run->inlined)
        msim_inlined_extend(run->inlined);
    msim_sim_extend(run->on.sim);
}

static uint32_t settled(const void *tree, uint32_t context)
{
    return msim_tree_settled(tree, context);
}

static void run_words(const struct run *run, const uint64_t *words, const uint64_t *end)
{
    while (words < end) {
        const uint64_t *next = run->one_by_one ? words + 1 + msim_header_words(*words) : end;
        msim_sim_run(run->on.sim, words, next);
        words = next;
    }
}

static void run_chunks(struct run *run)
{
    uint64_t words[MSIM_WORDS_MAX + 1 + CHUNK_WORDS];
    translate(run, 100);
    for (unsigned i = 0; i < CHUNKS; i++) {
        size_t used = program_run(&run->on.program, words, MSIM_WORDS_MAX + 1 + CHUNK_WORDS);
        run_words(run, words, words + used);
        translate(run, 20);
    }
    msim_sim_settle(run->on.sim);
    if (run->inlined)
        msim_inlined_settle(run->inlined, settled, &run->follower->tree);
    if (run->follower)
        msim_tree_settle(&run->follower->tree);
}

static struct msim_row sum_of_contexts(const struct run *run)
{
    const struct msim_tree *tree = &run->follower->tree;
    struct msim_row sum = {{{0}}};
    for (uint32_t i = 0; i < tree->contexts.used; i++) {
        struct msim_row row = msim_context_row(tree, i);
        msim_row_add(&sum, &row);
        ck_assert_uint_lt(msim_context_at(tree, i)->parent, i ? i : 1);
        ck_assert_uint_le(msim_context_at(tree, i)->depth, MSIM_DEPTH_FULL + 1);
    }
    return sum;
}

/* The numbers of the line that begins so, as a row. */
static void must_be_in(const struct run *run, const char *text, const char *line,
                       const struct msim_row *row)
{
    struct unit_text wanted;
    struct msim_text put;
    unit_text_start(&wanted);
    msim_text_init(&put, &wanted.sink);
    msim_put(&put, line);
    msim_put_row(&put, &run->on.machine, row);
    msim_put(&put, "\n");
    msim_text_flush(&put);
    ck_assert_msg(strstr(text, wanted.text) != NULL, "no '%s'", wanted.text);
    unit_text_end(&wanted);
}

/* Adds the counts of lines: of functions' own costs, or of the tree. */
static void add_line(const struct run *run, struct msim_row *sum, char *at)
{
    for (int kind = 0; kind < MSIM_KINDS; kind++)
        for (int count = 0; count < MSIM_COUNTS; count++)
            if (msim_has_count(&run->on.machine, kind, count)) {
                unsigned long long one = strtoull(at, &at, 10);
                ck_assert_uint_lt(one, 1ull << 40); /* none is negative */
                sum->count[kind][count] += one;
            }
}

/* By inlined call. */
static void add_inlined(void *self, uint32_t context, uint32_t inlined, const struct msim_row *row)
{
    (void)context;
    msim_row_add((struct msim_row *)self + inlined, row);
}

/* What inlined calls count in all contexts is what their sites count. */
static void check_inlined(const struct run *run)
{
    const struct msim_dict *dict = &run->on.program.dict;
    struct msim_row *found = calloc(dict->inlined.used, sizeof *found);
    struct msim_row *wanted = calloc(dict->inlined.used, sizeof *wanted);
    msim_inlined_each(run->inlined, add_inlined, found);
    for (uint32_t site = 0; site < dict->sites.used; site++) {
        uint32_t inlined = msim_dict_site_at(dict, site)->inlined;
        if (inlined)
            msim_row_add(&wanted[inlined], msim_profile_row(&run->on.profile, site));
    }
    ck_assert_mem_eq(found, wanted, dict->inlined.used * sizeof *found);
    msim_inlined_clear(run->inlined);
    memset(found, 0, dict->inlined.used * sizeof *found);
    msim_inlined_each(run->inlined, add_inlined, found);
    for (uint32_t i = 0; i < dict->inlined.used; i++)
        ck_assert(msim_row_is_zero(&found[i]));
    free(found);
    free(wanted);
}

static void write_file(const struct run *run, struct unit_text *file)
{
    static const struct msim_about about = {.command = "a.out"};
    struct msim_calls_report report = {
        run->follower,      &run->follower->tree,         &run->on.profile,
        &run->on.machine,   &run->on.sim->contexts.pages, run->inlined,
        &run->on.sim->parts};
    unit_text_start(file);
    msim_calls_write(&report, &run->on.memory.mem, &about, &file->sink);
}

/* It does not depend on where chunks end. */
static void check_chunks(const struct run *run, uint64_t seed, enum division divided, bool whole,
                         bool fold)
{
    struct run split;
    struct unit_text file, other;
    start(&split, seed, divided, whole, fold);
    split.one_by_one = true;
    split.follower->tree.bound.each = run->follower->tree.bound.each;
    split.follower->tree.bound.limit = run->follower->tree.bound.limit;
    run_chunks(&split);
    write_file(run, &file);
    write_file(&split, &other);
    size_t at = 0;
    while (file.text[at] && file.text[at] == other.text[at])
        at++;
    ck_assert_msg(file.text[at] == other.text[at], "after %zu bytes: '%.60s', not '%.60s'", at,
                  other.text + at, file.text + at);
    unit_text_end(&file);
    unit_text_end(&other);
    simulated_end(&split.on);
}

static void check_file(const struct run *run, const struct msim_row *total)
{
    struct msim_row own = {{{0}}}, tree = {{{0}}};
    struct unit_text file;
    bool called = false;
    write_file(run, &file);
    must_be_in(run, file.text, "summary:", total);
    must_be_in(run, file.text, "totals:", total);
    for (char *line = strtok(file.text, "\n"); line; line = strtok(NULL, "\n")) {
        char *at = line;
        if (*line >= '0' && *line <= '9') {
            (void)strtoull(line, &at, 10);
            if (!called)
                add_line(run, &own, at);
            called = false;
        } else if (!strncmp(line, "#N ", 3)) {
            at = line + 5;
            for (unsigned i = 0; i < 4; i++)
                (void)strtoull(at, &at, 10);
            add_line(run, &tree, at);
        }
        called |= !strncmp(line, "calls=", 6);
    }
    ck_assert_mem_eq(&own, total, sizeof own);
    ck_assert_mem_eq(&tree, total, sizeof tree);
    unit_text_end(&file);
}

UNIT_EACH(random_programs, unit_rounds(PROGRAMS))
{
    struct run with, without;
    uint64_t seed = 500 + (uint64_t)_i;
    bool whole = _i % 2;
    start(&with, seed, whole ? INLINED : CONTEXTS, whole, _i % 3 == 0);
    start(&without, seed, NONE, whole, false);
    run_chunks(&with);
    run_chunks(&without);
    struct msim_row total = msim_profile_total(&with.on.profile);
    struct msim_row total_without = msim_profile_total(&without.on.profile);
    struct msim_row sum = sum_of_contexts(&with);
    ck_assert_mem_eq(&total, &total_without, sizeof total);
    ck_assert_mem_eq(&total, &sum, sizeof total);
    ck_assert_uint_gt(with.follower->tree.contexts.used, 10);
    check_file(&with, &total);
    check_chunks(&with, seed, whole ? INLINED : CONTEXTS, whole, _i % 3 == 0);
    if (whole)
        check_inlined(&with);
    msim_tree_clear(&with.follower->tree);
    sum = sum_of_contexts(&with);
    ck_assert(msim_row_is_zero(&sum));
    simulated_end(&with.on);
    simulated_end(&without.on);
}

/* By function: the one that is beyond, which counts nothing, is left out. */
static struct msim_row *sum_functions(const struct run *run)
{
    const struct msim_tree *tree = &run->follower->tree;
    struct msim_row *sum = calloc(run->follower->callees.table.used, sizeof *sum);
    for (uint32_t i = 0; i < tree->contexts.used; i++) {
        uint32_t function = msim_context_at(tree, i)->function;
        struct msim_row row = msim_context_row(tree, i);
        if (tree->bound.beyond && function >= tree->bound.beyond) {
            ck_assert(function > tree->bound.beyond || msim_row_is_zero(&row));
            function -= function > tree->bound.beyond;
        }
        msim_row_add(&sum[function], &row);
    }
    return sum;
}

/* Each function counts itself what it does without a bound, and there are few contexts. */
UNIT_EACH(bounded, unit_rounds(PROGRAMS))
{
    struct run with, without;
    uint64_t seed = 900 + (uint64_t)_i;
    enum division divided = _i % 2 ? INLINED : CONTEXTS;
    start(&with, seed, divided, _i % 2, false);
    start(&without, seed, divided, _i % 2, false);
    bound(&with, 4 + (uint32_t)_i % 9);
    run_chunks(&with);
    run_chunks(&without);
    struct msim_row total = msim_profile_total(&with.on.profile);
    const struct msim_follower *follower = with.follower;
    uint32_t used = follower->callees.table.used - (follower->tree.bound.beyond != 0);
    ck_assert_uint_eq(used, without.follower->callees.table.used);
    ck_assert_uint_lt(follower->tree.contexts.used, without.follower->tree.contexts.used);
    struct msim_row *own = sum_functions(&with), *own_without = sum_functions(&without);
    ck_assert_mem_eq(own, own_without, used * sizeof *own);
    check_file(&with, &total);
    check_chunks(&with, seed, divided, _i % 2, false);
    free(own);
    free(own_without);
    simulated_end(&with.on);
    simulated_end(&without.on);
}

/* A call of the same function a million times deep: the tree stays small, and all calls count. */
UNIT_TEST(deep_recursion)
{
    enum { DEEP = 1000000 };
    struct unit_memory memory;
    unit_memory_start(&memory);
    struct msim_tree *tree = msim_get(&memory.mem, sizeof *tree, 64);
    uint64_t calls = 0;
    uint32_t at = 0;
    msim_tree_init(tree, &memory.mem, NULL, false);
    for (unsigned i = 0; i < DEEP; i++) {
        const struct msim_context key = {
            .parent = at, .function = 1 + i % 3, .kind = MSIM_CONTEXT_CALL, .place = 5};
        at = msim_tree_enter(tree, &key);
    }
    for (uint32_t i = 0; i < tree->contexts.used; i++)
        calls += msim_context_at(tree, i)->calls;
    ck_assert_uint_eq(calls, DEEP);
    ck_assert_uint_le(tree->contexts.used, MSIM_DEPTH_FULL + 2);
    unit_memory_end(&memory);
}

/* The number of the function that code of this site belongs to. */
static uint32_t function_of(struct msim_dict *dict, struct msim_callees *callees,
                            const struct msim_site *site)
{
    struct msim_instr instr = {msim_dict_whole_site(dict, site), 4, 0};
    struct msim_segment segment = {
        .address = 0x1000 + 64 * dict->segments.used, .instrs = &instr, .instrs_used = 1};
    uint32_t number = msim_dict_segment(dict, &segment);
    msim_callees_extend(callees);
    return msim_way_of(callees, number)->function;
}

/* The same by its name. */
static uint32_t function_named(struct msim_dict *dict, struct msim_callees *callees,
                               const char *name, const char *object)
{
    const struct msim_site site = {.function = msim_dict_string(dict, name),
                                   .object = msim_dict_string(dict, object) + 1,
                                   .line = 1};
    return function_of(dict, callees, &site);
}

/* Cold parts are parts of functions that have run. */
UNIT_TEST(cold_parts)
{
    static const struct {
        const char *name, *hot; /* NULL: a function of its own */
    } names[] = {
        {"f", NULL},
        {"f.cold", "f"},
        {"f.cold.12", "f"},
        {"f.colder", NULL},
        {"f.cold.part", NULL},
        {"fcold", NULL},
        {".cold", NULL},
        {"g.cold", NULL}, /* no g has run */
        {"g", NULL},
        {"f.part.0", NULL},
        {"f.part.0.cold", "f.part.0"},
        {"f(int)", NULL},
        {"f(int) [clone .cold]", "f(int)"},
        {"f(int) [clone .cold.3]", "f(int)"},
        {"f(int) [clone .part.0]", NULL},
        {"f(int) [clone .part.0] [clone .cold]", "f(int) [clone .part.0]"},
        {"f(int) [cone .cold]", NULL},
        {" [clone .cold]", NULL},
        {"", NULL},
        {"]", NULL},
        {"a[3]", NULL},
    };
    enum { NAMES = sizeof names / sizeof *names };
    struct unit_memory memory;
    struct msim_dict dict;
    struct msim_callees callees = {0};
    uint32_t number[NAMES];
    unit_memory_start(&memory);
    msim_dict_init(&dict, &memory.mem);
    msim_callees_init(&callees, &memory.mem, &dict);
    for (unsigned i = 0; i < NAMES; i++) {
        number[i] = function_named(&dict, &callees, names[i].name, "a.out");
        for (unsigned before = 0; before < i; before++) {
            bool is_hot = names[i].hot && !strcmp(names[before].name, names[i].hot);
            bool same_hot =
                names[i].hot && names[before].hot && !strcmp(names[before].hot, names[i].hot);
            ck_assert_msg((number[before] == number[i]) == (is_hot || same_hot), "%s and %s",
                          names[before].name, names[i].name);
        }
    }
    for (unsigned i = 0; i < NAMES; i++)
        ck_assert_uint_eq(msim_callee_of_site(&callees, msim_dict_site_at(&dict, i)), number[i]);
    ck_assert_uint_ne(function_named(&dict, &callees, "f.cold", "b.so"), number[0]);
    unit_memory_end(&memory);
}

/* Functions of one name are told apart by where they begin, and their cold parts by their files. */
UNIT_TEST(equal_names)
{
    struct unit_memory memory;
    struct msim_dict dict;
    struct msim_callees callees = {0};
    unit_memory_start(&memory);
    msim_dict_init(&dict, &memory.mem);
    msim_callees_init(&callees, &memory.mem, &dict);
    uint32_t name = msim_dict_string(&dict, "f"), cold = msim_dict_string(&dict, "f.cold");
    uint32_t a = msim_dict_string(&dict, "a.c"), b = msim_dict_string(&dict, "b.c");
    uint32_t h = msim_dict_string(&dict, "h.h"), in = msim_dict_string(&dict, "a.out") + 1;
    struct msim_site site = {.file = a, .function = name, .line = 3, .object = in, .begins = 0x100};
    uint32_t first = function_of(&dict, &callees, &site);
    site.file = h; /* what is inlined there is a part of it */
    ck_assert_uint_eq(function_of(&dict, &callees, &site), first);
    site.begins = 0x200; /* and in the other one of that one */
    site.file = b;
    uint32_t second = function_of(&dict, &callees, &site);
    ck_assert_uint_ne(second, first);
    site.file = h;
    ck_assert_uint_eq(function_of(&dict, &callees, &site), second);
    ck_assert_uint_eq(msim_callee_of_site(&callees, &site), second);
    site = (struct msim_site){.file = b, .function = cold, .object = in, .begins = 0x300};
    ck_assert_uint_eq(function_of(&dict, &callees, &site), second);
    site.begins = 0x400;
    site.file = a;
    ck_assert_uint_eq(function_of(&dict, &callees, &site), first);
    site.begins = 0x500; /* of which one it is, is not known */
    site.file = h;
    uint32_t alone = function_of(&dict, &callees, &site);
    ck_assert(alone != first && alone != second);
    unit_memory_end(&memory);
}

/* Code without a name is called by where it is in its object, wherever that was loaded. */
UNIT_TEST(nameless)
{
    static const uint64_t moved[] = {0, 0x400000, 0x7000000};
    struct unit_memory memory;
    struct msim_dict dict;
    struct msim_callees callees = {0};
    unit_memory_start(&memory);
    msim_dict_init(&dict, &memory.mem);
    msim_callees_init(&callees, &memory.mem, &dict);
    uint32_t whole = function_named(&dict, &callees, "???", "a.so"), part[3];
    for (unsigned i = 0; i < 3; i++) {
        struct msim_instr instr = {0, 4, 0};
        const struct msim_segment segment = {
            .address = 0x8870 + moved[i], .moved = moved[i], .instrs = &instr, .instrs_used = 1};
        part[i] = msim_callee_part(&callees, whole, &segment);
        ck_assert_uint_eq(msim_callee_at(&callees, part[i])->address, 0x8870);
        ck_assert_uint_eq(part[i], part[0]);
    }
    unit_memory_end(&memory);
}
