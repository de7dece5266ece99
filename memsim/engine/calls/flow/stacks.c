/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stacks of stacks.h. */
#include "stacks.h"
#include "engine/base/sort.h"

/* A stack that the program made can follow another one closely. */
enum { ABOVE_BASE = 4096 };

void msim_flow_stacks_init(struct msim_flow_stacks *stacks, const struct msim_mem *mem)
{
    stacks->mem = mem;
    msim_table_init(&stacks->table, mem, sizeof(struct msim_flow_stack), MSIM_STACKS_MAX);
    msim_table_init(&stacks->threads, mem, sizeof(uint32_t), MSIM_THREADS_MAX);
    msim_table_add(&stacks->table); /* number 0 means no stack */
    msim_flow_stacks_thread(stacks, 1);
}

/* --- Frames ------------------------------------------------------------------------------- */

static uint64_t address(const struct msim_flow_stack *stack, uint32_t number)
{
    return msim_flow_stack_frame_at(stack, number)->at;
}

struct wanted {
    const struct msim_flow_stack *stack;
    uint64_t at;
};

static bool is_above(const void *context, uint64_t number)
{
    const struct wanted *wanted = context;
    return address(wanted->stack, (uint32_t)number) > wanted->at;
}

/* How many frames are above `at`: the number of the first that is not. */
static uint32_t frames_above(const struct msim_flow_stack *stack, uint64_t at)
{
    struct wanted wanted = {stack, at};
    return (uint32_t)msim_search(stack->frames.used, is_above, &wanted);
}

bool msim_flow_stack_has(const struct msim_flow_stack *stack, uint64_t at)
{
    uint32_t number = frames_above(stack, at);
    return number < stack->frames.used && address(stack, number) == at;
}

const struct msim_flow_stack_frame *msim_flow_stack_frame_with(const struct msim_flow_stack *stack,
                                                               uint64_t at)
{
    /* The frames that do not end below. */
    uint32_t above =
        at < MSIM_RETURN_BYTES ? stack->frames.used : frames_above(stack, at - MSIM_RETURN_BYTES);
    return above ? msim_flow_stack_frame_at(stack, above - 1) : NULL;
}

const struct msim_flow_stack_frame *msim_flow_stack_outermost(const struct msim_flow_stack *stack)
{
    uint32_t number = frames_above(stack, MSIM_MOVED - 1); /* the first one that is known */
    return number < stack->frames.used ? msim_flow_stack_frame_at(stack, number) : NULL;
}

const struct msim_flow_stack_frame *msim_flow_stack_innermost(const struct msim_flow_stack *stack)
{
    const struct msim_flow_stack_frame *top = msim_flow_stack_top(stack);
    for (uint32_t i = stack->frames.used; top && top->at >= MSIM_MOVED && i-- > 0;)
        top = msim_flow_stack_frame_at(stack, i);
    return top && top->at < MSIM_MOVED ? top : NULL;
}

bool msim_flow_stack_is_in(const struct msim_flow_stack *stack, uint64_t first, uint64_t last)
{
    const struct msim_flow_stack_frame *top = msim_flow_stack_innermost(stack);
    return top && top->at >= first && top->at <= last;
}

bool msim_flow_stack_reaches(const struct msim_flow_stack *stack, uint64_t at)
{
    uint32_t used = stack->frames.used, first = 0;
    while (first < used && address(stack, first) > MSIM_MOVED)
        first++;
    if (first == used)
        return true;
    uint64_t base = address(stack, first), top = address(stack, used - 1);
    return at <= base + ABOVE_BASE && at + MSIM_LARGEST_FRAME >= top;
}

/* --- Stacks ------------------------------------------------------------------------------- */

static void run_on(struct msim_flow_stacks *stacks, uint32_t number)
{
    stacks->running = number;
    stacks->running_stack = msim_flow_stack_at(stacks, number);
}

static uint32_t add(struct msim_flow_stacks *stacks, uint32_t thread)
{
    struct msim_flow_stack *stack = msim_table_add(&stacks->table);
    if (!stack)
        return stacks->running;
    stack->thread = thread;
    msim_table_init(&stack->frames, stacks->mem, sizeof(struct msim_flow_stack_frame),
                    MSIM_FRAMES_MAX);
    return stacks->table.used - 1;
}

