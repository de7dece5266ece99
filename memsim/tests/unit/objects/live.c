/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Live blocks by any address in them, against a model too simple to be wrong: an array that is
 * searched from end to end.  A model with a fault must differ.
 */
#include <string.h>

#include "engine/blocks/live.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

enum { MOST = 300, STEPS = 4000 };

/* Counts what is got. */
struct counted {
    const struct msim_mem *mem;
    size_t bytes;
};

static void *get_counted(void *self, size_t bytes, size_t align)
{
    struct counted *counted = self;
    counted->bytes += bytes;
    return msim_get(counted->mem, bytes, align);
}

struct model {
    struct msim_live_block block[MOST];
    unsigned used;
    bool faulty; /* the last byte of a block is not in it */
};

static int containing(const struct model *model, uint64_t address)
{
    for (unsigned i = 0; i < model->used; i++)
        if (address - model->block[i].address < model->block[i].bytes - model->faulty)
            return (int)i;
    return -1;
}

/* Allocators return aligned addresses, a multiple of 16 apart, but for pieces of other blocks. */
static struct msim_live_block any_block(struct unit_random *random)
{
    static const uint64_t far[] = {0x1000, 0x555555559000, 0x7ffff7a00000, 0x7fff80000000};
    struct msim_live_block block = {.address = far[unit_below(random, 4)]};
    block.address += 16 * unit_below(random, unit_one_in(random, 2) ? 600 : 100000);
    block.address += unit_one_in(random, 8) ? unit_below(random, 16) : 0;
    block.bytes = 1 + unit_below(random, unit_one_in(random, 10) ? 5000000 : 200);
    block.born = unit_below(random, MSIM_LIVE_TIMES);
    block.owner = (uint32_t)unit_below(random, UINT32_MAX);
    return block;
}

/* Those that are live share no 16 bytes. */
static bool fits(const struct model *model, const struct msim_live_block *block)
{
    for (unsigned i = 0; i < model->used; i++) {
        const struct msim_live_block *other = &model->block[i];
        if ((block->address & ~UINT64_C(15)) <
                ((other->address + other->bytes + 15) & ~UINT64_C(15)) &&
            (other->address & ~UINT64_C(15)) <
                ((block->address + block->bytes + 15) & ~UINT64_C(15)))
            return false;
    }
    return model->used < MOST;
}

static bool same(const struct msim_live_block *a, const struct msim_live_block *b)
{
    return a->address == b->address && a->bytes == b->bytes && a->born == b->born &&
           a->owner == b->owner;
}

/* Returns how many answers differed. */
static unsigned compare(struct model *model, struct unit_random *random)
{
    struct msim_live live;
    unsigned differ = 0;
    msim_live_init(&live, &memory.mem);
    for (unsigned step = 0; step < STEPS; step++) {
        struct msim_live_block block = any_block(random), found;
        unsigned which = model->used ? (unsigned)unit_below(random, model->used) : 0;
        if (unit_one_in(random, 2) && fits(model, &block)) {
            differ += !msim_live_add(&live, &block);
            differ += msim_live_add(&live, &block);
            model->block[model->used++] = block;
        } else if (unit_one_in(random, 3) && model->used) {
            uint64_t address = model->block[which].address;
            differ +=
                !msim_live_remove(&live, address, &found) || !same(&found, &model->block[which]);
            differ += msim_live_remove(&live, address, &found);
            model->block[which] = model->block[--model->used];
        }
        uint64_t asked = any_block(random).address;
        if (model->used && unit_one_in(random, 2)) {
            const struct msim_live_block *near = &model->block[which % model->used];
            asked = near->address + unit_below(random, near->bytes + 2) - 1;
        }
        int number = containing(model, asked);
        bool is_found = msim_live_find(&live, asked, &found);
        differ += is_found != (number >= 0) || (is_found && !same(&found, &model->block[number]));
    }
    return differ;
}

UNIT_EACH(random_blocks, 20)
{
    struct unit_random random = {(uint64_t)_i};
    static struct model model;
    memset(&model, 0, sizeof model);
    ck_assert_uint_eq(compare(&model, &random), 0);
}

UNIT_TEST(planted_fault)
{
    struct unit_random random = {1};
    static struct model model;
    memset(&model, 0, sizeof model);
    model.faulty = true;
    ck_assert_uint_gt(compare(&model, &random), 0);
}

struct listed {
    uint64_t last;
    unsigned used;
};

static void take(void *self, const struct msim_live_block *block)
{
    struct listed *listed = self;
    ck_assert_uint_lt(block->address, listed->last);
    listed->last = block->address;
    listed->used++;
}

/* All are listed, once each; a block costs at most 24 bytes. */
UNIT_TEST(many)
{
    enum { BLOCKS = 1 << 20, BYTES = 32 };
    struct msim_live live;
    struct listed listed = {UINT64_MAX, 0};
    struct counted counted = {&memory.mem, 0};
    struct msim_mem mem = {get_counted, &counted};
    msim_live_init(&live, &mem);
    for (uint64_t i = 0; i < BLOCKS; i++) {
        uint64_t which = i ^ 0x55; /* nearly in order, as allocators begin them */
        struct msim_live_block block = {0x10000000 + BYTES * which, BYTES - 8, i, 1};
        ck_assert(msim_live_add(&live, &block));
    }
    ck_assert_uint_le(counted.bytes, (size_t)24 * BLOCKS);
    msim_live_each(&live, take, &listed);
    ck_assert_uint_eq(listed.used, BLOCKS);
}
