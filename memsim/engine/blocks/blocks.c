/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The hash of blocks.h. */
#include "blocks.h"

#include "stream/hash.h"

enum { START_BITS = 10, ADDRESS_BITS = 48, PLACE_LOW = 16 };

/* The upper 16 bits of each word hold half of the place.  An address of 0 marks a free slot. */
struct msim_block_entry {
    uint64_t address, bytes;
};

static struct msim_block_entry pack(const struct msim_block *block)
{
    return (struct msim_block_entry){
        (block->address & MSIM_BLOCK_MAX) | (uint64_t)block->place << ADDRESS_BITS,
        (block->bytes & MSIM_BLOCK_MAX) | (uint64_t)(block->place >> PLACE_LOW) << ADDRESS_BITS};
}

static struct msim_block unpack(const struct msim_block_entry *entry)
{
    return (struct msim_block){entry->address & MSIM_BLOCK_MAX, entry->bytes & MSIM_BLOCK_MAX,
                               (uint32_t)(entry->address >> ADDRESS_BITS) |
                                   (uint32_t)(entry->bytes >> ADDRESS_BITS) << PLACE_LOW};
}

static uint64_t address_in(const struct msim_blocks *blocks, uint64_t slot)
{
    return blocks->entry[slot].address & MSIM_BLOCK_MAX;
}

static uint64_t home(const struct msim_blocks *blocks, uint64_t address)
{
    return msim_mix(address) >> blocks->shift;
}

static void make_table(struct msim_blocks *blocks, unsigned bits)
{
    blocks->size = UINT64_C(1) << bits;
    blocks->shift = 64 - bits;
    blocks->entry = msim_get(blocks->mem, blocks->size * sizeof *blocks->entry, 64);
}

void msim_blocks_init(struct msim_blocks *blocks, const struct msim_mem *mem)
{
    blocks->mem = mem;
    blocks->used = 0;
    make_table(blocks, START_BITS);
}

/* The slot of the address, or the free slot where it belongs. */
static uint64_t slot_of(const struct msim_blocks *blocks, uint64_t address)
{
    uint64_t slot = home(blocks, address);
    for (uint64_t there; (there = address_in(blocks, slot)) && there != address;)
        slot = (slot + 1) & (blocks->size - 1);
    return slot;
}

static void grow(struct msim_blocks *blocks)
{
    const struct msim_block_entry *old = blocks->entry;
    uint64_t size = blocks->size;
    make_table(blocks, 64 - blocks->shift + 1);
    for (uint64_t i = 0; i < size; i++)
        if (old[i].address & MSIM_BLOCK_MAX)
            blocks->entry[slot_of(blocks, old[i].address & MSIM_BLOCK_MAX)] = old[i];
}

bool msim_blocks_add(struct msim_blocks *blocks, const struct msim_block *block)
{
    if (blocks->used >= blocks->size / 4 * 3)
        grow(blocks);
    uint64_t slot = slot_of(blocks, block->address);
    if (address_in(blocks, slot))
        return false;
    blocks->entry[slot] = pack(block);
    blocks->used++;
    return true;
}

bool msim_blocks_find(const struct msim_blocks *blocks, uint64_t address, struct msim_block *found)
{
    uint64_t slot = slot_of(blocks, address);
    *found = unpack(&blocks->entry[slot]);
    return found->address != 0;
}

/* Moves into `hole` a later entry that a search would no longer reach, and so on to the end of the
 * run. */
static void close_hole(struct msim_blocks *blocks, uint64_t hole)
{
    uint64_t mask = blocks->size - 1;
    for (uint64_t slot = (hole + 1) & mask; address_in(blocks, slot); slot = (slot + 1) & mask) {
        uint64_t wanted = home(blocks, address_in(blocks, slot));
        if (((slot - wanted) & mask) >= ((slot - hole) & mask)) {
            blocks->entry[hole] = blocks->entry[slot];
            hole = slot;
        }
    }
    blocks->entry[hole] = (struct msim_block_entry){0, 0};
}

bool msim_blocks_remove(struct msim_blocks *blocks, uint64_t address, struct msim_block *found)
{
    uint64_t slot = slot_of(blocks, address);
    *found = unpack(&blocks->entry[slot]);
    if (!found->address)
        return false;
    close_hole(blocks, slot);
    blocks->used--;
    return true;
}
