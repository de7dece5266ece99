/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The trace: what was written is read back, with a dictionary of the same numbers; a file that is
 * foreign, newer, cut off anywhere or changed in any bit is refused, with the place.
 */
#include <stdlib.h>
#include <string.h>

#include "stream/trace/read.h"
#include "stream/trace/write.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/stream/drawn.h"
#include "tests/unit/lib/program.h"
#include "tests/unit/lib/trace_file.h"

static struct unit_program program;
static struct trace_file file, other;
static struct msim_trace_writer writer;
static struct msim_trace_reader reader;
static uint64_t words[MSIM_TRACE_CHUNK_WORDS];

UNIT_BEFORE()
{
    trace_file_start(&file);
    program_start(&program, &memory.mem, 7);
    msim_trace_init(&writer, &memory.mem, &program.dict, &file.sink);
}

UNIT_AFTER()
{
    trace_file_end(&file);
}

/* --- Round trips -------------------------------------------------------------------------- */

static void same_calls(const struct msim_calls *a, const struct msim_calls *b)
{
    ck_assert_uint_eq(a->frames.used, b->frames.used);
    ck_assert_uint_eq(a->calls.used, b->calls.used);
    for (uint32_t i = 0; i < a->frames.used; i++) {
        const struct msim_frame *x = msim_frame_at(a, i), *y = msim_frame_at(b, i);
        ck_assert(x->address == y->address && x->site == y->site && x->object == y->object);
    }
    for (uint32_t i = 0; i < a->calls.used; i++) {
        const struct msim_call *x = msim_call_at(a, i), *y = msim_call_at(b, i);
        ck_assert(x->frame == y->frame && x->caller == y->caller);
    }
}

static void same_dict(const struct msim_dict *a, const struct msim_dict *b)
{
    ck_assert_uint_eq(a->strings.used, b->strings.used);
    ck_assert_uint_eq(a->sites.used, b->sites.used);
    ck_assert_uint_eq(a->segments.used, b->segments.used);
    for (uint32_t i = 0; i < a->strings.used; i++)
        ck_assert_str_eq(msim_dict_text(a, i), msim_dict_text(b, i));
    ck_assert_uint_eq(a->inlined.used, b->inlined.used);
    for (uint32_t i = 1; i < a->inlined.used; i++) {
        const struct msim_inlined *x = msim_dict_inlined_at(a, i), *y = msim_dict_inlined_at(b, i);
        ck_assert(x->outer == y->outer && x->function == y->function && x->file == y->file &&
                  x->line == y->line);
    }
    for (uint32_t i = 0; i < a->sites.used; i++) {
        const struct msim_site *x = msim_dict_site_at(a, i), *y = msim_dict_site_at(b, i);
        ck_assert(x->file == y->file && x->function == y->function && x->line == y->line);
        ck_assert_uint_eq(x->object, y->object);
        ck_assert_uint_eq(x->inlined, y->inlined);
        ck_assert_uint_eq(x->address, y->address);
        ck_assert_uint_eq(x->begins, y->begins);
    }
    for (uint32_t i = 0; i < a->segments.used; i++) { /* compares all fields but these */
        ck_assert_uint_eq(msim_dict_segment((struct msim_dict *)b, msim_dict_segment_at(a, i)), i);
        ck_assert(unit_ops_same(msim_dict_segment_at(a, i)->ops, msim_dict_segment_at(b, i)->ops));
    }
    ck_assert_uint_eq(a->segments.used, b->segments.used);
    same_calls(&a->calls, &b->calls);
}

static void expect(enum msim_trace_event event)
{
    enum msim_trace_event got = msim_trace_next(&reader);
    ck_assert_msg(got == event, "event %d, not %d: offset %llu: expected %s", got, event,
                  (unsigned long long)reader.error.offset,
                  got == MSIM_TRACE_FAILED ? reader.error.expected : "-");
}

/* The version that the file says. */
static uint32_t version(void)
{
    return msim_get32(file.bytes + strlen(MSIM_TRACE_MAGIC));
}

