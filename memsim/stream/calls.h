/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Call stacks, each named by a small number: the part of the dictionary that events refer to.
 *
 * A frame is a code address with its debug information.  A call is a frame and the call that it was
 * made from, so stacks share their outer parts, and the number of the innermost call names the
 * whole stack.  Number 0 is the empty stack.
 *
 *   main+20 -> parse+8 -> xmalloc+4   call 3 = {xmalloc+4, 2}   2 = {parse+8, 1}   1 = {main+20, 0}
 *
 * The same frame or call always gets the same number.
 */
#pragma once

#include "lookup.h"
#include "mem.h"

struct msim_frame {
    uint64_t address;
    uint32_t site;   /* of the dictionary: file, function, line */
    uint32_t object; /* a string: the file that the code was loaded from; "": unknown */
    uint32_t same_hash;
};

struct msim_call {
    uint32_t frame;
    uint32_t caller; /* a call; 0: outermost frame */
    uint32_t same_hash;
};

struct msim_calls {
    struct msim_table frames, calls;
    struct msim_lookup frame_lookup, call_lookup;
};

void msim_calls_init(struct msim_calls *calls, const struct msim_mem *mem);

/* Return the number of a frame or call, adding it if it is new.  UINT32_MAX: all are taken. */
uint32_t msim_calls_frame(struct msim_calls *calls, uint64_t address, uint32_t site,
                          uint32_t object);
uint32_t msim_calls_call(struct msim_calls *calls, uint32_t frame, uint32_t caller);

static inline const struct msim_frame *msim_frame_at(const struct msim_calls *calls, uint32_t frame)
{
    return msim_table_at(&calls->frames, frame);
}

static inline const struct msim_call *msim_call_at(const struct msim_calls *calls, uint32_t call)
{
    return msim_table_at(&calls->calls, call);
}
