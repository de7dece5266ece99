/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules of follow.h. */
#include "follow.h"

#include "stream/event.h"

static const struct msim_way *way_of(const struct msim_follower *follower, uint32_t segment)
{
    return msim_way_of(&follower->callees, segment);
}

/* The number that the simulator compares. */
static uint16_t number_of(uint32_t function)
{
    return function < MSIM_FUNCTION_UNNUMBERED ? (uint16_t)function : MSIM_FUNCTION_UNNUMBERED;
}

/* A context counts until a segment of another function comes. */
static uint16_t awaited(uint32_t function)
{
    uint16_t number = number_of(function);
    return number == MSIM_FUNCTION_UNNUMBERED ? MSIM_FUNCTION_ASK : number;
}

/* The function of a context, of which it may be a part. */
static uint32_t whole_of(const struct msim_follower *follower, uint32_t context)
{
    return msim_context_at(&follower->tree, context)->whole;
}

static struct msim_turn turn_to(const struct msim_follower *follower, uint32_t context)
{
    uint16_t function = context ? awaited(whole_of(follower, context)) : MSIM_FUNCTION_ASK;
    return (struct msim_turn){context, function};
}

/* The same context as now, but what comes next must be looked at. */
static struct msim_turn ask(const struct msim_follower *follower)
{
    uint32_t context = msim_flow_stack_context(msim_flow_stack_running(&follower->stacks));
    return (struct msim_turn){context, MSIM_FUNCTION_ASK};
}

/* --- Segments of another function --------------------------------------------------------- */

static void enter(struct msim_follower *follower, struct msim_flow_stack *stack, uint32_t function,
                  enum msim_context_kind kind, struct msim_flow_stack_frame frame)
{
    uint32_t whole = function;
    if (msim_callee_at(&follower->callees, function)->unknown)
        function =
            msim_callee_part(&follower->callees, function,
                             msim_dict_segment_at(follower->dict, follower->segment)->address);
    frame.context = msim_tree_enter(&follower->tree, msim_flow_stack_context(stack), function, kind,
                                    frame.place);
    msim_context_at(&follower->tree, frame.context)->whole = whole;
    msim_flow_stack_push(stack, &frame);
}

/* The first function of a thread, a handler, or a stack that the program made. */
static void begin(struct msim_follower *follower, struct msim_flow_stack *stack, uint32_t function)
{
    struct msim_flow_stack_frame frame = {.at = MSIM_NO_RETURN,
                                          .place = stack->signal ? stack->signal : stack->thread};
    enter(follower, stack, function, stack->signal ? MSIM_CONTEXT_SIGNAL : MSIM_CONTEXT_THREAD,
          frame);
}

static void called(struct msim_follower *follower, struct msim_flow_stack *stack, uint32_t function)
{
    struct msim_flow_stack_frame frame = {.at = stack->call_at, .place = stack->call_place};
    stack->called = false;
    enter(follower, stack, function, MSIM_CONTEXT_CALL, frame);
}

/* The frame of the function, innermost first, + 1; only among tail calls if `tail`; 0: none. */
static uint32_t frame_of(const struct msim_follower *follower, const struct msim_flow_stack *stack,
                         uint32_t function, bool tail)
{
    for (uint32_t i = stack->frames.used; i-- > 0;) {
        const struct msim_flow_stack_frame *frame = msim_table_at(&stack->frames, i);
        if (tail && frame->at != msim_flow_stack_top(stack)->at)
            return 0;
        if (whole_of(follower, frame->context) == function)
            return i + 1;
    }
    return 0;
}

/* How many frames are below the innermost call, if that was made by the function; else 0. */
static uint32_t frames_below_call(const struct msim_follower *follower,
                                  const struct msim_flow_stack *stack, uint32_t function)
{
    uint32_t used = stack->frames.used;
    uint64_t at = used ? msim_flow_stack_top(stack)->at : 0;
    const struct msim_flow_stack_frame *frame = NULL;
    while (used && (frame = msim_table_at(&stack->frames, used - 1))->at == at)
        used--;
    return used && whole_of(follower, frame->context) == function ? used : 0;
}

/* A jump to another stack of the thread, where the function waits that the innermost call returns (what
 * changes stacks may jump back, too).  If there are several, the next call or return says which it is. */
static bool resumed(struct msim_follower *follower, uint32_t function)
{
    struct msim_flow_stacks *stacks = &follower->stacks;
    uint32_t thread = msim_flow_stack_running(stacks)->thread;
    for (uint32_t i = 1; i < stacks->table.used; i++) {
        struct msim_flow_stack *stack = msim_flow_stack_at(stacks, i);
        if (i == stacks->running || stack->thread != thread || stack->signal)
            continue;
        uint32_t below = frames_below_call(follower, stack, function);
        if (below) {
            msim_flow_stacks_run_on(stacks, i);
            stack->frames.used = below;
            return true;
        }
    }
    return false;
}

