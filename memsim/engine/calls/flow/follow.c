/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules of follow.h. */
#include "follow.h"

#include "stream/event.h"

static inline struct msim_way *way_of(const struct msim_follower *follower, const uint64_t *record)
{
    return msim_way_of(&follower->callees, msim_header_segment(*record));
}

static const struct msim_callee *callee_at(const struct msim_follower *follower, uint32_t number)
{
    return msim_callee_at(&follower->callees, number);
}

/* --- A segment that begins ---------------------------------------------------------------- */

/* The part of code without a name that begins with this record. */
static uint32_t part_of(struct msim_follower *follower, struct msim_way *way,
                        const uint64_t *record)
{
    const struct msim_segment *segment =
        msim_dict_segment_at(follower->dict, msim_header_segment(*record));
    if (!way->part)
        way->part = msim_callee_part(&follower->callees, way->function, segment);
    return way->part;
}

/* Enters the function of the record that begins.  `at`: where its return address is. */
static inline __attribute__((always_inline)) uint32_t
enter(struct msim_follower *follower, struct msim_flow_stack *stack, const uint64_t *begins,
      enum msim_context_kind kind, uint32_t place, uint64_t at)
{
    struct msim_way *way = way_of(follower, begins);
    uint32_t outer = msim_flow_stack_context(stack);
    const struct msim_context key = {.parent = outer ? outer : follower->root,
                                     .function = way->unknown ? part_of(follower, way, begins)
                                                              : way->function,
                                     .kind = (uint8_t)kind,
                                     .place = place};
    struct msim_flow_stack_frame frame = {
        .at = at, .function = way->function, .jumped = kind == MSIM_CONTEXT_JUMP};
    frame.context = msim_tree_enter(&follower->tree, &key);
    msim_flow_stack_push(stack, &frame);
    return frame.context;
}

/* The first function of a thread, a handler, or a stack that the program made. */
static uint32_t begin(struct msim_follower *follower, struct msim_flow_stack *stack,
                      const uint64_t *begins)
{
    if (stack->signal)
        return enter(follower, stack, begins, MSIM_CONTEXT_SIGNAL, stack->signal, MSIM_NO_RETURN);
    return enter(follower, stack, begins, MSIM_CONTEXT_THREAD, stack->thread, MSIM_NO_RETURN);
}

static uint32_t called(struct msim_follower *follower, struct msim_flow_stack *stack,
                       const uint64_t *begins)
{
    stack->called = false;
    return enter(follower, stack, begins, MSIM_CONTEXT_CALL, stack->call_place, stack->call_at);
}

/* --- Long jumps --------------------------------------------------------------------------- */

/* The innermost frame is of the function that was jumped to, which may have others. */
static void wait_for(struct msim_follower *follower, uint32_t function)
{
    const struct msim_flow_stack *stack = msim_flow_stack_running(&follower->stacks);
    struct msim_flow_stack_frame *top = msim_flow_stack_top(stack);
    for (uint32_t i = 0; i + 1 < stack->frames.used; i++) {
        if (msim_flow_stack_frame_at(stack, i)->function == function) {
            top->context = follower->waiting = msim_tree_wait(&follower->tree, top->context);
            return;
        }
    }
}

/* What waits is of the innermost frame of its function whose address is not below `at`. */
static __attribute__((noinline)) void end_waiting(struct msim_follower *follower, uint64_t at)
{
    const struct msim_flow_stack *stack = msim_flow_stack_running(&follower->stacks);
    struct msim_flow_stack_frame *top = msim_flow_stack_top(stack);
    struct msim_context *waiting = msim_context_at(&follower->tree, follower->waiting);
    follower->waiting = 0;
    if (waiting->kind != MSIM_CONTEXT_WAITING)
        return;
    top->context = waiting->parent;
    for (uint32_t i = stack->frames.used; i-- > 0;) {
        const struct msim_flow_stack_frame *frame = msim_flow_stack_frame_at(stack, i);
        if (frame->at >= at && frame->function == top->function) {
            waiting->parent = frame->context;
            return;
        }
    }
}

/* --- Goroutines --------------------------------------------------------------------------- */

