/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reader of read.h. */
#include "read.h"

enum { FIRST_ROOM = 128 * 1024 };

/* Enlarges the room of the payload and copies its contents. */
static void grow(struct msim_trace_reader *reader, size_t used, size_t room)
{
    uint8_t *larger = msim_get(reader->mem, room + MSIM_CODEC_SLACK, 8);
    if (used)
        __builtin_memcpy(larger, reader->payload, used);
    reader->payload = larger;
    reader->room = room;
}

void msim_trace_open(struct msim_trace_reader *reader, const struct msim_mem *mem,
                     const struct msim_feed *feed)
{
    *reader = (struct msim_trace_reader){.mem = mem, .feed = feed};
    msim_dict_init(&reader->dict, mem);
    msim_dict_front_init(&reader->front);
    msim_predictor_init(&reader->predictor, mem, &reader->dict);
    msim_crc_init(&reader->crc);
    reader->chunk = msim_get(mem, MSIM_TRACE_CHUNK_WORDS * sizeof *reader->chunk, 64);
    grow(reader, 0, FIRST_ROOM);
}

/* --- Errors -------------------------------------------------------------------------------- */

static bool fail(struct msim_trace_reader *reader, enum msim_trace_failure failure, uint64_t offset,
                 const char *expected)
{
    reader->error = (struct msim_trace_error){failure, offset, expected, 0, 0, 0};
    reader->last = MSIM_TRACE_FAILED;
    return false;
}

static bool fail_numbers(struct msim_trace_reader *reader, enum msim_trace_failure failure,
                         uint64_t offset, const char *expected, unsigned base, uint64_t wanted,
                         uint64_t found)
{
    reader->error = (struct msim_trace_error){failure, offset, expected, base, wanted, found};
    reader->last = MSIM_TRACE_FAILED;
    return false;
}

/* --- Blocks -------------------------------------------------------------------------------- */

/* Reads `bytes` bytes, or all that are left; *got is their number. */
static bool read_bytes(struct msim_trace_reader *reader, void *to, size_t bytes, size_t *got)
{
    for (*got = 0; *got < bytes;) {
        long here = reader->feed->read(reader->feed->self, (char *)to + *got, bytes - *got);
        if (here < 0 || (size_t)here > bytes - *got)
            return fail(reader, MSIM_TRACE_UNREADABLE, reader->offset, "readable bytes");
        if (here == 0)
            return true;
        *got += (size_t)here;
        reader->offset += (uint64_t)here;
    }
    return true;
}

/* The parts of dictionaries that traces of this version may have. */
static uint8_t parts_of(uint32_t version)
{
    uint8_t parts = MSIM_DICT_WHOLE_SITES;
    if (version > MSIM_TRACE_VERSION_TASKS)
        parts |= MSIM_DICT_FUNCTIONS;
    if (version > MSIM_TRACE_VERSION_FUNCTIONS)
        parts |= MSIM_DICT_OPERATIONS;
    return version > MSIM_TRACE_VERSION_OPERATIONS ? MSIM_DICT_PARTS : parts;
}

static bool read_start(struct msim_trace_reader *reader)
{
    uint8_t start[MSIM_TRACE_START_BYTES];
    size_t got;
    if (!read_bytes(reader, start, sizeof start, &got))
        return false;
    for (size_t i = 0; i < got && i < 8; i++)
        if (start[i] != (uint8_t)MSIM_TRACE_MAGIC[i])
            return fail(reader, MSIM_TRACE_FOREIGN, i, "the first bytes of a trace");
    if (got < sizeof start)
        return fail(reader, MSIM_TRACE_CUT, 0, "the first bytes of a trace");
    uint32_t version = msim_get32(start + 8);
    if (!version || version > MSIM_TRACE_VERSION)
        return fail_numbers(reader, MSIM_TRACE_VERSION_UNKNOWN, 8, "version", 10,
                            MSIM_TRACE_VERSION, version);
    reader->front.whole_sites = version == MSIM_TRACE_VERSION_SITES;
    reader->front.has_tasks = version > MSIM_TRACE_VERSION_SITES;
    reader->front.parts = parts_of(version);
    msim_tasks_init(&reader->tasks, reader->mem, reader->front.has_tasks);
    reader->predictor.tasks = &reader->tasks;
    reader->begun = true;
    return true;
}

