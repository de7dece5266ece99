/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Leaving out lines that change as much between equal runs; where a side has one run only, those of
 * the other one say so. */
#ifndef MSIM_CMD_CHECK_LINES_STEADY_H
#define MSIM_CMD_CHECK_LINES_STEADY_H

#include "changes.h"

/* Leaves them out, and counts them in changes->small. */
void msim_changes_leave_out_varying(struct msim_changes *changes, const struct msim_sides *sides);

#endif