/* A call on the first stack of the thread, which goes on in the context of the caller. */
static void change_stack(struct msim_follower *follower, uint64_t at)
{
    struct msim_flow_stacks *stacks = &follower->stacks;
    struct msim_flow_stack *stack = msim_flow_stack_running(stacks), *left = stack;
    uint32_t first = msim_flow_stacks_first(stacks), used = stack->frames.used;
    if (first == stacks->running || !used)
        return;
    struct msim_flow_stack_frame frame = *msim_flow_stack_top(stack);
    frame.at = at + 1;
    follower->left = stacks->running;
    msim_flow_stacks_run_on(stacks, first);
    stack = msim_flow_stack_running(stacks);
    stack->thread = left->thread;
    msim_flow_stack_pop_below(stack, at + 2);
    msim_flow_stack_push(stack, &frame);
    if (used > 1 && callee_at(follower, msim_flow_stack_frame_at(left, used - 2)->function)->ends)
        msim_flow_stack_end_routine(left);
}

/* Goes on with a goroutine that waits in this function; false: none is known. */
static bool resumes(struct msim_follower *follower, uint32_t number, uint32_t function)
{
    struct msim_flow_stacks *stacks = &follower->stacks;
    struct msim_flow_stack *stack = msim_flow_stack_at(stacks, number);
    uint32_t below = stack->routine ? msim_flow_stack_below_call(stack, function) : 0;
    if (stack->routine && !below && stack->frames.used &&
        msim_flow_stack_top(stack)->function == function)
        below = stack->frames.used;
    if (!below)
        return false;
    bool moved = callee_at(follower, msim_flow_stack_top(stack)->function)->grows;
    stack->thread = msim_flow_stack_running(stacks)->thread;
    msim_flow_stacks_run_on(stacks, number);
    stack->frames.used = below;
    if (moved)
        msim_flow_stack_move(stack);
    return true;
}

/* A panic that is recovered goes on in a function further out. */
static bool recovers(struct msim_follower *follower, uint32_t function)
{
    struct msim_flow_stack *stack = msim_flow_stack_at(&follower->stacks, follower->left);
    uint32_t found = stack->routine ? msim_flow_stack_frame_of(stack, function, false) : 0;
    if (!found)
        return false;
    stack->thread = msim_flow_stack_running(&follower->stacks)->thread;
    msim_flow_stacks_run_on(&follower->stacks, follower->left);
    stack->frames.used = found;
    return true;
}

/* A jump to a goroutine that begins with this function, or waits in it.  If there are several, the
 * next return says which one it is. */
static uint32_t go_on(struct msim_follower *follower, const uint64_t *begins)
{
    struct msim_flow_stacks *stacks = &follower->stacks;
    const struct msim_way *way = way_of(follower, begins);
    bool found = !way->entry && follower->left && resumes(follower, follower->left, way->function);
    for (uint32_t i = 1; i < stacks->table.used && !way->entry && !found; i++)
        found = resumes(follower, i, way->function);
    if (found || (!way->entry && follower->left && recovers(follower, way->function)))
        return msim_flow_stack_context(msim_flow_stack_running(stacks));
    msim_flow_stacks_begin_routine(stacks);
    return begin(follower, msim_flow_stack_running(stacks), begins);
}

/* True: it is known where the jump is. */
static bool jumps(const struct msim_way *from)
{
    return from && from->end == MSIM_ENDS_ON && !from->stub;
}

/* Neither a call nor a return led to the segment, or a return to a linkage table did.  `from`: the
 * one before it; NULL: not known. */
