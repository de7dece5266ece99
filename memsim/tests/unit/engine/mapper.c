/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The simulator with a mapper: random programs whose data the mapper moves, against the oracle,
 * which gets the moved addresses; and references in pieces, counted by hand.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/caches/sim.h"
#include "stream/event.h"
#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/program.h"
#include "tests/unit/naive/naive.h"

enum { PROGRAMS = 60, CHUNK_WORDS = 1500, CHUNKS = 12 };

#define AWAY UINT64_C(0x123456780)

struct moved {
    uint64_t by;
    unsigned events, chunks;
};

/* All data is `by` bytes further, and counts by site. */
static unsigned move(void *self, const struct msim_segment *segment,
                     const struct msim_access *access, uint64_t first, uint32_t size,
                     struct msim_piece *piece)
{
    const struct moved *moved = self;
    piece[0] = (struct msim_piece){first + moved->by, size, msim_access_kind(access),
                                   segment->instrs[access->instr].site};
    return 1;
}

static void see_chunk(void *self, const uint64_t *words, const uint64_t *end)
{
    struct moved *moved = self;
    ck_assert(words < end);
    moved->chunks++;
}

static void see_event(void *self, const uint64_t *record)
{
    struct moved *moved = self;
    ck_assert(msim_header_is_event(*record));
    moved->events++;
}

/* Adds to each base of the records; returns how many events there are. */
static unsigned move_records(uint64_t *words, const uint64_t *end, uint64_t by)
{
    unsigned events = 0;
    for (; words < end; words += 1 + msim_header_words(*words)) {
        if (msim_header_is_event(*words)) {
            events++;
            continue;
        }
        for (uint32_t i = 1; i <= msim_header_words(*words); i++)
            if (words[i] != MSIM_NO_ADDRESS)
                words[i] += by;
    }
    return events;
}

/* The number of counts that differ. */
static unsigned differing(const struct msim_profile *profile, const struct naive *naive)
{
    unsigned count = 0;
    for (uint32_t site = 0; site < profile->rows.used; site++)
        for (int kind = 0; kind < MSIM_KINDS; kind++)
            for (int i = 0; i < MSIM_COUNTS; i++)
                count += msim_profile_row(profile, site)->count[kind][i] !=
                         naive->row[site].count[kind][i];
    return count;
}

/* Runs a program whose data is moved, and the oracle with data moved by `oracle`. */
static unsigned run(uint64_t seed, uint64_t oracle)
{
    struct unit_memory memory;
    struct unit_program program;
    struct unit_random random = {seed};
    struct msim_machine machine = random_machine(&random);
    struct msim_profile profile;
    struct moved moved = {AWAY, 0, 0};
    unsigned events = 0;
    unit_memory_start(&memory);
    program_start(&program, &memory.mem, seed);
    msim_profile_init(&profile, &memory.mem, &program.dict);
    struct msim_sim *sim = msim_get(&memory.mem, sizeof *sim, 64);
    msim_sim_init(sim, &memory.mem, &program.dict, &profile, &machine);
    struct msim_mapper mapper = {move, see_chunk, see_event, &moved, 0};
    msim_sim_attach_mapper(sim, &mapper);
    struct naive *naive = naive_new(&program.dict, &machine);
    for (unsigned i = 0; i < CHUNKS; i++) {
        uint64_t words[MSIM_WORDS_MAX + 1 + CHUNK_WORDS];
        program_translate(&program, 40);
        msim_profile_extend(&profile);
        msim_sim_extend(sim);
        size_t used = program_run(&program, words, MSIM_WORDS_MAX + 1 + CHUNK_WORDS);
        msim_sim_run(sim, words, words + used);
        events += move_records(words, words + used, oracle);
        naive_run(naive, words, words + used);
    }
    msim_sim_settle(sim);
    unsigned count = differing(&profile, naive);
    ck_assert_uint_eq(moved.events, events);
    ck_assert_uint_eq(moved.chunks, CHUNKS);
    ck_assert_uint_gt(naive->references, 0);
    naive_free(naive);
    unit_memory_end(&memory);
    return count;
}

