/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --trace-file: the stream as a file (stream/trace.h), written while the guest runs.
 *
 * The file stays open, where the guest cannot reach it, and has its name only once it is whole; until
 * then it is NAME.partial-PID, which a crash leaves and which `memsim replay --partial` reads.  Its end
 * says what the run's other files are (length and checksum), so that a replay can be verified.
 */
#ifndef MSIM_TOOL_TRACEFILE_H
#define MSIM_TOOL_TRACEFILE_H

#include "pub_tool_basics.h"

#include "engine/machine/geometry.h"
#include "stream/dict.h"

/* If --trace-file was given.  `base` is the machine that options change.  A file that cannot be made is
 * told; the run goes on without. */
void msim_tracefile_start(const struct msim_dict *dict, const HChar *command,
                          const struct msim_machine *base);

Bool msim_tracefile_is_on(void);

void msim_tracefile_chunk(const uint64_t *words, const uint64_t *end);

/* In a forked child: goes on in a file of its own, which begins with what the parent recorded. */
void msim_tracefile_in_child(void);

/* Completes the file; `end`: lines "key: value".  `rename` makes the name it gets out of the usual one
 * (both allocated; NULL: the usual). */
void msim_tracefile_finish(const HChar *end, HChar *(*rename)(HChar *name));

/* The process goes on after all: an exec failed. */
void msim_tracefile_resume(void);

#endif