static uint32_t jumped(struct msim_follower *follower, struct msim_flow_stack *stack,
                       const uint64_t *begins, const struct msim_way *from)
{
    if (follower->waiting)
        end_waiting(follower, 0);
    const struct msim_way *way = way_of(follower, begins);
    const struct msim_flow_stack_frame *top = msim_flow_stack_top(stack);
    const struct msim_callee *now = callee_at(follower, top->function);
    if (now->resumes && !callee_at(follower, way->function)->resumes)
        return go_on(follower, begins);
    if (now->resolver) {
        uint32_t place = msim_context_at(&follower->tree, top->context)->place;
        stack->frames.used--;
        return enter(follower, stack, begins, MSIM_CONTEXT_CALL, place, top->at);
    }
    bool far = !way->entry && (!way->unknown || now->longjmp);
    uint64_t at = top->at;
    if (!msim_flow_stacks_go_back(&follower->stacks, way->function, !far))
        return enter(follower, stack, begins, MSIM_CONTEXT_JUMP, jumps(from) ? from->place : 0, at);
    if (far)
        wait_for(follower, way->function);
    return msim_flow_stack_context(msim_flow_stack_running(&follower->stacks));
}

/* True: it is code without a name that the running function jumped to; it runs on behalf of that
 * function. */
static bool is_on_behalf(const struct msim_follower *follower, const struct msim_way *way,
                         uint32_t function)
{
    const struct msim_callee *now = callee_at(follower, function);
    return way->unknown && !now->unknown && !now->longjmp && !now->resolver &&
           now->object == callee_at(follower, way->function)->object;
}

static __attribute__((noinline)) uint32_t
arrive(struct msim_follower *follower, const uint64_t *begins, const struct msim_way *from)
{
    struct msim_flow_stack *stack = msim_flow_stack_running(&follower->stacks);
    const struct msim_flow_stack_frame *top = msim_flow_stack_top(stack);
    const struct msim_way *way = way_of(follower, begins);
    if (way->stub && top)
        return top->context;
    if (stack->called)
        return called(follower, stack, begins);
    if (!top)
        return begin(follower, stack, begins);
    if (top->function == way->function || is_on_behalf(follower, way, top->function))
        return top->context;
    uint32_t context = jumped(follower, stack, begins, from);
    msim_flow_stack_running(&follower->stacks)->called = false; /* a call on it led elsewhere */
    return context;
}

/* --- Calls and returns -------------------------------------------------------------------- */

/* A call whose return address is not on a known part of the running stack.  If its function was
 * called there last, that one has a large frame.  Else the program changed the stack, and the
 * function runs on the other one already. */
static struct msim_flow_stack *stack_of_call(struct msim_follower *follower, const uint64_t *ended,
                                             uint64_t at)
{
    struct msim_flow_stacks *stacks = &follower->stacks;
    const struct msim_flow_stack_frame *top = msim_flow_stack_top(msim_flow_stack_running(stacks));
    bool large =
        top && at < top->at && top->function == way_of(follower, ended)->function && !top->jumped;
    if (!msim_flow_stacks_reach(stacks, at) && !large) {
        msim_flow_stacks_begin(stacks);
        begin(follower, msim_flow_stack_running(stacks), ended);
    }
    return msim_flow_stack_running(stacks);
}

static __attribute__((noinline)) void after_call(struct msim_follower *follower,
                                                 const uint64_t *ended, uint64_t at)
{
    struct msim_flow_stack *stack = msim_flow_stack_running(&follower->stacks);
    if (!msim_flow_stack_is_next(stack, at) && !msim_flow_stack_reaches(stack, at))
        stack = stack_of_call(follower, ended, at);
    msim_flow_stack_pop_below(stack, at + 1);
    stack->called = true;
    stack->call_at = at;
    stack->call_place = way_of(follower, ended)->place;
}

static __attribute__((noinline)) void after_return(struct msim_follower *follower, uint64_t at)
{
    struct msim_flow_stacks *stacks = &follower->stacks;
    struct msim_flow_stack *stack = msim_flow_stack_running(stacks);
    const struct msim_flow_stack_frame *top = msim_flow_stack_top(stack);
    stack->called = false;
    if (top && stack->frames.used > 1 && top->at > MSIM_MOVED) {
        stack->frames.used--;
        return;
    }
    if ((top && top->at == at) || msim_flow_stack_has(stack, at) ||
        msim_flow_stacks_find(stacks, at)) {
        at++; /* the frame itself is left, too */
    } else if (!msim_flow_stack_reaches(stack, at)) {
        msim_flow_stacks_switch(stacks, at);
    }
    stack = msim_flow_stack_running(stacks);
    stack->called = false;
    msim_flow_stack_pop_below(stack, at);
}

