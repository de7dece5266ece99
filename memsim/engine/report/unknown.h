/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Operations that are not understood, which are of the class `other`: how often they ran, and where
 * they are.
 *
 * They are counted as references are (machine/profile.h), so those are counted, too, that a core
 * did not look at because cycles are sampled.
 */
#pragma once

#include "engine/base/text.h"
#include "engine/machine/profile.h"

enum { MSIM_UNKNOWN_PLACES = 10 }; /* that are listed */

/* The most frequent ones first.  `profile` must have how often each segment ran; `cycles` is what
 * each of them takes. */
void msim_unknown_put(const struct msim_profile *profile, const struct msim_mem *mem,
                      uint32_t cycles, const struct msim_lines *lines);
