/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Functions whose calls begin or end a part of the run (caches/parts.h): regions that a function
 * names, and what Callgrind's options ask for.
 *
 * A function is on the stack while a context below one of its own counts.  So each context has a
 * list of the watched functions on its path, and where the list of the context that counts changes,
 * functions were entered or left, however that happened: by calls and returns, long jumps,
 * exceptions, or another stack.  Of a recursive function, only the outermost call counts.
 *
 * Cost: none unless a function is watched; then a comparison for each call and return.
 */
#pragma once

#include "engine/base/text.h"
#include "engine/caches/parts.h"
#include "tree.h"
#include "watched.h"

struct msim_callees;

/* A watched function on the path of a context, and those further out. */
struct msim_watch_list {
    uint32_t outer, function;
    uint32_t same_hash;
};

struct msim_watch {
    const struct msim_watch_names *names; /* NULL: no function is watched */
    struct msim_parts *parts;
    struct msim_table lists; /* struct msim_watch_list; 0 is empty */
    struct msim_lookup lookup;
    struct msim_table threads; /* struct msim_watch_thread, by number */
    uint32_t thread;
    /* Takes MSIM_WATCH_ZERO_BEFORE, DUMP_BEFORE and DUMP_AFTER: all counts are up to date, except
     * in the queue of misses; NULL: not taken. */
    void (*dump)(void *self, enum msim_watch_action action, uint32_t name, uint64_t instructions);
    void *self;
};

/* `names` live as long as the watch. */
void msim_watch_init(struct msim_watch *watch, const struct msim_mem *mem,
                     const struct msim_watch_names *names, struct msim_parts *parts);

/* A line for each name that no function of the run had. */
void msim_watch_summary(const struct msim_watch *watch, const struct msim_callees *callees,
                        const struct msim_lines *lines);

/* Another thread runs. */
void msim_watch_run(struct msim_watch *watch, uint32_t thread);

/* A context counts from now on. */
void msim_watch_transition(struct msim_watch *watch, const struct msim_callees *callees,
                           const struct msim_tree *tree, uint32_t context, uint64_t instructions);

/* All functions are left, in all threads. */
void msim_watch_leave_all(struct msim_watch *watch, const struct msim_callees *callees,
                          uint64_t instructions);
