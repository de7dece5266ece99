/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The port against lists in order of use: what its front answers, and what goes past it.
 *
 * Addresses are few, and chosen to share an entry of the front, a set, a page; and some are where
 * 32 bits of a granule end, and 45.  The last test gives the lists a fault.
 */
#include <string.h>

#include "engine/ports/port.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

enum { WAYS_MAX = 64, SETS_MAX = 128, STEPS = 30000 };

/* Blocks of each set, the most recently used first. */
struct list {
    uint64_t sets;
    unsigned ways, shift, used[SETS_MAX];
    uint64_t block[SETS_MAX][WAYS_MAX];
};

static bool misses(struct list *list, uint64_t address)
{
    uint64_t block = address >> list->shift, set = block % list->sets;
    uint64_t *at = list->block[set];
    unsigned place = 0, used = list->used[set];
    while (place < used && at[place] != block)
        place++;
    bool missed = place == used;
    if (missed && used == list->ways)
        place--;
    else if (missed)
        list->used[set]++;
    memmove(at + 1, at, place * sizeof *at);
    at[0] = block;
    return missed;
}

struct bench {
    struct unit_memory memory;
    struct unit_random random;
    struct msim_port *port;
    struct list cache, tlb;
    uint32_t now;
    uint64_t before;      /* the granule that the last reference began in */
    unsigned hits, pairs; /* answered by the front: one granule, two */
};

static void start(struct bench *bench, struct msim_shape cache, struct msim_shape tlb)
{
    const struct msim_shape none = {0, 0, 0};
    memset(bench, 0, sizeof *bench);
    unit_memory_start(&bench->memory);
    bench->port = msim_get(&bench->memory.mem, sizeof *bench->port, 64);
    msim_port_init(bench->port, &bench->memory.mem, cache, tlb, none, NULL);
    bench->cache = (struct list){.sets = cache.sets, .ways = cache.ways, .shift = cache.shift};
    bench->tlb = (struct list){.sets = tlb.sets, .ways = tlb.ways, .shift = tlb.shift};
    bench->random.state = cache.sets * 100 + cache.ways;
}

static uint64_t random_address(struct bench *bench)
{
    static const uint64_t base[] = {0x400000,
                                    0x400000 + (64 << 13),
                                    0x400000 + (64 << 14),
                                    0x401000,
                                    0x1ffeffe000,
                                    0x3fffffe000,
                                    0x4000000000,
                                    0x3fffffffffff,
                                    0x7ffffffffe000,
                                    0x8000000000000,
                                    UINT64_C(0xffffffffff600000)};
    uint64_t at = base[unit_below(&bench->random, sizeof base / sizeof *base)];
    return at + unit_below(&bench->random, 1 << 13);
}

static unsigned expected(struct bench *bench, uint64_t address)
{
    unsigned missed = misses(&bench->cache, address) ? MSIM_MISS_CACHE : 0;
    return missed | (misses(&bench->tlb, address) ? MSIM_MISS_TLB : 0);
}

/* The granules first and the next one, the second first where `turned`: only the front may answer.
 */
static void two(struct bench *bench, uint64_t granule, bool turned)
{
    unsigned shift = bench->port->shift;
    if (!msim_port_hit_two(bench->port, bench->now + 1, granule))
        return;
    bench->now += 2;
    bench->pairs++;
    ck_assert_uint_eq(expected(bench, (granule + turned) << shift), 0);
    ck_assert_uint_eq(expected(bench, (granule + !turned) << shift), 0);
}

/* One reference of up to 16 bytes; false: the port and the lists differ. */
static bool one(struct bench *bench)
{
    uint64_t first = random_address(bench), last = first + unit_below(&bench->random, 16);
    unsigned shift = bench->port->shift, should = 0;
    uint64_t granule = first >> shift;
    if (unit_one_in(&bench->random, 3))
        two(bench, unit_one_in(&bench->random, 2) ? granule : bench->before,
            unit_one_in(&bench->random, 2));
    bench->before = granule;
    for (uint64_t at = granule; at <= last >> shift; at++)
        should |= expected(bench, at << shift);
    if (msim_port_hit(bench->port, bench->port->stamp, ++bench->now, granule, last >> shift)) {
        bench->hits++;
        return should == 0;
    }
    return msim_port_touch(bench->port, &bench->now, first, last) == should;
}

static const struct {
    struct msim_shape cache, tlb;
    bool pairs; /* two granules may be answered at once */
} ports[] = {
    {{64, 8, 6}, {16, 4, 12}, true},   {{4, 16, 6}, {1, 2, 12}, true},
    {{2, 1, 6}, {2, 1, 12}, true},     {{1, 32, 6}, {4, 4, 12}, false},
    {{1, 2, 6}, {1, 1, 12}, false},    {{128, 4, 5}, {8, 8, 12}, true},
    {{3, 12, 6}, {3, 5, 12}, true},    {{1, 64, 6}, {1, 64, 12}, false},
    {{16, 2, 14}, {16, 4, 12}, false},
};

enum { PORTS = sizeof ports / sizeof *ports };

UNIT_EACH(as_lists, PORTS)
{
    struct bench bench;
    start(&bench, ports[_i].cache, ports[_i].tlb);
    for (unsigned step = 0; step < STEPS; step++)
        ck_assert_msg(one(&bench), "port %d, step %u", _i, step);
    ck_assert_uint_gt(bench.hits, 0);
    ck_assert(ports[_i].pairs == (bench.pairs > 0));
    unit_memory_end(&bench.memory);
}

/* Nothing was referenced: then nothing is known, whatever the empty entries look like. */
UNIT_TEST(empty)
{
    struct bench bench;
    start(&bench, ports[0].cache, ports[0].tlb);
    for (uint64_t i = 0; i < MSIM_FRONT_SIZE; i++)
        for (uint64_t upper = 0; upper <= UINT32_MAX; upper += UINT32_MAX) {
            uint64_t granule[] = {i, upper ^ i, (upper ^ i) << 32, UINT32_MAX - i, ~i};
            for (unsigned k = 0; k < sizeof granule / sizeof *granule; k++)
                ck_assert(!msim_port_hit(bench.port, bench.port->stamp, 1, granule[k], granule[k]));
        }
    unit_memory_end(&bench.memory);
}

/* Lists with one way more must be found to differ. */
UNIT_TEST(finds_fault)
{
    struct bench bench;
    bool same = true;
    start(&bench, ports[0].cache, ports[0].tlb);
    bench.tlb.ways++;
    for (unsigned step = 0; step < STEPS && same; step++)
        same = one(&bench);
    ck_assert(!same);
    unit_memory_end(&bench.memory);
}
