/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The oracle of physical pages (engine/ports/pageframes.h): lists of pages in the order of their
 * first touch, searched from the front, and the permutation as it is written down.
 */
#pragma once

#include "engine/machine/geometry.h"

enum { NAIVE_PAGES_MAX = 1 << 16 };

struct naive_frames {
    enum msim_physical physical;
    uint64_t page[2][NAIVE_PAGES_MAX]; /* of 4 KB, of 2 MB */
    unsigned used[2];
};

/* Where memory has an address; `touches`: its page gets a frame if it has none. */
uint64_t naive_place(struct naive_frames *frames, uint64_t address, bool huge, bool touches);
