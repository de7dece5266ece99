/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Mappings and the kernel: which memory is mapped, moved and discarded, and which memory the kernel
 * reads and writes for the program.  These are the events MAP, UNMAP, MOVE, PROTECT, KERNEL, FORK
 * and TIME of the stream (event.h).
 *
 * Valgrind reports every mapping, and the buffers of system calls before and after them.  The rest
 * is taken from the arguments of system calls: whether a mapping is shared or populated at once,
 * and madvise.  All this happens outside guest code, so each event is recorded exactly where it
 * happened.
 *
 * Before the first instruction the kernel has written arguments and environment to the stack, and
 * zeros after the data of the program and of its interpreter; these events are marked as such.
 *
 * Invariant: no event concerns memory that Valgrind uses itself.
 * Cost: an event of at most 40 bytes for each mapping and each buffer of a system call.
 */
#pragma once

#include "pub_tool_basics.h"

#include "engine/base/observer.h"
#include "stream/dict.h"

/* Records the events that are needed; areas.c and stackmemo.c are informed of mappings in any case.
 * Valgrind keeps one function for each kind of change, so no other module may ask for them. */
void msim_maps_init(struct msim_dict *dict, const struct msim_needs *needs);

/* Call when a thread starts to run guest code: the first before that is recorded, the second
 * after. */
void msim_maps_start(ThreadId tid);
void msim_maps_run(ThreadId tid);

void msim_maps_before_syscall(UInt syscall, const UWord *args, UInt used);
void msim_maps_after_syscall(UInt syscall, const UWord *args, UInt used, SysRes result);

void msim_maps_fork(void);
void msim_maps_in_child(ThreadId tid);