/* Writes what a random program does, reads it in between, and compares. */
UNIT_EACH(programs, 10)
{
    program_start(&program, &memory.mem, (uint64_t)_i);
    program.whole = writer.whole_sites = _i % 2;
    program.flows = writer.has_calls = _i % 3 == 0;
    program.tasks = writer.has_tasks = _i % 5 < 2;
    program.functions = writer.functions = _i % 5 == 1;
    program.operations = writer.operations = _i % 10 == 5 || _i % 10 == 6;
    msim_trace_header(&writer, "command: ./a.out\npid: 12\n");
    ck_assert_uint_eq(version(), program.operations  ? 6
                                 : program.functions ? 5
                                 : program.tasks     ? 4
                                 : program.whole     ? 3
                                 : program.flows     ? 2
                                                     : 1);
    msim_trace_open(&reader, &memory.mem, &file.feed);
    expect(MSIM_TRACE_HEADER);
    ck_assert_str_eq(reader.text, "command: ./a.out\npid: 12\n");
    for (unsigned chunk = 0; chunk < 25; chunk++) {
        if (chunk == 0 || unit_one_in(&program.random, 3))
            program_translate(&program, 1 + (unsigned)unit_below(&program.random, 400));
        size_t room = 64 + unit_below(&program.random, MSIM_TRACE_CHUNK_WORDS - 63);
        size_t used = program_run(&program, words, room);
        msim_trace_chunk(&writer, words, words + used);
        msim_trace_chunk(&writer, words, words); /* nothing */
        expect(MSIM_TRACE_CHUNK);
        ck_assert_uint_eq(reader.end - reader.words, used);
        ck_assert_mem_eq(reader.words, words, used * sizeof *words);
        same_dict(&program.dict, &reader.dict);
        if (!unit_one_in(&program.random, 4))
            continue;
        msim_trace_mark(&writer, chunk ? 77 : MSIM_MARK_FORK_CLEAR, "abc", chunk ? 3 : 0);
        expect(MSIM_TRACE_MARK);
        ck_assert_uint_eq(reader.mark, chunk ? 77 : MSIM_MARK_FORK_CLEAR);
        ck_assert_uint_eq(reader.count, chunk ? 3 : 0);
        ck_assert_mem_eq(reader.bytes, "abc", reader.count);
    }
    msim_trace_end(&writer, "exit: 0\n");
    expect(MSIM_TRACE_END);
    expect(MSIM_TRACE_END);
    ck_assert_str_eq(reader.text, "exit: 0\n");
    ck_assert_uint_eq(reader.totals.words, writer.totals.words);
    ck_assert_uint_eq(reader.totals.records, writer.totals.records);
    ck_assert_uint_eq(reader.totals.blocks, writer.totals.blocks);
    ck_assert_int_eq(reader.dict.inlined.used > 10, program.whole);
}

/* More inlined calls and sites than one block holds, each with the largest differences. */
UNIT_TEST(many_inlined)
{
    enum { MANY = 30000 };
    program.whole = writer.whole_sites = true;
    msim_trace_header(&writer, "");
    for (uint32_t i = 0; i < MANY; i++) {
        struct msim_inlined call = {i & 1 ? program.dict.inlined.used - 1 : 0,
                                    i % PROGRAM_FUNCTIONS, 0, i & 2 ? i : UINT32_MAX - i, 0};
        struct msim_site site = {.line = i & 1 ? i : UINT32_MAX - i};
        site.inlined = msim_dict_inlined(&program.dict, &call);
        site.address = i & 1 ? unit_random(&program.random) : 0;
        if (i & 4)
            site.inlined = 0;
        msim_dict_whole_site(&program.dict, &site);
    }
    ck_assert_uint_eq(program.dict.sites.used, MANY);
    msim_trace_end(&writer, "");
    ck_assert_uint_gt(writer.totals.blocks, 7);
    msim_trace_open(&reader, &memory.mem, &file.feed);
    expect(MSIM_TRACE_HEADER);
    expect(MSIM_TRACE_END);
    same_dict(&program.dict, &reader.dict);
}

/* A writer that was not told to write them writes nothing of them, and the same bytes as before. */
UNIT_TEST(left_out)
{
    for (unsigned whole = 0; whole < 2; whole++) {
        struct msim_site site = {.line = 7};
        program_start(&program, &memory.mem, 7);
        msim_dict_whole_site(&program.dict, &site);
        if (whole)
            msim_dict_inlined(&program.dict, &(struct msim_inlined){.line = 1});
        struct msim_instr instr = {0, 3, whole ? MSIM_INSTR_ATOMIC : 0};
        msim_dict_segment(&program.dict,
                          &(struct msim_segment){.instrs = &instr, .instrs_used = 1});
        msim_trace_init(&writer, &memory.mem, &program.dict, &file.sink);
        msim_trace_header(&writer, "");
        msim_trace_end(&writer, "");
        if (!whole)
            trace_file_copy(&other, &file);
        else
            ck_assert_mem_eq(file.bytes, other.bytes, file.used);
        ck_assert_uint_eq(file.used, other.used);
        trace_file_rewind(&file);
    }
    trace_file_end(&other);
}

