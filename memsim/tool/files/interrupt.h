/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ctrl-C while files are written.
 *
 * Valgrind blocks signals while the tool runs, and writing may take seconds, in which a user needs
 * an answer.  So at the end of a process, SIGINT gets a handler of the tool's own: the first signal
 * prints what is being written, a second one ends the process at once.  Incomplete files are
 * removed.
 *
 * The handler may come between any two instructions, so all that it uses is prepared before.
 */
#pragma once

#include "pub_tool_basics.h"

/* From here on a second SIGINT ends the process, after `end`, which must not allocate.  `partial`:
 * the file to be removed; NULL: none.  Does nothing if the process ignores the signal. */
void msim_interrupt_on(void (*end)(const HChar *partial));

/* Restores the handling of signals. */
void msim_interrupt_off(void);

/* Says that this file is being written, as `partial`; NULL: under its own name.  A `name` of NULL:
 * no file is being written. */
void msim_interrupt_writing(const HChar *name, const HChar *partial);

/* The address to which a handler returns (interrupt_amd64.c). */
void msim_interrupt_return(void);
