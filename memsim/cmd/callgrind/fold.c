/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tree of contexts without those of libraries; see fold.h. */
#include "fold.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"

/* What compilers add to each program, without a source; of Rust, also what calls the allocator. */
static bool is_added(const char *name)
{
    static const char *const names[] = {"_start", "(below main)", "_init", "_fini", "frame_dummy"};
    static const char *const begins[] = {"__rustc::", "__rust_", "__rdl_"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (!strncmp(name, begins[i], strlen(begins[i])))
            return true;
    return false;
}

bool *msim_calls_mine(const struct msim_call_profile *calls, const struct msim_mine *mine)
{
    bool *is = msim_zeroed(calls->functions, sizeof *is);
    for (uint32_t i = 0; i < calls->functions; i++)
        is[i] = msim_is_mine(mine, msim_calls_file(calls, i), msim_calls_object(calls, i)) &&
                !is_added(msim_calls_name(calls, i));
    return is;
}

/* What leads to the program: contexts of the system above those of the user's, or, if nothing is the
 * user's, above main().  Those that begin threads and signal handlers stay. */
static bool *find_leading(const struct msim_call_profile *calls, const bool *is_mine)
{
    bool *leads = msim_zeroed(calls->contexts, sizeof *leads), any = false;
    for (uint32_t i = 0; i < calls->functions; i++)
        any |= is_mine[i];
    for (uint32_t i = (uint32_t)calls->contexts; i-- > 1;) {
        const struct msim_profile_context *context = &calls->context[i];
        bool is_program = any ? is_mine[context->function]
                              : !strcmp(msim_calls_name(calls, context->function), "main");
        leads[context->parent] |= is_program || leads[i];
        leads[i] &= !is_program && context->kind != MSIM_CONTEXT_THREAD &&
                    context->kind != MSIM_CONTEXT_SIGNAL;
    }
    return leads;
}

/* For each context, the one that has its counts: itself, or the nearest of the user's above; of
 * those that lead to the program, what begins the thread. */
static uint32_t *find_holders(const struct msim_call_profile *calls, const bool *is_mine)
{
    uint32_t *holder = msim_zeroed(calls->contexts, sizeof *holder);
    bool *leads = find_leading(calls, is_mine);
    for (uint32_t i = 1; i < calls->contexts; i++) {
        const struct msim_profile_context *context = &calls->context[i];
        uint32_t above = holder[context->parent];
        bool within = above && is_mine[calls->context[above].function];
        holder[i] = (within && !is_mine[context->function]) || leads[i] ? above : i;
    }
    free(leads);
    return holder;
}

/* Lists the contexts that each one holds: the next one of the same holder; 0: none. */
static uint32_t *list_held(const struct msim_call_profile *calls, const uint32_t *holder)
{
    uint32_t *next = msim_zeroed(calls->contexts, sizeof *next);
    for (uint32_t i = (uint32_t)calls->contexts; i-- > 1;)
        if (holder[i] != i) {
            next[i] = next[holder[i]];
            next[holder[i]] = i;
        }
    return next;
}

/* The line of a call is that in the holder of the caller. */
static uint32_t line_in(const struct msim_call_profile *calls, const uint32_t *holder,
                        uint32_t context)
{
    uint32_t parent = calls->context[context].parent;
    while (parent && holder[parent] != parent) {
        context = parent;
        parent = calls->context[context].parent;
    }
    return calls->context[context].line;
}

static void copy(struct msim_call_profile *to, const struct msim_call_profile *from,
                 uint32_t *holder, const uint32_t *next)
{
    size_t events = from->counts.events;
    uint32_t *number = msim_zeroed(from->contexts, sizeof *number);
    for (uint32_t i = 0; i < from->contexts; i++) {
        int64_t count[MSIM_EVENTS_MAX] = {0};
        struct msim_profile_context context = from->context[i];
        if (holder[i] != i)
            continue;
        msim_context_add(from, i, count);
        for (uint32_t held = next[i]; held; held = next[held])
            msim_context_add(from, held, count);
        if (context.parent && holder[context.parent] != context.parent)
            context.line = line_in(from, holder, i);
        context.parent = number[holder[context.parent]];
        number[i] = (uint32_t)to->contexts;
        msim_calls_add_context(to, context, count, events);
    }
    free(number);
}

void msim_calls_fold(struct msim_call_profile *calls, const struct msim_mine *mine)
{
    struct msim_call_profile from = *calls;
    bool *is_mine = msim_calls_mine(calls, mine);
    uint32_t *holder = find_holders(calls, is_mine), *next = list_held(calls, holder);
    calls->context = NULL;
    calls->packed = NULL;
    calls->contexts = calls->packed_used = calls->packed_room = 0;
    copy(calls, &from, holder, next);
    MSIM_FREE(from.context, from.packed, is_mine, holder, next);
    calls->folded = from.contexts - calls->contexts;
}
