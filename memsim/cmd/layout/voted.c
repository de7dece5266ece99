/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Types of blocks by a vote of the instructions that used them, as `memsim objects` finds them, for
 * stacks whose functions do not say what they allocate.  A trace that was recorded with
 * --objects-sim has them.
 */
#include "tried.h"

#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/data/typed/stacks.h"
#include "cmd/trace/source.h"
#include "engine/observers.h"

static const char *const observers[] = {"objects", NULL};

static bool has_objects(const struct msim_layout_run *run)
{
    struct msim_options recorded;
    struct msim_machine machine;
    struct msim_player *player = msim_player_open(run->trace, run->partial);
    msim_player_options(player, &recorded, &machine);
    for (unsigned i = 0; i < msim_observers_used; i++)
        if (!strcmp(msim_observers[i]->name, observers[0]))
            return msim_options_ask_for(&recorded, msim_observers[i]);
    return false;
}

static struct msim_objects_stacks *read_stacks(const struct msim_layout_run *run)
{
    size_t size;
    struct msim_making making = {.trace = run->trace,
                                 .partial = run->partial,
                                 .observers = observers,
                                 .file = "--objects-out-file",
                                 .operand = run->operand,
                                 .operands = run->operands};
    char *bytes = msim_made_file(&making, &size);
    return msim_objects_stacks_make(run->trace, bytes, size, run->types, &run->wrappers);
}

/* By call of the trace: its stack; callers have smaller numbers. */
static uint32_t *find_calls(struct msim_objects_stacks *stacks,
                            const struct msim_alloc_points *points, uint32_t *most)
{
    const struct msim_calls *calls = &points->dict->calls;
    uint32_t *stack = msim_zeroed(points->calls + 1, sizeof *stack);
    for (uint32_t i = 1; i < points->calls; i++) {
        const struct msim_call *call = msim_call_at(calls, i);
        const char *path = msim_dict_text(points->dict, msim_frame_at(calls, call->frame)->object);
        stack[i] = msim_objects_stacks_find(stacks, stack[call->caller], path,
                                            points->frame[call->frame].address);
        *most = stack[i] > *most ? stack[i] : *most;
    }
    return stack;
}

/* --- Types -------------------------------------------------------------------------------- */

static int by_call(const void *one, const void *other)
{
    const struct msim_points_voted *a = one, *b = other;
    if (a->call != b->call)
        return a->call < b->call ? -1 : 1;
    return a->low < b->low ? -1 : a->low > b->low;
}

void msim_voted_make(struct msim_layout_run *run)
{
    struct msim_alloc_points *points = &run->points;
    run->has_votes = has_objects(run);
    if (!run->has_votes || msim_types_no_reader())
        return;
    struct msim_objects_stacks *stacks = read_stacks(run);
    struct msim_points_voted voted;
    uint32_t stack, most = 0;
    uint32_t *of_call = find_calls(stacks, points, &most);
    uint32_t *call = msim_zeroed(most + (size_t)1, sizeof *call);
    for (uint32_t i = 1; i < points->calls; i++)
        call[of_call[i]] = i;
    for (uint32_t i = 1;
         msim_objects_stacks_type(stacks, i, &stack, &voted.low, &voted.high, &voted.type); i++) {
        voted.call = stack <= most ? call[stack] : 0;
        if (voted.call && voted.type)
            MSIM_PUSH(points->voted, points->voteds, voted);
    }
    msim_sort(points->voted, points->voteds, sizeof *points->voted, by_call);
    MSIM_FREE(call, of_call);
    msim_objects_stacks_free(stacks);
}
