/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads profiles of calls in Callgrind's format, those of memsim with their tree.
 *
 *     # callgrind format
 *     version: 1                      creator:, pid:, cmd:, part:, desc: and other heads
 *     positions: line                 or "instr line"
 *     events: EVENT ...
 *     ob= fl= fi= fe= fn=             where the costs that follow are
 *     POSITION COUNT ...              a cost; positions may be +N, -N, *, hexadecimal
 *     cob= cfi= cfl= cfn=             the callee
 *     calls=N POSITION                then a line POSITION COUNT ... with the inclusive cost
 *     jump= jcnd= job= jfi= jfn=      jumps are checked and left out
 *     summary: totals:
 *
 * readtree.c reads what follows "# memsim tree: 1".  docs/format.md has the grammar in full.
 *
 * Whatever the bytes, the result is either a correct profile or an error with its line.  One pass;
 * nothing of the bytes is needed afterwards.
 */
#pragma once

#include "profile.h"

/* Reads a profile into `calls`, which is zeroed.  `name`, for messages, must stay.  `bytes` are
 * `size` bytes and a 0 after them, and are changed.  false: see calls->counts.error; `calls` must
 * be freed all the same. */
bool msim_calls_read(struct msim_call_profile *calls, const char *name, char *bytes, size_t size);

/* The same for a file; ends the command if it is wrong. */
void msim_calls_load(struct msim_call_profile *calls, const char *name);

/* The profile of calls that the same run wrote as a list of page-ins: of memsim.pagein.123 it is
 * memsim.calls.123. */

/* Its name, from malloc.  Ends the command if there is no such file. */
char *msim_calls_beside_pages(const char *pages);

/* Ends the command if the profile has no counts of pages. */
void msim_calls_need_pages(const struct msim_call_profile *calls, const char *name);

/* Ends the command if the profile, a file of that name, is not of the run that made the list. */
void msim_calls_check_pages(const struct msim_call_profile *calls, const char *name,
                            const char *pages);
