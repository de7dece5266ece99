/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Recording allocations, while the program runs its own allocator.
 *
 * No function is replaced.  If a superblock begins at the entry of an allocation function
 * (allocfns.h), code is emitted that notes the call: its arguments, its stack, its return address
 * and the stack pointer after the return.  It then is the thread's pending call (shadow.h);
 * allocation functions that it calls are not noted.  Every superblock that ends with a return
 * compares the stack pointer:
 *
 *     p = GET(pending.sp)                 MSIM_NO_PENDING, the highest number: nothing is pending
 *     if (p <= SP) msim_alloc_return()    the segment before it is complete
 *
 * If it is the return of the pending call, the event is recorded.
 *
 * Calls that never return:
 * - after a longjmp or an exception, the pending call is dropped by the first return to anywhere
 *   above or beside the expected position, and by an entry above it, far below it (on another
 *   stack), or one that finds a different value where the pending call's return address was;
 * - C++ allocates an exception before throwing it.  That allocation drops the pending call, too,
 *   because the exception's own block outlives it (unless the pending function is a nothrow form,
 *   which catches the exception).  A pending operator new then has failed, and is recorded so;
 * - a tail call, to another such function or to its own entry, has the same stack pointer and the
 *   same return address, so it belongs to the pending call;
 * - a signal handler starts without a pending call, so its allocations are recorded even if it
 *   interrupted an allocator.  When it returns, Valgrind restores the pending call.  If it never
 *   returns, the interrupted call did not happen.
 *
 * What can go wrong: a handler of new throws an exception that it catches itself, and new succeeds
 * after all: then it counts as failed.  A longjmp leaves an allocator, and before any return,
 * functions are called deeper in the stack than the allocator was, in frames that left its return
 * address untouched.  Then their allocations are mistaken for the allocator's own.  And a coroutine
 * that is abandoned in the middle of an allocation loses that allocation.
 *
 * Cost: a load, a comparison and a branch that is rarely taken per return; some 100 ns per call,
 * and the cost of its stack.
 */
#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "engine/base/observer.h"

/* Records allocations if they are needed.  After msim_stacks_init, msim_recorder_init and
 * msim_clock_init. */
void msim_alloc_init(const struct msim_needs *needs);

/* True: allocations are recorded. */
Bool msim_alloc_is_on(void);

/* True: the thread is in a call of an allocation function, which will be recorded. */
Bool msim_alloc_is_inside(ThreadId tid);

/* Emits the code that precedes the first instruction of a superblock. */
void msim_alloc_emit_entry(IRSB *out, Addr first, const VexGuestLayout *layout);

/* Emits the code at a superblock's end, after its last segment is complete. */
void msim_alloc_emit_end(IRSB *out, const VexGuestLayout *layout);

/* The thread is new, or begins to run a signal handler: it has no pending call. */
void msim_alloc_forget(ThreadId tid);

/* A thread starts to run guest code. */
void msim_alloc_start(ThreadId tid);
