/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The frames of pageframes.h. */
#include "pageframes.h"

#include <stddef.h>

#include "stream/hash.h"

enum { SMALL_SHIFT = 12, BIG_SHIFT = 21, PAGES_MAX = 1 << 30 };
_Static_assert(1 << BIG_SHIFT == MSIM_HUGE_PAGE, "");

#define BIG_FRAMES (UINT64_C(1) << 62)
#define NO_FRAME   UINT64_MAX
#define NOWHERE    (UINT64_C(1) << 63)

struct page {
    uint64_t number;
    uint32_t next;
};

static uint32_t hash_page(const void *element)
{
    uint64_t hash = msim_mix(((const struct page *)element)->number);
    return (uint32_t)(hash >> 32);
}

static bool same_page(const void *element, const void *wanted)
{
    return ((const struct page *)element)->number == ((const struct page *)wanted)->number;
}

static const struct msim_lookup_kind by_page = {hash_page, same_page, offsetof(struct page, next),
                                                0};

static void init_given(struct msim_given_pageframes *given, const struct msim_mem *mem)
{
    msim_lookup_init(&given->lookup, mem, &by_page);
    msim_table_init(&given->pages, mem, sizeof(struct page), PAGES_MAX);
}

void msim_pageframes_init(struct msim_pageframes *frames, const struct msim_mem *mem,
                          const struct msim_machine *machine, struct msim_huge_map *huge)
{
    frames->physical = machine->physical;
    frames->huge = machine->huge ? huge : NULL;
    if (machine->physical != MSIM_PHYSICAL_CONTIGUOUS)
        return;
    init_given(&frames->small, mem);
    init_given(&frames->big, mem);
}

static uint64_t scattered(uint64_t page)
{
    enum { BITS = 20, MASK = (1 << BITS) - 1, ROUNDS = 3, FACTOR = 0x9e375 };
    uint64_t x = (page ^ msim_mix(page >> BITS)) & MASK;
    for (unsigned i = 0; i < ROUNDS; i++) {
        x = x * FACTOR & MASK;
        x ^= x >> BITS / 2;
    }
    return (page & ~(uint64_t)MASK) | x;
}

static uint64_t contiguous(struct msim_given_pageframes *given, uint64_t page, bool touches)
{
    const struct page wanted = {.number = page};
    uint32_t number = touches ? msim_lookup_number(&given->lookup, &given->pages, &wanted)
                              : msim_lookup_find(&given->lookup, &given->pages, &wanted);
    return number == UINT32_MAX ? NO_FRAME : UINT64_C(1) + number;
}

static uint64_t frame_of(struct msim_pageframes *frames, uint64_t page, bool is_big, bool touches)
{
    if (frames->physical == MSIM_PHYSICAL_SCATTERED)
        return scattered(page);
    return contiguous(is_big ? &frames->big : &frames->small, page, touches);
}

static uint64_t of_two_sizes(struct msim_pageframes *frames, uint64_t address, bool touches)
{
    bool is_big = msim_huge_has(frames->huge, address);
    unsigned shift = is_big ? BIG_SHIFT : SMALL_SHIFT;
    uint64_t within = address & ((UINT64_C(1) << shift) - 1);
    uint64_t frame = frame_of(frames, address >> shift, is_big, touches);
    return frame == NO_FRAME ? address ^ NOWHERE
                             : (frame << shift | within) ^ (is_big ? BIG_FRAMES : 0);
}

uint64_t msim_pageframes_translate(struct msim_pageframes *frames, uint64_t address, bool touches)
{
    if (frames->huge)
        return of_two_sizes(frames, address, touches);
    uint64_t page = address >> SMALL_SHIFT, within = address & ((1 << SMALL_SHIFT) - 1);
    struct msim_recent_frame *recent = &frames->recent[page % MSIM_RECENT_FRAMES];
    if (recent->page != page + 1) {
        uint64_t frame = frame_of(frames, page, false, touches);
        if (frame == NO_FRAME)
            return address ^ NOWHERE;
        *recent = (struct msim_recent_frame){page + 1, frame};
    }
    return recent->frame << SMALL_SHIFT | within;
}
