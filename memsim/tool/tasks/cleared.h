/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The word that the kernel clears when a thread has ended, and at which it then wakes one that
 * waits: so libraries join threads.
 */
#ifndef MSIM_TOOL_TASKS_CLEARED_H
#define MSIM_TOOL_TASKS_CLEARED_H

#include "pub_tool_basics.h"

/* Does this system call create a thread or a process?  If so, *word is the word of the new one; 0:
 * it has none. */
Bool msim_cleared_of_clone(UInt syscall, const UWord *args, Addr *word);

/* Does this one choose the word of the thread that calls it? */
Bool msim_cleared_of_self(UInt syscall, const UWord *args, Addr *word);

#endif
