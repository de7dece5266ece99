/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Follows calls and returns, so that for every segment the context is known that it belongs to.
 *
 * A call writes its return address, a return reads it.  That address identifies the frame:
 *
 *     call      leaves the frames at or below the place where it writes (longjmp, exceptions);
 *               the next segment is the function that was called
 *     return    leaves the frame whose return address it reads, and those below it
 *     jump      to where another function begins: a tail call; into the middle of a function: to
 *               its frame, if it has one.  With recursion it has several: its counts wait until the
 *               next call or return shows which one it is
 *
 * Go's runtime is known by the names of four functions.  A call on the thread's own stack (mcall,
 * systemstack, morestack) goes on in the context of the goroutine; gogo jumps to a goroutine: to
 * its first function, or to the one that waits for such a call.  After morestack its frames are
 * elsewhere, and returns leave them one by one until a new one is known.
 *
 * Code of linkage tables runs on behalf of the caller, and the dynamic linker's resolver, which
 * jumps to the function that was called, is left by that jump.  A return of which no frame is known
 * leaves no frame where it is a jump (its address lies below all others), all frames where it lies
 * above, and goes on to another stack where it lies far from this one.
 *
 * Cost: a comparison and an entry of a known context per call, some 20 ns.
 */
#pragma once

#include "engine/parts/contexts.h"
#include "functions.h"
#include "stacks.h"
#include "tree.h"
#include "watch.h"

struct msim_follower {
    const struct msim_dict *dict;
    struct msim_callees callees;
    struct msim_tree tree;
    struct msim_flow_stacks stacks;
    struct msim_watch watch;
    uint32_t left;    /* the goroutine's stack that a call left last */
    uint64_t last;    /* the header of the last record of a chunk, or before an event; 0: none */
    uint64_t last_at; /* the address of its return address, */
    bool called;      /* and that it is a call, which is not followed yet */
    uint32_t waiting; /* the number that stands for the innermost context; 0: it is known */
    /* Takes events of parts; NULL: not taken. */
    void (*part_event)(struct msim_follower *follower, struct msim_contexts *contexts,
                       const uint64_t *record, uint64_t instructions);
    struct msim_table epochs; /* those that ended (epochs.h), */
    uint32_t root;            /* and the context above those of this one */
    const bool *forgotten;    /* for files, by context: it does not count; NULL: all do */
};

/* `fold`: one context for all recursive calls. */
void msim_follower_init(struct msim_follower *follower, const struct msim_mem *mem,
                        struct msim_dict *dict, bool fold);

/* Watches the functions of these names; call before there are segments. */
void msim_follower_watch(struct msim_follower *follower, const struct msim_mem *mem,
                         const struct msim_watch_names *names, struct msim_parts *parts);

/* Resets all counts.  Calls that are under way count as one. */
void msim_follower_clear(struct msim_follower *follower);

/* What a simulator calls; `self` is the follower. */
struct msim_context_observer msim_follower_calls(struct msim_follower *follower);

/* The inlined calls that a context was called from; 0: none. */
uint32_t msim_context_inlined(const struct msim_follower *follower,
                              const struct msim_context *context);