/* More frames and calls than one block holds, and numbers of all lengths. */
UNIT_TEST(many_calls)
{
    enum { MANY = 30000 };
    struct msim_calls *calls = &program.dict.calls;
    uint32_t site = msim_dict_site(&program.dict, 0, 0, 1), call = 0;
    msim_trace_header(&writer, "");
    for (uint32_t i = 0; i < MANY; i++) {
        uint64_t address = i & 1 ? i : unit_random(&program.random);
        uint32_t frame = msim_calls_frame(calls, address, site, i % PROGRAM_FUNCTIONS);
        call = msim_calls_call(calls, frame, unit_one_in(&program.random, 9) ? 0 : call);
    }
    ck_assert_uint_eq(calls->calls.used, MANY + 1);
    words[0] = msim_event_header(MSIM_EVENT_HEAP, MSIM_HEAP_WORDS);
    words[1] = (uint64_t)call << 32 | MSIM_HEAP_NEW;
    words[2] = 8;
    words[3] = 0x5204a40;
    words[4] = 0;
    msim_trace_chunk(&writer, words, words + 5);
    msim_trace_end(&writer, "");
    ck_assert_uint_gt(writer.totals.blocks, 7);
    msim_trace_open(&reader, &memory.mem, &file.feed);
    expect(MSIM_TRACE_HEADER);
    expect(MSIM_TRACE_CHUNK);
    same_dict(&program.dict, &reader.dict);
    ck_assert_mem_eq(reader.words, words, 5 * sizeof *words);
    ck_assert_uint_eq(msim_heap_stack_of(reader.words), call);
    expect(MSIM_TRACE_END);
}

/* Strings of any length; those that are too long stay different. */
UNIT_TEST(long_strings)
{
    static const size_t lengths[] = {0,       1,       127,     128,     65000,   65536,
                                     1 << 20, 1 << 19, 1 << 18, 3 << 18, 1 << 17, (1 << 20) - 1};
    enum { LENGTHS = sizeof lengths / sizeof *lengths };
    char *text = malloc((1 << 20) + 2);
    for (unsigned i = 0; i < LENGTHS; i++) {
        memset(text, 'a' + (int)i, lengths[i]);
        text[lengths[i]] = 0;
        msim_dict_string(&program.dict, text);
    }
    msim_trace_header(&writer, "");
    msim_trace_end(&writer, "");
    msim_trace_open(&reader, &memory.mem, &file.feed);
    expect(MSIM_TRACE_HEADER);
    expect(MSIM_TRACE_END);
    same_dict(&program.dict, &reader.dict);

    memset(text, 'x', (1 << 20) + 1);
    text[(1 << 20) + 1] = 0;
    trace_file_rewind(&file);
    uint32_t first = msim_dict_string(&program.dict, text);
    text[1 << 20] = 'y';
    uint32_t second = msim_dict_string(&program.dict, text);
    msim_trace_init(&writer, &memory.mem, &program.dict, &file.sink);
    msim_trace_header(&writer, "");
    msim_trace_end(&writer, "");
    msim_trace_open(&reader, &memory.mem, &file.feed);
    expect(MSIM_TRACE_HEADER);
    expect(MSIM_TRACE_END);
    ck_assert_uint_eq(strlen(msim_dict_text(&reader.dict, first)), 1 << 20);
    ck_assert_str_ne(msim_dict_text(&reader.dict, first), msim_dict_text(&reader.dict, second));
    free(text);
}

/* A forked child goes on with a copy of the writer and of the file. */
UNIT_TEST(forked)
{
    program_translate(&program, 20);
    msim_trace_header(&writer, "pid: 1\n");
    size_t used = program_run(&program, words, 2000);
    msim_trace_chunk(&writer, words, words + used);
    struct msim_trace_writer child = writer;
    struct trace_file copy;
    trace_file_copy(&copy, &file);
    child.sink = &copy.sink;
    msim_trace_mark(&child, MSIM_MARK_FORK_CLEAR, NULL, 0);
    msim_trace_chunk(&child, words, words + used);
    msim_trace_end(&child, "");
    msim_trace_open(&reader, &memory.mem, &copy.feed);
    expect(MSIM_TRACE_HEADER);
    expect(MSIM_TRACE_CHUNK);
    expect(MSIM_TRACE_MARK);
    expect(MSIM_TRACE_CHUNK);
    ck_assert_mem_eq(reader.words, words, used * sizeof *words);
    expect(MSIM_TRACE_END);
    trace_file_end(&copy);
}

/* Plays the same program to a writer with that limit; returns the chunks that fit. */
static unsigned write_limited(uint64_t limit)
{
    unsigned fit = 0;
    program_start(&program, &memory.mem, 7);
    msim_trace_init(&writer, &memory.mem, &program.dict, &file.sink);
    trace_file_rewind(&file);
    writer.limit = limit;
    msim_trace_header(&writer, "pid: 1\n");
    for (unsigned chunk = 0; chunk < 40; chunk++) {
        if (chunk % 4 == 0)
            program_translate(&program, 5);
        if (chunk % 10 == 3)
            msim_trace_mark(&writer, 77, "abc", 3);
        uint64_t records = writer.totals.records;
        msim_trace_chunk(&writer, words, words + program_run(&program, words, 500));
        fit += writer.totals.records > records;
    }
    msim_trace_end(&writer, writer.cut ? "cut: 1\n" : "exit: 0\n");
    return fit;
}

