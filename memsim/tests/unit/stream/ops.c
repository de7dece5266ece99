/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What segments compute, in a trace: what was written is read back, within the room that was asked
 * for; what is cut off, and each thing that cannot be, is refused where it is.
 */
#include <stdlib.h>
#include <string.h>

#include "stream/trace/pieces_ops.h"
#include "stream/trace/read.h"
#include "stream/trace/write.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/trace_file.h"
#include "tests/unit/stream/drawn.h"

static struct msim_dict dict;
static struct unit_ops drawn, second;
static struct msim_ops_taken taken;
static struct trace_file file;

/* Of two instructions, which read, write and modify. */
static struct msim_instr instrs[MSIM_INSTRS_MAX] = {{0, 1, 0}, {0, 1, 0}};
static struct msim_access accesses[] = {{.word = 1, .size = 8},
                                        {.word = 1, .size = 8, .write = 1},
                                        {.word = 1, .size = 8, .instr = 1, .modify = 1}};
static struct msim_segment segment = {
    .instrs = instrs, .accesses = accesses, .instrs_used = 2, .accesses_used = 3, .words = 1};

UNIT_BEFORE()
{
    trace_file_start(&file);
    msim_dict_init(&dict, &memory.mem);
    msim_dict_string(&dict, "");
    msim_dict_site(&dict, 0, 0, 1);
}

UNIT_AFTER()
{
    trace_file_end(&file);
}

/* --- Alone ------------------------------------------------------------------------------------- */

/* Takes these bytes; returns what was expected, and how many of them were good. */
static const char *take(const uint8_t *bytes, size_t count, struct msim_ops **ops, size_t *good)
{
    uint8_t *copy = malloc(count + 1); /* exactly as long, for sanitizers */
    memcpy(copy + 1, bytes, count);
    struct msim_cursor cursor = {copy + 1, copy + 1 + count, false};
    struct msim_taker taker = {&cursor, copy + 1, NULL};
    *ops = msim_ops_take(&taker, &segment, &taken);
    *good = (size_t)(cursor.at - (copy + 1));
    free(copy);
    return taker.expected;
}

UNIT_EACH(there_and_back, 200)
{
    struct unit_random random = {(uint64_t)_i};
    static uint8_t bytes[1 << 17];
    struct msim_ops *ops = unit_ops_draw(&random, &segment, _i % 4 ? 30 : MSIM_OPS_MAX, &drawn);
    struct msim_ops *got;
    size_t room = msim_ops_room(ops), good;
    ck_assert_uint_le(room, sizeof bytes);
    size_t used = (size_t)(msim_ops_put(ops, bytes) - bytes);
    ck_assert_uint_le(used, room);
    const char *expected = take(bytes, used, &got, &good);
    ck_assert_msg(!expected, "at %zu: expected %s", good, expected);
    ck_assert_uint_eq(good, used);
    ck_assert(unit_ops_same(ops, got));
    for (size_t count = 0; count < used; count += 1 + count / 100) {
        ck_assert_ptr_ne(take(bytes, count, &got, &good), NULL);
        ck_assert_ptr_eq(got, NULL);
        ck_assert_uint_le(good, count);
    }
}

UNIT_TEST(none)
{
    uint8_t byte;
    struct msim_ops *got = &drawn.ops;
    size_t good;
    ck_assert_ptr_eq(msim_ops_put(NULL, &byte), &byte + 1);
    ck_assert_uint_eq(msim_ops_room(NULL), 1);
    ck_assert_ptr_eq(take(&byte, 1, &got, &good), NULL);
    ck_assert_ptr_eq(got, NULL);
    ck_assert_uint_eq(good, 1);
}

static void refused(size_t at, const char *wanted, const uint8_t *bytes, size_t count)
{
    struct msim_ops *got;
    size_t good;
    const char *expected = take(bytes, count, &got, &good);
    ck_assert_ptr_eq(got, NULL);
    ck_assert_ptr_ne(expected, NULL);
    ck_assert_str_eq(expected, wanted);
    ck_assert_uint_eq(good, at);
}

