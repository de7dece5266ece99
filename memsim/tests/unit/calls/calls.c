/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Profiles of calls: names, positions, recursion, cycles, callers, callees, paths, a case each. */
#include <stdio.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/callgrind/costs.h"
#include "cmd/callgrind/read.h"
#include "cmd/calls/tree.h"
#include "tests/unit/lib/main.h"

struct fixture {
    struct msim_call_profile calls;
    struct msim_profile_frames frames;
    struct msim_costs costs;
};

static void load(struct fixture *fixture, const char *text)
{
    char *bytes = msim_copy(text);
    *fixture = (struct fixture){.calls = {.functions = 0}};
    bool good = msim_calls_read(&fixture->calls, "text", bytes, strlen(bytes));
    free(bytes);
    ck_assert_msg(good, "line %zu: %s", fixture->calls.counts.error.line,
                  fixture->calls.counts.error.text);
    msim_frames_make(&fixture->frames, &fixture->calls, NULL);
    msim_costs_make(&fixture->costs, &fixture->calls, &fixture->frames, 0);
}

static void unload(struct fixture *fixture)
{
    msim_costs_free(&fixture->costs);
    msim_frames_free(&fixture->frames);
    msim_calls_free(&fixture->calls);
}

static uint32_t frame(const struct fixture *fixture, const char *name)
{
    for (uint32_t i = 0; i < fixture->frames.frames; i++)
        if (!strcmp(fixture->frames.frame[i].name, name))
            return i;
    ck_abort_msg("no function %s", name);
}

/* The function's calls, inclusive and exclusive count of the first event. */
static void assert_cost(const struct fixture *fixture, const char *name, uint64_t calls,
                        int64_t inclusive, int64_t own)
{
    uint32_t number = frame(fixture, name);
    ck_assert_uint_eq(fixture->costs.calls[number], calls);
    ck_assert_int_eq(fixture->costs.inclusive[number * fixture->costs.events], inclusive);
    ck_assert_int_eq(fixture->costs.own[number * fixture->costs.events], own);
}

#define HEAD "version: 1\npositions: line\nevents: Ir\n"

/* A tree with the functions m, f and g, whose lines have `total`. */
static const char *tree(const char *total, const char *contexts, char room[static 1000])
{
    snprintf(room, 1000,
             HEAD
             "ob=(1) o\nfl=(1) a.c\nfn=(1) m\n1 %s\n# memsim tree: 1\n#F 1 ob=(1) fl=(1) fn=(1)\n"
             "#F 2 ob=(1) fl=(1) fn=(2) f\n#F 3 ob=(1) fl=(1) fn=(3) g with fn=(1)\n%s",
             total, contexts);
    return room;
}

/* --- reading ------------------------------------------------------------------------------ */

UNIT_TEST(positions_are_relative)
{
    struct fixture fixture;
    /* The target of a call does not move the base; its line does. */
    load(&fixture, "positions: instr line\nevents: Ir\nfl=(1) a.c\nfn=(1) f\n0x10 20 1\n+4 -5 2\n"
                   "cfn=(2) g\ncalls=3 +100 +100\n* +1 7\n-4 * 4\njump=1 0x10 +30\n* *\n+0 -6 8\n");
    assert_cost(&fixture, "f", 0, 22, 15);
    assert_cost(&fixture, "g", 3, 0, 0);
    ck_assert_uint_eq(fixture.frames.frame[frame(&fixture, "f")].line, 10);
    unload(&fixture);
}

UNIT_TEST(names_are_compressed)
{
    struct fixture fixture;
    /* Callees share the numbers; without cfi=, their file is the current one, even if inlined. */
    load(&fixture,
         HEAD "ob=(1) o\nfl=(1) a.c\nfn=(1) (below main)\n1 1\nfi=(2) i.h\ncfn=(2) g\ncalls=1 0\n"
              "1 5\nfe=(1)\ncob=(2) p\ncfi=(2)\ncfn=(2)\ncalls=2 0\n1 6\ncfn=(2)\ncalls=1 0\n1 7\n"
              "ob=(1)\nfl=(2)\nfn=(2)\n3 2\nob=(1)\nfl=b.c\nfn=h\n1 9\n");
    ck_assert_uint_eq(fixture.calls.functions, 5);
    ck_assert_uint_eq(fixture.calls.edges, 3);
    ck_assert_str_eq(msim_calls_name(&fixture.calls, 0), "(below main)");
    ck_assert_str_eq(msim_calls_file(&fixture.calls, 1), "i.h");
    ck_assert_str_eq(msim_calls_object(&fixture.calls, 1), "o");
    ck_assert_str_eq(msim_calls_object(&fixture.calls, 2), "p");
    ck_assert_str_eq(msim_calls_file(&fixture.calls, 3), "a.c");
    ck_assert_int_eq(msim_calls_self(&fixture.calls, 1)[0], 2);
    ck_assert_int_eq(fixture.calls.counts.total[0], 12);
    unload(&fixture);
}

