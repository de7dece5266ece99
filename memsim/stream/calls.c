/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Frames and calls of calls.h. */
#include "calls.h"

#include "hash.h"

enum { FRAMES_MAX = 1 << 25, CALLS_MAX = 1 << 25 };

static uint32_t frame_hash(const void *element)
{
    const struct msim_frame *frame = element;
    return (uint32_t)msim_mix(msim_mix(frame->address) ^ frame->site);
}

static bool frame_same(const void *element, const void *wanted)
{
    const struct msim_frame *a = element, *b = wanted;
    return a->address == b->address && a->site == b->site && a->object == b->object;
}

static const struct msim_lookup_kind frame_kind = {frame_hash, frame_same,
                                                   offsetof(struct msim_frame, same_hash), 0};

static uint32_t call_hash(const void *element)
{
    const struct msim_call *call = element;
    return (uint32_t)msim_mix((uint64_t)call->frame << 32 ^ call->caller);
}

static bool call_same(const void *element, const void *wanted)
{
    const struct msim_call *a = element, *b = wanted;
    return a->frame == b->frame && a->caller == b->caller;
}

/* Number 0, the empty stack, is never found. */
static const struct msim_lookup_kind call_kind = {call_hash, call_same,
                                                  offsetof(struct msim_call, same_hash), 1};

void msim_calls_init(struct msim_calls *calls, const struct msim_mem *mem)
{
    msim_table_init(&calls->frames, mem, sizeof(struct msim_frame), FRAMES_MAX);
    msim_table_init(&calls->calls, mem, sizeof(struct msim_call), CALLS_MAX);
    msim_lookup_init(&calls->frame_lookup, mem, &frame_kind);
    msim_lookup_init(&calls->call_lookup, mem, &call_kind);
    msim_table_add(&calls->calls);
}

uint32_t msim_calls_frame(struct msim_calls *calls, uint64_t address, uint32_t site,
                          uint32_t object)
{
    struct msim_frame wanted = {.address = address, .site = site, .object = object};
    return msim_lookup_number(&calls->frame_lookup, &calls->frames, &wanted);
}

uint32_t msim_calls_call(struct msim_calls *calls, uint32_t frame, uint32_t caller)
{
    struct msim_call wanted = {.frame = frame, .caller = caller};
    return msim_lookup_number(&calls->call_lookup, &calls->calls, &wanted);
}
