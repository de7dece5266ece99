/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --trace-file: the stream as a file (stream/trace.h), written while the guest runs.
 *
 * The file stays open, out of the guest's reach.  It gets its name only when it is complete; until
 * then it is NAME.partial-PID, which remains after a crash and can be read by `memsim replay
 * --partial`.  A trace that reaches --trace-limit ends there, without what ran later; its end says
 * so.  Else its end records the length and checksum of the run's other files, so that a replay can
 * be verified.
 */
#pragma once

#include "pub_tool_basics.h"

#include "engine/base/observer.h"
#include "engine/machine/geometry.h"
#include "stream/dict.h"

/* Does nothing without --trace-file.  `base` is the machine that options modify, `needs` what is
 * recorded.  If the file cannot be created, that is reported and the run goes on without it. */
void msim_tracefile_start(const struct msim_dict *dict, const HChar *command,
                          const struct msim_machine *base, const struct msim_needs *needs);

Bool msim_tracefile_is_on(void);

/* `counts`: the part of the dictionary that the chunk may refer to. */
void msim_tracefile_chunk(const uint64_t *words, const uint64_t *end,
                          const struct msim_dict_counts *counts);

/* Prints what happened to the file since the last call; called in the guest's process. */
void msim_tracefile_tell(void);

/* In a forked child: continues in a file of its own, which begins with what the parent recorded. */
void msim_tracefile_in_child(void);

/* Removes what a later process of the same guest wrote. */
void msim_tracefile_rewind(void);

/* Completes the file.  `end`: lines "key: value".  `rename` turns the usual name into the one that
 * it gets (both allocated); NULL: the usual name. */
void msim_tracefile_finish(const HChar *end, HChar *(*rename)(HChar *name));

/* The process that wrote it was killed: prints what is usable of the file, or removes it. */
void msim_tracefile_lost(void);

/* The process ends before the file is complete: prints what is usable of it. */
void msim_tracefile_interrupted(void);

/* Continues a completed file, because the exec failed. */
void msim_tracefile_resume(void);

/* The process is about to give up privileges: gives the file its name while that is possible. */
void msim_tracefile_before_loss(void);