/* Whatever the limit, the file stays below it and is whole up to where it was cut. */
UNIT_TEST(limited)
{
    unsigned all = write_limited(0), least = all;
    size_t used = file.used;
    ck_assert_uint_eq(all, 40);
    ck_assert(!writer.cut);
    for (uint64_t limit = used + 4096; limit > 4096; limit -= 97) {
        unsigned fit = write_limited(limit);
        ck_assert_uint_le(file.used, limit);
        ck_assert_uint_eq(writer.bytes, file.used);
        ck_assert_uint_le(fit, least);
        ck_assert_int_eq(writer.cut, file.used < used);
        least = fit;
        msim_trace_open(&reader, &memory.mem, &file.feed);
        expect(MSIM_TRACE_HEADER);
        unsigned chunks = 0;
        enum msim_trace_event event;
        while ((event = msim_trace_next(&reader)) == MSIM_TRACE_CHUNK || event == MSIM_TRACE_MARK)
            chunks += event == MSIM_TRACE_CHUNK;
        ck_assert_int_eq(event, MSIM_TRACE_END);
        ck_assert_str_eq(reader.text, writer.cut ? "cut: 1\n" : "exit: 0\n");
        ck_assert_uint_eq(chunks, fit);
    }
    ck_assert_uint_lt(least, 10);
}

/* --- What is no good trace ---------------------------------------------------------------- */

/* One of each kind. */
static size_t put_events(uint64_t *to, uint64_t stack)
{
    const uint64_t events[] = {msim_event_header(MSIM_EVENT_HEAP, MSIM_HEAP_WORDS),
                               stack << 32 | MSIM_HEAP_REALLOC,
                               100,
                               0x5204a40,
                               0x5204040,
                               msim_event_header(MSIM_EVENT_CLOCK, MSIM_CLOCK_WORDS),
                               123456,
                               7,
                               msim_event_header(MSIM_EVENT_STACKS, MSIM_STACKS_WORDS),
                               4096};
    memcpy(to, events, sizeof events);
    return sizeof events / sizeof *events;
}

static void write_small(void)
{
    program_translate(&program, 3);
    msim_trace_header(&writer, "command: x\n");
    size_t used = put_events(words, program.dict.calls.calls.used - 1);
    used += program_run(&program, words + used, 100);
    msim_trace_chunk(&writer, words, words + used);
    msim_trace_mark(&writer, MSIM_MARK_FORK_CLEAR, NULL, 0);
    program_translate(&program, 1);
    used = program_run(&program, words, 150);
    msim_trace_chunk(&writer, words, words + used);
    msim_trace_end(&writer, "exit: 0\n");
}

/* Reads to the end of it all. */
static enum msim_trace_event read_all(struct unit_memory *here)
{
    enum msim_trace_event event;
    unit_memory_end(here);
    unit_memory_start(here);
    file.at = 0;
    msim_trace_open(&reader, &here->mem, &file.feed);
    do
        event = msim_trace_next(&reader);
    while (event != MSIM_TRACE_END && event != MSIM_TRACE_FAILED);
    ck_assert_int_eq(msim_trace_next(&reader), event);
    return event;
}

/* Where the block that holds byte `at` begins; what is before the first block begins at 0. */
static size_t block_of(size_t at)
{
    size_t start = 0, next = MSIM_TRACE_START_BYTES;
    while (next <= at) {
        start = next;
        next += MSIM_TRACE_HEAD_BYTES + msim_get32(file.bytes + start + 4);
    }
    return start;
}

UNIT_TEST(cut_anywhere)
{
    struct unit_memory here;
    unit_memory_start(&here);
    write_small();
    size_t used = file.used;
    ck_assert_int_eq(read_all(&here), MSIM_TRACE_END);
    for (file.used = 0; file.used < used; file.used++) {
        size_t here_used = file.used;
        file.used = used;
        size_t start = block_of(here_used);
        file.used = here_used;
        ck_assert_int_eq(read_all(&here), MSIM_TRACE_FAILED);
        ck_assert_int_eq(reader.error.failure, MSIM_TRACE_CUT);
        ck_assert_uint_eq(reader.error.offset, start);
    }
    unit_memory_end(&here);
}

UNIT_TEST(any_bit)
{
    struct unit_memory here;
    unit_memory_start(&here);
    write_small();
    uint8_t version = file.bytes[8];
    for (size_t bit = 0; bit < 8 * file.used; bit++) {
        file.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        ck_assert_msg(read_all(&here) == MSIM_TRACE_FAILED, "bit %zu", bit);
        bool other_version =
            file.bytes[8] != version && file.bytes[8] > 0 && file.bytes[8] <= MSIM_TRACE_VERSION;
        file.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        if (!other_version) /* otherwise seen where the two differ */
            ck_assert_uint_eq(block_of(reader.error.offset), block_of(bit / 8));
        ck_assert_ptr_ne(reader.error.expected, NULL);
    }
    ck_assert_int_eq(read_all(&here), MSIM_TRACE_END);
    unit_memory_end(&here);
}