/* Nearly all calls and returns: no frame was skipped, and the stack is the same.  Does what the
 * functions above do; false: it is another case. */
static inline bool usual(struct msim_follower *follower, const struct msim_way *from, uint64_t at,
                         const uint64_t *begins, uint32_t *context)
{
    struct msim_flow_stack *stack = msim_flow_stack_running(&follower->stacks);
    const struct msim_flow_stack_frame *top = msim_flow_stack_top(stack);
    const struct msim_way *way = way_of(follower, begins);
    if (from->end == MSIM_ENDS_CALL && msim_flow_stack_is_next(stack, at) && !way->stub) {
        stack->called = false;
        *context = enter(follower, stack, begins, MSIM_CONTEXT_CALL, from->place, at);
        return true;
    }
    if (from->end != MSIM_ENDS_RETURN || stack->called || stack->frames.used < 2 || top->at != at)
        return false;
    top = msim_flow_stack_frame_at(stack, stack->frames.used - 2);
    if (top->at == at || top->function != way->function)
        return false;
    stack->frames.used--;
    *context = top->context;
    return true;
}

static uint32_t context_now(const struct msim_follower *follower)
{
    return msim_flow_stack_context(msim_flow_stack_running(&follower->stacks));
}

/* Does what the end of a segment says. */
static void finish(struct msim_follower *follower, const uint64_t *ended, uint64_t at)
{
    unsigned end = way_of(follower, ended)->end;
    if (end == MSIM_ENDS_ON)
        return;
    if (follower->waiting)
        end_waiting(follower, end == MSIM_ENDS_CALL ? at + 1 : at);
    if (end == MSIM_ENDS_RETURN) {
        after_return(follower, at);
        return;
    }
    if (end == MSIM_WAY_CHANGES)
        change_stack(follower, at);
    after_call(follower, ended, at);
}

/* What follows a segment is not known yet, as a chunk ends or an event follows.  A call is finished
 * with the segment that begins: until then, linkage tables belong to the caller. */
static uint32_t pause(struct msim_follower *follower, const uint64_t *ended, uint64_t at)
{
    unsigned end = way_of(follower, ended)->end;
    follower->last = *ended;
    follower->last_at = at;
    follower->called = end == MSIM_ENDS_CALL || end == MSIM_WAY_CHANGES;
    if (!follower->called)
        finish(follower, ended, at);
    return context_now(follower);
}

static void finish_last(struct msim_follower *follower)
{
    if (follower->called)
        finish(follower, &follower->last, follower->last_at);
    follower->called = false;
}

/* The same at the segment that begins then. */
static uint32_t resume(struct msim_follower *follower, const uint64_t *begins)
{
    if (!begins)
        return context_now(follower);
    finish_last(follower);
    return arrive(follower, begins, follower->last ? way_of(follower, &follower->last) : NULL);
}

/* The context after `ended`, in which `begins` runs. */
static inline uint32_t follow(struct msim_follower *follower, const uint64_t *ended,
                              const uint64_t *begins)
{
    uint32_t context;
    if (!ended)
        return resume(follower, begins);
    const struct msim_way *from = way_of(follower, ended);
    uint64_t at = ended[from->word] + (uint64_t)(int64_t)from->offset;
    if (!begins)
        return pause(follower, ended, at);
    if (!follower->waiting && usual(follower, from, at, begins, &context))
        return context;
    finish(follower, ended, at);
    return arrive(follower, begins, from);
}

static uint64_t transition(struct msim_contexts *contexts, const uint64_t *ended,
                           const uint64_t *begins, uint64_t instructions, uint64_t accesses)
{
    struct msim_follower *follower = contexts->observer.self;
    uint32_t context = follow(follower, ended, begins);
    if (__builtin_expect(follower->tree.bound.unnoted, 0))
        msim_bound_note(&follower->tree.bound, instructions);
    accesses =
        msim_contexts_enter(contexts, context, &msim_context_at(&follower->tree, context)->refs,
                            instructions, accesses);
    if (__builtin_expect(follower->watch.names && begins, 0))
        msim_watch_transition(&follower->watch, &follower->callees, &follower->tree, context,
                              instructions);
    return accesses;
}

