/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The oracle where lines are followed (engine/outer/traffic.h): which level has which, which are
 * dirty, and what memory reads and writes.
 *
 * Each level has the set of its lines by the program's addresses, and the set of those that are
 * dirty.  What left it is what the set has, and the level (naive.h) no longer does.
 */
#pragma once

#include "naive.h"

struct naive_cores;

/* NULL: they are not followed. */
struct naive_lines *naive_lines_new(const struct msim_machine *machine);
void naive_lines_free(struct naive_lines *lines);

/* Uses a line of a level; bytes that move add to `count`, here and below.  True: it was not there;
 * *next: nor in an exclusive level after this one. */
bool naive_lines_touch(struct naive *naive, uint64_t *count, enum msim_level level, uint64_t line,
                       bool writes, bool *next);

/* True: what the level before this one misses has come from it. */
bool naive_lines_are_exclusive(const struct naive *naive, enum msim_level level);

/* With write-through, these bytes go on after the reference that wrote them. */
void naive_lines_written(struct naive *naive, uint64_t *count, uint64_t first, uint32_t size);

/* The lines of these bytes leave all levels, and come into none.  True: one was there. */
bool naive_lines_give_up(struct naive *naive, uint64_t *count, uint64_t first, uint64_t last);

/* A byte goes to memory past all levels. */
void naive_lines_stored(struct naive *naive, uint64_t *count);

/* There are several cores, whose caches are known; the one that runs is another from now on. */
void naive_lines_share(struct naive *naive);
void naive_lines_run_on(struct naive *naive, unsigned core);

/* What comes next counts here; `from_core`: another core supplies it. */
void naive_lines_begin(struct naive *naive, uint64_t *count, bool from_core);

/* A core's cache lost the line to another core. */
void naive_lines_taken(struct naive *naive, unsigned core, enum msim_level level, uint64_t line);

/* True: a level of a core has one of these bytes, dirty. */
bool naive_lines_dirty(const struct naive *naive, unsigned core, enum msim_level level,
                       uint64_t first, uint64_t size);

/* True: D1 has no dirty lines. */
bool naive_lines_write_through(const struct naive *naive);

/* These bytes are written to levels that the core uses, or to memory. */
void naive_lines_write(struct naive *naive, uint64_t first, uint64_t size);

/* What a core has of these bytes is clean from now on, and all are written on if any was dirty; the
 * second one: to the exclusive L3 that it has in common with the core that runs, and shares them with. */
void naive_lines_give(struct naive *naive, unsigned core, uint64_t first, uint64_t size);
void naive_lines_share_dirty(struct naive *naive, unsigned core, uint64_t first, uint64_t size);

/* A reference to caches.  `count`: of its site and kind. */
void naive_lines_reference(struct naive *naive, uint64_t *count, enum msim_kind kind,
                           uint64_t first, uint32_t size, bool writes);
