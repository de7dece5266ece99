/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Recording allocations, while the program runs its own allocator.
 *
 * Nothing is replaced.  Where a superblock begins at the entry of a function that allocates
 * (allocfns.h), code is emitted that notes the call: its arguments, its stack, where it returns to and
 * the stack pointer after that.  It is then the thread's pending call (shadow.h), and what it calls is
 * not noted.  Every superblock that ends with a return compares the stack pointer:
 *
 *     p = GET(pending.sp)                 MSIM_NO_PENDING, the highest number: nothing is pending
 *     if (p <= SP) msim_alloc_return()    the segment before it is complete
 *
 * and where that is the return that was waited for, the event is recorded.
 *
 * Calls that never return:
 * - left by longjmp or an exception: the first return to a place above or beside the expected one
 *   drops the pending call, and so does an entry above it, far below it (on another stack), or one
 *   that finds another return address where the pending call's was;
 * - C++ allocates an exception before it throws it: that it does drops the pending call, too, since
 *   the exception's own block is there afterwards (not that of a nothrow form, which catches it);
 * - a tail call, to another such function or back to the own entry, has the same stack pointer and
 *   the same return address: it belongs to the call that is pending;
 * - a signal handler starts with nothing pending, so what it allocates is recorded even where it
 *   interrupted an allocator; when it returns, Valgrind puts back what was pending.  If it does not,
 *   the interrupted call never happened.
 *
 * What can be wrong: where a longjmp out of an allocator is followed, without any return in between, by
 * calls deeper in the stack than the allocator was, in frames that have left a hole where its return
 * address was, these are taken for its own.  And a coroutine that is left in the middle of an
 * allocation loses that one.
 *
 * Cost: a load, a comparison and a branch never taken per return; some 100 ns per call, more with
 * its stack.
 */
#ifndef MSIM_TOOL_EVENTS_ALLOC_H
#define MSIM_TOOL_EVENTS_ALLOC_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "engine/base/observer.h"

/* Records allocations if they are needed.  After msim_stacks_init, msim_recorder_init and
 * msim_clock_init. */
void msim_alloc_init(const struct msim_needs *needs);

/* Emits what is to happen before the first instruction of a superblock. */
void msim_alloc_emit_entry(IRSB *out, Addr first, const VexGuestLayout *layout);

/* Emits what is to happen at a superblock's end, when its last segment is complete. */
void msim_alloc_emit_end(IRSB *out, const VexGuestLayout *layout);

/* A thread starts to run guest code. */
void msim_alloc_start(ThreadId tid);

#endif
