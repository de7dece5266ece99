/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim's state per thread: words at the start of the first shadow of its guest state.
 *
 * Generated code reaches them with one instruction, like registers.  memsim does not shadow
 * registers, so their place is free.  Valgrind treats these words like a thread's registers: a new
 * thread starts with its creator's, and when a signal handler returns they are restored.  A pending
 * call needs exactly that (alloc.h).  `position` and `instrs` must not be copied, so they are set
 * whenever a thread starts to run and collected when it stops.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "pub_tool_basics.h"
#include "pub_tool_machine.h"
#include "pub_tool_tooliface.h"

struct msim_alloc_fn;

/* The outermost allocation function that is running (alloc.h). */
struct msim_pending {
    Addr sp;   /* the stack pointer after its return; MSIM_NO_PENDING: no such function runs */
    Addr back; /* its return address */
    const struct msim_alloc_fn *fn;
    uint64_t bytes;
    Addr given;
    Addr result_at; /* where the block's address is stored; 0: it is the return value */
    uint32_t stack;
};

/* Higher than any stack pointer. */
#define MSIM_NO_PENDING (~(Addr)0)

struct msim_shadow {
    uint64_t *position; /* see recorder.h */
    uint64_t instrs;    /* see clock.h */
    struct msim_pending pending;
};

/* The offset of a field of msim_shadow in the guest state, for IR. */
static inline Int msim_shadow_offset(const VexGuestLayout *layout, size_t field)
{
    return layout->total_sizeB + (Int)field;
}

static inline void msim_shadow_get(ThreadId tid, size_t field, void *to, SizeT bytes)
{
    VG_(get_shadow_regs_area)(tid, to, 1, (PtrdiffT)field, bytes);
}

static inline void msim_shadow_set(ThreadId tid, size_t field, const void *from, SizeT bytes)
{
    VG_(set_shadow_regs_area)(tid, 1, (PtrdiffT)field, bytes, from);
}