static void accepted(const uint8_t *bytes, size_t count)
{
    struct msim_ops *got;
    size_t good;
    const char *expected = take(bytes, count, &got, &good);
    ck_assert_msg(!expected, "at %zu: expected %s", good, expected);
    ck_assert_uint_eq(good, count);
    segment.ops = got;
    ck_assert(unit_ops_fit(&segment));
    segment.ops = NULL;
}

#define BYTES(...) (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__})

/* Of one operation, and of one result. */
#define ONE      1, 1, 0
#define RESULT   1, 0, 1
#define WHAT(i)  (i) << 5 | MSIM_OP_SIMPLE
#define LOAD     MSIM_OP_LOAD
#define STORE    MSIM_OP_STORE
#define HOW      "0, or how a segment ends and its bits"
#define SOURCE   "a register below 512, or an operation before it"
#define OF_VALUE "a register below 512, an operation of the segment, or 1"
#define KIND     "an access that reads if it is a load, else one that writes"

UNIT_TEST(refusals)
{
    accepted(BYTES(1, 0, 0));
    accepted(BYTES(0x79, 0, 0)); /* ends in a return, and all bits */
    refused(0, HOW, BYTES(2, 0, 0));
    refused(0, HOW, BYTES(0xb, 0, 0)); /* ends in a sixth way */
    refused(0, HOW, BYTES(0x81, 1, 0, 0));
    refused(1, "a number of operations up to 4096", BYTES(1, 0x81, 0x20, 0));
    refused(2, "a number of results up to 512", BYTES(1, 0, 0x81, 4));
    accepted(BYTES(ONE, WHAT(0), 0));
    accepted(BYTES(ONE, WHAT(1), 0));
    refused(3, "an operation of an instruction of the segment", BYTES(ONE, WHAT(2), 0));
    refused(5, "an operation of an instruction of the segment",
            BYTES(1, 2, 0, WHAT(1), 0, WHAT(1), 0));
    refused(3, "an operation of a class below 30", BYTES(ONE, MSIM_OP_CLASSES, 0));
    refused(3, "an operation", BYTES(ONE));
    refused(4, "a number of sources up to 15", BYTES(ONE, WHAT(0), 16));
    refused(4, "a number of sources, and of those of data, up to 15 each",
            BYTES(ONE, STORE, 0x80, 2, 2));
    accepted(BYTES(ONE, WHAT(0), 1, 0xfe, 7)); /* register 511 */
    refused(5, SOURCE, BYTES(ONE, WHAT(0), 1, 0x80, 8));
    refused(5, SOURCE, BYTES(ONE, WHAT(0), 1, 1)); /* itself */
    refused(5, SOURCE, BYTES(ONE, WHAT(0), 1, 3)); /* the one before the first */
    accepted(BYTES(1, 2, 0, WHAT(0), 0, WHAT(0), 1, 3));
    refused(7, SOURCE, BYTES(1, 2, 0, WHAT(0), 0, WHAT(0), 1, 5));
    refused(6, SOURCE, BYTES(ONE, WHAT(0), 2, 0)); /* there is one */
    accepted(BYTES(ONE, LOAD, 0, 0));
    accepted(BYTES(ONE, LOAD, 0, 4));
    accepted(BYTES(ONE, STORE, 0x10, 2, 0));
    accepted(BYTES(ONE, STORE, 0, 4));
    refused(5, "an access of the segment", BYTES(ONE, LOAD, 0, 6));
    refused(5, "an access of the segment", BYTES(ONE, LOAD, 0, 1));
    refused(5, KIND, BYTES(ONE, LOAD, 0, 2));
    refused(5, KIND, BYTES(ONE, MSIM_OP_VECTOR_LOAD, 0, 2));
    refused(5, KIND, BYTES(ONE, STORE, 0, 0));
    refused(5, KIND, BYTES(ONE, MSIM_OP_STORE_PAST, 0, 0));
    accepted(BYTES(ONE, MSIM_OP_STORE_PAST, 0x10, 2, 0));
    accepted(BYTES(ONE, MSIM_OP_HINT, 0, 1));
    accepted(BYTES(ONE, MSIM_OP_HINT_L2, 1, 1, 0));
    refused(5, "a word of the record", BYTES(ONE, MSIM_OP_HINT, 0, 0));
    refused(5, "a word of the record", BYTES(ONE, MSIM_OP_HINT_L2, 0, 2));
    refused(4, "a number of sources up to 15", BYTES(ONE, MSIM_OP_HINT, 16, 1));
    accepted(BYTES(RESULT, 0xfe, 7, 2));
    accepted(BYTES(RESULT, 0, 1)); /* ready at once */
    refused(3, "a register below 512", BYTES(RESULT, 0x80, 8, 2));
    refused(3, "a register below 512", BYTES(RESULT, 1, 2));
    refused(4, OF_VALUE, BYTES(RESULT, 0, 3));
    refused(4, OF_VALUE, BYTES(RESULT, 0, 0x80, 8));
    refused(4, OF_VALUE, BYTES(RESULT, 0));
}

