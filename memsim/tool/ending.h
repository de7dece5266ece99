/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How the program ended: with which status, or by a signal.
 *
 * Valgrind does not report it, so it follows from system calls.  A program that ends without an
 * exit call got a signal, whose number is known if the program sent it to itself, as abort() does.
 */
#pragma once

#include "pub_tool_basics.h"

enum { MSIM_ENDING_ROOM = 32 };

void msim_ending_before_syscall(ThreadId tid, UInt syscall, const UWord *args);

/* At the end: "status 0", "signal 6", or "a signal". */
void msim_ending(HChar text[static MSIM_ENDING_ROOM]);
