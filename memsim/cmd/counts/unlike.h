/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Says how the machines of several profiles differ. */
#ifndef MSIM_CMD_COUNTS_UNLIKE_H
#define MSIM_CMD_COUNTS_UNLIKE_H

#include "counts.h"

/* Warns, on standard error, of each description (`desc:`) that a source has otherwise than the
 * first one.  Does nothing if all have the same. */
void msim_counts_warn_unlike(const struct msim_counts *counts, bool difference);

#endif
