/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Replacement policies: against the oracle of naive/policy.h, and against the numbers of another
 * simulator on a million random accesses each.
 */
#include <stdio.h>
#include <string.h>

#include "engine/arrays/array.h"
#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/naive/policy.h"

struct bench {
    struct unit_memory memory;
    struct msim_array array;
    uint32_t now;
};

static void start(struct bench *bench, const char *name, uint64_t sets, uint32_t ways)
{
    struct msim_policy_choice choice;
    ck_assert_msg(msim_policy_read(name, &choice), "%s", name);
    ck_assert_ptr_null(msim_policy_refuses(&choice, ways));
    unit_memory_start(&bench->memory);
    bench->now = 0;
    msim_array_init(&bench->array, &bench->memory.mem, sets, ways, 6, NULL);
    msim_array_follow(&bench->array, &bench->memory.mem, &choice);
}

static void end(struct bench *bench)
{
    unit_memory_end(&bench->memory);
}

/* --- The numbers of another simulator --------------------------------------------------------- */

/*
 * Rows were made by cacheSim.py of nanoBench (github.com/andreas-abel/nanoBench, commit 36c077f):
 * its hits in one set, and a hash of the numbers of the accesses that hit; then the same of 100,000
 * accesses, of which one in 64 takes its block away instead (-1: not tried, as its LRU and FIFO
 * keep the empty place in their lists).
 */
static const struct {
    const char *name;
    uint32_t ways;
    int hits;
    uint32_t hash;
    int less_hits;
    uint32_t less_hash;
} rows[] = {
#define ROW(name, ways, hits, hash, less_hits, less_hash)                                          \
    {name, ways, hits, hash, less_hits, less_hash},
#include "nanobench.list"
#undef ROW
};

enum { ROWS = sizeof rows / sizeof *rows, NAMED = 28, ACCESSES = 1000000, LESS = 100000 };

static void must_be(int row, uint32_t accesses, bool removes, int expected, uint32_t expected_hash)
{
    struct bench bench;
    uint64_t x = 1, blocks = 2 * rows[row].ways;
    uint32_t hash = 0;
    int hits = 0;
    start(&bench, rows[row].name, 1, rows[row].ways);
    for (uint32_t i = 0; i < accesses; i++) {
        x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint64_t r = x >> 33, block = (r >> 8) % (r & 1 ? blocks / 3 : blocks);
        if (removes && (r >> 1) % 64 == 0) {
            msim_array_remove(&bench.array, block);
        } else if (!msim_array_touch(&bench.array, block, ++bench.now)) {
            hits++;
            hash = hash * 31 + i;
        }
    }
    end(&bench);
    ck_assert_msg(hits == expected && hash == expected_hash,
                  "%s, %u ways: %d hits instead of %d, or others", rows[row].name, rows[row].ways,
                  hits, expected);
}

static void must_be_row(int row)
{
    must_be(row, ACCESSES, false, rows[row].hits, rows[row].hash);
    if (rows[row].less_hits >= 0)
        must_be(row, LESS, true, rows[row].less_hits, rows[row].less_hash);
}

UNIT_EACH(as_nanobench, NAMED)
{
    must_be_row(_i);
}

/* All members of QLRU, or some of them. */
UNIT_EACH(qlru_as_nanobench, unit_rounds(ROWS - NAMED))
{
    must_be_row(NAMED + _i * (ROWS - NAMED) / unit_rounds(ROWS - NAMED));
}

/* --- Against the oracle ----------------------------------------------------------------------- */

enum { SETS = 3, WAYS_MAX = 32, STEPS = 3000 };

static void empty_all(struct bench *bench, struct naive_policy *naive,
                      uint64_t blocks[SETS][WAYS_MAX], uint64_t sets)
{
    msim_array_empty(&bench->array);
    for (uint64_t set = 0; set < sets; set++)
        naive_policy_empty(naive, set);
    memset(blocks, 0xff, SETS * sizeof *blocks);
}

