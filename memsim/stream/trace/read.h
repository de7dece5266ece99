/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading a trace (trace.h), which may be cut off, damaged, or not a trace at all.
 *
 * Everything delivered was checked: numbers exist, fields are in their ranges, records have the
 * number of words that their segment or event has.  Observers need not check again.  Anything that
 * cannot be delivered ends the reading with an error that says where and why.
 *
 * Cost: codec.h, and the checksum per coded byte; memory for the dictionary, for the longest block
 * (at most 16 MB, allocated as its bytes arrive) and 1 MB.
 */
#pragma once

#include "pieces.h"
#include "stream/tasks.h"
#include "trace.h"

/* Reads up to `bytes` bytes.  Returns how many were read; 0: the end; negative: a read error. */
struct msim_feed {
    long (*read)(void *self, void *to, size_t bytes);
    void *self;
};

enum msim_trace_event {
    MSIM_TRACE_NOTHING, /* never returned */
    MSIM_TRACE_HEADER,  /* text */
    MSIM_TRACE_CHUNK,   /* words, end */
    MSIM_TRACE_MARK,    /* mark, bytes, count */
    MSIM_TRACE_END,     /* text; the last event */
    MSIM_TRACE_FAILED   /* error; in this and all later calls */
};

enum msim_trace_failure {
    MSIM_TRACE_FOREIGN = 1, /* not a trace */
    MSIM_TRACE_VERSION_UNKNOWN,
    MSIM_TRACE_CUT,       /* the file ends too early; what was delivered is valid */
    MSIM_TRACE_DAMAGED,   /* a checksum does not match */
    MSIM_TRACE_MALFORMED, /* the checksum matches, but the contents are invalid */
    MSIM_TRACE_UNREADABLE /* the file could not be read */
};

/*
 * For messages such as
 *      offset 1234: expected EXPECTED
 *      offset 1234: expected EXPECTED 1f2e3d4c, found 5a697887      (numbers == 16)
 *      offset 8: expected EXPECTED 1, found 2                       (numbers == 10)
 */
struct msim_trace_error {
    enum msim_trace_failure failure;
    uint64_t offset;      /* in the file; if it is cut off, of the incomplete block */
    const char *expected; /* a phrase */
    unsigned numbers;     /* 0: no numbers; otherwise the base to print these two in */
    uint64_t wanted, found;
};

struct msim_trace_reader {
    /* Delivered by the last call; valid until the next one. */
    const char *text;
    const uint64_t *words, *end;
    uint32_t mark;
    const uint8_t *bytes;
    size_t count;
    struct msim_trace_error error;

    /* Called before the dictionary changes; may be NULL. */
    void (*before_dict)(void *self);
    void *before_dict_self;

    struct msim_dict dict; /* grows before the chunk that needs it */
    struct msim_trace_totals totals;
    uint64_t offset; /* the file was read up to here */

    /* Private. */
    const struct msim_mem *mem;
    const struct msim_feed *feed;
    struct msim_predictor predictor;
    struct msim_dict_front front;
    struct msim_tasks tasks;
    enum msim_trace_event last;
    bool begun;
    uint8_t *payload;
    size_t room;
    uint64_t *chunk;
    struct msim_crc crc;
};

void msim_trace_open(struct msim_trace_reader *reader, const struct msim_mem *mem,
                     const struct msim_feed *feed);

/* Delivers the next event: HEADER first, then chunks and marks, then END; or FAILED at any time. */
enum msim_trace_event msim_trace_next(struct msim_trace_reader *reader);
