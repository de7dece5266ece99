/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Areas of memory: the bytes of all stacks (STACKS events) and the mappings of pages (MAP, UNMAP).
 *
 * Stacks.  Valgrind reports every change of a stack pointer, often in the middle of a segment,
 * where nothing can be recorded.  So the current number of bytes and the maximum since the last
 * event are kept and recorded, the maximum first, at the next opportunity: before each heap event,
 * and whenever a thread stops running (after 100,000 superblocks at the latest).  No peak is
 * missed, though it may be recorded a little late.  As in Massif, changes before the program's
 * first instruction do not count.
 *
 * Pages.  Each mapping is a heap event with the stack of the system call; a block is a range of
 * whole pages.  Parts of it may be unmapped.  Parts may also be mapped again, because Valgrind does
 * not report what MAP_FIXED replaces (Massif counts that twice).
 *
 * Cost: for stacks, a call per change of the stack pointer.
 */
#pragma once

#include "tool/base/shadow.h"

void msim_areas_init(Bool stacks, Bool pages);

/* Whole pages from `at` up to `end` were mapped or unmapped (maps.h). */
void msim_areas_mapped(Addr at, Addr end);
void msim_areas_unmapped(Addr at, Addr end);

/* The first guest instruction is about to be translated. */
void msim_areas_code(void);

/* Records the sizes of stacks, if they changed.  Call between segments or outside guest code;
 * `shadow` as for msim_recorder_event(). */
void msim_areas_event(struct msim_shadow *shadow);

/* The same before the event of a block; nothing with --pages-as-heap, where blocks do not count. */
void msim_areas_block(struct msim_shadow *shadow);
