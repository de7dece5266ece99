/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines on their way in and out: which levels have what others have, which lines are dirty, and
 * what is read from memory and written there.  docs/writing.md has the model for users.
 *
 *     write back     A line of D1 is dirty from the first write on.  When it leaves D1, it is
 *                    written to the next level that has its line, which is dirty from then on;
 *                    that changes no order there.  Where no level has it, it is written to memory.
 *                    The same for dirty lines that leave L2 and L3.
 *     write through  D1 has no dirty lines: each write goes on in the same way, as so many bytes.
 *     no-allocate    A write that misses D1 brings in nothing.  As a whole it is a reference of the
 *                    next levels; what has its line becomes dirty, other bytes go to memory.
 *     inclusive      What leaves the level leaves the levels inside it, too; if it was dirty there,
 *                    it is now.
 *     exclusive      The level gets what leaves the one inside it, clean or dirty.  What that one
 *                    misses moves in from it, and stays as dirty as it was.
 *
 * What a reference makes a first level replace goes on before the reference itself.  First levels
 * say so by marks in the queue of misses (ports/ref.h), which are among the references, so this may
 * run in another process; not if levels change what is inside them (msim_traffic_is_inner).
 *
 * Bytes count where the access is that has them move.  They are those of a fill of the last level,
 * and of a dirty line, or write, that no level after it has.
 *
 * Invariants: blocks become dirty as often as dirty ones leave or are dirty at the end, in each
 * level; no line is in an exclusive level and in the one inside it, unless the other side's first
 * level, or another core, had it, too; what is in a level is in an inclusive one after it.
 *
 * Of several cores, a write makes the writer's line dirty and leaves no other copy; with
 * write-through, where no line of D1 is dirty, and where what a core takes is longer than that line,
 * what was dirty in a copy that is gone is written on.  A write that brings in nothing leaves no
 * copy but those of levels that the writer uses.  What one core reads of another's dirty line is
 * written on to a level that the reader uses, as MESI has it, or stays dirty there
 * (coherence/coherence.h); an exclusive L3 that both cores use gets it.  What a core supplies is
 * not read from memory.  An exclusive L3 keeps its line, with what is dirty, if another core than
 * the reader has it, too.
 *
 * Prefetched lines (ahead.h) move as those do that are referenced: what they push out is written,
 * and their bytes count where the reference is that caused them.
 *
 * Cost: without all this, a comparison for each reference that reaches L2.
 */
#pragma once

#include "levels.h"

/* The levels were made; call before they are used. */
void msim_traffic_init(struct msim_outer_levels *outer, const struct msim_mem *mem,
                       const struct msim_machine *machine);

/* A reference that missed a first level.  Returns which levels missed, as MSIM_OUTCOME_ bits. */
unsigned msim_traffic_refer(struct msim_outer_levels *outer, const struct msim_ref *ref);

/* The same of what reaches L2 or L3, which is filled by what misses it, and the levels after it;
 * `prefetch`: what a prefetcher of the level before asks for.  Sets `found` of each level. */
unsigned msim_traffic_reach(struct msim_outer_levels *outer, enum msim_level level,
                            const struct msim_ref *ref, bool prefetch);

/* Brings in a block that the level lacks, as a level that fills it or memory is next; else what is
 * next must be asked for it after this.  Returns what missed, as above. */
unsigned msim_traffic_bring(struct msim_outer_levels *outer, enum msim_level level,
                            const struct msim_ref *by, uint64_t block);

/* True: what L2 misses reaches L3 as a reference. */
bool msim_traffic_reaches_l3(const struct msim_outer_levels *outer);

/* A first level prefetched these bytes from memory. */
void msim_traffic_read(struct msim_outer_levels *outer, const struct msim_ref *by);

/* The level gives up the block, which comes into none; what is dirty is written on.  False: it is not
 * there. */
bool msim_traffic_lose(struct msim_outer_levels *outer, enum msim_level level,
                       const struct msim_ref *by, uint64_t block);

/* A store past the caches has so many bytes written that were in no buffer. */
void msim_traffic_stored(struct msim_outer_levels *outer, const struct msim_ref *store,
                         uint64_t bytes);

/* A mark of a line. */
void msim_traffic_mark(struct msim_outer_levels *outer, const struct msim_ref *mark);

/* All levels are about to be emptied. */
void msim_traffic_empty(struct msim_outer_levels *outer);

/* How many of these bytes no outer level has in a dirty line. */
uint64_t msim_traffic_only_first(struct msim_outer_levels *outer, uint64_t first, uint64_t bytes);

/* How many bytes the core that runs has in dirty lines of outer levels, each once; those that an earlier
 * core uses, too, count there. */
uint64_t msim_traffic_dirty_bytes(struct msim_outer_levels *outer, uint32_t core);

/* Another core's line of these bytes, which was dirty, is clean or gone; they are written on, because
 * of `by`. */
void msim_traffic_give(struct msim_outer_levels *outer, const struct msim_ref *by, uint64_t first,
                       uint64_t bytes);

/* The same of a line of the core `from`, which keeps it and shares it with the one that runs. */
void msim_traffic_share(struct msim_outer_levels *outer, uint32_t from, const struct msim_ref *by,
                        uint64_t first, uint64_t bytes);