/* Leaves the frames above one of the function; false: it has none. */
static bool back_to(struct msim_follower *follower, uint32_t function, bool tail)
{
    struct msim_flow_stacks *stacks = &follower->stacks;
    struct msim_flow_stack *stack = msim_flow_stack_running(stacks);
    uint32_t found = frame_of(follower, stack, function, tail), on = stacks->running;
    while (!found && !tail && stack->interrupted) {
        on = stack->interrupted;
        stack = msim_flow_stack_at(stacks, on);
        found = frame_of(follower, stack, function, false);
    }
    if (!found)
        return !tail && resumed(follower, function);
    msim_flow_stacks_run_on(stacks, on);
    stack->frames.used = found;
    return true;
}

/* --- Long jumps --------------------------------------------------------------------------- */

/* The innermost frame is of the function that was jumped to, which may have others. */
static void wait_for(struct msim_follower *follower, uint32_t function)
{
    const struct msim_flow_stack *stack = msim_flow_stack_running(&follower->stacks);
    struct msim_flow_stack_frame *top = msim_flow_stack_top(stack);
    for (uint32_t i = 0; i + 1 < stack->frames.used; i++) {
        const struct msim_flow_stack_frame *other = msim_table_at(&stack->frames, i);
        if (whole_of(follower, other->context) == function) {
            top->context = follower->waiting = msim_tree_wait(&follower->tree, top->context);
            return;
        }
    }
}

/* What waits is of the innermost frame of its function whose address is not below `at`. */
static void end_waiting(struct msim_follower *follower, uint64_t at)
{
    const struct msim_flow_stack *stack = msim_flow_stack_running(&follower->stacks);
    struct msim_flow_stack_frame *top = msim_flow_stack_top(stack);
    struct msim_context *waiting = msim_context_at(&follower->tree, follower->waiting);
    follower->waiting = 0;
    if (waiting->kind != MSIM_CONTEXT_WAITING)
        return;
    top->context = waiting->parent;
    for (uint32_t i = stack->frames.used; i-- > 0;) {
        const struct msim_flow_stack_frame *frame = msim_table_at(&stack->frames, i);
        if (frame->at >= at && whole_of(follower, frame->context) == waiting->whole) {
            waiting->parent = frame->context;
            return;
        }
    }
}

/* Neither a call nor a return led here. */
static void jumped(struct msim_follower *follower, struct msim_flow_stack *stack, uint32_t function,
                   bool entry, uint32_t from)
{
    if (follower->waiting)
        end_waiting(follower, 0);
    struct msim_flow_stack_frame frame = *msim_flow_stack_top(stack);
    uint32_t now = whole_of(follower, frame.context);
    if (msim_callee_at(&follower->callees, now)->resolver) {
        stack->frames.used--;
        enter(follower, stack, function, MSIM_CONTEXT_CALL, frame);
        return;
    }
    bool far = !entry && (!msim_callee_at(&follower->callees, function)->unknown ||
                          msim_callee_at(&follower->callees, now)->longjmp);
    if (back_to(follower, function, !far)) {
        if (far)
            wait_for(follower, function);
        return;
    }
    frame.place = from == UINT32_MAX ? 0 : way_of(follower, from)->place;
    enter(follower, stack, function, MSIM_CONTEXT_JUMP, frame);
}

/* Is it code without a name that the function which runs jumped to?  Then it runs on behalf of that
 * function. */
static bool is_on_behalf(const struct msim_follower *follower, const struct msim_way *way,
                         uint32_t context)
{
    const struct msim_callee *to = msim_callee_at(&follower->callees, way->function);
    const struct msim_callee *now = msim_callee_at(&follower->callees, whole_of(follower, context));
    return to->unknown && !now->unknown && !now->longjmp && !now->resolver &&
           now->object == to->object;
}

static struct msim_turn arrive(void *self, uint32_t number, uint32_t from)
{
    struct msim_follower *follower = self;
    struct msim_flow_stack *stack = msim_flow_stack_running(&follower->stacks);
    const struct msim_way *way = way_of(follower, number);
    uint32_t function = way->function, context = msim_flow_stack_context(stack);
    follower->segment = number;
    if (way->stub && context)
        return ask(follower);
    if (stack->called)
        called(follower, stack, function);
    else if (!context)
        begin(follower, stack, function);
    else if (whole_of(follower, context) == function || is_on_behalf(follower, way, context))
        return (struct msim_turn){context, awaited(function)};
    else
        jumped(follower, stack, function, way->entry, from);
    return turn_to(follower, msim_flow_stack_context(msim_flow_stack_running(&follower->stacks)));
}

