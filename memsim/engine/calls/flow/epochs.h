/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Epochs: what lies between two dumps, or before or after the counts are forgotten.
 *
 * Each epoch has a tree of its own in the tree of contexts, below a root, and what is on the stacks
 * goes on in contexts of the new tree.  So no count has to be copied or reset when an epoch ends,
 * although misses that belong to it may still be on their way.  Numbers of contexts are those of
 * one epoch up to the first of the next one.
 *
 * Calls that are under way were counted in the epoch where they were made.
 *
 * Cost: a few words and the contexts of all frames, for each epoch.
 */
#pragma once

#include "follow.h"

/* Why an epoch ended. */
enum msim_epoch_end {
    MSIM_EPOCH_DUMP, /* the program said so; */
    MSIM_EPOCH_BEFORE,
    MSIM_EPOCH_AFTER,     /* before or after a function; */
    MSIM_EPOCH_FORGOTTEN, /* it does not count; */
    MSIM_EPOCH_INHERITED  /* it was the parent's, and does not count either */
};

struct msim_epoch {
    uint32_t root; /* of the epoch that follows */
    uint32_t text; /* a string: the program's, or the function's name */
    uint8_t end;   /* enum msim_epoch_end */
};

enum { MSIM_EPOCHS_MAX = 1 << 20 };

/* The follower has epochs from now on. */
void msim_epochs_init(struct msim_follower *follower, const struct msim_mem *mem);

/* An epoch ends.  Call when the counts are with their contexts. */
void msim_epoch_end(struct msim_follower *follower, struct msim_contexts *contexts,
                    enum msim_epoch_end end, uint32_t text, uint64_t instructions);

/* For a forked child: epochs that have ended are its parent's, and are forgotten. */
void msim_epochs_clear(struct msim_follower *follower);

/* All stacks are unknown from now on. */
void msim_epoch_lose_stacks(struct msim_follower *follower, struct msim_contexts *contexts,
                            uint64_t instructions);

/* The number of epochs so far. */
static inline uint32_t msim_epochs(const struct msim_follower *follower)
{
    return follower->epochs.used + 1;
}

/* How epoch `number` ended; NULL: it is the last one. */
static inline const struct msim_epoch *msim_epoch_at(const struct msim_follower *follower,
                                                     uint32_t number)
{
    return number < follower->epochs.used ? msim_table_at(&follower->epochs, number) : NULL;
}

/* The contexts of an epoch: from the first one, which is its root, up to `end`. */
struct msim_epoch_contexts {
    uint32_t first, end;
};
struct msim_epoch_contexts msim_epoch_contexts(const struct msim_follower *follower,
                                               uint32_t number);

/* The follower with a tree of this epoch alone, from `mem`.  `counts`: by context of the epoch,
 * whether what it counts is in the tree; NULL: all is. */
struct msim_follower msim_epoch_only(const struct msim_follower *follower,
                                     const struct msim_mem *mem, uint32_t number,
                                     const bool *counts);

/* The follower with a tree that has the sums of all epochs that are not forgotten. */
struct msim_follower msim_epoch_all(const struct msim_follower *follower,
                                    const struct msim_mem *mem);
