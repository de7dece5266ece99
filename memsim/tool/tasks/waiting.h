/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * System calls that may wait for another thread, or for time.  During other calls another thread
 * may run, too, because Valgrind lets it: that orders nothing.
 */
#ifndef MSIM_TOOL_TASKS_WAITING_H
#define MSIM_TOOL_TASKS_WAITING_H

#include "pub_tool_basics.h"

/* Calls that write are none of these: what waits for them to be read is rare, and the reader waits,
 * too.  So are those that read a regular file. */
Bool msim_may_wait(UInt syscall, const UWord *args);

/* May it wait for another thread to read, before it is over? */
Bool msim_may_wait_for_readers(UInt syscall, const UWord *args);

/* Does it end all threads? */
Bool msim_ends_all(UInt syscall);

/* Does it let other threads run, and wait for nothing? */
Bool msim_yields(UInt syscall);

#endif
