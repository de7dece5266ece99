/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The allocator that the tool passes to stream/ and engine/.
 *
 * What it returns is never freed or moved.  It lies in a few large extents, so that another process
 * can share it: msim_memory_share() replaces the pages under all addresses by pages that a child
 * shares with its parent, with the same contents.  Both may then allocate.
 */
#pragma once

#include "pub_tool_basics.h"

#include "stream/mem.h"

extern const struct msim_mem msim_tool_mem;

/* All that was allocated, in bytes. */
SizeT msim_memory_total(void);

/* From now on, children share this memory.  `room`: how many bytes may be allocated until it is
 * private again.  False: the system refuses, and nothing has changed. */
Bool msim_memory_share(SizeT room);

/* The opposite: a fork copies the memory.  No other process may be using it.  False: there is not
 * enough memory, and it is still shared. */
Bool msim_memory_make_private(void);

/* A file of memory, in the process that keeps it. */
struct msim_memory_file {
    Int fd; /* -1: no file */
    ULong device, inode;
};

/* Shared memory may be a file, open in the process that shares it until that closes it.  The other
 * process keeps its copy open.  At its end it notes which pages were written, so that only these
 * are copied when memory becomes private.  If something is written in between, the note must be
 * forgotten. */
void msim_memory_close_file(void);
struct msim_memory_file msim_memory_keep_file(void);
void msim_memory_note_touched(void);
void msim_memory_forget_touched(void);

/* Between these two calls, this process allocates from memory of its own, which the second one
 * frees: for what is needed only while files are written. */
void msim_memory_borrow(void);
void msim_memory_give_back(void);

/* From now on, what this process writes is private, without a copy of the rest, so the other
 * process, which kept the file open, keeps the present state.  False: the system refuses, and the
 * other one's state may change. */
Bool msim_memory_diverge(Int other, const struct msim_memory_file *file);

/* Zeroed memory that is always shared with the process's children, and never freed; in a forked
 * child of the guest, it is replaced by the child's own. */
void *msim_memory_shared(SizeT bytes);
void msim_memory_shared_in_child(void *start, SizeT bytes);

/* Called when memory is exhausted, instead of ending the process. */
void msim_memory_at_failure(void (*failure)(void));
