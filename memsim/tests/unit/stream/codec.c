/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Encoding chunks of records and decoding them again: the same words come back, there are never
 * more bytes than stated, and no bytes lead the decoder out of bounds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stream/trace/codec.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/program.h"

enum { CHUNK = 8704 };

static struct unit_program program;
static struct msim_predictor coder, decoder;
static uint64_t words[CHUNK];

UNIT_BEFORE()
{
    program_start(&program, &memory.mem, 1);
    msim_predictor_init(&coder, &memory.mem, &program.dict);
    msim_predictor_init(&decoder, &memory.mem, &program.dict);
}

/* From memory of exactly the size that each side may use; NULL or what was expected. */
static const char *decode(const uint8_t *bytes, size_t count, const uint64_t *wanted, size_t room)
{
    uint8_t *copy = malloc(count + MSIM_CODEC_SLACK);
    uint64_t *got = malloc(room * sizeof *got + 1);
    memcpy(copy, bytes, count);
    memset(copy + count, 0xa5, MSIM_CODEC_SLACK);
    struct msim_cursor cursor = {copy, copy + count, false};
    const char *expected = msim_decode(&decoder, &cursor, got, room);
    ck_assert(cursor.at >= copy && cursor.at <= copy + count);
    if (wanted) {
        ck_assert_ptr_eq(expected, NULL);
        ck_assert_ptr_eq(cursor.at, copy + count);
        ck_assert_mem_eq(got, wanted, room * sizeof *got);
    }
    free(copy);
    free(got);
    return expected;
}

static size_t code(size_t used, uint8_t **bytes)
{
    size_t most = MSIM_CODEC_BYTES_MAX(used);
    *bytes = malloc(most + MSIM_CODEC_SLACK);
    size_t count = msim_encode(&coder, words, words + used, *bytes);
    ck_assert_uint_le(count, most);
    return count;
}

static size_t round_trip(size_t used)
{
    uint8_t *bytes;
    size_t count = code(used, &bytes);
    decode(bytes, count, words, used);
    free(bytes);
    return count;
}

/* --- Round trips -------------------------------------------------------------------------- */

UNIT_EACH(programs, 20)
{
    program_start(&program, &memory.mem, (uint64_t)_i);
    for (unsigned chunk = 0; chunk < 30; chunk++) {
        if (chunk == 0 || unit_one_in(&program.random, 3))
            program_translate(&program, 1 + (unsigned)unit_below(&program.random, 200));
        size_t room = 64 + unit_below(&program.random, CHUNK - 63);
        round_trip(program_run(&program, words, room));
    }
}

/* A segment with this many words. */
static uint64_t header_of(unsigned count)
{
    struct msim_instr instr = {msim_dict_site(&program.dict, 0, 0, 1), 1, 0};
    struct msim_segment segment = {
        .address = count, .instrs = &instr, .instrs_used = 1, .words = count & MSIM_WORDS_MAX};
    return msim_header(msim_dict_segment(&program.dict, &segment), count);
}

/* Stacks for events: numbers up to this one. */
enum { STACKS = 5000 };

static void describe_stacks(void)
{
    struct msim_calls *calls = &program.dict.calls;
    uint32_t frame = msim_calls_frame(calls, 0x401000, 0, 0);
    for (uint32_t call = 0; call < STACKS;)
        call = msim_calls_call(calls, frame, call);
}

static uint64_t extreme(struct unit_random *random, uint64_t before)
{
    static const uint64_t values[] = {0,         1,         MSIM_NO_ADDRESS, MSIM_NO_ADDRESS - 1,
                                      INT64_MAX, INT32_MAX, UINT32_MAX,      UINT64_C(1) << 63};
    switch (unit_below(random, 6)) {
    case 0:
        return values[unit_below(random, sizeof values / sizeof *values)];
    case 1:
        return before + (uint64_t)(int64_t)INT32_MIN;
    case 2:
        return before + INT32_MAX + unit_below(random, 3);
    case 3: /* around each length of a difference */
        return before + (UINT64_C(1) << unit_below(random, 64)) - unit_below(random, 3);
    case 4:
        return before - (UINT64_C(1) << unit_below(random, 64)) + unit_below(random, 3);
    default:
        return MSIM_NO_ADDRESS;
    }
}

static size_t extreme_event(struct unit_random *random, uint64_t *record, uint64_t *before)
{
    enum msim_event event =
        (enum msim_event)(MSIM_EVENT_HEAP + unit_below(random, MSIM_EVENT_TASK));
    unsigned count = msim_event_words(event);
    record[0] = msim_event_header(event, count);
    for (unsigned i = 1; i <= count; i++)
        record[i] = *before = extreme(random, *before);
    program_right_event(&program.dict, random, record);
    return 1 + count;
}

