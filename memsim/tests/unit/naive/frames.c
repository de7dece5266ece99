/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The oracle of frames.h. */
#include "frames.h"

#include <stdio.h>
#include <stdlib.h>

static uint64_t permuted(uint64_t page)
{
    uint64_t among = 1024 * 1024, group = page / among;
    uint64_t hash = group * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash / (UINT64_C(1) << 32);
    uint64_t x = (page % among) ^ (hash % among);
    for (int i = 0; i < 3; i++) {
        x = x * 648053 % among;
        x ^= x / 1024;
    }
    return group * among + x;
}

/* From 1 on; 0: it has none. */
static uint64_t number_of(struct naive_frames *frames, uint64_t page, bool huge, bool touches)
{
    unsigned at = 0;
    while (at < frames->used[huge] && frames->page[huge][at] != page)
        at++;
    if (at < frames->used[huge])
        return at + 1;
    if (!touches)
        return 0;
    if (at == NAIVE_PAGES_MAX) {
        fprintf(stderr, "too many pages\n");
        abort();
    }
    frames->page[huge][frames->used[huge]++] = page;
    return at + 1;
}

uint64_t naive_place(struct naive_frames *frames, uint64_t address, bool huge, bool touches)
{
    uint64_t size = huge ? MSIM_HUGE_PAGE : 4096, page = address / size, frame = page;
    if (frames->physical == MSIM_PHYSICAL_SCATTERED)
        frame = permuted(page);
    if (frames->physical == MSIM_PHYSICAL_CONTIGUOUS)
        frame = number_of(frames, page, huge, touches);
    bool moved = huge && frames->physical != MSIM_PHYSICAL_SAME;
    return (frame * size + address % size) ^ (moved ? UINT64_C(1) << 62 : 0);
}
