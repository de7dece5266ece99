/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the heap's observer keeps by address: live blocks, and the starts of blocks that show the
 * allocator's overhead.  Each is compared with a model too simple to be wrong: arrays searched from
 * end to end.
 */
#include <stdlib.h>

#include "engine/blocks/blocks.h"
#include "engine/heap/overhead.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

/* --- Blocks ------------------------------------------------------------------------------------- */

enum { ADDRESSES = 3000 };

struct model {
    struct msim_block block[ADDRESSES]; /* `bytes` and `place` of each; address 0: not live */
    uint64_t address[ADDRESSES];
    unsigned live;
};

/* Neighbours, far ones, and ones that a weak hash would put together. */
static void make_addresses(struct model *model, struct unit_random *random)
{
    for (unsigned i = 0; i < ADDRESSES; i++) {
        uint64_t number = i + 1;
        switch (i % 4) {
        case 0:
            model->address[i] = number * 16;
            break;
        case 1:
            model->address[i] = number << 36;
            break;
        case 2:
            model->address[i] = (UINT64_C(1) << 47) - number * 4096;
            break;
        default:
            model->address[i] = number << 20 | unit_below(random, 1 << 16) << 3 | 1;
        }
    }
}

static void must_be(const struct msim_blocks *blocks, const struct model *model, unsigned i)
{
    struct msim_block found;
    bool live = msim_blocks_find(blocks, model->address[i], &found);
    ck_assert(live == (model->block[i].address != 0));
    if (!live)
        return;
    ck_assert_uint_eq(found.address, model->address[i]);
    ck_assert_uint_eq(found.bytes, model->block[i].bytes);
    ck_assert_uint_eq(found.place, model->block[i].place);
}

static void change(struct msim_blocks *blocks, struct model *model, struct unit_random *random,
                   unsigned i)
{
    struct msim_block *block = &model->block[i], found;
    bool live = block->address != 0;
    if (unit_one_in(random, 2)) {
        struct msim_block wanted = {model->address[i], unit_random(random) & MSIM_BLOCK_MAX,
                                    (uint32_t)unit_random(random)};
        ck_assert(msim_blocks_add(blocks, &wanted) == !live);
        if (!live)
            *block = wanted;
        model->live += !live;
    } else {
        ck_assert(msim_blocks_remove(blocks, model->address[i], &found) == live);
        block->address = 0;
        model->live -= live;
    }
    ck_assert_uint_eq(blocks->used, model->live);
}

/* Whatever was removed before, the others are found and it is not. */
UNIT_EACH(blocks_come_and_go, 6)
{
    static struct model model;
    struct unit_random random = {(uint64_t)_i};
    struct msim_blocks blocks;
    unsigned among = _i % 2 ? ADDRESSES : 700; /* the table grows, or stays and is rather full */
    model = (struct model){0};
    make_addresses(&model, &random);
    msim_blocks_init(&blocks, &memory.mem);
    for (unsigned step = 0; step < 60000; step++) {
        change(&blocks, &model, &random, (unsigned)unit_below(&random, among));
        must_be(&blocks, &model, (unsigned)unit_below(&random, among));
        if (step % 5000 == 0)
            for (unsigned i = 0; i < among; i++)
                must_be(&blocks, &model, i);
    }
}

/* --- What the allocator takes ------------------------------------------------------------- */

struct learner {
    struct msim_blocks blocks;
    struct msim_overhead overhead;
};

static void learner_start(struct learner *learner, uint64_t fixed)
{
    msim_blocks_init(&learner->blocks, &memory.mem);
    msim_overhead_init(&learner->overhead, &memory.mem, &learner->blocks, fixed);
}

static void put(struct learner *learner, uint64_t address, uint64_t bytes)
{
    struct msim_block block = {address, bytes, 0};
    msim_blocks_add(&learner->blocks, &block);
    msim_overhead_add(&learner->overhead, &block);
    msim_overhead_learn(&learner->overhead, &block);
}

static void take(struct learner *learner, uint64_t address)
{
    struct msim_block block;
    ck_assert(msim_blocks_remove(&learner->blocks, address, &block));
    msim_overhead_remove(&learner->overhead, &block);
}

/* As in the C library at first; smaller at once; larger only when much was seen. */
UNIT_TEST(learns_by_hand)
{
    struct learner learner;
    const struct msim_overhead *overhead = &learner.overhead;
    learner_start(&learner, UINT64_MAX);
    put(&learner, 0x10010, 24); /* takes 32 */
    ck_assert_uint_eq(overhead->total, 8);
    put(&learner, 0x10010 + 64, 25); /* 48 */
    ck_assert_uint_eq(overhead->total, 8 + 23);
    put(&learner, 0x10010 + 64 + 40, 5); /* no, 40; and 5 take 32 */
    ck_assert_uint_eq(overhead->total, 8 + 15 + 27);
    put(&learner, 0x10010 + 24, 1); /* 24 take 24, 1 takes 32 */
    ck_assert_uint_eq(overhead->total, 15 + 27 + 31);
    take(&learner, 0x10010 + 64);
    ck_assert_uint_eq(overhead->total, 27 + 31);
    for (unsigned i = 0; i < 64; i++) { /* 100 take 128, not 112 */
        ck_assert_uint_eq(overhead->total, 27 + 31 + i * 12);
        put(&learner, 0x20000 + 128 * i, 100);
    }
    ck_assert_uint_eq(overhead->total, 27 + 31 + 64 * 28);
}

