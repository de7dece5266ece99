/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Folding: the tree of calling contexts without those of libraries.
 *
 * A context in library code (cmd/patterns/mine.h) has its own counts, and what it calls, in the
 * nearest context of the user's that it was called from.  Where there is none, as before main(),
 * contexts stay, but for those that only lead to the user's (or, if nothing is the user's, to
 * main()), as __libc_start_main: their counts are in the context that begins the thread.  So each
 * count is in exactly one context, as before, and the totals are the same.
 *
 * Cost: eight bytes for each context while it is made.
 */
#pragma once

#include "cmd/patterns/mine.h"
#include "profile.h"

/* For each function, whether it is the user's; from malloc. */
bool *msim_calls_mine(const struct msim_call_profile *calls, const struct msim_mine *mine);

/* The profile has a tree, and from now on `folded`. */
void msim_calls_fold(struct msim_call_profile *calls, const struct msim_mine *mine);
