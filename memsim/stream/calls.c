/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Frames and calls of calls.h. */
#include "calls.h"

#include "hash.h"

enum { FRAMES_MAX = 1 << 25, CALLS_MAX = 1 << 25, START = 1 << 10 };

static uint32_t frame_hash(const struct msim_frame *frame)
{
    return (uint32_t)msim_mix(msim_mix(frame->address) ^ frame->site);
}

static uint32_t call_hash(const struct msim_call *call)
{
    return (uint32_t)msim_mix((uint64_t)call->frame << 32 ^ call->caller);
}

static uint32_t *new_heads(const struct msim_mem *mem, uint32_t size)
{
    return msim_get(mem, size * sizeof(uint32_t), 8);
}

void msim_calls_init(struct msim_calls *calls, const struct msim_mem *mem)
{
    calls->mem = mem;
    msim_table_init(&calls->frames, mem, sizeof(struct msim_frame), FRAMES_MAX);
    msim_table_init(&calls->calls, mem, sizeof(struct msim_call), CALLS_MAX);
    calls->frame_size = calls->call_size = START;
    calls->frame_heads = new_heads(mem, START);
    calls->call_heads = new_heads(mem, START);
    msim_table_add(&calls->calls); /* number 0, the empty stack, is never looked up */
}

static void link_frame(struct msim_calls *calls, uint32_t number)
{
    struct msim_frame *frame = msim_table_at(&calls->frames, number);
    uint32_t *head = &calls->frame_heads[frame_hash(frame) & (calls->frame_size - 1)];
    frame->same_hash = *head;
    *head = number + 1;
}

static void link_call(struct msim_calls *calls, uint32_t number)
{
    struct msim_call *call = msim_table_at(&calls->calls, number);
    uint32_t *head = &calls->call_heads[call_hash(call) & (calls->call_size - 1)];
    call->same_hash = *head;
    *head = number + 1;
}

static void grow_frames(struct msim_calls *calls)
{
    calls->frame_size *= 2;
    calls->frame_heads = new_heads(calls->mem, calls->frame_size);
    for (uint32_t i = 0; i < calls->frames.used; i++)
        link_frame(calls, i);
}

static void grow_calls(struct msim_calls *calls)
{
    calls->call_size *= 2;
    calls->call_heads = new_heads(calls->mem, calls->call_size);
    for (uint32_t i = 1; i < calls->calls.used; i++)
        link_call(calls, i);
}

uint32_t msim_calls_frame(struct msim_calls *calls, uint64_t address, uint32_t site,
                          uint32_t object)
{
    struct msim_frame wanted = {.address = address, .site = site, .object = object};
    uint32_t at = calls->frame_heads[frame_hash(&wanted) & (calls->frame_size - 1)];
    for (; at; at = msim_frame_at(calls, at - 1)->same_hash) {
        const struct msim_frame *frame = msim_frame_at(calls, at - 1);
        if (frame->address == address && frame->site == site && frame->object == object)
            return at - 1;
    }
    if (calls->frames.used >= calls->frame_size)
        grow_frames(calls);
    uint32_t number = calls->frames.used;
    struct msim_frame *frame = msim_table_add(&calls->frames);
    if (!frame)
        return UINT32_MAX;
    *frame = wanted;
    link_frame(calls, number);
    return number;
}

uint32_t msim_calls_call(struct msim_calls *calls, uint32_t frame, uint32_t caller)
{
    struct msim_call wanted = {.frame = frame, .caller = caller};
    uint32_t at = calls->call_heads[call_hash(&wanted) & (calls->call_size - 1)];
    for (; at; at = msim_call_at(calls, at - 1)->same_hash) {
        const struct msim_call *call = msim_call_at(calls, at - 1);
        if (call->frame == frame && call->caller == caller)
            return at - 1;
    }
    if (calls->calls.used >= calls->call_size)
        grow_calls(calls);
    uint32_t number = calls->calls.used;
    struct msim_call *call = msim_table_add(&calls->calls);
    if (!call)
        return UINT32_MAX;
    *call = wanted;
    link_call(calls, number);
    return number;
}