UNIT_TEST(counts_are_packed)
{
    struct fixture fixture;
    char room[1000];
    static const int64_t counts[] = {INT64_MAX - 16511 - 128, 16383, 127, 128, 1, 0};
    load(&fixture, tree("9223372036854775807",
                        "#N t 0 1 1 1 9223372036854759168\n#N c 1 2 1 1 16383\n#N c 1 2 1 1 127\n"
                        "#N c 1 2 1 1 128\n#N c 1 2 1 1 1\n#N c 1 2 1 1 0\n#E 6\n",
                        room));
    for (size_t i = 1; i < fixture.calls.contexts; i++) {
        int64_t count = 0;
        msim_context_add(&fixture.calls, i, &count);
        ck_assert_int_eq(count, counts[i - 1]);
    }
    ck_assert_str_eq(msim_calls_name(&fixture.calls, 2), "g with fn=(1)");
    unload(&fixture);
}

/* --- costs -------------------------------------------------------------------------------- */

UNIT_TEST(recursion_counts_once)
{
    struct fixture fixture;
    char room[1000];
    /* m -> f -> f -> g -> f, and m -> g */
    load(&fixture, tree("127",
                        "#N t 0 1 1 1 1\n#N c 1 2 5 1 2\n#N c 2 2 6 3 4\n#N c 3 3 7 1 8\n"
                        "#N j 4 2 8 1 16\n#N c 1 3 9 2 32\n#N i 6 2 9 0 64\n#E 7\n",
                        room));
    assert_cost(&fixture, "m", 1, 127, 1);
    assert_cost(&fixture, "f", 5, 2 + 4 + 8 + 16 + 64, 2 + 4 + 16 + 64);
    assert_cost(&fixture, "g with fn=(1)", 3, 8 + 16 + 32 + 64, 8 + 32);
    ck_assert(fixture.costs.recursive[frame(&fixture, "f")]);
    ck_assert(!fixture.costs.recursive[frame(&fixture, "m")]);
    unload(&fixture);
}

static void assert_relation(const struct msim_relations *of, enum msim_relation_kind kind,
                            uint32_t of_frame, uint64_t calls, int64_t count)
{
    for (size_t i = 0; i < of->relations; i++)
        if (of->relation[i].kind == kind && of->relation[i].frame == of_frame) {
            ck_assert_uint_eq(of->relation[i].calls, calls);
            ck_assert_int_eq(of->count[i], count);
            return;
        }
    ck_abort_msg("no such caller or callee");
}

UNIT_TEST(relations_divide_the_cost)
{
    struct fixture fixture;
    struct msim_related related;
    char room[1000];
    load(&fixture, tree("127",
                        "#N t 0 1 1 1 1\n#N c 1 2 5 1 2\n#N c 2 2 6 3 4\n#N c 3 3 7 1 8\n"
                        "#N j 4 2 8 1 16\n#N s 0 2 11 2 32\n#N i 6 3 9 0 64\n#E 7\n",
                        room));
    uint32_t m = frame(&fixture, "m"), f = frame(&fixture, "f"),
             g = frame(&fixture, "g with fn=(1)");
    msim_related_make(&related, &fixture.calls, &fixture.frames, f);
    ck_assert_uint_eq(related.recursive, 3);
    assert_relation(&related.callers, MSIM_RELATION_FRAME, m, 1, 2 + 4 + 8 + 16);
    assert_relation(&related.callers, MSIM_RELATION_FRAME, g, 1, 0);
    assert_relation(&related.callers, MSIM_RELATION_SIGNAL, 11, 2, 32 + 64);
    assert_relation(&related.callees, MSIM_RELATION_SELF, 0, 0, 2 + 4 + 16 + 32);
    assert_relation(&related.callees, MSIM_RELATION_FRAME, g, 1, 8);
    assert_relation(&related.callees, MSIM_RELATION_INLINED, g, 0, 64);
    msim_related_free(&related);
    unload(&fixture);
}

