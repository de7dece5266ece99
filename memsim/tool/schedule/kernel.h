/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Waits for what the kernel still has to do for a thread that gave way, before another one may run.
 *
 * A thread that waits at a futex must be asleep there: otherwise the next one might or might not
 * change the futex before the kernel looks at it.  A thread that has ended must be gone: otherwise
 * the next one might find the word that the kernel clears unchanged.  Neither takes the kernel
 * long, and neither needs Valgrind's lock.
 */
#pragma once

#include "pub_tool_basics.h"

/* Returns when this many threads sleep at the futex, or after some time; `briefly`: after a short
 * time, as one of them may wake up by itself. */
void msim_kernel_sleeps(Addr futex, UInt threads, Bool briefly);

/* Returns when the kernel has cleared the word, or after some time. */
void msim_kernel_clears(Addr word);

/* The kernel's number of the thread that calls this. */
Int msim_kernel_thread(void);

/* The number of the sleep in the kernel that this thread is in, from 1; 0: it does not sleep. */
ULong msim_kernel_sleep(Int thread);

/* Sleeps until the word has another value and another thread wakes this one, or for some time.
 * True: the time is over. */
Bool msim_kernel_park(const UInt *word, UInt value);
void msim_kernel_unpark(UInt *word);

/* Sleeps for a moment. */
void msim_kernel_nap(void);