/* True: the stack is of a handler that has returned. */
static bool is_free(const struct msim_flow_stack *stack)
{
    return stack->signal && !stack->interrupted;
}

static uint32_t *ran_last(struct msim_flow_stacks *stacks, uint32_t thread)
{
    while (stacks->threads.used <= thread && msim_table_add(&stacks->threads))
        ;
    return msim_table_at(&stacks->threads, thread < stacks->threads.used ? thread : 0);
}

void msim_flow_stacks_thread(struct msim_flow_stacks *stacks, uint32_t thread)
{
    if (stacks->running)
        *ran_last(stacks, msim_flow_stack_running(stacks)->thread) = stacks->running;
    uint32_t *last = ran_last(stacks, thread);
    if (!*last)
        *last = add(stacks, thread);
    run_on(stacks, *last);
}

void msim_flow_stacks_signal(struct msim_flow_stacks *stacks, uint32_t signal)
{
    uint32_t interrupted = stacks->running, thread = msim_flow_stack_running(stacks)->thread,
             found = 0;
    for (uint32_t i = 1; i < stacks->table.used && !found; i++)
        found = is_free(msim_flow_stack_at(stacks, i)) ? i : 0;
    found = found ? found : add(stacks, thread);
    if (found == interrupted)
        return; /* there are no more */
    struct msim_flow_stack *stack = msim_flow_stack_at(stacks, found);
    stack->thread = thread;
    stack->signal = signal;
    stack->interrupted = interrupted;
    stack->called = false;
    stack->frames.used = 0;
    run_on(stacks, found);
}

bool msim_flow_stacks_leave_handler(struct msim_flow_stacks *stacks)
{
    struct msim_flow_stack *stack = msim_flow_stack_running(stacks);
    if (!stack->interrupted)
        return false;
    run_on(stacks, stack->interrupted);
    stack->interrupted = 0;
    return true;
}

void msim_flow_stacks_run_on(struct msim_flow_stacks *stacks, uint32_t number)
{
    while (stacks->running != number && msim_flow_stacks_leave_handler(stacks))
        ;
    run_on(stacks, number);
}

static bool is_of(const struct msim_flow_stack *stack, uint32_t thread)
{
    return (stack->thread == thread || stack->routine) && !is_free(stack);
}

bool msim_flow_stacks_find(struct msim_flow_stacks *stacks, uint64_t at)
{
    uint32_t thread = msim_flow_stack_running(stacks)->thread;
    for (uint32_t i = 1; i < stacks->table.used; i++) {
        const struct msim_flow_stack *stack = msim_flow_stack_at(stacks, i);
        if (is_of(stack, thread) && msim_flow_stack_has(stack, at)) {
            msim_flow_stacks_run_on(stacks, i);
            return true;
        }
    }
    return false;
}

bool msim_flow_stacks_reach(struct msim_flow_stacks *stacks, uint64_t at)
{
    uint32_t thread = msim_flow_stack_running(stacks)->thread;
    for (uint32_t i = 1; i < stacks->table.used; i++) {
        const struct msim_flow_stack *stack = msim_flow_stack_at(stacks, i);
        const struct msim_flow_stack_frame *top = msim_flow_stack_top(stack);
        if (i != stacks->running && is_of(stack, thread) && top && top->at != MSIM_NO_RETURN &&
            msim_flow_stack_reaches(stack, at)) {
            msim_flow_stacks_run_on(stacks, i);
            return true;
        }
    }
    return false;
}

void msim_flow_stacks_begin(struct msim_flow_stacks *stacks)
{
    uint32_t thread = msim_flow_stack_running(stacks)->thread;
    msim_flow_stacks_run_on(stacks, add(stacks, thread));
}

void msim_flow_stacks_switch(struct msim_flow_stacks *stacks, uint64_t at)
{
    if (!msim_flow_stacks_reach(stacks, at))
        msim_flow_stacks_begin(stacks);
}

/* --- Goroutines --------------------------------------------------------------------------- */

