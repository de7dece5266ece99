/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a program is given: its start, and what system calls, signals and some instructions bring.
 *
 * The same instructions on the same input make the same references, so two runs of a program with
 * one thread differ only if they were given different things.  With --stats=yes, a table at the end
 * shows what this run was given, as hashes; the line that differs between two runs is the cause.
 *
 *     arguments, environment, auxiliary vector, AT_RANDOM, stack pointer, mappings at the start
 *     each system call: how often, the bytes that it wrote, and a hash of them and of its results
 *     signals: the same of their frames on the stack
 *
 *     instructions that read a clock or draw a random number
 *
 * What other processes write to shared memory is not seen, nor is in which order threads ran.
 *
 * Cost: nothing without --stats=yes.  With it, each byte that the kernel writes is read once more.
 */
#ifndef MSIM_TOOL_INPUTS_INPUTS_H
#define MSIM_TOOL_INPUTS_INPUTS_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* To be called before any other module asks to be told what the kernel wrote. */
void msim_inputs_init(void);

/* The kernel wrote to the program's memory. */
void msim_inputs_wrote(CorePart part, ThreadId tid, Addr at, SizeT bytes);

/* Adds to `out` that the value is noted which this call has brought, if it varies. */
void msim_inputs_emit(IRSB *out, const IRDirty *dirty);

/* A system call has returned. */
void msim_inputs_result(UInt syscall, SysRes result);

/* Prints the table, if it is asked for. */
void msim_inputs_print(void);

#endif
