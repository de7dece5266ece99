/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Learns the overhead of overhead.h. */
#include "overhead.h"

#include "stream/hash.h"

enum {
    GRANULE_SHIFT = 3,
    WORD_SHIFT = GRANULE_SHIFT + 6, /* bytes of memory per word of bits */
    AREA_SHIFT = 21,                /* of addresses to areas */
    WORDS = 1 << (AREA_SHIFT - WORD_SHIFT),
    REACH = 4096, /* bytes searched for a neighbour */
    START = 64,
    NEAR = 64,
    LOOK_AT_FIRST = 64,
    LOOK_EVERY = 16
};

/* The overhead of the GNU C library. */
static uint64_t usual(uint64_t bytes)
{
    uint64_t takes = (bytes + 8 + 15) & ~UINT64_C(15);
    return (takes < 32 ? 32 : takes) - bytes;
}

static struct msim_overhead_area *new_areas(const struct msim_overhead *overhead)
{
    return msim_get(overhead->mem, overhead->areas_size * sizeof(struct msim_overhead_area), 8);
}

void msim_overhead_init(struct msim_overhead *overhead, const struct msim_mem *mem,
                        const struct msim_blocks *blocks, uint64_t fixed)
{
    *overhead = (struct msim_overhead){.mem = mem, .blocks = blocks, .areas_size = START};
    overhead->learns = fixed == UINT64_MAX;
    overhead->fixed = overhead->learns ? 0 : fixed;
    if (!overhead->learns)
        return;
    overhead->classes = msim_get(mem, MSIM_SIZE_CLASSES * sizeof *overhead->classes, 8);
    overhead->areas = new_areas(overhead);
    for (uint64_t i = 0; i < MSIM_SIZE_CLASSES; i++) {
        overhead->classes[i].smallest = UINT64_MAX;
        overhead->classes[i].extra = i <= MSIM_EXACT_SIZES ? usual(i) : 0;
    }
}

/* --- Starts ------------------------------------------------------------------------------- */

/* The slot of an area in the hash, or the free one where it belongs. */
static struct msim_overhead_area *slot_of(const struct msim_overhead *overhead, uint64_t number)
{
    uint64_t mask = overhead->areas_size - 1;
    uint64_t slot = msim_mix(number) >> 32 & mask;
    while (overhead->areas[slot].starts && overhead->areas[slot].number != number)
        slot = (slot + 1) & mask;
    return &overhead->areas[slot];
}

static void grow(struct msim_overhead *overhead)
{
    const struct msim_overhead_area *old = overhead->areas;
    uint64_t size = overhead->areas_size;
    overhead->areas_size *= 2;
    overhead->areas = new_areas(overhead);
    for (uint64_t i = 0; i < size; i++)
        if (old[i].starts)
            *slot_of(overhead, old[i].number) = old[i];
}

static struct msim_overhead_area *add_area(struct msim_overhead *overhead, uint64_t number)
{
    if (++overhead->areas_used > overhead->areas_size / 2)
        grow(overhead);
    struct msim_overhead_area *area = slot_of(overhead, number);
    area->number = number;
    area->starts = msim_get(overhead->mem, WORDS * sizeof *area->starts, 64);
    return area;
}

/* The word with the bit of this address; NULL: no block ever began in its area. */
static inline uint64_t *word_of(struct msim_overhead *overhead, uint64_t address, bool make)
{
    uint64_t number = address >> AREA_SHIFT;
    if (!overhead->last.starts || overhead->last.number != number) {
        struct msim_overhead_area *area = slot_of(overhead, number);
        if (!area->starts && make)
            area = add_area(overhead, number);
        if (!area->starts)
            return NULL;
        overhead->last = *area;
    }
    return &overhead->last.starts[address >> WORD_SHIFT & (WORDS - 1)];
}

static uint64_t bit_of(uint64_t address)
{
    return UINT64_C(1) << (address >> GRANULE_SHIFT & 63);
}

/* The first start from `address` on that is within reach; 0: none. */
static uint64_t start_from(struct msim_overhead *overhead, uint64_t address)
{
    uint64_t mask = ~(bit_of(address) - 1), base = address >> WORD_SHIFT << WORD_SHIFT;
    for (uint64_t end = base + REACH; base < end; base += 1 << WORD_SHIFT, mask = ~UINT64_C(0)) {
        const uint64_t *word = word_of(overhead, base, false);
        if (word && (*word & mask))
            return base + ((uint64_t)__builtin_ctzll(*word & mask) << GRANULE_SHIFT);
    }
    return 0;
}

