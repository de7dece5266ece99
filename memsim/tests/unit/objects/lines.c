/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What was touched of lines, against a model too simple to be wrong: the lines of a fully
 * associative cache in order of use, with a byte for each byte that an object touched.  A model
 * with a fault must differ.
 */
#include <string.h>

#include "engine/objects/lines.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

enum { LINE = 32, WAYS = 6, OBJECTS = 3, BLOCKS = 8, BLOCK = 40, STEPS = 20000, ALL = 4096 };

/* --- The model ---------------------------------------------------------------------------- */

struct sums {
    uint64_t lives, fetches, bytes, parts, touched;
};

struct model {
    uint64_t line[WAYS]; /* + 1, most recently used first; 0: none */
    bool touched[ALL], fetched[ALL / LINE][OBJECTS], ended[ALL];
    struct sums sums[OBJECTS];
    bool faulty; /* forgets that parts end where blocks do */
};

/* Block i is object i % OBJECTS, and lies at i * BLOCK. */
static unsigned object_of(uint64_t address)
{
    return (unsigned)(address / BLOCK % OBJECTS);
}

/* Counts the part of a line that a block has. */
static void end_part(struct model *model, uint64_t line, uint64_t block)
{
    unsigned bytes = 0;
    for (uint64_t at = line * LINE; at < (line + 1) * LINE; at++)
        if (at / BLOCK == block && model->touched[at]) {
            bytes++;
            model->touched[at] = false;
            model->ended[at] = true;
        }
    model->sums[block % OBJECTS].parts += bytes != 0;
    model->sums[block % OBJECTS].touched += bytes;
}

static void end_line(struct model *model, uint64_t line)
{
    for (uint64_t block = line * LINE / BLOCK; block * BLOCK < (line + 1) * LINE; block++)
        end_part(model, line, block);
    for (unsigned object = 0; object < OBJECTS; object++) {
        unsigned bytes = 0;
        for (uint64_t at = line * LINE; at < (line + 1) * LINE; at++)
            bytes += object_of(at) == object && model->ended[at];
        model->sums[object].lives += bytes != 0;
        model->sums[object].bytes += bytes;
        model->sums[object].fetches += model->fetched[line][object];
        model->fetched[line][object] = false;
    }
    memset(model->ended + line * LINE, 0, LINE);
}

static void touch(struct model *model, uint64_t first, uint64_t last)
{
    for (uint64_t line = first / LINE; line <= last / LINE; line++) {
        unsigned way = 0;
        while (way < WAYS - 1 && model->line[way] != line + 1)
            way++;
        if (model->line[way] != line + 1) {
            if (model->line[way])
                end_line(model, model->line[way] - 1);
            model->fetched[line][object_of(first)] = true;
        }
        memmove(model->line + 1, model->line, way * sizeof *model->line);
        model->line[0] = line + 1;
    }
    for (uint64_t at = first; at <= last; at++)
        model->touched[at] = true;
}

static void begin_block(struct model *model, uint64_t block)
{
    for (uint64_t line = block * BLOCK / LINE; line * LINE < (block + 1) * BLOCK; line++)
        if (!model->faulty)
            end_part(model, line, block);
}

/* --- Both --------------------------------------------------------------------------------- */

static struct sums sums_of(const struct msim_line_uses *lines, uint32_t object)
{
    struct sums sums = {0};
    for (uint32_t i = 0; i < lines->patterns.groups.used; i++) {
        const struct msim_pattern_group *group = msim_pattern_group_at(&lines->patterns, i);
        if (group->object != object)
            continue;
        sums.lives += group->lines;
        sums.fetches += group->fetches;
        sums.bytes += group->bytes;
        sums.parts += group->other_times;
        sums.touched += group->other_bytes;
        for (unsigned k = 0; k < group->used; k++) {
            const struct msim_pattern *its = &group->pattern[k];
            sums.parts += its->times;
            sums.touched += its->times * (uint64_t)__builtin_popcountll(its->mask);
        }
    }
    return sums;
}

