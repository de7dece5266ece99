/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writing a trace (trace.h): header, then chunks and marks as they come, then the end.
 *
 * What the dictionary got since the last chunk is written before the chunk.  Every block is one call of
 * the sink.
 *
 * A forked child has all that the writer knows, as memory is copied.  It may go on if its sink leads to
 * a copy of what was written before the fork: then a mark says what is different from here on.
 *
 * Cost: codec.h, and the checksum (crc.h); 0.8 MB, of which 0.6 are only touched as
 * the dictionary grows.
 */
#ifndef MSIM_STREAM_TRACE_WRITE_H
#define MSIM_STREAM_TRACE_WRITE_H

#include "stream/sink.h"
#include "trace.h"
#include "pieces.h"

struct msim_trace_writer {
    const struct msim_mem *mem;
    const struct msim_dict *dict;
    const struct msim_sink *sink; /* may be replaced between two calls */
    struct msim_predictor predictor;
    struct msim_dict_front front;
    struct msim_trace_totals totals;
    uint8_t *buffer; /* head of a block and its payload */
    size_t room;     /* for the payload */
    struct msim_crc crc;
};

void msim_trace_init(struct msim_trace_writer *writer, const struct msim_mem *mem,
                     const struct msim_dict *dict, const struct msim_sink *sink);

/* First and once: lines "key: value", each ended by a newline. */
void msim_trace_header(struct msim_trace_writer *writer, const char *text);

/* Whole records whose segments and stacks are in the dictionary, up to MSIM_TRACE_CHUNK_WORDS words. */
void msim_trace_chunk(struct msim_trace_writer *writer, const uint64_t *words, const uint64_t *end);

/* Between the chunks before and the chunks after; up to 4096 bytes. */
void msim_trace_mark(struct msim_trace_writer *writer, uint32_t kind, const void *bytes,
                     size_t count);

/* Last and once: text of the caller's. */
void msim_trace_end(struct msim_trace_writer *writer, const char *text);

#endif