/* The last start before `address` that is within reach; 0: none. */
static uint64_t start_before(struct msim_overhead *overhead, uint64_t address)
{
    uint64_t mask = bit_of(address) - 1, base = address >> WORD_SHIFT << WORD_SHIFT;
    for (unsigned left = REACH >> WORD_SHIFT; left--;
         base -= 1 << WORD_SHIFT, mask = ~UINT64_C(0)) {
        const uint64_t *word = word_of(overhead, base, false);
        if (word && (*word & mask))
            return base + ((uint64_t)(63 - __builtin_clzll(*word & mask)) << GRANULE_SHIFT);
    }
    return 0;
}

/* --- Classes ------------------------------------------------------------------------------ */

static struct msim_size_class *class_of(const struct msim_overhead *overhead, uint64_t bytes)
{
    if (bytes <= MSIM_EXACT_SIZES)
        return &overhead->classes[bytes];
    unsigned log = 63 - (unsigned)__builtin_clzll(bytes);
    unsigned eighth = (bytes >> (log - 3)) & 7;
    return &overhead->classes[MSIM_EXACT_SIZES + 1 + 8 * (log - 12) + eighth];
}

/* Adopts the smallest overhead seen, once enough blocks were measured. */
static void settle(struct msim_overhead *overhead, uint64_t bytes, struct msim_size_class *size)
{
    uint64_t extra = size->smallest;
    if (extra == UINT64_MAX || extra == size->extra ||
        (bytes <= MSIM_EXACT_SIZES && extra > size->extra && size->blocks < LOOK_AT_FIRST))
        return;
    uint64_t change = extra - size->extra; /* modulo 2^64, as are the sums */
    overhead->total += size->live.now * change;
    overhead->at_peak += msim_peaked_at(&size->live, overhead->peak) * change;
    size->extra = extra;
}

/* Learns that a block of this size has a neighbour at this distance. */
static void learn(struct msim_overhead *overhead, uint64_t bytes, uint64_t distance)
{
    uint64_t extra = distance - bytes;
    if (distance < bytes || extra > bytes + NEAR)
        return;
    struct msim_size_class *size = class_of(overhead, bytes);
    if (extra < size->smallest)
        size->smallest = extra;
    settle(overhead, bytes, size);
}

void msim_overhead_add(struct msim_overhead *overhead, const struct msim_block *block)
{
    overhead->total += overhead->fixed;
    if (!overhead->learns)
        return;
    struct msim_size_class *size = class_of(overhead, block->bytes);
    msim_peaked_set(&size->live, overhead->peak, size->live.now + 1);
    overhead->total += size->extra;
}

void msim_overhead_remove(struct msim_overhead *overhead, const struct msim_block *block)
{
    overhead->total -= overhead->fixed;
    if (!overhead->learns)
        return;
    struct msim_size_class *size = class_of(overhead, block->bytes);
    msim_peaked_set(&size->live, overhead->peak, size->live.now - 1);
    overhead->total -= size->extra;
    *word_of(overhead, block->address, true) &= ~bit_of(block->address);
    if (overhead->previous.address == block->address)
        overhead->previous.address = 0;
}

static void look_around(struct msim_overhead *overhead, const struct msim_block *block)
{
    struct msim_block below;
    uint64_t granule = 1 << GRANULE_SHIFT, bytes = block->bytes ? block->bytes : 1;
    uint64_t above = start_from(overhead, block->address + bytes + granule - 1);
    uint64_t before = start_before(overhead, block->address);
    if (above)
        learn(overhead, block->bytes, above - block->address);
    if (before && msim_blocks_find(overhead->blocks, before, &below))
        learn(overhead, below.bytes, block->address - before);
    if (overhead->previous.address && overhead->previous.address < block->address)
        learn(overhead, overhead->previous.bytes, block->address - overhead->previous.address);
}

void msim_overhead_learn(struct msim_overhead *overhead, const struct msim_block *block)
{
    if (!overhead->learns)
        return;
    struct msim_size_class *size = class_of(overhead, block->bytes);
    uint64_t blocks = ++size->blocks;
    if (blocks <= LOOK_AT_FIRST || blocks % LOOK_EVERY == 0)
        look_around(overhead, block);
    if (blocks == LOOK_AT_FIRST)
        settle(overhead, block->bytes, size);
    overhead->previous = *block;
    *word_of(overhead, block->address, true) |= bit_of(block->address);
}

void msim_overhead_raise(struct msim_overhead *overhead, uint64_t peak)
{
    overhead->peak = peak;
    overhead->at_peak = overhead->total;
}
