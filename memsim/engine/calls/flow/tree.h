/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The tree of calling contexts: a function, called from one place in another context.
 *
 *     main, line 7 -> parse, line 12 -> read        each with the counts of its own code
 *
 * Recursion makes a tree deep.  From MSIM_DEPTH_FULL contexts on, or always if it is folded, a call
 * of a function that is on the path already goes on in that context.  No count is lost by that, nor
 * where contexts take all that they may (bound.h).
 *
 * Context 0 counts what runs before any context is known.  Numbers of parents are smaller than
 * those of their children.
 *
 * Cost: 72 to 80 bytes per context, 140 more if it misses anything, 100 if cores take data from
 * each other there; entering one again is nearly always a comparison, else a look-up.
 */
#pragma once

#include "bound.h"
#include "engine/parts/contexts.h"
#include "stream/lookup.h"
#include "stream/mem.h"

enum {
    MSIM_DEPTH_FULL = 1000,
    MSIM_CONTEXTS_MAX = 1 << 26,
    MSIM_WAITING_MAX = 1 << 16,
    MSIM_RECENT_BITS = 12
};

enum msim_context_kind {
    MSIM_CONTEXT_NONE,   /* context 0 */
    MSIM_CONTEXT_THREAD, /* where a thread, or a stack that the program made, begins */
    MSIM_CONTEXT_SIGNAL, /* where a handler begins */
    MSIM_CONTEXT_CALL,
    MSIM_CONTEXT_JUMP,   /* a tail call */
    MSIM_CONTEXT_WAITING /* not a context: counts belong to `parent`, which may still change */
};

/* One line of the processor's cache. */
struct msim_context {
    struct msim_context_refs refs; /* of its own code */
    uint64_t calls;
    uint32_t parent;
    uint32_t function;
    uint32_t place; /* the site of the call + 1, 0: unknown; or the thread's or signal's number */
    uint32_t same_hash;
    uint32_t home;    /* of its counts (parts/contexts.h) */
    uint32_t watched; /* its list of watched functions (watch.h), + 1; 0: not known yet */
    uint16_t depth;
    uint8_t kind;
    uint8_t folded; /* deeper recursion goes on here */
} __attribute__((aligned(64)));

_Static_assert(sizeof(struct msim_context) == 64, "");

struct msim_callees;

struct msim_tree {
    struct msim_table contexts;
    struct msim_sparse misses; /* struct msim_context_misses, */
    struct msim_sparse shared; /* struct msim_context_shared */
    struct msim_lookup lookup;
    uint32_t recent[1 << MSIM_RECENT_BITS]; /* by hash: a context entered before, or 0 */
    uint32_t waiting;                       /* how many are of this kind */
    bool fold;
    struct msim_callees *callees; /* the functions of its contexts */
    struct msim_bound bound;
};

void msim_tree_init(struct msim_tree *tree, const struct msim_mem *mem,
                    struct msim_callees *callees, bool fold);

static inline struct msim_context *msim_context_at(const struct msim_tree *tree, uint32_t number)
{
    return MSIM_TABLE_AT(&tree->contexts, number, struct msim_context);
}

/* True: it is the context of this parent, function, kind and place. */
static inline bool msim_context_is(const struct msim_context *context,
                                   const struct msim_context *key)
{
    return context->parent == key->parent && context->function == key->function &&
           context->place == key->place && context->kind == key->kind;
}

/* All counts of a context's own code. */
struct msim_row msim_context_row(const struct msim_tree *tree, uint32_t number);

/* From now on, contexts are folded as at the limit. */
void msim_tree_save_memory(struct msim_tree *tree);

/* The context that a call goes on in, which is made if it is new. */
uint32_t msim_tree_find(struct msim_tree *tree, const struct msim_context *key);

/* Enters a context; returns its number.  Most calls were made before, in the same context. */
static inline uint32_t msim_tree_enter(struct msim_tree *tree, const struct msim_context *key)
{
    uint64_t mixed = (uint64_t)key->parent << 32 | key->place;
    mixed = (mixed ^ key->function * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xd6e8feb86659fd93);
    uint32_t *recent = &tree->recent[mixed >> (64 - MSIM_RECENT_BITS)];
    if (!msim_context_is(msim_context_at(tree, *recent), key))
        *recent = msim_tree_find(tree, key);
    msim_context_at(tree, *recent)->calls++;
    return *recent;
}

/* A number that stands for the context until msim_tree_settle(): what counts for it so far counts
 * for the one that `parent` is then.  The context itself, if there are too many. */
uint32_t msim_tree_wait(struct msim_tree *tree, uint32_t context);

/* The context that a number stands for now. */
static inline uint32_t msim_tree_settled(const struct msim_tree *tree, uint32_t number)
{
    const struct msim_context *context = msim_context_at(tree, number);
    return context->kind == MSIM_CONTEXT_WAITING ? context->parent : number;
}

/* Adds what a context of another tree misses, and counts among several cores. */
void msim_tree_add_sparse(struct msim_tree *to, uint32_t number, const struct msim_tree *from,
                          uint32_t of);

/* Gives all contexts what waits for them. */
void msim_tree_settle(struct msim_tree *tree);

/* Resets all counts. */
void msim_tree_clear(struct msim_tree *tree);