/* A length in the file does not determine how much is allocated: the room at most doubles when it
 * is full. */
static bool read_payload(struct msim_trace_reader *reader, size_t length, uint64_t start)
{
    for (size_t used = 0, got; used < length; used += got) {
        if (used == reader->room)
            grow(reader, used, 2 * used < length ? 2 * used : length);
        size_t wanted = (length < reader->room ? length : reader->room) - used;
        if (!read_bytes(reader, reader->payload + used, wanted, &got))
            return false;
        if (got < wanted)
            return fail(reader, MSIM_TRACE_CUT, start, "a complete block");
    }
    return true;
}

struct block {
    uint64_t start; /* offset in the file */
    uint32_t type;
    struct msim_cursor cursor; /* the payload */
};

static bool read_block(struct msim_trace_reader *reader, struct block *block)
{
    uint8_t head[MSIM_TRACE_HEAD_BYTES];
    uint64_t start = block->start = reader->offset;
    size_t got;
    if (!read_bytes(reader, head, sizeof head, &got))
        return false;
    if (got < sizeof head)
        return fail(reader, MSIM_TRACE_CUT, start, got ? "a complete block" : "a block");
    uint32_t length = msim_get32(head + 4), found = msim_get32(head + 8);
    if (length > MSIM_TRACE_PAYLOAD_MAX)
        return fail_numbers(reader, MSIM_TRACE_DAMAGED, start + 4, "a length up to", 10,
                            MSIM_TRACE_PAYLOAD_MAX, length);
    if (!read_payload(reader, length, start))
        return false;
    uint32_t wanted = msim_crc(&reader->crc, 0, head, 8);
    wanted = msim_crc(&reader->crc, wanted, reader->payload, length);
    if (wanted != found)
        return fail_numbers(reader, MSIM_TRACE_DAMAGED, start + 8, "a checksum of", 16, wanted,
                            found);
    block->type = msim_get32(head);
    block->cursor = (struct msim_cursor){reader->payload, reader->payload + length, false};
    return true;
}

/* --- Contents ------------------------------------------------------------------------------- */

static bool malformed(struct msim_trace_reader *reader, const struct block *block,
                      const char *expected)
{
    uint64_t within = (uint64_t)(block->cursor.at - reader->payload);
    return fail(reader, MSIM_TRACE_MALFORMED, block->start + MSIM_TRACE_HEAD_BYTES + within,
                expected);
}

/* Takes the rest of the payload as a text; there is room for its final 0. */
static bool take_text(struct msim_trace_reader *reader, struct block *block)
{
    uint8_t *text = reader->payload + (block->cursor.at - reader->payload);
    for (; block->cursor.at < block->cursor.end; block->cursor.at++)
        if (!*block->cursor.at)
            return malformed(reader, block, "a text without zero bytes");
    text[block->cursor.end - text] = 0;
    reader->text = (const char *)text;
    return true;
}

static bool take_header(struct msim_trace_reader *reader, struct block *block)
{
    reader->last = MSIM_TRACE_HEADER;
    return take_text(reader, block);
}

static bool take_dict(struct msim_trace_reader *reader, struct block *block)
{
    size_t count = (size_t)(block->cursor.end - block->cursor.at);
    if (reader->before_dict)
        reader->before_dict(reader->before_dict_self);
    const char *expected =
        msim_dict_take(&reader->dict, &reader->front, reader->payload, count, &block->cursor.at);
    return !expected || malformed(reader, block, expected);
}

static bool take_count(struct msim_trace_reader *reader, struct block *block, uint64_t *count,
                       const char *expected)
{
    const uint8_t *start = block->cursor.at;
    *count = msim_take_varint(&block->cursor, MSIM_TRACE_CHUNK_WORDS);
    if (!block->cursor.bad && *count > 0)
        return true;
    block->cursor.at = start;
    return malformed(reader, block, expected);
}