/* False: they differ. */
static bool is_as_oracle(const char *name, uint32_t ways, uint64_t seed, bool removes)
{
    struct bench bench;
    uint64_t blocks[SETS][WAYS_MAX];
    struct unit_random random = {seed};
    struct naive_policy *naive = naive_policy_new(name, SETS, ways);
    bool same = true;
    start(&bench, name, SETS, ways);
    empty_all(&bench, naive, blocks, SETS);
    for (unsigned i = 0; i < STEPS && same; i++) {
        uint64_t block = unit_below(&random, SETS * (3 * ways / 2 + 1)), set = block % SETS;
        if (removes && unit_one_in(&random, 30)) {
            msim_array_remove(&bench.array, block);
            naive_policy_remove(naive, blocks[set], set, block);
        } else {
            same = msim_array_touch(&bench.array, block, ++bench.now) ==
                   naive_policy_touch(naive, blocks[set], set, block);
        }
        if (unit_one_in(&random, 100))
            bench.now = msim_array_renumber(&bench.array);
    }
    naive_policy_free(naive);
    end(&bench);
    return same;
}

UNIT_EACH(as_oracle, unit_rounds(400))
{
    static const uint32_t ways[] = {1, 2, 3, 4, 8, 12, 12, 16, 32};
    struct unit_random random = {(uint64_t)_i};
    for (unsigned i = 0; i < 10; i++) {
        uint32_t its = ways[unit_below(&random, sizeof ways / sizeof *ways)];
        struct msim_policy_name name = random_policy(&random, its, false);
        ck_assert_msg(is_as_oracle(name.text, its, 1000 * (uint64_t)_i + i, i % 2), "%s, %u ways",
                      name.text, its);
    }
}

/* A policy that does not see hits, or forgets what it knows when a block is taken away, is found. */
UNIT_FROM(finds_fault, NAIVE_POLICY_NO_HITS, NAIVE_POLICY_FAULTS)
{
    static const char *const names[] = {"plru", "mru", "mru_n", "srrip", "QLRU_H21_M1_R1_U3"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        ck_assert(is_as_oracle(names[i], 8, i, true));
        naive_policy_fault = (enum naive_policy_fault)_i;
        bool same = is_as_oracle(names[i], 8, i, true);
        naive_policy_fault = NAIVE_POLICY_RIGHT;
        ck_assert_msg(!same, "%s", names[i]);
    }
}

/* --- Names and ways --------------------------------------------------------------------------- */

static const char *const refused[] = {
    "LRU",     "fifo ",  "random:",           "random:4294967296",    "random:x",
    "QLRU",    "QLRU_",  "QLRU_H01_M1_R0_U0", "QLRU_H22_M1_R0_U0",    "QLRU_H11_M4_R0_U0",
    "plru4",   "lru:1",  "QLRU_H11_M1_R3_U0", "QLRU_H11_M1_R0_U4",    "QLRU_H11_M1_R0_U2",
    "random1", "srrip_", "QLRU_H11_M1_R2_U3", "QLRU_H11_M1_R1_U2_UM", "QLRU_H11_M1_R1_U2_UMOX",
};

UNIT_ROWS(refuses_names, refused)
{
    struct msim_policy_choice choice;
    ck_assert_msg(!msim_policy_read(refused[_i], &choice), "%s", refused[_i]);
}

static const struct {
    const char *name;
    uint32_t ways;
    bool fits;
} fits[] = {
    {"plru", 1, true},       {"plru", 12, false},
    {"plrul", 64, true},     {"plrul", 3, false},
    {"lru3plru4", 12, true}, {"lru3plru4", 16, false},
    {"fifo", 1000, true},    {"random", 7, true},
    {"mru", 32, true},       {"mru", 33, false},
    {"srrip", 32, true},     {"srrip", 33, false},
    {"mru_n", 1, true},      {"QLRU_H11_M1_R0_U1", 1, false},
    {"", 131072, true},      {"QLRU_H11_M1_R0_U1_UMO", 1, true},
};

UNIT_ROWS(fits_ways, fits)
{
    struct msim_policy_choice choice;
    ck_assert(msim_policy_read(fits[_i].name, &choice));
    ck_assert_msg(!msim_policy_refuses(&choice, fits[_i].ways) == fits[_i].fits, "%s, %u",
                  fits[_i].name, fits[_i].ways);
}