static void refused(const void *bytes, size_t count, enum msim_trace_failure failure,
                    uint64_t offset)
{
    struct unit_memory here;
    unit_memory_start(&here);
    trace_file_rewind(&file);
    file.sink.put(file.sink.self, bytes, count);
    ck_assert_int_eq(read_all(&here), MSIM_TRACE_FAILED);
    ck_assert_int_eq(reader.error.failure, failure);
    ck_assert_uint_eq(reader.error.offset, offset);
    unit_memory_end(&here);
}

UNIT_TEST(foreign_files)
{
    refused("", 0, MSIM_TRACE_CUT, 0);
    refused("\x7f"
            "ELF",
            4, MSIM_TRACE_FOREIGN, 0);
    refused("\x89memsin\n\1\0\0", 12, MSIM_TRACE_FOREIGN, 6);
    refused("\x89memsim\n\1\0\0", 11, MSIM_TRACE_CUT, 0);
    refused("\x89memsim\n\10\0\0\0", 12, MSIM_TRACE_VERSION_UNKNOWN, 8);
    ck_assert_uint_eq(reader.error.wanted, 7);
    ck_assert_uint_eq(reader.error.found, 8);
    refused("\x89memsim\n\1\0\0\0\1\0\0\0\1\0\0\1\0\0\0\0", 24, MSIM_TRACE_DAMAGED, 16);
    file.broken = true;
    refused("", 0, MSIM_TRACE_UNREADABLE, 0);
}

/* A trace of one header and one block with this payload. */
static bool whole_block; /* of version 3, */
static bool tasks_block; /* or 4, */
static bool ops_block;   /* or 6 */

static void block_refused(uint32_t type, const char *payload, size_t count, long at)
{
    struct unit_memory here;
    unit_memory_start(&here);
    trace_file_rewind(&file);
    msim_trace_init(&writer, &here.mem, &program.dict, &file.sink);
    writer.whole_sites = whole_block;
    writer.has_tasks = tasks_block || ops_block;
    writer.operations = ops_block;
    msim_trace_header(&writer, "");
    trace_file_block(&file, &writer.crc, type, payload, count);
    ck_assert_int_eq(read_all(&here), MSIM_TRACE_FAILED);
    ck_assert_int_eq(reader.error.failure, at == -1 ? MSIM_TRACE_CUT : MSIM_TRACE_MALFORMED);
    if (at == -1) /* the block was taken, and the end is missing */
        ck_assert_uint_eq(reader.error.offset, file.used);
    else
        ck_assert_msg(reader.error.offset == (uint64_t)(36 + at), "at %ld: offset %llu: %s", at,
                      (unsigned long long)reader.error.offset, reader.error.expected);
    unit_memory_end(&here);
}

#define REFUSED(type, at, ...)                                                                     \
    block_refused(type, (const char[]){__VA_ARGS__}, sizeof((const char[]){__VA_ARGS__}), at)

/* With one word, 0. */
#define STACKS_EVENT (char)0x80, 6, 0

UNIT_TEST(blocks)
{
    REFUSED(MSIM_TRACE_TYPE_HEADER, -12, 'x');
    REFUSED(0, -12, 0);
    REFUSED(6, -12, 0);
    REFUSED(6 | MSIM_TRACE_IGNORABLE, -1, 0);
    REFUSED(MSIM_TRACE_TYPE_MARK, -1, MSIM_MARK_FORK_CLEAR);
    REFUSED(MSIM_TRACE_TYPE_MARK, 1, MSIM_MARK_FORK_CLEAR, 0);
    block_refused(MSIM_TRACE_TYPE_MARK, "", 0, 0);
    REFUSED(MSIM_TRACE_TYPE_STREAM, 0, 0, 1, 1);
    REFUSED(MSIM_TRACE_TYPE_STREAM, 1, 1, 0, 1);
    REFUSED(MSIM_TRACE_TYPE_STREAM, 2, 1, 1, 1); /* the event 0, that all zeros predict */
    REFUSED(MSIM_TRACE_TYPE_STREAM, -1, 1, 2, STACKS_EVENT);
    REFUSED(MSIM_TRACE_TYPE_STREAM, 5, 2, 2, STACKS_EVENT); /* says two records */
    REFUSED(MSIM_TRACE_TYPE_STREAM, 5, 1, 3, STACKS_EVENT); /* says three words */
    REFUSED(MSIM_TRACE_TYPE_STREAM, 1, 1, (char)0x81, 0x44, 1);
    REFUSED(MSIM_TRACE_TYPE_END, 0, 2, 0, 0);
    REFUSED(MSIM_TRACE_TYPE_END, 1, 1, 1, 0);
    REFUSED(MSIM_TRACE_TYPE_END, 2, 1, 0, 1);
    REFUSED(MSIM_TRACE_TYPE_END, 3, 1, 0, 0, 0);
}

