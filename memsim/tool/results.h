/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The files of the study: when they are written, and under which names.
 *
 * Usually that is at the end.  A successful exec does not return, so they are also written before
 * one.  A process that gives up its privileges may not be able to create files afterwards; so they
 * are written before that, and stay open, to be written once more.
 */
#pragma once

#include "pub_tool_basics.h"

#include "engine/study.h"

/* Ends with a message if two names lead to one file. */
void msim_results_check_names(const struct msim_study *study);

/* Both must live as long as the process.  Creates --out-dir, and opens the files' folders. */
void msim_results_init(const struct msim_study *study, const struct msim_about *about);

/* Settle the study before each of these. */
void msim_results_at_end(void); /* after msim_results_name() */
void msim_results_before_exec(Bool traced);
void msim_results_before_loss(void); /* once */

/* The same, but files that cannot be written are left out silently.  False: none was written. */
Bool msim_results_checkpoint(void);

/* There was a checkpoint, but no results with these names will follow. */
void msim_results_remove_checkpoint(void);

/* The first finds the names of the files that are written at the end.  The second, in the handler
 * of a signal, prints which of them are missing if the end is interrupted.  `age`: of the last
 * checkpoint's files, in seconds; negative: no checkpoint. */
void msim_results_name(void);
void msim_results_say_missing(Int age);

/* The exec failed: removes what was written. */
void msim_results_after_exec(void);

/* A forked child has names of its own. */
void msim_results_in_child(void);

/* The name, allocated, of a file with the results before an exec.  If the new program is traced, it
 * has the same pid and writes its own file, so this one gets another name: .exec1, or the next free
 * number.  Frees `name`. */
HChar *msim_results_name_at_exec(HChar *name);

/* Length and checksum of each file as last written, for the end of the trace. */
void msim_results_put_sums(HChar *lines, SizeT room);
