/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz/calls ROUNDS FILE...: reads mutations of the files as profiles of calls, and shows what is accepted in
 * every form; the sanitizers watch. mutate.h says what else it takes.
 *
 * Checks that functions, paths and rows of trees of accepted files have the same sums, that callers
 * and callees divide what a function costs, that nothing costs more than the program, and that the
 * differences of two files add up.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/annotate/asm/asm.h"
#include "cmd/base/grow.h"
#include "cmd/callgrind/read.h"
#include "cmd/calls/present.h"
#include "forms.h"

static const char words[] =
    "|+1|*|0x10|fl=(1)\n|fl=(1) x\n|fn=(2)\n|fn=f\n|ob=\n|cfn=(1)\n|cfn=\n|cfi=(3)\n|cob=(1)\n"
    "|fi=(1)\n|fe=(9)\n|calls=1 +3\n|calls=0 0\n|jump=3 +1\n|jcnd=1/2 *\n|(18446744073709551616) x"
    "|summary: 0 0\n|totals:|positions: instr line\n|positions: line\n|events: Ir\n|part: 2\n"
    "|desc: Est. cycles: Ir + 10 (Dr)\n|# memsim tree: 1\n|#F 1 ob=(1) fl=(1) fn=(1)\n"
    "|#N t 0 1 1 1 1 1\n|#N s 0 2 11 1 5\n|#N c 1 1 7 1 1 1\n|#N i 1 2 7 0 1\n|#N f 2 1 7 3\n"
    "|#E 1\n|#E 14\n|# build-id: 0a1b /x\n|0x1139 16 5 1\n|creator: memsim\n|creator: x\n";

/* Makes #E right, and drops "creator: memsim" so that totals need not be. */
static void mend(struct msim_bytes *of)
{
    size_t contexts = 0;
    char number[32];
    for (char *at = of->at; (at = strstr(at, "\n#N ")) != NULL; at++)
        contexts++;
    char *creator = strstr(of->at, "creator: memsim");
    if (creator)
        creator[9] = 'x';
    char *end = strstr(of->at, "\n#E ");
    if (!end)
        return;
    int length = snprintf(number, sizeof number, "%zu\n", contexts);
    size_t from = (size_t)(end + 4 - of->at);
    msim_replace(of, from, of->size - from, number, (size_t)length);
}

/* --- what must hold ----------------------------------------------------------------------------- */

static void check_sum(const struct msim_call_profile *calls, const int64_t *count, size_t rows,
                      const char *what)
{
    for (size_t e = 0; e < calls->counts.events; e++) {
        int64_t sum = 0;
        for (size_t i = 0; i < rows; i++)
            sum += count[i * calls->counts.events + e];
        if (sum != calls->counts.total[e])
            msim_fuzz_fail(what);
    }
}

static void check_relations(const struct msim_call_profile *calls, const struct msim_relations *of,
                            const int64_t *inclusive)
{
    for (size_t e = 0; e < calls->counts.events; e++) {
        int64_t sum = 0;
        for (size_t i = 0; i < of->relations; i++)
            sum += of->count[i * calls->counts.events + e];
        if (sum != inclusive[e])
            msim_fuzz_fail("the sum of callers or callees");
    }
}

static void check(const struct msim_calls_shown *shown, uint32_t frame)
{
    const struct msim_call_profile *calls = shown->calls;
    const struct msim_costs *costs = shown->costs;
    size_t events = calls->counts.events;
    struct msim_related related;
    check_sum(calls, costs->own, costs->frames, "the sum of the functions");
    if (!calls->context)
        return;
    for (size_t i = 0; i < costs->frames * events; i++)
        if (costs->inclusive[i] < costs->own[i] ||
            costs->inclusive[i] > calls->counts.total[i % events])
            msim_fuzz_fail("an inclusive cost");
    if (!costs->frames)
        return;
    msim_related_make(&related, calls, shown->frames, frame);
    const int64_t *inclusive = costs->inclusive + frame * events;
    if (related.callers.relations) {
        check_relations(calls, &related.callers, inclusive);
        check_relations(calls, &related.callees, inclusive);
    }
    msim_related_free(&related);
}

