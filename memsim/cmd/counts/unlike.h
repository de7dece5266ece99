/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What profiles say of their runs, and how the machines and fingerprints of several differ. */
#pragma once

#include "counts.h"

/* True: the description is a fact of the fingerprint (base/fingerprint.h). */
bool msim_counts_is_fact(const char *text);

/* True: the sources describe different machines.  Their fingerprints do not count. */
bool msim_counts_are_unlike(const struct msim_counts_source *a, const struct msim_counts_source *b);

/* True: every source has this description. */
bool msim_counts_all_say(const struct msim_counts *counts, const char *text);

/* Warns, on standard error, of each description (`desc:`) that a source has otherwise than the
 * first one.  Of the fingerprint, only a difference says that, and never that the programs differ.
 * Does nothing if all have the same. */
void msim_counts_warn_unlike(const struct msim_counts *counts, bool difference);

/* What a source says of NAME in a description "NAME: TEXT"; NULL: nothing.  `name` is `length`
 * bytes. */
const char *msim_counts_described(const struct msim_counts_source *source, const char *name,
                                  size_t length);

/* The length of NAME in "NAME: TEXT"; 0: the description has no name, as those of allocations. */
size_t msim_counts_desc_name(const char *text);
