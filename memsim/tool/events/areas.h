/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory by the area: the bytes of all stacks (STACKS events) and the mappings of pages (MAP, UNMAP).
 *
 * Stacks.  Valgrind tells of every change of a stack pointer, often in the middle of a segment, where
 * nothing can be recorded.  So the number of bytes now and the most since the last event are kept, and
 * recorded, the most first, at the next place where that is possible: before each heap event, and
 * whenever a thread stops running (at the latest after 100,000 superblocks).  No peak is missed; it
 * may be told of a little late.  As in Massif, what changed before the program's first instruction
 * does not count.
 *
 * Pages.  Each mapping is a heap event with the stack of the system call; a block is a range of whole
 * pages.  A part of it may be unmapped, and, as Valgrind tells nothing of what MAP_FIXED replaces,
 * a part of it may be mapped again (Massif counts that twice).
 *
 * Cost: stacks, a call per change of the stack pointer.
 */
#ifndef MSIM_TOOL_EVENTS_AREAS_H
#define MSIM_TOOL_EVENTS_AREAS_H

#include "tool/base/shadow.h"

void msim_areas_init(Bool stacks, Bool pages);

/* Whole pages from `at` up to `end` were mapped or unmapped (maps.h). */
void msim_areas_mapped(Addr at, Addr end);
void msim_areas_unmapped(Addr at, Addr end);

/* The first guest instruction is about to be translated. */
void msim_areas_code(void);

/* Records what the stacks have been, if they changed: between segments, or outside guest code.
 * `shadow` as for msim_recorder_event. */
void msim_areas_event(struct msim_shadow *shadow);

#endif