static bool is_before(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_shown_tree *tree = context;
    return tree->row[a].weight > tree->row[b].weight;
}

static void make_tree(struct msim_calls_shown *shown, struct msim_shown_tree *tree)
{
    struct msim_tree_limits limits = {msim_any(2) ? msim_calls_least(shown->view) : 0,
                                      msim_any(2) ? msim_any(8) + 1 : 30};
    shown->upwards = msim_any(2);
    if (shown->upwards) {
        msim_tree_up(tree, shown->paths, shown->view, &limits);
    } else {
        msim_wide *weight = msim_paths_own(shown->paths, 0, &shown->view->sort.column[0]);
        msim_paths_add_up(shown->paths, weight);
        msim_tree_down(tree, shown->paths, weight, &limits);
        free(weight);
    }
    msim_tree_sort(tree, is_before, tree);
    check_sum(shown->calls, msim_tree_inclusive(tree, 0, 0), 1, "the sum of a tree");
    shown->tree = tree;
}

/* --- showing ------------------------------------------------------------------------------------ */

static void show_paths(struct msim_calls_shown *shown, bool is_sum)
{
    struct msim_paths paths;
    struct msim_shown_tree tree;
    msim_paths_make(&paths, shown->frames, &shown->calls, 1, msim_any(2));
    shown->paths = &paths;
    make_tree(shown, &tree);
    shown->hot = msim_any(4);
    msim_calls_folded(shown, msim_fuzz_nowhere);
    msim_calls_speedscope(shown, msim_fuzz_nowhere);
    if (is_sum)
        msim_calls_flame(shown, NULL, msim_fuzz_nowhere);
    msim_calls_text(shown, msim_fuzz_nowhere);
    msim_calls_csv(shown, msim_fuzz_nowhere);
    msim_calls_json(shown, msim_fuzz_nowhere);
    msim_tree_free(&tree);
    msim_paths_free(&paths);
    shown->tree = NULL;
    shown->hot = 0;
}

static void show(const struct msim_call_profile *calls)
{
    struct msim_calls_view view = {.counts = &calls->counts,
                                   .file = "mutated",
                                   .threshold = (double)msim_any(3),
                                   .by_own = msim_any(2),
                                   .width = msim_any(150)};
    struct msim_profile_frames frames;
    struct msim_costs costs;
    msim_frames_make(&frames, calls, NULL);
    msim_costs_make(&costs, calls, &frames, 0);
    uint32_t frame = frames.frames ? (uint32_t)msim_any(frames.frames) : 0;
    struct msim_calls_shown shown = {
        .calls = calls, .frames = &frames, .view = &view, .costs = &costs};
    msim_some_columns(&view.show, &calls->counts);
    msim_some_columns(&view.sort, &calls->counts);
    check(&shown, frame);
    shown.chosen = &frame;
    shown.chosens = frames.frames && msim_any(2);
    msim_calls_text(&shown, msim_fuzz_nowhere);
    msim_calls_csv(&shown, msim_fuzz_nowhere);
    msim_calls_json(&shown, msim_fuzz_nowhere);
    if (calls->context)
        show_paths(&shown, view.sort.column[0].kind == MSIM_COLUMN_COUNT);
    msim_calls_columns_free(&view);
    msim_costs_free(&costs);
    msim_frames_free(&frames);
}

/* --- instructions -------------------------------------------------------------------------------- */

/* Of objects that are not there; the sums of functions are those of their instructions. */
static void show_instructions(const struct msim_call_profile *calls)
{
    static void (*const show_as[])(struct msim_asm *, FILE *) = {msim_asm_text, msim_asm_json,
                                                                 msim_asm_csv};
    size_t events = calls->counts.events;
    struct msim_view view = {.counts = &calls->counts,
                             .file = "mutated",
                             .folded = "",
                             .threshold = (double)msim_any(3),
                             .context = msim_any(3),
                             .width = msim_any(150)};
    struct msim_asm made;
    msim_some_columns(&view.show, &calls->counts);
    msim_some_columns(&view.sort, &calls->counts);
    msim_asm_make(&made, &view, calls, NULL, MSIM_ASM_ATT);
    for (size_t i = 0; i < made.functions; i++)
        for (size_t e = 0; e < events; e++)
            if (made.function[i].total[e] != msim_calls_self(calls, made.function[i].function)[e])
                msim_fuzz_fail("the sum of a function's instructions");
    show_as[msim_any(3)](&made, msim_fuzz_nowhere);
    msim_asm_free(&made);
    msim_columns_free(&view.show);
    msim_columns_free(&view.sort);
}

