/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The word that the kernel clears when a thread has ended, and at which it then wakes a waiting
 * thread: libraries join threads by it.
 */
#pragma once

#include "pub_tool_basics.h"

/* True: this system call creates a thread or a process.  *word is the word of the new one; 0:
 * none. */
Bool msim_cleared_of_clone(UInt syscall, const UWord *args, Addr *word);

/* True: this system call sets the word of the thread that calls it. */
Bool msim_cleared_of_self(UInt syscall, const UWord *args, Addr *word);