UNIT_EACH(adversarial, 10)
{
    struct unit_random random = {(uint64_t)_i};
    uint64_t before = 0;
    describe_stacks();
    for (unsigned chunk = 0; chunk < 20; chunk++) {
        size_t used = 0;
        while (used + MSIM_WORDS_MAX < CHUNK) {
            if (unit_one_in(&random, 4)) {
                used += extreme_event(&random, words + used, &before);
                continue;
            }
            unsigned count = (unsigned)unit_below(&random, _i & 1 ? 64 : 4);
            words[used++] = header_of(count);
            for (; count; count--)
                words[used++] = before = extreme(&random, before);
        }
        round_trip(used);
    }
}

UNIT_TEST(all_counts)
{
    for (unsigned pass = 0; pass < 3; pass++)
        for (unsigned count = 0; count <= MSIM_WORDS_MAX; count++) {
            words[0] = header_of(count);
            for (unsigned i = 1; i <= count; i++)
                words[i] = pass < 2 ? i * 4096 : unit_random(&program.random);
            round_trip(1 + count);
        }
}

UNIT_TEST(nothing)
{
    ck_assert_uint_eq(round_trip(0), 0);
}

/* A value that the lane's last step may not be mistaken for. */
UNIT_TEST(no_address_and_its_step)
{
    static const uint64_t values[] = {UINT64_C(5) << 32, MSIM_NO_ADDRESS, MSIM_NO_ADDRESS,
                                      (UINT64_C(5) << 32) - (UINT64_C(1) << 31)};
    uint64_t header = header_of(1);
    for (unsigned i = 0; i < 400; i++) {
        words[2 * i] = header;
        words[2 * i + 1] = values[unit_below(&program.random, 4)];
    }
    round_trip(800);
}

/* Constants, strides, alternating values and absent ones are counted only. */
UNIT_TEST(predicted)
{
    uint64_t header = header_of(4);
    size_t bytes = 0;
    for (unsigned pass = 0; pass < 8; pass++) {
        for (unsigned i = 0; i < 1700; i++) {
            uint64_t *record = &words[5 * i];
            record[0] = header;
            record[1] = UINT64_C(0x7ffe12345678);
            record[2] = UINT64_C(0x10000000) + (pass * 1700 + i) * 24;
            record[3] = i & 1 ? UINT64_C(0x7f0000005000) : UINT64_C(0x7f0000000000);
            record[4] = MSIM_NO_ADDRESS;
        }
        bytes = round_trip(8500);
    }
    ck_assert_uint_eq(bytes, (1700 + MSIM_CODEC_RUN_MAX - 1) / MSIM_CODEC_RUN_MAX);
}

static uint64_t *put_heap(uint64_t *to, enum msim_heap_call function, uint64_t stack, uint64_t size,
                          uint64_t returned, uint64_t given)
{
    to[0] = msim_event_header(MSIM_EVENT_HEAP, MSIM_HEAP_WORDS);
    to[1] = stack << 32 | function;
    to[2] = size;
    to[3] = returned;
    to[4] = given;
    return to + 5;
}

/* A loop of segments that allocates and frees, in blocks of this many. */
static double pair_bytes(unsigned block, unsigned sizes)
{
    enum { PAIRS = 320, PASSES = 20 };
    struct unit_random random = {block + 100 * sizes};
    uint64_t address[16] = {0};
    size_t bytes = 0;
    for (unsigned pass = 0; pass < PASSES; pass++) {
        uint64_t *to = words;
        for (unsigned i = 0; i < 2 * PAIRS; i++) {
            bool out = i / block % 2 == 0;
            unsigned which = i % block, stack = 17 + which % 5 * 3 + !out;
            uint64_t size = 24 + 16 * unit_below(&random, sizes);
            address[which] =
                out ? 0x5204a40 + 48 * which + 64 * unit_below(&random, sizes) : address[which];
            unsigned count = 1 + 2 * (which % 5) + out;
            *to++ = header_of(count);
            for (unsigned word = 0; word < count; word++)
                *to++ = 0x1ffeff0000 + 8 * word;
            to = put_heap(to, out ? MSIM_HEAP_MALLOC : MSIM_HEAP_FREE, stack, out ? size : 0,
                          out ? address[which] : 0, out ? 0 : address[which]);
        }
        size_t count = round_trip((size_t)(to - words));
        bytes = pass < PASSES / 2 ? 0 : bytes + count;
    }
    return (double)bytes / (PAIRS * PASSES / 2);
}