/* Two strings "" "a", two sites, then segments. */
#define BEFORE 2, 0, 1, 'a', 2, 0, 0, 0, 0, 2, 2, 10, 2

/* No frames, no calls. */
#define AFTER 0, 0

UNIT_TEST(dicts)
{
    REFUSED(MSIM_TRACE_TYPE_DICT, -1, BEFORE, 0, AFTER);
    REFUSED(MSIM_TRACE_TYPE_DICT, 0, 3);                       /* more than there is room for */
    REFUSED(MSIM_TRACE_TYPE_DICT, 1, 1, 3, 'a', 1);            /* beyond the block */
    REFUSED(MSIM_TRACE_TYPE_DICT, 3, 1, 2, 'a', 0, 0, 0);      /* a 0 in a string */
    REFUSED(MSIM_TRACE_TYPE_DICT, 3, 2, 1, 'a', 1, 'a', 0, 0); /* twice the same; */
    REFUSED(MSIM_TRACE_TYPE_DICT, 2, 0, 1, 0, 0, 0, 0);        /* no such string */
    REFUSED(MSIM_TRACE_TYPE_DICT, 4, 1, 0, 1, 0, 2, 0, 0);
    REFUSED(MSIM_TRACE_TYPE_DICT, 6, 1, 0, 1, 0, 0, 0, 4, 0); /* no such object: 2 */
    REFUSED(MSIM_TRACE_TYPE_DICT, 6, 1, 0, 1, 0, 0, 0, 1, 0); /* object -1 */
    REFUSED(MSIM_TRACE_TYPE_DICT, 3, 1, 0, 1, 1, 0, 0, 0);    /* number -1 */
    REFUSED(MSIM_TRACE_TYPE_DICT, 5, 1, 0, 1, 0, 0, 1, 0);    /* line -1 */
    REFUSED(MSIM_TRACE_TYPE_DICT, 16, BEFORE, 0, AFTER, 0);   /* bytes left over */
    REFUSED(MSIM_TRACE_TYPE_DICT, -1, BEFORE, 1, 0, 1, 0, 0, 1, 0, AFTER);
    REFUSED(MSIM_TRACE_TYPE_DICT, 15, BEFORE, 1, 0, 0, 0, 0, 0, 0); /* no instruction */
    REFUSED(MSIM_TRACE_TYPE_DICT, 18, BEFORE, 1, 0, 1, 0, 0, 0, 0); /* no length */
    REFUSED(MSIM_TRACE_TYPE_DICT, 19, BEFORE, 1, 0, 1, 0, 0, 1, 4); /* no such site */
    REFUSED(MSIM_TRACE_TYPE_DICT, 20, BEFORE, 2, 0, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0); /* again */
}

/* A segment of one instruction and two words, and the beginning of its access. */
#define ACCESS BEFORE, 1, 0, 1, 1, 4, 1, 0

UNIT_TEST(accesses)
{
    REFUSED(MSIM_TRACE_TYPE_DICT, -1, ACCESS, 1, 1, 8, 15, AFTER);
    REFUSED(MSIM_TRACE_TYPE_DICT, -1, ACCESS, 0xe, 2, 8, 15, AFTER);
    REFUSED(MSIM_TRACE_TYPE_DICT, 20, ACCESS, 16, 1, 8, 0);               /* instruction 1 */
    REFUSED(MSIM_TRACE_TYPE_DICT, 20, ACCESS, 3, 1, 8, 0);                /* write and modify */
    REFUSED(MSIM_TRACE_TYPE_DICT, 21, ACCESS, 0, 0, 8, 0);                /* words 0 and 3 */
    REFUSED(MSIM_TRACE_TYPE_DICT, 21, ACCESS, 0, 3, 8, 0);                /* */
    REFUSED(MSIM_TRACE_TYPE_DICT, 22, ACCESS, 0, 1, 0, 0);                /* sizes 0 and 4096 */
    REFUSED(MSIM_TRACE_TYPE_DICT, 22, ACCESS, 0, 1, (char)0x80, 0x20, 0); /* */
    REFUSED(MSIM_TRACE_TYPE_DICT, 23, ACCESS, 0, 1, 8, (char)0x80, (char)0x80, (char)0x80,
            (char)0x80, 0x10);                          /* offset 2^31 */
    REFUSED(MSIM_TRACE_TYPE_DICT, 23, ACCESS, 0, 1, 8); /* none */
}

