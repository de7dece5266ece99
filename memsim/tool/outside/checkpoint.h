/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Checkpoints: every few seconds the files are written with what was counted so far, under the
 * names that the results will have.  They remain if the observer process is killed, or all
 * processes are.
 *
 * A checkpoint changes nothing that is counted.  Writing takes at most a twentieth of the time: the
 * longer it takes, the fewer checkpoints.
 */
#pragma once

#include "pub_tool_basics.h"

/* Call at the start.  `write` brings the results up to date and writes the files; it returns False
 * if nothing was written. */
void msim_checkpoint_init(Bool (*write)(void));

/* True: it is time for a checkpoint.  Call in the observer process, after a chunk. */
Bool msim_checkpoint_is_due(void);

void msim_checkpoint_write(void);

/* How many seconds ago the last checkpoint of this guest was written, by any process; -1: none
 * was. */
Int msim_checkpoint_age(void);

/* True: one was begun, even if not all its files were written. */
Bool msim_checkpoint_is_begun(void);

/* Forgets the last checkpoint.  True: there was one. */
Bool msim_checkpoint_forget(void);

/* Call in a forked child of the guest: it has no checkpoint. */
void msim_checkpoint_in_child(void);
