/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Separated lines: references by hand, and random ones against a model that asks for each byte
 * where it is.  Every byte is in one piece, and a piece is as long as it may be.
 */
#include "cmd/share/separated.h"
#include "cmd/base/die.h"
#include "cmd/data/space/space.h"
#include "engine/caches/mapper.h"
#include "stream/event.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/must_end.h"

enum { LINE = 64, LINES = 40, PARTS = 5, REFERENCES = 3000, LONGEST = 400 };
static const uint64_t base = 0x5000000;
static const struct msim_segment segment;

static unsigned map(struct msim_separated *separated, bool write, uint64_t first, uint32_t size,
                    struct msim_piece *piece)
{
    struct msim_access access = {.size = size & 4095, .write = write};
    struct msim_mapper mapper = msim_separated_mapper(separated);
    return mapper.map(mapper.self, &segment, &access, first, size, piece);
}

static void check(const struct msim_piece *piece, uint64_t first, uint32_t size, uint32_t row)
{
    ck_assert_uint_eq(piece->first, first);
    ck_assert_uint_eq(piece->size, size);
    ck_assert_uint_eq(piece->row, row);
}

UNIT_TEST(by_hand)
{
    struct msim_separated separated;
    struct msim_piece piece[MSIM_PIECES];
    const uint32_t first[] = {24, 48}, second[] = {8};
    msim_separated_init(&separated, LINE);
    ck_assert_uint_eq(msim_separated_add(&separated, base, first, 2), 1);
    ck_assert_uint_eq(msim_separated_add(&separated, base + 2 * LINE, second, 1), 2);
    ck_assert_uint_eq(msim_separated_mapper(&separated).rows, 3);
    ck_assert_uint_eq(map(&separated, true, base + 16, 8, piece), 1);
    check(&piece[0], base + 16, 8, 1); /* the first part stays */
    ck_assert_uint_eq(piece[0].kind, MSIM_WRITE);
    ck_assert_uint_eq(map(&separated, false, base + 24, 8, piece), 1);
    check(&piece[0], MSIM_SPACE_FIRST + 24, 8, 1);
    ck_assert_uint_eq(piece[0].kind, MSIM_READ);
    ck_assert_uint_eq(map(&separated, false, base + 56, 8, piece), 1);
    check(&piece[0], MSIM_SPACE_FIRST + LINE + 56, 8, 1);
    ck_assert_uint_eq(map(&separated, false, base + 2 * LINE + 63, 1, piece), 1);
    check(&piece[0], MSIM_SPACE_FIRST + 2 * LINE + 63, 1, 2);
    ck_assert_uint_eq(map(&separated, false, base + LINE, 8, piece), 1);
    check(&piece[0], base + LINE, 8, 0);
    ck_assert_uint_eq(map(&separated, false, base - LINE, 4 * LINE, piece), 7);
    check(&piece[0], base - LINE, LINE, 0);
    check(&piece[1], base, 24, 1);
    check(&piece[2], MSIM_SPACE_FIRST + 24, 24, 1);
    check(&piece[3], MSIM_SPACE_FIRST + LINE + 48, 16, 1);
    check(&piece[4], base + LINE, LINE, 0);
    check(&piece[5], base + 2 * LINE, 8, 2);
    check(&piece[6], MSIM_SPACE_FIRST + 2 * LINE + 8, LINE - 8, 2);
    ck_assert_uint_eq(map(&separated, false, base + 3 * LINE, 4095, piece), 1);
    check(&piece[0], base + 3 * LINE, 4095, 0); /* other data stays one reference */
    msim_separated_free(&separated);
}

/* A reference that has too many pieces is whole all the same. */
UNIT_TEST(too_many)
{
    struct msim_separated separated;
    struct msim_piece piece[MSIM_PIECES];
    uint32_t start[LINE - 1], bytes = 0;
    msim_separated_init(&separated, LINE);
    for (uint32_t i = 1; i < LINE; i++)
        start[i - 1] = i;
    msim_separated_add(&separated, base, start, LINE - 1);
    ck_assert_uint_eq(map(&separated, false, base, LINE, piece), MSIM_PIECES);
    msim_separated_add(&separated, base + LINE, start, LINE - 1);
    ck_assert_uint_eq(map(&separated, false, base, 2 * LINE, piece), MSIM_PIECES);
    for (unsigned i = 0; i < MSIM_PIECES; i++)
        bytes += piece[i].size;
    ck_assert_uint_eq(bytes, 2 * LINE);
    check(&piece[MSIM_PIECES - 1], base + 63, 65, 0);
    msim_separated_free(&separated);
}

