/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * System calls that may wait for another thread, or for time.  Another thread may run during other
 * calls, too, because Valgrind lets it, but that does not order the threads.
 */
#pragma once

#include "pub_tool_basics.h"

/* Calls that write do not count: they rarely wait for a reader, and then the reader waits, too.
 * Nor do calls that read a regular file. */
Bool msim_may_wait(UInt syscall, const UWord *args);

/* True: it may wait for another thread to read. */
Bool msim_may_wait_for_readers(UInt syscall, const UWord *args);

/* True: it ends all threads. */
Bool msim_ends_all(UInt syscall);

/* True: it lets other threads run without waiting for an event. */
Bool msim_yields(UInt syscall);
