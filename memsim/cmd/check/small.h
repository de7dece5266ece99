/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Leaving out lines that changed by a few counts.
 *
 * A run that prints one digit more goes through other lines of the C library, a few times each.  A
 * line is listed if an event changed in it by at least a tenth of what its budget allows, and by
 * 10; where the budget was not kept, by at least a thousandth of the growth.
 */
#pragma once

#include "cmd/check/lines/changes.h"
#include "judge.h"

/* Leaves out such lines, and counts them in changes->small; but if nothing else changed and the
 * verdict is that it is worse, nothing is left out. */
void msim_changes_leave_out_small(struct msim_changes *changes, const struct msim_sides *sides,
                                  const struct msim_judgement *judgement);

/*
 * Which events make a line a changed one: instructions, reads and writes always; misses where their
 * budget was not kept, or they became fewer, as they change with the layout of everything else.
 */

void msim_watch(struct msim_changes *changes, const struct msim_sides *sides,
                const struct msim_judgement *judgement);
