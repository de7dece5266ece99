/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ctrl-C while files are written.
 *
 * Valgrind blocks signals while the tool runs, and writing may take seconds, in which a user must
 * not be left without a word.  So at the end of a process, SIGINT gets a handler of the tool's own:
 * the first one says what is being written, a second one ends the process at once.  No half file
 * stays.
 *
 * The handler may come between any two instructions, so all that it uses is prepared before.
 */
#ifndef MSIM_TOOL_BASE_INTERRUPT_H
#define MSIM_TOOL_BASE_INTERRUPT_H

#include "pub_tool_basics.h"

/* From here on a second SIGINT ends the process, after `end`, which must not allocate.  `partial`:
 * the file to be removed; NULL: none is.  Does nothing if the process ignores the signal. */
void msim_interrupt_on(void (*end)(const HChar *partial));

/* Signals are as before. */
void msim_interrupt_off(void);

/* This file is being written, as `partial`; NULL: under its own name.  A `name` of NULL: no file
 * is. */
void msim_interrupt_writing(const HChar *name, const HChar *partial);

/* Where the kernel lets a handler return to (interrupt_amd64.c). */
void msim_interrupt_return(void);

#endif
