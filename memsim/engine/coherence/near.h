/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which references to units are shown because of a neighbour: a front that does not know a unit shows
 * each. */
#pragma once

#include "state.h"

/* Removes the unit from the core's front, or from all: references to it are shown from now on. */
void msim_near_forget(const struct msim_coherence *coherence, uint32_t core, uint64_t unit);
void msim_near_show_all(const struct msim_coherence *coherence, uint64_t unit);

/* Shows a reference to a unit if a neighbour belongs to another core.  True: the next one is
 * wanted, too. */
bool msim_near_show(struct msim_coherence *coherence, const struct msim_sharing *sharing,
                    uint32_t *word, uint64_t unit);
