/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Types of blocks by a vote of the instructions that used them, as `memsim objects` finds them, for
 * stacks whose functions do not say what they allocate.  A trace that was recorded with
 * --objects-sim has them.
 */
#ifndef MSIM_CMD_LAYOUT_VOTED_H
#define MSIM_CMD_LAYOUT_VOTED_H

#include "tried.h"

/* Adds the types to run->points, after another replay; nothing if the trace lacks objects. */
void msim_voted_make(struct msim_layout_run *run);

#endif