/* No segments, then two frames, and the beginning of the calls. */
#define FRAMES BEFORE, 0, 2, 64, 2, 2, 8, 1, 0

UNIT_TEST(calls)
{
    REFUSED(MSIM_TRACE_TYPE_DICT, -1, BEFORE, 0, 0, 0);
    REFUSED(MSIM_TRACE_TYPE_DICT, 15, BEFORE, 0, 0);              /* no count of calls */
    REFUSED(MSIM_TRACE_TYPE_DICT, 14, BEFORE, 0, 4, 0, 0);        /* more than there is room for */
    REFUSED(MSIM_TRACE_TYPE_DICT, 16, BEFORE, 0, 1, 64, 4, 0, 0); /* no such site */
    REFUSED(MSIM_TRACE_TYPE_DICT, 16, BEFORE, 0, 1, 64, 1, 0, 0); /* site -1 */
    REFUSED(MSIM_TRACE_TYPE_DICT, 17, BEFORE, 0, 1, 64, 0, 4, 0); /* no such string */
    REFUSED(MSIM_TRACE_TYPE_DICT, 5, 0, 0, 0, 1, 0, 0, 0);        /* no site at all */
    REFUSED(MSIM_TRACE_TYPE_DICT, 18, BEFORE, 0, 2, 64, 0, 0, 0, 0, 0, 0); /* twice the same */
    REFUSED(MSIM_TRACE_TYPE_DICT, -1, FRAMES, 0);
    REFUSED(MSIM_TRACE_TYPE_DICT, -1, FRAMES, 3, 0, 1, 2, 1, 0, 3);
    REFUSED(MSIM_TRACE_TYPE_DICT, 23, FRAMES, 1, 0);          /* half a call */
    REFUSED(MSIM_TRACE_TYPE_DICT, 22, FRAMES, 1, 4, 1);       /* no such frame */
    REFUSED(MSIM_TRACE_TYPE_DICT, 22, FRAMES, 1, 1, 1);       /* frame -1 */
    REFUSED(MSIM_TRACE_TYPE_DICT, 23, FRAMES, 1, 0, 0);       /* called by itself */
    REFUSED(MSIM_TRACE_TYPE_DICT, 23, FRAMES, 1, 0, 2);       /* by one before the first */
    REFUSED(MSIM_TRACE_TYPE_DICT, 25, FRAMES, 2, 0, 1, 0, 3); /* */
    REFUSED(MSIM_TRACE_TYPE_DICT, 24, FRAMES, 2, 0, 1, 0, 2); /* twice the same */
    REFUSED(MSIM_TRACE_TYPE_DICT, 24, FRAMES, 1, 0, 1, 0);    /* bytes left over */
    REFUSED(MSIM_TRACE_TYPE_DICT, 5, 0, 0, 0, 0, 1, 0, 1);    /* no frame at all */
}

/* A string, and an inlined call of it. */
#define INLINED 1, 1, 'a', 1, 0, 0, 0, 14

UNIT_TEST(inlined_calls)
{
    whole_block = true;
    REFUSED(MSIM_TRACE_TYPE_DICT, -1, 0, 0, 0, 0, 0, 0);
    REFUSED(MSIM_TRACE_TYPE_DICT, 5, 0, 0, 0, 0, 0);                            /* no count */
    REFUSED(MSIM_TRACE_TYPE_DICT, -1, INLINED, 1, 0, 0, 2, 0, 2, 14, 0, AFTER); /* with a site, */
    REFUSED(MSIM_TRACE_TYPE_DICT, -1, INLINED, 1, 0, 0, 2, 0, 0, 0, 0, AFTER);  /* outside */
    REFUSED(MSIM_TRACE_TYPE_DICT, 13, INLINED, 1, 0, 0, 2, 0, 4, 14, 0, AFTER); /* no such */
    REFUSED(MSIM_TRACE_TYPE_DICT, 13, INLINED, 1, 0, 0, 2, 0, 1, 14, 0, AFTER); /* number -1 */
    REFUSED(MSIM_TRACE_TYPE_DICT, 15, INLINED, 2, 0, 0, 2, 0, 2, 14, 0, 0, 0, 0, 0, 0, 0, AFTER);
    REFUSED(MSIM_TRACE_TYPE_DICT, -1, INLINED, 2, 0, 0, 2, 0, 2, 14, 0, 0, 0, 0, 0, 2, 0, AFTER);
    REFUSED(MSIM_TRACE_TYPE_DICT, 4, 1, 1, 'a', 1, 2, 0, 0, 0);                 /* in itself */
    REFUSED(MSIM_TRACE_TYPE_DICT, 5, 1, 1, 'a', 1, 0, 2, 0, 0);                 /* no function, */
    REFUSED(MSIM_TRACE_TYPE_DICT, 6, 1, 1, 'a', 1, 0, 0, 2, 0);                 /* no file, */
    REFUSED(MSIM_TRACE_TYPE_DICT, 7, 1, 1, 'a', 1, 0, 0, 0, 1);                 /* line -1 */
    REFUSED(MSIM_TRACE_TYPE_DICT, 8, 1, 1, 'a', 2, 0, 0, 0, 14, 0, 0, 0, 0, 0); /* twice */
    REFUSED(MSIM_TRACE_TYPE_DICT, -1, 1, 1, 'a', 2, 0, 0, 0, 14, 2, 0, 0, 0, 0, 0, AFTER);
    whole_block = false;
}