/* Those that share a class have the smallest overhead in it; from 0 on, and at once. */
UNIT_TEST(learns_large_sizes)
{
    struct learner learner;
    const struct msim_overhead *overhead = &learner.overhead;
    learner_start(&learner, UINT64_MAX);
    put(&learner, 0x9000ff0, 5000);
    ck_assert_uint_eq(overhead->total, 0);
    put(&learner, 0x9000ff0 + 5032, 5000); /* from the block before, two pages up */
    ck_assert_uint_eq(overhead->total, 64);
    put(&learner, 0x9000ff0 + 5032 + 5016, 5004);
    ck_assert_uint_eq(overhead->total, 48);
    put(&learner, 0x9000ff0 + 100000, 1 << 20); /* too far to tell */
    ck_assert_uint_eq(overhead->total, 48);
}

/* What is learned later holds for the peak too. */
UNIT_TEST(learns_for_the_peak)
{
    struct learner learner;
    learner_start(&learner, UINT64_MAX);
    put(&learner, 0x10000, 24);
    put(&learner, 0x10040, 24);
    ck_assert_uint_eq(learner.overhead.total, 16);
    msim_overhead_raise(&learner.overhead, 1);
    take(&learner, 0x10040);
    ck_assert_uint_eq(learner.overhead.total, 8);
    put(&learner, 0x10018, 100);
    ck_assert_uint_eq(learner.overhead.at_peak, 0);
    ck_assert_uint_eq(learner.overhead.total, 12);
}

UNIT_TEST(fixed_for_each)
{
    struct learner learner;
    learner_start(&learner, 8);
    put(&learner, 0x10000, 24);
    put(&learner, 0x10020, 24);
    ck_assert_uint_eq(learner.overhead.total, 16);
    take(&learner, 0x10000);
    ck_assert_uint_eq(learner.overhead.total, 8);
}

/* The C library of this machine: every size that is used much is known to the byte. */
UNIT_TEST(learns_a_real_allocator)
{
    enum { LIVE = 2000, SIZES = 300 };
    static void *block[LIVE];
    struct learner learner;
    struct unit_random random = {5};
    learner_start(&learner, UINT64_MAX);
    for (unsigned i = 0; i < 40000; i++) {
        void **at = &block[unit_below(&random, LIVE)];
        size_t bytes = 1 + unit_below(&random, SIZES);
        if (*at)
            take(&learner, (uint64_t)*at);
        free(*at);
        *at = malloc(bytes);
        put(&learner, (uint64_t)*at, bytes);
    }
    for (unsigned i = 0; i < LIVE; i++)
        free(block[i]);
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
    for (uint64_t bytes = 1; bytes <= SIZES; bytes++) {
        uint64_t takes = (bytes + 8 + 15) / 16 * 16;
        ck_assert_uint_eq(bytes + learner.overhead.classes[bytes].extra, takes < 32 ? 32 : takes);
    }
#endif
}

/* No distance is smaller than the slots that all blocks are in, and much used sizes take them; the
 * total is always the sum. */
UNIT_EACH(never_too_little, 4)
{
    enum { SLOTS = 500, SLOT = 160 };
    uint64_t bytes[SLOTS] = {0}; /* of the block in each slot, + 1 */
    struct unit_random random = {(uint64_t)_i + 7};
    struct learner learner;
    learner_start(&learner, UINT64_MAX);
    for (unsigned step = 0; step < 5000; step++) {
        uint64_t slot = unit_below(&random, SLOTS), sum = 0;
        uint64_t address = 0x7ff000 + slot * SLOT; /* two regions */
        if (bytes[slot])
            take(&learner, address);
        bytes[slot] = unit_one_in(&random, 3) ? 0 : 1 + unit_below(&random, SLOT + 1) / 40 * 40;
        if (bytes[slot])
            put(&learner, address, bytes[slot] - 1);
        for (unsigned i = 0; i < SLOTS; i++) {
            const struct msim_size_class *size = &learner.overhead.classes[bytes[i] - 1];
            if (!bytes[i])
                continue;
            ck_assert(size->smallest == UINT64_MAX || bytes[i] - 1 + size->smallest >= SLOT);
            ck_assert(step < 4500 || bytes[i] <= 80 || bytes[i] - 1 + size->extra == SLOT);
            sum += size->extra;
        }
        ck_assert_uint_eq(learner.overhead.total, sum);
    }
}