/* --- A model -------------------------------------------------------------------------------- */

/* For each byte of LINES lines from `base` on, where it is and its row. */
struct model {
    uint64_t at[LINES * LINE];
    uint32_t row[LINES * LINE];
    uint32_t start[LINES][PARTS];
};

static void make(struct model *model, struct msim_separated *separated, struct unit_random *random)
{
    uint64_t next = MSIM_SPACE_FIRST;
    for (unsigned i = 0; i < LINES * LINE; i++) {
        model->at[i] = base + i;
        model->row[i] = 0;
    }
    for (unsigned line = 0; line < LINES; line++) {
        uint32_t starts = (uint32_t)unit_below(random, PARTS + 1), start = 0;
        for (uint32_t i = 0; i < starts; i++)
            model->start[line][i] = start += 1 + (uint32_t)unit_below(random, 12);
        if (!starts)
            continue;
        uint32_t row =
            msim_separated_add(separated, base + line * LINE, model->start[line], (size_t)starts);
        for (uint32_t i = 0; i < LINE; i++)
            model->row[line * LINE + i] = row;
        for (uint32_t part = 0; part < starts; part++, next += LINE)
            for (uint32_t i = model->start[line][part]; i < LINE; i++)
                model->at[line * LINE + i] = next + i;
    }
}

/* True: the reference is in the right pieces. */
static bool agrees(const struct model *model, uint64_t from, uint32_t size,
                   const struct msim_piece *piece, unsigned used)
{
    unsigned at = 0;
    uint32_t in = 0;
    for (uint64_t i = from; i < from + size; i++, in++) {
        bool goes_on = i > from && model->row[i] == model->row[i - 1] &&
                       model->at[i] == model->at[i - 1] + 1 && (!model->row[i] || i % LINE);
        if (i > from && goes_on != (in < piece[at].size))
            return false;
        if (in == piece[at].size) {
            at++;
            in = 0;
        }
        if (at >= used || model->at[i] != piece[at].first + in || model->row[i] != piece[at].row)
            return false;
    }
    return at == used - 1 && in == piece[at].size;
}

static unsigned differing(struct unit_random *random, bool planted)
{
    static struct model model;
    struct msim_separated separated;
    struct msim_piece piece[MSIM_PIECES];
    unsigned count = 0;
    msim_separated_init(&separated, LINE);
    make(&model, &separated, random);
    if (planted)
        model.at[LINES * LINE / 2] = base;
    for (unsigned i = 0; i < REFERENCES; i++) {
        uint32_t size = 1 + (uint32_t)unit_below(random, unit_one_in(random, 4) ? LONGEST : 16);
        uint64_t from = unit_below(random, LINES * LINE - size + 1);
        unsigned used = map(&separated, false, base + from, size, piece);
        count += used < MSIM_PIECES && !agrees(&model, from, size, piece, used);
    }
    msim_separated_free(&separated);
    return count;
}

UNIT_EACH(model, 20)
{
    struct unit_random random = {27000 + (uint64_t)_i};
    ck_assert_uint_eq(differing(&random, false), 0);
    ck_assert_uint_gt(differing(&random, true), 0);
}

/* --- Memory of the program -------------------------------------------------------------------- */

static void see_map(uint64_t first, uint64_t end)
{
    struct msim_separated separated;
    uint64_t record[1 + MSIM_MAP_WORDS] = {msim_event_header(MSIM_EVENT_MAP, MSIM_MAP_WORDS), first,
                                           end, 0, 0};
    msim_separated_init(&separated, LINE);
    struct msim_mapper mapper = msim_separated_mapper(&separated);
    mapper.event(mapper.self, record);
    msim_separated_free(&separated);
}

static void map_there(const void *unused)
{
    (void)unused;
    see_map(MSIM_SPACE_FIRST - 4096, MSIM_SPACE_FIRST + 1);
}

UNIT_TEST(refuses_used_memory)
{
    see_map(MSIM_SPACE_FIRST - 4096, MSIM_SPACE_FIRST);
    see_map(MSIM_SPACE_END, MSIM_SPACE_END + 4096);
    unit_must_end(MSIM_BAD_INPUT,
                  "the program has memory at the addresses that the parts of lines get (from "
                  "0x100000000000 on)",
                  map_there, NULL);
}
