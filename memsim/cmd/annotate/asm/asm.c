/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which functions are shown by instruction, and in which order; see asm.h. */
#include "asm.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/base/nearest.h"
#include "cmd/callgrind/frames.h"

/* --- order ------------------------------------------------------------------------------------ */

static bool cost_before(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_call_profile *calls = context;
    const struct msim_calls_cost *x = &calls->cost[a], *y = &calls->cost[b];
    if (x->function != y->function)
        return x->function < y->function;
    if (x->address != y->address)
        return x->address < y->address;
    return x->callee == MSIM_NOTHING && y->callee != MSIM_NOTHING;
}

static const struct msim_calls_cost *cost_at(const struct msim_asm *of, size_t place)
{
    return &of->calls->cost[of->order[place]];
}

static void add_own(const struct msim_asm *of, size_t place, int64_t *sum)
{
    size_t events = of->calls->counts.events;
    const int64_t *count = of->calls->cost_count + of->order[place] * events;
    if (cost_at(of, place)->callee == MSIM_NOTHING)
        msim_counts_add(sum, count, events);
}

/* All functions with costs of their own. */
static void find_functions(struct msim_asm *of)
{
    size_t events = of->calls->counts.events;
    for (size_t i = 0; i < of->calls->costs;) {
        struct msim_asm_function found = {.function = cost_at(of, i)->function, .first = i};
        bool any = false;
        found.total = msim_zeroed(events, sizeof *found.total);
        for (; i < of->calls->costs && cost_at(of, i)->function == found.function; i++) {
            add_own(of, i, found.total);
            any |= cost_at(of, i)->callee == MSIM_NOTHING;
        }
        found.end = i;
        if (!any) {
            free(found.total);
            continue;
        }
        MSIM_PUSH(of->function, of->functions, found);
    }
    of->all = of->functions;
}

/* --- which ------------------------------------------------------------------------------------ */

static const char *name_of(const struct msim_asm *of, size_t function)
{
    return msim_calls_name(of->calls, of->function[function].function);
}

static int fits(const struct msim_asm *of, size_t function, const char *wanted)
{
    struct msim_profile_frame frame = msim_frame_of(of->calls, of->function[function].function);
    return msim_frame_fits(wanted, &frame);
}

/* How well the best name fits; 0: none does. */
static int best_fit(const struct msim_asm *of, const char *wanted)
{
    int best = 0;
    for (size_t i = 0; i < of->functions; i++) {
        int how = fits(of, i, wanted);
        best = how > best ? how : best;
    }
    return best;
}

/* Marks the functions that have the code of an inlined one; none if the name fits none. */
static bool *containers_of(const struct msim_asm *of, const char *wanted)
{
    const struct msim_call_profile *calls = of->calls;
    bool *contains = msim_zeroed(calls->functions, sizeof *contains);
    for (size_t i = 1; calls->context && i < calls->contexts; i++) {
        const struct msim_profile_context *context = &calls->context[i];
        struct msim_profile_frame frame = msim_frame_of(calls, context->function);
        if (context->kind != MSIM_CONTEXT_INLINED || !msim_frame_fits(wanted, &frame))
            continue;
        while (context->kind == MSIM_CONTEXT_INLINED)
            context = &calls->context[context->parent];
        contains[context->function] = true;
    }
    return contains;
}

/* Ends the command. */
__attribute__((noreturn)) static void no_such(const struct msim_asm *of, const char *wanted)
{
    struct msim_nearest nearest = msim_nearest_to(wanted);
    for (size_t i = 0; i < of->functions; i++)
        msim_nearest_try(&nearest, name_of(of, i));
    msim_bad_input("--asm=%s: no such function with counts in '%s'%s%s%s", wanted, of->view->file,
                   nearest.name ? "; did you mean " : "", nearest.name ? nearest.name : "",
                   nearest.name ? "?" : "");
}

static bool is_chosen(const struct msim_asm *of, size_t i, const char *wanted, int best,
                      const bool *contains)
{
    if (!wanted || !*wanted)
        return msim_view_reaches(of->view, of->function[i].total);
    return best ? fits(of, i, wanted) == best : contains[of->function[i].function];
}

static void choose(struct msim_asm *of, const char *wanted)
{
    size_t kept = 0;
    bool named = wanted && *wanted;
    int best = named ? best_fit(of, wanted) : 0;
    bool *contains = named && !best ? containers_of(of, wanted) : NULL;
    for (size_t i = 0; i < of->functions; i++)
        kept += is_chosen(of, i, wanted, best, contains);
    if (named && !kept)
        no_such(of, wanted);
    kept = 0;
    for (size_t i = 0; i < of->functions; i++) {
        struct msim_asm_function function = of->function[i];
        bool chosen = is_chosen(of, i, wanted, best, contains);
        if (chosen && contains)
            msim_warn("--asm=%s: the function is inlined; its code is in %s", wanted,
                      name_of(of, i));
        if (chosen)
            of->function[kept++] = function;
        else
            free(function.total);
    }
    of->functions = kept;
    free(contains);
}

static bool function_before(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_asm *of = context;
    int order = msim_view_order(of->view, of->function[a].total, of->function[b].total);
    return order ? order < 0 : strcmp(name_of(of, a), name_of(of, b)) < 0;
}

static void sort(struct msim_asm *of)
{
    uint32_t *order = msim_order((uint32_t)of->functions, function_before, of);
    struct msim_asm_function *sorted = msim_zeroed(of->functions, sizeof *sorted);
    for (size_t i = 0; i < of->functions; i++)
        sorted[i] = of->function[order[i]];
    MSIM_FREE(of->function, order);
    of->function = sorted;
}

void msim_asm_make(struct msim_asm *made, const struct msim_view *view,
                   const struct msim_call_profile *calls, const char *wanted,
                   enum msim_asm_syntax syntax)
{
    *made = (struct msim_asm){.view = view, .calls = calls};
    made->disassembler = msim_disassembler_open(syntax);
    made->places = (struct msim_object_places){.folder = view->include, .folders = view->includes};
    made->order = msim_order((uint32_t)calls->costs, cost_before, calls);
    made->object = msim_zeroed(calls->object.count, sizeof *made->object);
    find_functions(made);
    choose(made, wanted);
    sort(made);
}

void msim_asm_free(struct msim_asm *of)
{
    for (size_t i = 0; i < of->functions; i++)
        free(of->function[i].total);
    for (size_t i = 0; i < of->calls->object.count; i++)
        if (of->object[i].opened)
            msim_object_close(&of->object[i].object);
    msim_disassembler_close(of->disassembler);
    MSIM_FREE(of->function, of->object, of->order);
    *of = (struct msim_asm){0};
}