/* --- Calls and returns -------------------------------------------------------------------- */

/* A call whose return address is on no part of the running stack that is known.  If its function was called
 * there last, that one has a large frame.  Else the program changed the stack, and the function runs on the
 * other one already. */
static struct msim_flow_stack *stack_of_call(struct msim_follower *follower, uint32_t segment,
                                             uint64_t at)
{
    struct msim_flow_stacks *stacks = &follower->stacks;
    const struct msim_flow_stack_frame *top = msim_flow_stack_top(msim_flow_stack_running(stacks));
    uint32_t caller = way_of(follower, segment)->function;
    const struct msim_context *last = msim_context_at(&follower->tree, top ? top->context : 0);
    bool large = top && at < top->at && last->whole == caller && last->kind != MSIM_CONTEXT_JUMP;
    if (!msim_flow_stacks_reach(stacks, at) && !large) {
        msim_flow_stacks_begin(stacks);
        follower->segment = segment;
        begin(follower, msim_flow_stack_running(stacks), caller);
    }
    return msim_flow_stack_running(stacks);
}

static struct msim_turn after_call(struct msim_follower *follower, uint32_t segment, uint64_t at)
{
    struct msim_flow_stack *stack = msim_flow_stack_running(&follower->stacks);
    if (!msim_flow_stack_is_next(stack, at) && !msim_flow_stack_reaches(stack, at))
        stack = stack_of_call(follower, segment, at);
    msim_flow_stack_pop_below(stack, at + 1);
    stack->called = true;
    stack->call_at = at;
    stack->call_place = way_of(follower, segment)->place;
    return ask(follower);
}

static struct msim_turn after_return(struct msim_follower *follower, uint64_t at)
{
    struct msim_flow_stacks *stacks = &follower->stacks;
    struct msim_flow_stack *stack = msim_flow_stack_running(stacks);
    const struct msim_flow_stack_frame *top = msim_flow_stack_top(stack);
    stack->called = false;
    if ((top && top->at == at) || msim_flow_stack_has(stack, at) ||
        msim_flow_stacks_find(stacks, at)) {
        stack = msim_flow_stack_running(stacks);
        msim_flow_stack_pop_below(stack, at + 1);
        return turn_to(follower, msim_flow_stack_context(stack));
    }
    if (!msim_flow_stack_reaches(stack, at))
        msim_flow_stacks_switch(stacks, at);
    msim_flow_stack_pop_below(msim_flow_stack_running(stacks), at);
    return ask(follower);
}

static struct msim_turn leave(void *self, const uint64_t *record)
{
    struct msim_follower *follower = self;
    uint32_t segment = msim_header_segment(*record);
    const struct msim_way *way = way_of(follower, segment);
    uint64_t at = record[way->word] + (uint64_t)(int64_t)way->offset;
    if (follower->waiting)
        end_waiting(follower, way->end == MSIM_ENDS_CALL ? at + 1 : at);
    return way->end == MSIM_ENDS_CALL ? after_call(follower, segment, at)
                                      : after_return(follower, at);
}

static struct msim_turn event(void *self, const uint64_t *record)
{
    struct msim_follower *follower = self;
    if (follower->waiting)
        end_waiting(follower, 0);
    if (msim_event_of(*record) == MSIM_EVENT_THREAD)
        msim_flow_stacks_thread(&follower->stacks, (uint32_t)record[1]);
    else if (record[1])
        msim_flow_stacks_signal(&follower->stacks, (uint32_t)record[1]);
    else
        msim_flow_stacks_leave_handler(&follower->stacks);
    return ask(follower);
}

static uint16_t function(void *self, uint32_t segment)
{
    const struct msim_way *way = way_of(self, segment);
    return way->stub ? MSIM_FUNCTION_UNNUMBERED : number_of(way->function);
}

struct msim_context_observer msim_follower_calls(struct msim_follower *follower)
{
    return (struct msim_context_observer){.function = function,
                                          .arrive = arrive,
                                          .leave = leave,
                                          .event = event,
                                          .refs = &follower->tree.contexts,
                                          .misses = &follower->tree.misses,
                                          .self = follower};
}

void msim_follower_init(struct msim_follower *follower, const struct msim_mem *mem,
                        struct msim_dict *dict, bool fold)
{
    follower->dict = dict;
    msim_callees_init(&follower->callees, mem, dict);
    msim_tree_init(&follower->tree, mem, fold);
    msim_flow_stacks_init(&follower->stacks, mem);
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
            const struct msim_flow_stack_frame *at = msim_table_at(&stack->frames, frame);
            msim_context_at(&follower->tree, at->context)->calls = 1;
        }
    }
}
