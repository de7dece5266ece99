/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The inputs of a run: its start, and the results of system calls, signals and some instructions.
 *
 * The same instructions on the same input make the same references, so two runs of a program with
 * one thread differ only if their inputs differ.  With --stats=yes, a table at the end shows the
 * inputs as hashes; the line that differs between two runs is the cause.
 *
 *     arguments, environment, auxiliary vector, AT_RANDOM, stack pointer, mappings at the start
 *     each system call: how often, the bytes that it wrote, and a hash of them and of its results
 *     signals: the same of their frames on the stack
 *
 *     instructions that read a clock or draw a random number
 *
 * Writes of other processes to shared memory and the order of threads are not included.
 *
 * Cost: nothing without --stats=yes.  With it, each byte that the kernel writes is read once more.
 */
#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* Call before any other module tracks what the kernel writes. */
void msim_inputs_init(void);

/* The kernel wrote to the program's memory. */
void msim_inputs_wrote(CorePart part, ThreadId tid, Addr at, SizeT bytes);

/* Adds code to `out` that takes the value of this call, if it varies. */
void msim_inputs_emit(IRSB *out, const IRDirty *dirty);

/* A system call has returned. */
void msim_inputs_result(UInt syscall, SysRes result);

/* Prints the table, if it is asked for. */
void msim_inputs_print(void);