UNIT_TEST(too_many_sources)
{
    enum { EACH = MSIM_OP_SOURCES_MAX, OPS = MSIM_OPS_SOURCES_MAX / EACH + 1 };
    static uint8_t bytes[5 + OPS * (2 + EACH)];
    uint8_t *to = bytes;
    *to++ = 1;
    to = msim_put_varint(to, OPS);
    *to++ = 0;
    for (unsigned i = 0; i < OPS; i++) {
        *to++ = MSIM_OP_SIMPLE;
        *to++ = EACH;
        to += EACH;
    }
    refused((size_t)(to - bytes) - EACH - 1, "up to 16384 sources in a segment", bytes,
            (size_t)(to - bytes));
}

/* --- In a trace -------------------------------------------------------------------------------- */

static struct msim_trace_writer writer;
static struct msim_trace_reader reader;

static void write(bool operations)
{
    trace_file_rewind(&file);
    msim_trace_init(&writer, &memory.mem, &dict, &file.sink);
    writer.has_tasks = true;
    writer.operations = operations;
    msim_trace_header(&writer, "");
    msim_trace_end(&writer, "");
}

static void read(void)
{
    file.at = 0;
    msim_trace_open(&reader, &memory.mem, &file.feed);
    ck_assert_int_eq(msim_trace_next(&reader), MSIM_TRACE_HEADER);
    ck_assert_int_eq(msim_trace_next(&reader), MSIM_TRACE_END);
    ck_assert_uint_eq(reader.dict.segments.used, dict.segments.used);
    for (uint32_t i = 0; i < dict.segments.used; i++)
        ck_assert(unit_ops_same(msim_dict_segment_at(&dict, i)->ops,
                                msim_dict_segment_at(&reader.dict, i)->ops));
}

/* The most of everything, each as long as it gets. */
static struct msim_ops *fill(struct unit_ops *most)
{
    struct msim_ops *ops = &most->ops;
    *ops = (struct msim_ops){.op = most->op, .source = most->source, .result = most->result};
    ops->end = MSIM_OP_ENDS_RETURN;
    ops->indirect = ops->fused = ops->repeats = true;
    for (unsigned i = 0; i < MSIM_OPS_MAX; i++) {
        ops->op[i] = (struct msim_operation){.class = MSIM_OP_STORE, .sources = 2, .data = 2};
        ops->op[i].access = (uint16_t)(i % 2 ? MSIM_ACCESSES_MAX - 1 : 0);
        ops->op[i].instr = i ? MSIM_INSTRS_MAX - 1 : 0;
        for (unsigned k = 0; k < 4; k++)
            ops->source[ops->sources++] = i ? MSIM_REGISTERS : MSIM_REGISTERS - 1;
    }
    for (unsigned i = 0; i < MSIM_REGISTERS; i++)
        ops->result[ops->results++] =
            (struct msim_op_result){i % 2 ? 0 : MSIM_REGISTERS - 1, MSIM_REGISTERS};
    ops->ops = MSIM_OPS_MAX;
    return ops;
}

