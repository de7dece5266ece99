/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which frame of physical memory each page is in: L2 and L3 are indexed by physical addresses.
 * First levels and TLBs are not, and nor is anything that names data.
 *
 *     MSIM_PHYSICAL_SAME        physical addresses are the program's
 *     MSIM_PHYSICAL_SCATTERED   a page's frame is a permutation of its number, and depends on
 *                               nothing else. Each 2^20 pages are permuted among themselves:
 *
 *                                   x = the last 20 bits of page ^ msim_mix(page >> 20)
 *                                   three times: x = x * 0x9e375 mod 2^20; x ^= x >> 10
 *                                   frame = page, with x for its last 20 bits
 *
 *     MSIM_PHYSICAL_CONTIGUOUS  frames are given out one after the other, from number 1 on, to
 *                               pages as they are first touched, in the order of the simulator:
 *                               with several cores, that of virtual time
 *
 * Pages are of 4 KB, or of 2 MB where they are huge (huge.h): these have frames of 2 MB, whose
 * addresses differ in bit 62, where no program has any.  So no two pages share a frame.  A page
 * keeps its frame for ever, also if it is unmapped.
 *
 * A first touch misses all caches, so what misses the first level suffices to see it; whoever reads
 * misses in their order gives the same frames.
 *
 * Cost: a comparison for each block that misses a first level.  Of small pages where none is huge,
 * the last frames are in a table; otherwise, some 20 instructions, or a search in a hash and 16 to
 * 24 bytes for each page.
 */
#pragma once

#include "huge.h"
#include "stream/lookup.h"

/* Frames in the order in which they were given to pages of one size. */
struct msim_given_pageframes {
    struct msim_lookup lookup;
    struct msim_table pages;
};

struct msim_recent_frame {
    uint64_t page; /* + 1; 0: none */
    uint64_t frame;
};

enum { MSIM_RECENT_FRAMES = 64 };

struct msim_pageframes {
    enum msim_physical physical;
    struct msim_recent_frame recent[MSIM_RECENT_FRAMES]; /* by page */
    struct msim_huge_map *huge;                          /* NULL: no page is */
    struct msim_given_pageframes small, big;
};

/* `huge`: which addresses are in huge pages, if the machine has such pages. */
void msim_pageframes_init(struct msim_pageframes *frames, const struct msim_mem *mem,
                          const struct msim_machine *machine, struct msim_huge_map *huge);

/* The physical address, if frames are not the same; `touches`: the page gets a frame if it has
 * none.  Else the address of such a page differs in bit 63, where nothing is held. */
uint64_t msim_pageframes_translate(struct msim_pageframes *frames, uint64_t address, bool touches);

/* The physical address of what is touched. */
static inline uint64_t msim_pageframes_touch(struct msim_pageframes *frames, uint64_t address)
{
    if (__builtin_expect(frames->physical == MSIM_PHYSICAL_SAME, 1))
        return address;
    return msim_pageframes_translate(frames, address, true);
}

/* The same of what is only looked for. */
static inline uint64_t msim_pageframes_find(struct msim_pageframes *frames, uint64_t address)
{
    if (__builtin_expect(frames->physical == MSIM_PHYSICAL_SAME, 1))
        return address;
    return msim_pageframes_translate(frames, address, false);
}
