/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Coherence: what the private caches of several cores do to each other when a core misses or
 * writes.
 *
 * The unit that changes hands is the larger of the lines of D1 and, where cores have one to
 * themselves, of L2: these two are a core's private caches.  A core holds a unit while one of them
 * has a line of it.  Instructions in I1 are left out, as writes do not change what a single core
 * fetches, either.
 *
 *     read   A core that does not hold the unit gets it from the one that owns it, if that one
 *            still holds it; else from the levels that are shared.  If no other core holds it, it
 *            is exclusive: the reader owns it.  Otherwise it is shared, and no core owns it; with
 *            MOESI the core that modified it still does.
 *            An exclusive L3 knows what its cores have: what it lacks and no core owns, one of these
 *            supplies, the first one.
 *     write  A core gets the unit in the same way, unless it holds it, and all other cores lose
 *            it: their copies are invalidated, also those in levels that the writer does not
 *            share.  The writer owns it, and modified it.
 *     evict  Copies that are replaced are gone; no core is informed.
 *     past   What a core stores past the caches, or writes without bringing it into its D1, others
 *            lose as to a write.  It owns what it still has of the unit, unmodified.
 *     ahead  What comes ahead into D1, or into an L2 that a core has to itself, is read by that core.  It has it
 *            back, so it does not miss by coherence when it uses it.  Levels that cores share get
 *            nothing ahead that a core has modified.
 *
 * A core that misses a unit which it lost to a write of another core, and not by replacement, has a
 * miss by coherence.  Since it lost it, others wrote some of its bytes.  If the core used one of
 * these, in D1 and up to when it lost the unit, or uses one now, it shares them truly, otherwise
 * falsely.
 *
 * Two neighbours of which one is written are shown to an observer, too, if it wants to know what
 * would be with other lines: from when another core uses the second one, until the observer has
 * seen enough.
 *
 * How: a word per unit says that no core, or only one, had it (units.h): nearly all units are such.
 * Others have a record.  Which cores hold a unit is a superset there: caches are asked when it
 * matters, so that what they replace costs nothing.
 */
#pragma once

#include "state.h"

/* `data`: the ports of the cores, which are shared (port.h). */
void msim_coherence_init(struct msim_coherence *coherence, const struct msim_mem *mem,
                         const struct msim_cores *cores, struct msim_port *const *data,
                         struct msim_outer_levels *outer);

/* A reference that lies in one line of D1, which was just referenced; `missed`: and missed there.
 * The caller sets what the reference is.  Afterwards *sharing is complete, and the observer saw
 * it. */
void msim_coherence_access(struct msim_coherence *coherence, struct msim_sharing *sharing,
                           bool missed);

/* The core reads what it may not hold: by a fetch that missed I1, or because it comes ahead into an L2
 * of its own.  True: a line of it comes from another core. */
bool msim_coherence_read(struct msim_coherence *coherence, uint32_t core,
                         const struct msim_ref *bytes);

/* The core reads a line that comes ahead into its D1, because of `by`, in the same way; D1 has it
 * after that (copies.h). */
bool msim_coherence_read_line(struct msim_coherence *coherence, uint32_t core,
                              const struct msim_ref *by, uint64_t line);

/* True: another core holds the unit of this address. */
bool msim_coherence_others_hold(struct msim_coherence *coherence, uint32_t core, uint64_t first);

/* True: a core that holds some of it has modified it. */
bool msim_coherence_modified(struct msim_coherence *coherence, uint64_t first, uint64_t last);

/* The core stores past the caches, which give up the lines of the bytes first..last: other cores lose
 * them here, as to a write.  Sets what `sharing` says of copies; true: a cache had one. */
bool msim_coherence_pass(struct msim_coherence *coherence, struct msim_sharing *sharing,
                         uint64_t first, uint64_t last);

/* All caches are empty. */
void msim_coherence_empty(struct msim_coherence *coherence);
