/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Checkpoints: every few seconds the files are written with what was counted so far, under the
 * names that the results will have.  If the process of the observers is killed, or all are, that is
 * what is left.
 *
 * A checkpoint changes nothing that is counted.  Writing takes at most a twentieth of the time:
 * where it takes long, there are fewer.
 */
#ifndef MSIM_TOOL_OUTSIDE_CHECKPOINT_H
#define MSIM_TOOL_OUTSIDE_CHECKPOINT_H

#include "pub_tool_basics.h"

/* Call at the start.  `write`: brings the results up to date and writes the files; False: nothing
 * was written. */
void msim_checkpoint_init(Bool (*write)(void));

/* Is it time for one?  Call where observers are, after a chunk. */
Bool msim_checkpoint_is_due(void);

void msim_checkpoint_write(void);

/* How many seconds ago the last one of this process was written, in whichever process observers
 * were; -1: there is none. */
Int msim_checkpoint_age(void);

/* Was one begun, whether or not its files were all written? */
Bool msim_checkpoint_is_begun(void);

/* From now on there is none.  Was there one? */
Bool msim_checkpoint_forget(void);

/* In a forked child of the guest: it has none. */
void msim_checkpoint_in_child(void);

#endif