UNIT_TEST(cycles_are_found)
{
    struct fixture fixture;
    /* a -> b -> c -> b, c -> d -> d: b and c are in a cycle; d calls only itself. */
    load(&fixture, HEAD "fl=x\nfn=a\n1 1\ncfn=b\ncalls=1 0\n1 9\nfn=b\n1 1\ncfn=c\ncalls=1 0\n1 8\n"
                        "fn=c\n1 1\ncfn=b\ncalls=1 0\n1 4\ncfn=d\ncalls=1 0\n1 3\nfn=d\n1 1\n"
                        "cfn=d\ncalls=1 0\n1 2\n");
    ck_assert_uint_eq(fixture.costs.cyclic, 2);
    ck_assert(!fixture.costs.recursive[frame(&fixture, "a")]);
    ck_assert(fixture.costs.recursive[frame(&fixture, "b")]);
    ck_assert(fixture.costs.recursive[frame(&fixture, "c")]);
    ck_assert(!fixture.costs.recursive[frame(&fixture, "d")]);
    assert_cost(&fixture, "d", 2, 1, 1);
    assert_cost(&fixture, "c", 1, 8, 1);
    unload(&fixture);
}

/* --- paths -------------------------------------------------------------------------------- */

UNIT_TEST(contexts_become_paths)
{
    struct fixture fixture;
    struct msim_paths paths;
    char room[1000];
    /* Two lines of one call are one path; a call and an inlined copy are two. */
    load(&fixture, tree("63",
                        "#N t 0 1 1 1 1\n#N c 1 2 5 2 2\n#N c 1 2 6 3 4\n#N i 1 2 6 0 8\n"
                        "#N t 0 1 2 1 16\n#N c 5 2 5 1 32\n#E 6\n",
                        room));
    const struct msim_call_profile *calls = &fixture.calls;
    msim_paths_make(&paths, &fixture.frames, &calls, 1, false);
    ck_assert_uint_eq(paths.paths, 4);
    ck_assert_uint_eq(paths.path[2].calls[0], 6);
    ck_assert_uint_eq(paths.path[2].line, MSIM_MANY_LINES);
    ck_assert_uint_eq(paths.path[3].line, 6);
    ck_assert_uint_eq(paths.path[3].way, MSIM_PATH_INLINED);
    struct msim_column column;
    ck_assert_ptr_null(msim_column_make(&column, &calls->counts, NULL, "Ir", 2));
    msim_wide *own = msim_paths_own(&paths, 0, &column);
    ck_assert(own[1] == 17 && own[2] == 38 && own[3] == 8);
    msim_paths_add_up(&paths, own);
    ck_assert(own[0] == 63 && own[1] == 63);
    free(own);
    msim_column_free(&column);
    msim_paths_free(&paths);
    unload(&fixture);
}

UNIT_TEST(frames_of_two_profiles)
{
    struct msim_call_profile calls[2] = {{.functions = 0}};
    struct msim_profile_frames frames;
    static const char *const text[] = {
        HEAD "ob=/old/prog\nfl=/old/a.c\nfn=f\n1 1\nfl=/old/b.c\nfn=f\n1 "
             "1\nob=/lib/x\nfl=???\nfn=???\n1 1\n",
        HEAD
        "ob=/new/prog\nfl=/new/a.c\nfn=f\n1 1\nob=/lib/x\nfl=???\nfn=???\n1 1\nob=/lib/y\nfl=???\n"
        "fn=???\n1 1\n"};
    for (int side = 0; side < 2; side++) {
        char *bytes = msim_copy(text[side]);
        ck_assert(msim_calls_read(&calls[side], "text", bytes, strlen(bytes)));
        free(bytes);
    }
    msim_frames_make(&frames, &calls[0], &calls[1]);
    ck_assert_uint_eq(frames.frames, 4);
    ck_assert_uint_eq(frames.of[0][0], frames.of[1][0]);
    ck_assert_uint_eq(frames.of[0][2], frames.of[1][1]);
    ck_assert_uint_eq(frames.of[1][2], 3);
    msim_frames_free(&frames);
    msim_calls_free(&calls[0]);
    msim_calls_free(&calls[1]);
}
