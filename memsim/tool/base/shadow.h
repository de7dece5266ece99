/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What memsim keeps of each thread: words at the start of the first shadow of its guest state.
 *
 * Generated code reaches them with one instruction, as it does the registers.  memsim has no shadows of
 * registers, so their place is free.  What Valgrind does with a thread's registers it does with these
 * words, too: a new thread starts with its creator's, and what they were before a signal is put back
 * when the handler returns.  A pending call wants just that (alloc.h); `position` and `instrs` do not,
 * and are therefore set whenever a thread starts to run, and taken back when it stops.
 */
#ifndef MSIM_TOOL_BASE_SHADOW_H
#define MSIM_TOOL_BASE_SHADOW_H

#include <stddef.h>
#include <stdint.h>

#include "pub_tool_basics.h"
#include "pub_tool_machine.h"
#include "pub_tool_tooliface.h"

struct msim_alloc_fn;

/* The outermost allocation function that runs; see alloc.h. */
struct msim_pending {
    Addr sp;   /* the stack pointer after its return; MSIM_NO_PENDING: none runs */
    Addr back; /* where it returns to */
    const struct msim_alloc_fn *fn;
    uint64_t bytes;
    Addr given;
    Addr result_at; /* where the block's address is left; 0: it is what is returned */
    uint32_t stack;
};

/* Above every stack pointer. */
#define MSIM_NO_PENDING (~(Addr)0)

struct msim_shadow {
    uint64_t *position; /* see recorder.h */
    uint64_t instrs;    /* see clock.h */
    struct msim_pending pending;
};

/* Of a field of msim_shadow, as IR speaks of it. */
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

#endif
