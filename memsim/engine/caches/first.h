/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The prefetchers of D1.
 *
 * They see what a reference to data missed, or found first, when it was made and is in the queue to
 * the outer levels, and what they bring in comes after it there (ports/ref.h).  Its counts are kept
 * with those of the other levels (outer/prefetched.h).
 */
#pragma once

#include "make.h"

/* Makes them, if the machine has any. */
void msim_first_init(struct msim_sim *sim, const struct msim_mem *mem,
                     const struct msim_machine *machine);

/* Before the reference is queued: reports what it used, and what went. */
void msim_first_report(struct msim_sim *sim, uint64_t first, uint32_t size, enum msim_kind kind);

/* After it: what is brought in. */
void msim_first_follow(struct msim_sim *sim, const struct msim_demand *demand);

/* D1 was emptied. */
void msim_first_empty(struct msim_sim *sim);