/* --- differences -------------------------------------------------------------------------------- */

/* The changes of all paths are the change of the total. */
static void check_paths(const struct msim_calls_change *change)
{
    const struct msim_column *column = &change->view->sort.column[0];
    size_t found;
    struct msim_calls_changed_path *path = msim_calls_changed_paths(change, &found);
    msim_wide sum = 0;
    for (size_t i = 0; i < found; i++)
        sum += path[i].after - path[i].before;
    if (sum != msim_column_over(column, change->view->counts->total))
        msim_fuzz_fail("the sum of the changes of paths");
    free(path);
}

static void show_change(const struct msim_call_profile *before,
                        const struct msim_call_profile *after)
{
    struct msim_counts counts = msim_calls_change_counts(&before->counts, &after->counts);
    struct msim_calls_view view = {.counts = &counts,
                                   .file = "mutated",
                                   .threshold = (double)msim_any(3),
                                   .width = msim_any(150)};
    const struct msim_call_profile *both[] = {before, after};
    struct msim_profile_frames frames;
    struct msim_costs costs[MSIM_SIDES], changed;
    struct msim_paths paths;
    msim_frames_make(&frames, before, after);
    msim_costs_make(&costs[0], before, &frames, 0);
    msim_costs_make(&costs[1], after, &frames, 1);
    msim_calls_change_costs(&changed, &costs[0], &costs[1]);
    msim_some_columns(&view.show, &counts);
    msim_some_columns(&view.sort, &counts);
    struct msim_calls_change change = {.calls = {before, after},
                                       .frames = &frames,
                                       .view = &view,
                                       .costs = {&costs[0], &costs[1]},
                                       .changed = &changed,
                                       .top = msim_any(4)};
    if (before->context && after->context) {
        struct msim_calls_shown shown = {
            .calls = after, .frames = &frames, .view = &view, .paths = &paths};
        msim_paths_make(&paths, &frames, both, MSIM_SIDES, msim_any(2));
        change.paths = &paths;
        check_paths(&change);
        if (view.sort.column[0].kind == MSIM_COLUMN_COUNT)
            msim_calls_flame(&shown, NULL, msim_fuzz_nowhere);
    }
    msim_calls_change_text(&change, msim_fuzz_nowhere);
    msim_calls_change_json(&change, msim_fuzz_nowhere);
    msim_calls_change_csv(&change, msim_fuzz_nowhere);
    if (change.paths)
        msim_paths_free(&paths);
    msim_calls_columns_free(&view);
    msim_costs_free(&costs[0]);
    msim_costs_free(&costs[1]);
    msim_costs_free(&changed);
    msim_frames_free(&frames);
    msim_calls_change_counts_free(&counts);
}

/* Reads another mutation and compares them. */
static void compare(const struct msim_call_profile *calls)
{
    struct msim_call_profile other = {.functions = 0};
    struct msim_bytes bytes = msim_mutant();
    bool good = msim_calls_read(&other, "other", bytes.at, bytes.size);
    free(bytes.at);
    if (good && msim_same_events(&calls->counts, &other.counts))
        show_change(calls, &other);
    msim_calls_free(&other);
}

static bool run_round(struct msim_bytes file)
{
    struct msim_call_profile calls = {.keep_costs = msim_any(2)};
    bool good = msim_calls_read(&calls, "mutant", file.at, file.size);
    free(file.at);
    if (good)
        show(&calls);
    if (good && calls.keep_costs)
        show_instructions(&calls);
    if (good && msim_any(2))
        compare(&calls);
    if (!good)
        msim_check_error(&calls.counts.error);
    msim_calls_free(&calls);
    return good;
}

const struct msim_fuzz msim_fuzz = {.words = words,
                                    .field_ends = " =\n",
                                    .mend = mend,
                                    .round = run_round,
                                    .planted = "events: Ir\nfn=b\n1 5"};
