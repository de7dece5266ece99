/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Valgrind's event counter of a thread: how many more blocks of code it may run before Valgrind
 * takes its lock away.
 *
 * Generated code counts it down at the beginning of each block, and does not run the block where it
 * falls below 0.
 */
#ifndef MSIM_TOOL_SCHEDULE_COUNTER_H
#define MSIM_TOOL_SCHEDULE_COUNTER_H

#include "pub_tool_basics.h"

/* The counter of a thread that is about to run generated code, or has just done so. -1: its time
 * was up. */
Int msim_counter_get(ThreadId tid);

/* Call before it runs generated code; no more than Valgrind allows. */
void msim_counter_set(ThreadId tid, Int blocks);

#endif
