/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The trace: a recorded stream as a file.  This is what writer (write.h) and reader (read.h) share.
 *
 *      +--------------+-------------+    +----------+------------+--------------+-------------+
 *      | magic (8)    | version (4) |    | type (4) | length (4) | checksum (4) | payload ... | ...
 *      +--------------+-------------+    +----------+------------+--------------+-------------+
 *
 * Numbers of fixed size are little-endian.  The checksum (crc.h) covers type, length and payload.
 * Each block is passed to the sink whole, so the trace of a process that ends abruptly is valid up
 * to its last complete block.
 *
 *      file = magic version HEADER (DICT | STREAM | MARK)* END
 *
 *      HEADER  text: lines "key: value"
 *      DICT    additions to the dictionary (pieces.h), before they are used
 *      STREAM  records, words (varints), then the coded records of one chunk (codec.h)
 *      MARK    kind (varint), then bytes that depend on it: what happened between two chunks
 *      END     blocks before it, records, words (varints), then text
 *
 * A reader refuses types that it does not know, unless their top bit is set, which means that they
 * may be skipped.
 */
#pragma once

#include "codec.h"
#include "stream/crc.h"

#define MSIM_TRACE_MAGIC "\x89memsim\n"

enum {
    MSIM_TRACE_VERSION = 7,            /* the latest; readers know all before it */
    MSIM_TRACE_VERSION_OPERATIONS = 6, /* what segments compute, but not what branches did */
    MSIM_TRACE_VERSION_FUNCTIONS = 5,  /* where functions begin, but not what segments compute */
    MSIM_TRACE_VERSION_TASKS = 4,      /* threads, but not where functions begin */
    MSIM_TRACE_VERSION_SITES = 3,      /* no tasks, and no bits of instructions for other threads */
    MSIM_TRACE_VERSION_CALLS = 2,      /* sites have neither inlined calls nor addresses */
    MSIM_TRACE_VERSION_NO_CALLS = 1,   /* segments and events without calls and threads */
    MSIM_TRACE_START_BYTES = 12,       /* magic and version */
    MSIM_TRACE_HEAD_BYTES = 12,        /* of a block */
    MSIM_TRACE_PAYLOAD_MAX = 1 << 24,
    MSIM_TRACE_CHUNK_WORDS = 8704,   /* at most: 64 KB plus a record begun within them */
    MSIM_TRACE_STRING_MAX = 1 << 20, /* longer ones are truncated and numbered */
};

#define MSIM_TRACE_IGNORABLE (UINT32_C(1) << 31)

enum msim_trace_type {
    MSIM_TRACE_TYPE_HEADER = 1,
    MSIM_TRACE_TYPE_DICT,
    MSIM_TRACE_TYPE_STREAM,
    MSIM_TRACE_TYPE_MARK,
    MSIM_TRACE_TYPE_END
};

/* Kinds of marks. */
enum { MSIM_MARK_FORK_CLEAR = 1 }; /* a forked child: all counts are 0 from here on; no bytes */

struct msim_trace_totals {
    uint64_t blocks; /* of any type, including those skipped */
    uint64_t records, words;
};
