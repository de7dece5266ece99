/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Says how the machines and the fingerprints of several profiles differ. */
#ifndef MSIM_CMD_COUNTS_UNLIKE_H
#define MSIM_CMD_COUNTS_UNLIKE_H

#include "counts.h"

/* Is the description a fact of the fingerprint (base/fingerprint.h)? */
bool msim_counts_is_fact(const char *text);

/* Do the sources describe their machines otherwise?  Their fingerprints do not count. */
bool msim_counts_are_unlike(const struct msim_counts_source *a, const struct msim_counts_source *b);

/* Has every source this description? */
bool msim_counts_all_say(const struct msim_counts *counts, const char *text);

/* Warns, on standard error, of each description (`desc:`) that a source has otherwise than the
 * first one.  Of the fingerprint, only a difference says that, and never that the programs differ.
 * Does nothing if all have the same. */
void msim_counts_warn_unlike(const struct msim_counts *counts, bool difference);

#endif