uint32_t msim_flow_stacks_first(const struct msim_flow_stacks *stacks)
{
    uint32_t thread = msim_flow_stack_running(stacks)->thread;
    for (uint32_t i = 1; i < stacks->table.used; i++) {
        const struct msim_flow_stack *stack = msim_flow_stack_at(stacks, i);
        if (stack->thread == thread && !stack->routine && !stack->signal)
            return i;
    }
    return stacks->running;
}

void msim_flow_stacks_begin_routine(struct msim_flow_stacks *stacks)
{
    uint32_t thread = msim_flow_stack_running(stacks)->thread, found = 0;
    for (uint32_t i = 1; i < stacks->table.used && !found; i++)
        found = is_free(msim_flow_stack_at(stacks, i)) ? i : 0;
    found = found ? found : add(stacks, thread);
    msim_flow_stacks_run_on(stacks, found);
    struct msim_flow_stack *stack = msim_flow_stack_running(stacks);
    stack->thread = thread;
    stack->signal = 0;
    stack->routine = true;
    stack->called = false;
    stack->frames.used = 0;
}

void msim_flow_stack_end_routine(struct msim_flow_stack *stack)
{
    stack->frames.used = 0;
    stack->routine = false;
    stack->signal = 1; /* as of a handler that has returned */
    stack->interrupted = 0;
}

void msim_flow_stack_move(struct msim_flow_stack *stack)
{
    for (uint32_t i = 0; i < stack->frames.used; i++) {
        struct msim_flow_stack_frame *frame = msim_flow_stack_frame_at(stack, i);
        if (frame->at != MSIM_NO_RETURN)
            frame->at = MSIM_NO_RETURN - 1 - i;
    }
}

/* --- Jumps to another function ------------------------------------------------------------ */

uint32_t msim_flow_stack_frame_of(const struct msim_flow_stack *stack, uint32_t function, bool tail)
{
    for (uint32_t i = stack->frames.used; i-- > 0;) {
        const struct msim_flow_stack_frame *frame = msim_flow_stack_frame_at(stack, i);
        if (tail && frame->at != msim_flow_stack_top(stack)->at)
            return 0;
        if (frame->function == function)
            return i + 1;
    }
    return 0;
}

uint32_t msim_flow_stack_below_call(const struct msim_flow_stack *stack, uint32_t function)
{
    uint32_t used = stack->frames.used;
    uint64_t at = used ? msim_flow_stack_top(stack)->at : 0;
    const struct msim_flow_stack_frame *frame = NULL;
    while (used && (frame = msim_flow_stack_frame_at(stack, used - 1))->at == at)
        used--;
    return used && frame->function == function ? used : 0;
}

/* A jump to another stack of the thread, where the function waits that the innermost call returns
 * (what changes stacks may jump back, too).  If there are several, the next call or return says
 * which it is. */
static bool resumed(struct msim_flow_stacks *stacks, uint32_t function)
{
    uint32_t thread = msim_flow_stack_running(stacks)->thread;
    for (uint32_t i = 1; i < stacks->table.used; i++) {
        struct msim_flow_stack *stack = msim_flow_stack_at(stacks, i);
        if (i == stacks->running || stack->thread != thread || stack->signal)
            continue;
        uint32_t below = msim_flow_stack_below_call(stack, function);
        if (below) {
            msim_flow_stacks_run_on(stacks, i);
            stack->frames.used = below;
            return true;
        }
    }
    return false;
}

bool msim_flow_stacks_go_back(struct msim_flow_stacks *stacks, uint32_t function, bool tail)
{
    struct msim_flow_stack *stack = msim_flow_stack_running(stacks);
    uint32_t found = msim_flow_stack_frame_of(stack, function, tail), on = stacks->running;
    while (!found && !tail && stack->interrupted) {
        on = stack->interrupted;
        stack = msim_flow_stack_at(stacks, on);
        found = msim_flow_stack_frame_of(stack, function, false);
    }
    if (!found)
        return !tail && resumed(stacks, function);
    msim_flow_stacks_run_on(stacks, on);
    stack->frames.used = found;
    return true;
}
