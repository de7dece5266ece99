/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions of places.h. */
#include "places.h"

static uint32_t whole(const struct msim_follower *follower, uint32_t function)
{
    const struct msim_callee *callee = msim_callee_at(&follower->callees, function);
    return callee->whole ? callee->whole : function;
}

static void put_place(const struct msim_follower *follower, const struct msim_flow_stack *stack,
                      uint64_t address, struct msim_stack_place *place)
{
    const struct msim_flow_stack_frame *frame = msim_flow_stack_frame_with(stack, address);
    *place = (struct msim_stack_place){.function = 0};
    if (!frame)
        return;
    place->function = whole(follower, frame->function);
    place->has_offset = frame->at < MSIM_MOVED;
    if (place->has_offset)
        place->offset = (int64_t)(address - frame->at - MSIM_RETURN_BYTES);
}

static bool frame_of(void *self, uint64_t address, uint64_t first, uint64_t last, bool others,
                     struct msim_stack_place *place)
{
    const struct msim_follower *follower = self;
    const struct msim_flow_stacks *stacks = &follower->stacks;
    const struct msim_flow_stack *stack = msim_flow_stack_running(stacks);
    for (uint32_t i = 1; !msim_flow_stack_is_in(stack, first, last); i++) {
        if (!others || i >= stacks->table.used)
            return false;
        stack = msim_flow_stack_at(stacks, i);
    }
    put_place(follower, stack, address, place);
    return true;
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
    observer->names = names;
    observer->function_name = function_name;
}
