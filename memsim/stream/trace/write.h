/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writing a trace (trace.h): the header, then chunks and marks as they come, then the end.
 *
 * Additions to the dictionary since the last chunk are written before the chunk.  Each block is one
 * call of the sink.
 *
 * A forked child has a copy of the writer's state.  It may continue if its sink leads to a copy of
 * what was written before the fork; a mark then says what changes from there on.
 *
 * A writer with a limit stops before the file exceeds it: the first block that does not fit, and
 * all after it, are left out, and the end follows.
 *
 * Cost: codec.h, and the checksum (crc.h); 0.8 MB, of which 0.6 are only touched as the dictionary
 * grows.
 */
#pragma once

#include "pieces.h"
#include "stream/sink.h"
#include "trace.h"

enum { MSIM_TRACE_END_TEXT_MAX = 2048 };

struct msim_trace_writer {
    const struct msim_mem *mem;
    const struct msim_dict *dict;
    const struct msim_sink *sink; /* may be replaced between two calls */
    uint64_t limit;               /* for `bytes`; 0: no limit; may be set between two calls */
    uint64_t bytes;               /* written so far */
    bool cut;                     /* the limit was reached */
    bool has_calls;               /* these may be set before the header: version 2, */
    bool whole_sites;             /* inlined calls and addresses of sites are written: version 3, */
    bool has_tasks;               /* threads, and bits of instructions for them: version 4, */
    bool functions;               /* with them where functions begin: version 5, */
    bool operations;              /* with them what segments compute: version 6, */
    bool branches;                /* and with them what branches did: version 7 */
    struct msim_predictor predictor;
    struct msim_dict_front front;
    struct msim_trace_totals totals;
    uint8_t *buffer; /* head of a block and its payload */
    size_t room;     /* for the payload */
    struct msim_crc crc;
};

void msim_trace_init(struct msim_trace_writer *writer, const struct msim_mem *mem,
                     const struct msim_dict *dict, const struct msim_sink *sink);

/* Call first, and once: lines "key: value", each ended by a newline. */
void msim_trace_header(struct msim_trace_writer *writer, const char *text);

/* Writes whole records, whose segments and stacks are in the dictionary: at most
 * MSIM_TRACE_CHUNK_WORDS words. */
void msim_trace_chunk(struct msim_trace_writer *writer, const uint64_t *words, const uint64_t *end);

/* Writes a mark between two chunks; at most 4096 bytes. */
void msim_trace_mark(struct msim_trace_writer *writer, uint32_t kind, const void *bytes,
                     size_t count);

/* Call last, and once.  `text` is the caller's, of at most MSIM_TRACE_END_TEXT_MAX bytes if there
 * is a limit. */
void msim_trace_end(struct msim_trace_writer *writer, const char *text);
