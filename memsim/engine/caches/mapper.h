/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The seam for layouts that are tried out: a mapper decides where the program's data lies.
 *
 * With a mapper, the simulator passes it every data reference before it is simulated.  What it
 * returns, one or several pieces, is simulated in its place, each as a reference of its own, and
 * counts in a row of the profile that the mapper chooses (other data counts by site).  Fetches stay
 * where they were, and count by site.  So all counts of data by row are exact, at every level.
 *
 * The whole stream counts: regions and collection do not divide it.  Observers of pages see
 * nothing of data, and there are no companions of first levels (arrays/companion.h).
 *
 * Cost: segments are simulated reference by reference, and each has a call; without a mapper, a
 * comparison for each chunk and each event.
 */
#pragma once

#include "stream/stream.h"

enum { MSIM_PIECES = 64 };

struct msim_piece {
    uint64_t first;
    uint32_t size : 30; /* at least 1 */
    uint32_t kind : 2;  /* MSIM_READ or MSIM_WRITE: a layout may add references */
    uint32_t row;       /* of the profile */
};

struct msim_mapper {
    /* Where `size` bytes from `first` are, which the access refers to: at most MSIM_PIECES pieces,
     * in order. */
    unsigned (*map)(void *self, const struct msim_segment *segment,
                    const struct msim_access *access, uint64_t first, uint32_t size,
                    struct msim_piece *piece);
    /* Before a chunk is simulated, and after each event; both may be NULL. */
    void (*chunk)(void *self, const uint64_t *words, const uint64_t *end);
    void (*event)(void *self, const uint64_t *record);
    void *self;
    uint32_t rows; /* those below this are chosen by `map` */
};
