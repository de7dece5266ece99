/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The writer of write.h. */
#include "write.h"

enum {
    FRONT_BYTES = 32, /* before the payload: for the head, and for numbers that are known late */
    BACK_BYTES = MSIM_CODEC_SLACK,
    END_BYTES = MSIM_TRACE_HEAD_BYTES + 3 * MSIM_VARINT_MAX + MSIM_TRACE_END_TEXT_MAX,
    USUAL_ROOM = MSIM_CODEC_BYTES_MAX(MSIM_TRACE_CHUNK_WORDS)
};

_Static_assert(FRONT_BYTES >= MSIM_TRACE_HEAD_BYTES + 2 * MSIM_VARINT_MAX, "");

/* Where the payload goes; at least `room` bytes fit. */
static uint8_t *make_room(struct msim_trace_writer *writer, size_t room)
{
    if (room > writer->room) {
        writer->room = room > 2 * writer->room ? room : 2 * writer->room;
        writer->buffer = msim_get(writer->mem, FRONT_BYTES + writer->room + BACK_BYTES, 8);
    }
    return writer->buffer + FRONT_BYTES;
}

void msim_trace_init(struct msim_trace_writer *writer, const struct msim_mem *mem,
                     const struct msim_dict *dict, const struct msim_sink *sink)
{
    *writer = (struct msim_trace_writer){.mem = mem, .dict = dict, .sink = sink};
    msim_predictor_init(&writer->predictor, mem, dict);
    msim_dict_front_init(&writer->front);
    msim_crc_init(&writer->crc);
    make_room(writer, USUAL_ROOM);
}

static uint8_t *put_bytes(uint8_t *to, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = ((const uint8_t *)bytes)[i];
    return to + count;
}

static uint32_t version_of(const struct msim_trace_writer *writer)
{
    if (writer->has_tasks && writer->branches)
        return MSIM_TRACE_VERSION;
    if (writer->has_tasks && writer->operations)
        return MSIM_TRACE_VERSION_OPERATIONS;
    if (writer->has_tasks)
        return writer->functions ? MSIM_TRACE_VERSION_FUNCTIONS : MSIM_TRACE_VERSION_TASKS;
    if (writer->whole_sites)
        return MSIM_TRACE_VERSION_SITES;
    return writer->has_calls ? MSIM_TRACE_VERSION_CALLS : MSIM_TRACE_VERSION_NO_CALLS;
}

static void put_start(struct msim_trace_writer *writer)
{
    uint8_t start[MSIM_TRACE_START_BYTES];
    put_bytes(start, MSIM_TRACE_MAGIC, 8);
    msim_put32(start + 8, version_of(writer));
    writer->sink->put(writer->sink->self, (const char *)start, sizeof start);
    writer->bytes += sizeof start;
}

/* True: this block and the end after it stay within the limit.  Every trace has its header and its
 * end. */
static bool fits(const struct msim_trace_writer *writer, uint32_t type, size_t length)
{
    if (!writer->limit || type == MSIM_TRACE_TYPE_HEADER || type == MSIM_TRACE_TYPE_END)
        return true;
    return !writer->cut &&
           writer->bytes + MSIM_TRACE_HEAD_BYTES + length + END_BYTES <= writer->limit;
}

/* Writes the head before the payload and passes both on in one piece.  False: they do not fit. */
static bool put_block(struct msim_trace_writer *writer, uint32_t type, uint8_t *payload,
                      const uint8_t *end)
{
    uint8_t *head = payload - MSIM_TRACE_HEAD_BYTES;
    size_t length = (size_t)(end - payload);
    if (!fits(writer, type, length)) {
        writer->cut = true;
        return false;
    }
    msim_put32(head, type);
    msim_put32(head + 4, (uint32_t)length);
    uint32_t sum = msim_crc(&writer->crc, 0, head, 8);
    msim_put32(head + 8, msim_crc(&writer->crc, sum, payload, length));
    writer->sink->put(writer->sink->self, (const char *)head, MSIM_TRACE_HEAD_BYTES + length);
    writer->bytes += MSIM_TRACE_HEAD_BYTES + length;
    writer->totals.blocks++;
    return true;
}

void msim_trace_header(struct msim_trace_writer *writer, const char *text)
{
    put_start(writer);
    writer->front.whole_sites = writer->whole_sites;
    writer->front.has_tasks = writer->has_tasks;
    writer->front.functions = writer->functions && writer->has_tasks;
    writer->front.operations = writer->operations && writer->has_tasks;
    writer->front.branches = writer->branches && writer->has_tasks;
    size_t length = msim_length(text);
    uint8_t *payload = make_room(writer, length);
    put_block(writer, MSIM_TRACE_TYPE_HEADER, payload, put_bytes(payload, text, length));
}

static void put_dict(struct msim_trace_writer *writer)
{
    while (!writer->cut && msim_dict_is_ahead(writer->dict, &writer->front)) {
        uint8_t *payload = make_room(writer, msim_dict_room(writer->dict, &writer->front));
        uint8_t *end = msim_dict_put(writer->dict, &writer->front, payload, writer->room);
        put_block(writer, MSIM_TRACE_TYPE_DICT, payload, end);
    }
}

void msim_trace_chunk(struct msim_trace_writer *writer, const uint64_t *words, const uint64_t *end)
{
    size_t count = (size_t)(end - words);
    if (!count)
        return;
    put_dict(writer);
    if (writer->cut)
        return;
    uint8_t *coded = make_room(writer, MSIM_CODEC_BYTES_MAX(count));
    uint32_t before = writer->predictor.now;
    size_t length = msim_encode(&writer->predictor, words, end, coded);
    uint32_t records = writer->predictor.now - before;
    uint8_t counts[2 * MSIM_VARINT_MAX];
    size_t counts_length =
        (size_t)(msim_put_varint(msim_put_varint(counts, records), count) - counts);
    put_bytes(coded - counts_length, counts, counts_length);
    if (!put_block(writer, MSIM_TRACE_TYPE_STREAM, coded - counts_length, coded + length))
        return;
    writer->totals.records += records;
    writer->totals.words += count;
}

void msim_trace_mark(struct msim_trace_writer *writer, uint32_t kind, const void *bytes,
                     size_t count)
{
    uint8_t *payload = make_room(writer, MSIM_VARINT_MAX + count);
    put_block(writer, MSIM_TRACE_TYPE_MARK, payload,
              put_bytes(msim_put_varint(payload, kind), bytes, count));
}

void msim_trace_end(struct msim_trace_writer *writer, const char *text)
{
    size_t length = msim_length(text);
    put_dict(writer);
    uint8_t *payload = make_room(writer, 3 * MSIM_VARINT_MAX + length), *to = payload;
    to = msim_put_varint(to, writer->totals.blocks);
    to = msim_put_varint(to, writer->totals.records);
    to = msim_put_varint(to, writer->totals.words);
    put_block(writer, MSIM_TRACE_TYPE_END, payload, put_bytes(to, text, length));
}