/* What repeats is counted only; a block of any size somewhere costs a few bytes. */
UNIT_TEST(heap)
{
    describe_stacks();
    static const struct {
        unsigned block, sizes;
        double most;
    } cases[] = {{1, 1, 0.1}, {4, 1, 0.3}, {16, 1, 3}, {1, 2, 7}, {1, 64, 12}, {16, 64, 14}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double bytes = pair_bytes(cases[i].block, cases[i].sizes);
        if (getenv("VERBOSE"))
            printf("%u, %u sizes: %.2f bytes\n", cases[i].block, cases[i].sizes, bytes);
        ck_assert_msg(bytes <= cases[i].most, "case %zu: %.2f", i, bytes);
    }
}

/* --- Bad input ---------------------------------------------------------------------------- */

UNIT_TEST(malformed)
{
    static const struct {
        unsigned char bytes[12];
        size_t count, words, at;
    } cases[] = {
        {{0xc0}, 1, 1, 0},                    /* kind 3 */
        {{0x02}, 1, 1, 0},                    /* a run longer than the chunk */
        {{0x80, 0x06, 0}, 3, 3, 3},           /* shorter */
        {{0x80}, 1, 1, 1},                    /* no header */
        {{0x80, 0x80, 0x80}, 3, 1, 1},        /* half a header */
        {{0x80, 0x01}, 2, 1, 1},              /* number -1 */
        {{0x80, 0x7e}, 2, 1, 1},              /* a segment that there is not */
        {{0x01}, 1, 1, 0},                    /* events that there are not: 0, predicted */
        {{0x40}, 1, 1, 1},                    /* 0, as predicted */
        {{0x80, 0x00}, 2, 1, 1},              /* 0 */
        {{0x80, 0x1c}, 2, 2, 2},              /* 14, without codes */
        {{0x80, 0x1e}, 2, 3, 2},              /* 15, without codes */
        {{0x80, 0x04, 0x11, 0}, 4, 3, 4},     /* the second word is missing */
        {{0x80, 0x02, 0x11}, 3, 5, 3},        /* half of the codes */
        {{0x80, 0x02, 0, 0}, 4, 4, 1},        /* no room */
        {{0x80, 0x06, 0x10}, 3, 2, 2},        /* a code without a word */
        {{0x80, 0x02, 0x01, 0, 26}, 5, 5, 2}, /* function 13 */
        {{0x80, 0x02, 0x01, 0, 32}, 5, 5, 2}, /* stack 1 */
        {{0x80, 0x02, 0x08, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 12, 5, 2}, /* bits between them */
        {{0x80, 0x02, 0x08, 0, 0, 0, 0, 0, 1, 0, 0, 0}, 12, 5, 2}, /* stack 2^28 */
        {{0x80, 0x02, 0x0f, 0, 0}, 5, 5, 2}, /* all ones for function and stack */
        /* The last GOOD fit. */
        {{0x80, 0x02, 0x01, 0, 18, 0}, 6, 5, 6},
        {{0x80, 0x04, 0xff, 0}, 4, 3, 4},
        {{0x80, 0x06, 0x00, 0}, 4, 2, 4},
    };
    enum { GOOD = 3, CASES = sizeof cases / sizeof *cases };
    for (size_t i = 0; i < CASES; i++) {
        msim_predictor_init(&decoder, &memory.mem, &program.dict);
        uint64_t got[70];
        uint8_t bytes[16] = {0};
        memcpy(bytes, cases[i].bytes, cases[i].count);
        struct msim_cursor cursor = {bytes, bytes + cases[i].count, false};
        const char *expected = msim_decode(&decoder, &cursor, got, cases[i].words);
        ck_assert_msg((expected == NULL) == (i >= CASES - GOOD), "case %zu: %s", i,
                      expected ? expected : "-");
        ck_assert_msg(cursor.at == bytes + cases[i].at, "case %zu: %td", i, cursor.at - bytes);
    }
}

/* Whatever the bytes, nothing is read or written out of bounds. */
UNIT_EACH(random_bytes, 5)
{
    struct unit_random random = {(uint64_t)_i};
    program_translate(&program, 50);
    for (unsigned round = 0; round < 200; round++) {
        msim_predictor_init(&coder, &memory.mem, &program.dict);
        msim_predictor_init(&decoder, &memory.mem, &program.dict);
        size_t used = program_run(&program, words, 400);
        uint8_t *bytes;
        size_t count = code(used, &bytes);
        for (unsigned changes = 1 + (unsigned)unit_below(&random, 3); changes; changes--)
            bytes[unit_below(&random, count)] = (uint8_t)unit_random(&random);
        decode(bytes, unit_one_in(&random, 3) ? unit_below(&random, count) : count, NULL, used);
        free(bytes);
    }
}