/* Segments that a block of the usual length cannot hold. */
UNIT_TEST(largest)
{
    static struct msim_access many[MSIM_ACCESSES_MAX];
    struct msim_segment large = {.instrs = instrs,
                                 .accesses = many,
                                 .instrs_used = MSIM_INSTRS_MAX,
                                 .accesses_used = MSIM_ACCESSES_MAX,
                                 .words = 63};
    char text[70000];
    for (unsigned i = 0; i < MSIM_INSTRS_MAX; i++)
        instrs[i] = (struct msim_instr){0, 15, 7};
    for (unsigned i = 0; i < MSIM_ACCESSES_MAX; i++)
        many[i] = (struct msim_access){INT32_MIN, 63, MSIM_SIZE_MAX, 0, 1, 0, 1, 1, 0};
    large.ops = fill(&drawn);
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = 0;
    msim_dict_string(&dict, text);
    for (unsigned i = 0; i < 5; i++) {
        large.address = i * UINT64_C(0x9e3779b97f4a7c15);
        ck_assert_uint_eq(msim_dict_segment(&dict, &large), i);
    }
    write(true);
    ck_assert_uint_gt(file.used, 5 * 60000 + sizeof text);
    read();
}

/* The same segment, computing something else, is the first one, and the next one has the next number. */
UNIT_TEST(described_again)
{
    struct unit_random random = {1};
    segment.ops = unit_ops_draw(&random, &segment, 30, &drawn);
    ck_assert_uint_eq(msim_dict_segment(&dict, &segment), 0);
    segment.ops = unit_ops_draw(&random, &segment, 30, &second);
    ck_assert(!unit_ops_same(&drawn.ops, &second.ops));
    ck_assert_uint_eq(msim_dict_segment(&dict, &segment), 0);
    segment.address = 1;
    ck_assert_uint_eq(msim_dict_segment(&dict, &segment), 1);
    segment.ops = NULL;
    segment.address = 2;
    ck_assert_uint_eq(msim_dict_segment(&dict, &segment), 2);
    write(true);
    read();
    ck_assert(unit_ops_same(&drawn.ops, msim_dict_segment_at(&reader.dict, 0)->ops));
    ck_assert(unit_ops_same(&second.ops, msim_dict_segment_at(&reader.dict, 1)->ops));
    ck_assert_ptr_eq(msim_dict_segment_at(&reader.dict, 2)->ops, NULL);
    segment.address = 0;
}

/* A writer that was not told to write them writes the same bytes as ever. */
UNIT_TEST(left_out)
{
    struct unit_random random = {2};
    struct trace_file without;
    msim_dict_segment(&dict, &segment);
    write(false);
    ck_assert_uint_eq(file.bytes[strlen(MSIM_TRACE_MAGIC)], MSIM_TRACE_VERSION_TASKS);
    trace_file_copy(&without, &file);
    msim_dict_init(&dict, &memory.mem);
    msim_dict_string(&dict, "");
    msim_dict_site(&dict, 0, 0, 1);
    segment.ops = unit_ops_draw(&random, &segment, 30, &drawn);
    msim_dict_segment(&dict, &segment);
    segment.ops = NULL;
    write(false);
    ck_assert_uint_eq(file.used, without.used);
    ck_assert_mem_eq(file.bytes, without.bytes, file.used);
    write(true);
    ck_assert_uint_eq(file.bytes[strlen(MSIM_TRACE_MAGIC)], MSIM_TRACE_VERSION_OPERATIONS);
    ck_assert_uint_gt(file.used, without.used);
    trace_file_end(&without);
}