static void event(struct msim_contexts *contexts, const uint64_t *record, uint64_t instructions)
{
    struct msim_follower *follower = contexts->observer.self;
    struct msim_flow_stacks *stacks = &follower->stacks;
    finish_last(follower);
    follower->last = 0;
    if (follower->waiting)
        end_waiting(follower, 0);
    if (msim_event_of(*record) == MSIM_EVENT_PART) {
        if (follower->part_event)
            follower->part_event(follower, contexts, record, instructions);
        return;
    }
    if (msim_event_of(*record) == MSIM_EVENT_THREAD && follower->watch.names)
        msim_watch_run(&follower->watch, (uint32_t)record[1]);
    if (msim_event_of(*record) == MSIM_EVENT_THREAD)
        msim_flow_stacks_thread(stacks, (uint32_t)record[1]);
    else if (record[1])
        msim_flow_stacks_signal(stacks, (uint32_t)record[1]);
    else
        msim_flow_stacks_leave_handler(stacks);
    uint32_t context = context_now(follower);
    msim_contexts_enter(contexts, context, &msim_context_at(&follower->tree, context)->refs,
                        instructions, 0);
}

/* The number that the simulator compares. */
static uint16_t function(void *self, uint32_t segment)
{
    const struct msim_follower *follower = self;
    const struct msim_way *way = msim_way_of(&follower->callees, segment);
    if (way->stub)
        return way->end == MSIM_ENDS_ON ? MSIM_FUNCTION_ANY : MSIM_FUNCTION_UNNUMBERED;
    return way->function < MSIM_FUNCTION_ANY ? (uint16_t)way->function : MSIM_FUNCTION_UNNUMBERED;
}

struct msim_context_observer msim_follower_calls(struct msim_follower *follower)
{
    return (struct msim_context_observer){.function = function,
                                          .transition = transition,
                                          .event = event,
                                          .refs = &follower->tree.contexts,
                                          .home = offsetof(struct msim_context, home),
                                          .misses = &follower->tree.misses,
                                          .shared = &follower->tree.shared,
                                          .self = follower};
}

void msim_follower_init(struct msim_follower *follower, const struct msim_mem *mem,
                        struct msim_dict *dict, bool fold)
{
    follower->dict = dict;
    msim_callees_init(&follower->callees, mem, dict);
    msim_tree_init(&follower->tree, mem, &follower->callees, fold);
    msim_flow_stacks_init(&follower->stacks, mem);
}

void msim_follower_watch(struct msim_follower *follower, const struct msim_mem *mem,
                         const struct msim_watch_names *names, struct msim_parts *parts)
{
    msim_watch_init(&follower->watch, mem, names, parts);
    follower->callees.watched = follower->watch.names;
}

uint32_t msim_context_inlined(const struct msim_follower *follower,
                              const struct msim_context *context)
{
    bool called = context->kind == MSIM_CONTEXT_CALL || context->kind == MSIM_CONTEXT_JUMP;
    return called && context->parent && context->place
               ? msim_dict_site_at(follower->dict, context->place - 1)->inlined
               : 0;
}

/* A forked child has the stacks of the thread that forked, and what it runs there must have been
 * called. */
void msim_follower_clear(struct msim_follower *follower)
{
    struct msim_flow_stacks *stacks = &follower->stacks;
    uint32_t thread = msim_flow_stack_running(stacks)->thread;
    if (follower->waiting)
        end_waiting(follower, 0);
    msim_tree_clear(&follower->tree);
    for (uint32_t i = 1; i < stacks->table.used; i++) {
        const struct msim_flow_stack *stack = msim_flow_stack_at(stacks, i);
        for (uint32_t frame = 0; stack->thread == thread && frame < stack->frames.used; frame++) {
            const struct msim_flow_stack_frame *at = msim_flow_stack_frame_at(stack, frame);
            msim_context_at(&follower->tree, at->context)->calls = 1;
        }
    }
}