static bool take_chunk(struct msim_trace_reader *reader, struct block *block)
{
    uint64_t records, words;
    if (!take_count(reader, block, &records, "a number of records from 1 to 8704") ||
        !take_count(reader, block, &words, "a number of words from 1 to 8704"))
        return false;
    uint32_t before = reader->predictor.now;
    const char *expected =
        msim_decode(&reader->predictor, &block->cursor, reader->chunk, (size_t)words);
    if (!expected && reader->predictor.now - before != records)
        expected = "the number of records that the block announces";
    if (expected)
        return malformed(reader, block, expected);
    reader->words = reader->chunk;
    reader->end = reader->chunk + words;
    reader->totals.records += records;
    reader->totals.words += words;
    reader->last = MSIM_TRACE_CHUNK;
    return true;
}

static bool take_mark(struct msim_trace_reader *reader, struct block *block)
{
    reader->mark = (uint32_t)msim_take_varint(&block->cursor, UINT32_MAX);
    if (block->cursor.bad)
        return malformed(reader, block, "a kind of mark");
    reader->bytes = block->cursor.at;
    reader->count = (size_t)(block->cursor.end - block->cursor.at);
    if (reader->mark == MSIM_MARK_FORK_CLEAR && reader->count)
        return malformed(reader, block, "no bytes after this kind of mark");
    reader->last = MSIM_TRACE_MARK;
    return true;
}

static bool take_total(struct msim_trace_reader *reader, struct block *block, uint64_t counted,
                       const char *expected)
{
    const uint8_t *start = block->cursor.at;
    uint64_t total = msim_take_varint(&block->cursor, UINT64_MAX);
    if (!block->cursor.bad && total == counted)
        return true;
    block->cursor.at = start;
    return malformed(reader, block, expected);
}

static bool take_end(struct msim_trace_reader *reader, struct block *block)
{
    uint8_t more;
    size_t got;
    if (!take_total(reader, block, reader->totals.blocks, "the number of blocks before it") ||
        !take_total(reader, block, reader->totals.records, "the number of records before it") ||
        !take_total(reader, block, reader->totals.words, "the number of words before it") ||
        !take_text(reader, block))
        return false;
    uint64_t end = reader->offset;
    if (!read_bytes(reader, &more, 1, &got))
        return false;
    if (got)
        return fail(reader, MSIM_TRACE_MALFORMED, end, "the end of the file");
    reader->last = MSIM_TRACE_END;
    return true;
}

static bool take_block(struct msim_trace_reader *reader, struct block *block, bool first)
{
    if (first != (block->type == MSIM_TRACE_TYPE_HEADER))
        return fail(reader, MSIM_TRACE_MALFORMED, block->start,
                    first ? "a header" : "no second header");
    switch (block->type) {
    case MSIM_TRACE_TYPE_HEADER:
        return take_header(reader, block);
    case MSIM_TRACE_TYPE_DICT:
        return take_dict(reader, block);
    case MSIM_TRACE_TYPE_STREAM:
        return take_chunk(reader, block);
    case MSIM_TRACE_TYPE_MARK:
        return take_mark(reader, block);
    case MSIM_TRACE_TYPE_END:
        return take_end(reader, block);
    default:
        return block->type & MSIM_TRACE_IGNORABLE ||
               fail_numbers(reader, MSIM_TRACE_MALFORMED, block->start, "a block of a type up to",
                            10, MSIM_TRACE_TYPE_END, block->type);
    }
}

enum msim_trace_event msim_trace_next(struct msim_trace_reader *reader)
{
    struct block block;
    if (!reader->begun && reader->last != MSIM_TRACE_FAILED)
        read_start(reader);
    if (reader->last == MSIM_TRACE_FAILED || reader->last == MSIM_TRACE_END)
        return reader->last;
    do {
        reader->last = MSIM_TRACE_NOTHING;
        if (!read_block(reader, &block) || !take_block(reader, &block, !reader->totals.blocks))
            break;
        reader->totals.blocks++;
    } while (reader->last == MSIM_TRACE_NOTHING);
    return reader->last;
}
