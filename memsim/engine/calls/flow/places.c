/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions of places.h. */
#include "places.h"

/* ABOVE: bytes that a stack may have above the first known frame.  TRIED: stacks that are tried in
 * an area with many; the program hardly ever refers to one that does not run. */
enum { ABOVE = 512, TRIED = 16 };

static uint32_t whole(const struct msim_follower *follower, uint32_t function)
{
    const struct msim_callee *callee = msim_callee_at(&follower->callees, function);
    return callee->whole ? callee->whole : function;
}

static void put_place(const struct msim_follower *follower, const struct msim_flow_stack *stack,
                      uint64_t address, struct msim_stack_place *place)
{
    const struct msim_flow_stack_frame *frame = msim_flow_stack_frame_with(stack, address);
    place->function = 0;
    place->has_offset = false;
    if (!frame)
        return;
    place->function = whole(follower, frame->function);
    place->has_offset = frame->at < MSIM_MOVED;
    if (place->has_offset)
        place->offset = (int64_t)(address - frame->at - MSIM_RETURN_BYTES);
}

/* True: the address is near the frames of the stack, which is in the address's area. */
static bool is_near(const struct msim_flow_stack *stack, uint64_t address, uint64_t *outermost)
{
    const struct msim_flow_stack_frame *first = msim_flow_stack_outermost(stack);
    const struct msim_flow_stack_frame *top = msim_flow_stack_innermost(stack);
    *outermost = first ? first->at : 0;
    return first && address + MSIM_STACK_BELOW >= top->at && address < first->at + ABOVE;
}

/* The stack in the area that is near the address, else the first one that was looked at; NULL: no
 * stack. */
static const struct msim_flow_stack *stack_of(const struct msim_flow_stacks *stacks,
                                              uint64_t address, uint64_t first, uint64_t last,
                                              bool others, struct msim_stack_place *place)
{
    const struct msim_flow_stack *stack = msim_flow_stack_running(stacks), *found = NULL;
    uint64_t outermost;
    for (uint32_t i = 1, tried = 0; tried < TRIED; i++) {
        bool here = msim_flow_stack_is_in(stack, first, last);
        bool near = here && is_near(stack, address, &outermost);
        tried += here;
        if (near || (here && !found)) {
            found = stack;
            place->is_near = near;
            place->outermost = outermost;
        }
        if (near || !others || i >= stacks->table.used)
            break;
        stack = msim_flow_stack_at(stacks, i);
    }
    return found;
}

static bool frame_of(void *self, uint64_t address, uint64_t first, uint64_t last, bool others,
                     struct msim_stack_place *place)
{
    const struct msim_follower *follower = self;
    const struct msim_flow_stack *stack =
        stack_of(&follower->stacks, address, first, last, others, place);
    if (stack)
        put_place(follower, stack, address, place);
    return stack != NULL;
}

static uint64_t innermost(void *self, uint32_t *function)
{
    const struct msim_follower *follower = self;
    const struct msim_flow_stack_frame *top =
        msim_flow_stack_top(msim_flow_stack_running(&follower->stacks));
    if (!top || top->at >= MSIM_MOVED)
        return 0;
    *function = whole(follower, top->function);
    return top->at + MSIM_RETURN_BYTES;
}

static bool is_beyond(const struct msim_follower *follower, uint32_t context)
{
    uint32_t function = msim_context_at(&follower->tree, context)->function;
    return msim_callee_at(&follower->callees, function)->beyond;
}

static uint32_t object_of(const struct msim_follower *follower, uint32_t function)
{
    return msim_callee_at(&follower->callees, function)->object;
}

static uint32_t asks(void *self)
{
    const struct msim_follower *follower = self;
    const struct msim_flow_stack *stack = msim_flow_stack_running(&follower->stacks);
    const struct msim_flow_stack_frame *top = msim_flow_stack_top(stack);
    if (!top || !top->function)
        return 0;
    if (stack->frames.used > 1) {
        uint32_t caller = msim_flow_stack_frame_at(stack, stack->frames.used - 2)->function;
        if (caller && object_of(follower, caller) != object_of(follower, top->function))
            return whole(follower, caller);
    }
    return whole(follower, top->function);
}

static uint32_t names(void *self, uint32_t context, uint32_t *function, uint32_t *outer)
{
    const struct msim_follower *follower = self;
    uint32_t settled = msim_tree_settled(&follower->tree, context);
    const struct msim_context *known = msim_context_at(&follower->tree, settled);
    *function = known->function ? whole(follower, known->function) : 0;
    *outer = is_beyond(follower, known->parent) ? 0 : known->parent;
    return settled;
}

static struct msim_function_name function_name(void *self, uint32_t function)
{
    const struct msim_follower *follower = self;
    const struct msim_callee *callee = msim_callee_at(&follower->callees, function);
    return (struct msim_function_name){callee->name, callee->object, callee->file};
}

void msim_follower_show_places(struct msim_context_observer *observer)
{
    observer->frame = frame_of;
    observer->innermost = innermost;
    observer->asks = asks;
    observer->names = names;
    observer->function_name = function_name;
}
