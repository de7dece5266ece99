/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The heap and the page-ins of the same run, from its other files, on the axis of instructions.
 *
 * Of memsim.time.123 they are memsim.heap.123 and memsim.pagein.123, in the same folder; of a.time,
 * a.heap and a.pagein.  A file that
 * is not there, is wrong, or is of another command is left out, and a note says why; one that an
 * option names must fit.
 */
#pragma once

#include "cmd/time/file/set.h"

struct msim_beside_point {
    uint64_t at, bytes; /* instructions; the heap from here on */
};

struct msim_beside {
    struct msim_beside_point *heap; /* in order */
    size_t heaps;                   /* 0: not known */
    uint64_t *page;                 /* when each page was touched first, in order */
    size_t pages;                   /* 0: not known */
    char *note[2];                  /* why one is not known; NULL: nothing to say */
};

/* `heap` and `pages` are names of files, or NULL: look beside the file, unless `alone`. */
void msim_beside_find(struct msim_beside *beside, const struct msim_timed *timed, const char *heap,
                      const char *pages, bool alone);
void msim_beside_free(struct msim_beside *beside);

/* The largest heap in the instructions from..to. */
uint64_t msim_beside_heap(const struct msim_beside *beside, uint64_t from, uint64_t to);

/* Pages touched first in the instructions from..to, without `to`. */
uint64_t msim_beside_pages(const struct msim_beside *beside, uint64_t from, uint64_t to);
