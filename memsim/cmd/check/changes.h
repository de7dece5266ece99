/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which source lines changed, the largest change first.
 *
 * A line whose code does the same as before, wherever it has moved to, is not a change (pair.h,
 * align.h).  Functions of the C library have one line.  Misses change with the layout of everything else, so they count only where they are
 * watched: their budget was not kept, or they became fewer.
 */
#ifndef MSIM_CMD_CHECK_CHANGES_H
#define MSIM_CMD_CHECK_CHANGES_H

#include "judge.h"

/* A line of NEW; where it is gone, of BASE. */
struct msim_change {
    const char *file, *function, *object; /* object: NULL if unknown */
    uint32_t line;
    bool added, gone;      /* one of the files has no such line */
    uint64_t weight;       /* how much it matters */
    int64_t *base, *fresh; /* by msim_common; the second after the first, from malloc */
};

struct msim_changes {
    struct msim_change *change;
    size_t changes;
    bool watched[MSIM_EVENTS_MAX]; /* the events that count, by msim_common */
};

/* Finds the changes. */
void msim_changes_find(struct msim_changes *changes, const struct msim_sides *sides,
                       const struct msim_judgement *judgement);
void msim_changes_free(struct msim_changes *changes);

#endif