UNIT_EACH(moved_programs, PROGRAMS)
{
    ck_assert_uint_eq(run(31000 + (uint64_t)_i, AWAY), 0);
}

/* An oracle whose data is elsewhere must be found to differ. */
UNIT_TEST(finds_other_place)
{
    unsigned found = 0;
    for (uint64_t seed = 31000; seed < 31010; seed++)
        found += run(seed, AWAY + 16) != 0;
    ck_assert_uint_gt(found, 0);
}

/* --- Pieces ------------------------------------------------------------------------------- */

/* The first 8 bytes are in row 1 and on one line, the others on a line each in row 2. */
static unsigned split(void *self, const struct msim_segment *segment,
                      const struct msim_access *access, uint64_t first, uint32_t size,
                      struct msim_piece *piece)
{
    (void)self, (void)segment, (void)access;
    unsigned used = 0;
    piece[used++] = (struct msim_piece){first, 8, MSIM_WRITE, 1};
    for (uint32_t at = 8; at < size; at++)
        piece[used++] = (struct msim_piece){UINT64_C(0x100000) + at * 64, 1, MSIM_WRITE, 2};
    return used;
}

UNIT_TEST(pieces)
{
    struct unit_memory memory;
    struct msim_dict dict;
    struct msim_profile profile;
    struct msim_machine machine = {0};
    unit_memory_start(&memory);
    msim_dict_init(&dict, &memory.mem);
    uint32_t site =
        msim_dict_site(&dict, msim_dict_string(&dict, "a.c"), msim_dict_string(&dict, "f"), 1);
    struct msim_instr instr = {site, 4, 0};
    struct msim_access access = {.word = 1, .size = 16, .write = 1};
    struct msim_segment segment = {.address = 0x400000,
                                   .instrs = &instr,
                                   .accesses = &access,
                                   .instrs_used = 1,
                                   .accesses_used = 1,
                                   .words = 1};
    uint32_t number = msim_dict_segment(&dict, &segment);
    uint64_t records[] = {msim_header(number, 1), 0x2000, msim_header(number, 1), 0x2000};
    machine_level(&machine, MSIM_I1, "1K,2,64");
    machine_level(&machine, MSIM_D1, "1K,full,64");
    msim_profile_init(&profile, &memory.mem, &dict);
    struct msim_sim *sim = msim_get(&memory.mem, sizeof *sim, 64);
    msim_sim_init(sim, &memory.mem, &dict, &profile, &machine);
    struct msim_mapper mapper = {split, NULL, NULL, NULL, 3};
    msim_sim_attach_mapper(sim, &mapper);
    msim_profile_extend(&profile);
    msim_sim_extend(sim);
    msim_sim_run(sim, records, records + 4);
    msim_sim_settle(sim);
    ck_assert_uint_eq(profile.rows.used, 3);
    const struct msim_row *row[] = {msim_profile_row(&profile, 0), msim_profile_row(&profile, 1),
                                    msim_profile_row(&profile, 2)};
    ck_assert_uint_eq(row[0]->count[MSIM_FETCH][MSIM_REFS], 2);
    ck_assert_uint_eq(row[0]->count[MSIM_FETCH][MSIM_MISS_L1], 1);
    ck_assert_uint_eq(row[0]->count[MSIM_WRITE][MSIM_REFS], 0);
    ck_assert_uint_eq(row[1]->count[MSIM_WRITE][MSIM_REFS], 2);
    ck_assert_uint_eq(row[1]->count[MSIM_WRITE][MSIM_MISS_L1], 1);
    ck_assert_uint_eq(row[2]->count[MSIM_WRITE][MSIM_REFS], 16);
    ck_assert_uint_eq(row[2]->count[MSIM_WRITE][MSIM_MISS_L1], 8); /* 9 of 16 lines are in use */
    unit_memory_end(&memory);
}