/* In version 4: no whole sites, two strings, two sites, then a segment without accesses. */
#define TASKS_SEGMENT 0, BEFORE, 1, 0, 1, 0, 0

/* A block of one event: that thread 1 runs, or is created. */
#define RUNS_EVENT    1, 2, (char)0x80, 24, 1, 2
#define CREATED_EVENT 1, 3, (char)0x80, 30, 5, 2, 0, 0, 0, 2

UNIT_TEST(tasks)
{
    REFUSED(MSIM_TRACE_TYPE_STREAM, -1, RUNS_EVENT);
    REFUSED(MSIM_TRACE_TYPE_STREAM, 4, CREATED_EVENT);
    REFUSED(MSIM_TRACE_TYPE_DICT, 18, BEFORE, 1, 0, 1, 0, 0, (char)0x81, 2, 0, AFTER);
    tasks_block = true;
    REFUSED(MSIM_TRACE_TYPE_STREAM, 4, RUNS_EVENT); /* no thread created it */
    REFUSED(MSIM_TRACE_TYPE_STREAM, -1, CREATED_EVENT);
    REFUSED(MSIM_TRACE_TYPE_DICT, -1, TASKS_SEGMENT, 1, 0, AFTER);
    REFUSED(MSIM_TRACE_TYPE_DICT, -1, TASKS_SEGMENT, (char)0x81, 0xe, 0, AFTER);  /* all bits, */
    REFUSED(MSIM_TRACE_TYPE_DICT, 19, TASKS_SEGMENT, (char)0x81, 0x10, 0, AFTER); /* a fourth */
    REFUSED(MSIM_TRACE_TYPE_DICT, 19, TASKS_SEGMENT, (char)0x80, 2, 0, AFTER);    /* no length */
    REFUSED(MSIM_TRACE_TYPE_DICT, 0, 2, BEFORE, 0, AFTER);                        /* no such part */
    REFUSED(MSIM_TRACE_TYPE_DICT, -1, 1, 0, 0, 0, 0, 0, 0);
    tasks_block = false;
}

/* What a segment computes is at its end, and tells of its fault; unit/stream/ops.c has all of them. */
UNIT_TEST(operations)
{
    tasks_block = true;
    REFUSED(MSIM_TRACE_TYPE_DICT, 0, 4, BEFORE, 0, AFTER); /* not in version 4 */
    tasks_block = false;
    ops_block = true;
    REFUSED(MSIM_TRACE_TYPE_DICT, 0, 8, BEFORE, 0, AFTER); /* no such part */
    REFUSED(MSIM_TRACE_TYPE_DICT, -1, 4, BEFORE, 1, 0, 1, 0, 0, 1, 0, 0, AFTER);
    REFUSED(MSIM_TRACE_TYPE_DICT, -1, 0, BEFORE, 1, 0, 1, 0, 0, 1, 0, AFTER);
    REFUSED(MSIM_TRACE_TYPE_DICT, -1, 4, BEFORE, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 1, 2, AFTER);
    REFUSED(MSIM_TRACE_TYPE_DICT, 24, 4, BEFORE, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 33, 1, 2, AFTER);
    REFUSED(MSIM_TRACE_TYPE_DICT, 21, 4, BEFORE, 1, 0, 1, 0, 0, 1, 0);
    ops_block = false;
}

UNIT_TEST(checksum)
{
    struct msim_crc crc;
    char bytes[] = "123456789";
    msim_crc_init(&crc);
    ck_assert_uint_eq(msim_crc(&crc, 0, bytes, 9), 0xe3069283);
    ck_assert_uint_eq(msim_crc(&crc, msim_crc(&crc, 0, bytes, 4), bytes + 4, 5), 0xe3069283);
    ck_assert_uint_eq(msim_crc(&crc, 0, bytes, 0), 0);

    struct msim_crc tables = crc;
    tables.instruction = false;
    uint8_t more[300];
    for (size_t i = 0; i < sizeof more; i++)
        more[i] = (uint8_t)unit_random(&program.random);
    for (size_t start = 0; start < 9; start++)
        for (size_t count = 0; start + count <= sizeof more; count++)
            ck_assert_uint_eq(msim_crc(&crc, (uint32_t)count, more + start, count),
                              msim_crc(&tables, (uint32_t)count, more + start, count));
}