/* The same random references to both; returns how many sums differ. */
static unsigned differing(bool faulty)
{
    static const struct msim_machine machine = {.level[MSIM_D1] = {LINE * WAYS, WAYS, LINE}};
    struct model *model = msim_get(&memory.mem, sizeof *model, 8);
    struct msim_line_uses *lines = msim_get(&memory.mem, sizeof *lines, 64);
    struct msim_owners owners;
    struct msim_uses uses = {.mem = NULL};
    struct msim_use_key key = {.site = 1};
    uint32_t object[OBJECTS];
    uint64_t random = 1;
    unsigned differ = 0;
    model->faulty = faulty;
    msim_owners_init(&owners, &memory.mem);
    msim_uses_init(&uses, &memory.mem);
    msim_lines_init(lines, &memory.mem, &machine, &owners, &uses);
    for (unsigned i = 0; i < OBJECTS; i++)
        object[i] = msim_owner_of_blocks(&owners, i + 1, BLOCK);
    for (unsigned step = 0; step < STEPS; step++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        uint64_t block = (random >> 33) % BLOCKS, at = (random >> 40) % (BLOCK - 8);
        struct msim_line_ref ref = {.address = block * BLOCK + at,
                                    .origin = block * BLOCK,
                                    .size = 1 + (uint32_t)(random >> 50) % 8,
                                    .object = object[block % OBJECTS]};
        ref.use = msim_uses_number(&uses, &key, false, 0);
        if (random >> 60 == 0) {
            msim_lines_begin_block(lines, ref.object, ref.origin, BLOCK);
            begin_block(model, block);
        }
        msim_lines_touch(lines, &ref);
        touch(model, ref.address, ref.address + ref.size - 1);
    }
    msim_lines_empty(lines);
    for (unsigned way = 0; way < WAYS; way++)
        if (model->line[way])
            end_line(model, model->line[way] - 1);
    for (unsigned i = 0; i < OBJECTS; i++) {
        struct sums ours = sums_of(lines, object[i]);
        differ += memcmp(&ours, &model->sums[i], sizeof ours) != 0;
    }
    return differ;
}

UNIT_TEST(lines_are_the_models)
{
    ck_assert_uint_eq(differing(false), 0);
    ck_assert_uint_gt(differing(true), 0);
}

/* --- Folding ------------------------------------------------------------------------------ */

/* The same field of each element of an array: as many patterns as lines have places among elements. */
UNIT_TEST(arrays_fold)
{
    struct msim_patterns *patterns = msim_get(&memory.mem, sizeof *patterns, 8);
    uint64_t times = 0;
    msim_patterns_init(patterns, &memory.mem, 64);
    for (int64_t line = 0; line < 3000; line++) {
        uint64_t mask = 0;
        for (int64_t byte = line * 64; byte < (line + 1) * 64; byte++)
            mask |= (uint64_t)(byte % 24 < 8) << byte % 64;
        struct msim_line_place place = {1, false, line * 64};
        msim_patterns_add(patterns, &place, mask, (uint64_t)__builtin_popcountll(mask), 24);
    }
    const struct msim_pattern_group *group = msim_pattern_group_at(patterns, 0);
    ck_assert_uint_eq(group->modulus, 192);
    ck_assert_uint_eq(group->used, 3);
    ck_assert_uint_eq(group->other_times, 0);
    for (unsigned i = 0; i < group->used; i++)
        times += group->pattern[i].times;
    ck_assert_uint_eq(times, 3000);
    ck_assert_int_eq(group->last, 2999 * 64);
}

/* Without a stride, what finds no room is counted with its bytes; and all is forgotten. */
UNIT_TEST(others_are_counted)
{
    struct msim_patterns *patterns = msim_get(&memory.mem, sizeof *patterns, 8);
    msim_patterns_init(patterns, &memory.mem, 64);
    for (int64_t line = 0; line < MSIM_PATTERNS + 10; line++) {
        struct msim_line_place place = {1, false, line * 64};
        msim_patterns_add(patterns, &place, 7, 3, 0);
        msim_patterns_line(patterns, &place, 3, line % 2);
    }
    const struct msim_pattern_group *group = msim_pattern_group_at(patterns, 0);
    ck_assert_uint_eq(group->used, MSIM_PATTERNS);
    ck_assert_uint_eq(group->other_times, 10);
    ck_assert_uint_eq(group->other_bytes, 30);
    ck_assert_uint_eq(group->lines, MSIM_PATTERNS + 10);
    ck_assert_uint_eq(group->fetches, MSIM_PATTERNS / 2 + 5);
    msim_patterns_renew(patterns);
    ck_assert_uint_eq(group->used + group->lines + group->other_times, 0);
}
