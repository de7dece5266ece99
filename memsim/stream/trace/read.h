/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading a trace (trace.h), which may be cut off, damaged, or no trace at all.
 *
 * What is delivered was checked: numbers exist, fields are in their ranges, records have the number of
 * words that their segment or event has; an observer need not look again.  What cannot be delivered
 * ends the reading with an error that says where and why.
 *
 * Cost: codec.h, and the checksum per coded byte; memory for the dictionary, for the longest block (16
 * MB at most, allocated as its bytes arrive) and 1 MB.
 */
#ifndef MSIM_STREAM_TRACE_READ_H
#define MSIM_STREAM_TRACE_READ_H

#include "trace.h"
#include "pieces.h"

/* Up to `bytes` bytes: how many there were, 0 at the end, below 0 if they cannot be read. */
struct msim_feed {
    long (*read)(void *self, void *to, size_t bytes);
    void *self;
};

enum msim_trace_event {
    MSIM_TRACE_NOTHING, /* never returned */
    MSIM_TRACE_HEADER,  /* text */
    MSIM_TRACE_CHUNK,   /* words, end */
    MSIM_TRACE_MARK,    /* mark, bytes, count */
    MSIM_TRACE_END,     /* text; nothing comes after it */
    MSIM_TRACE_FAILED   /* error; now and in all later calls */
};

enum msim_trace_failure {
    MSIM_TRACE_FOREIGN = 1, /* this is no trace */
    MSIM_TRACE_VERSION_UNKNOWN,
    MSIM_TRACE_CUT,       /* the file ends too early; what was delivered is good */
    MSIM_TRACE_DAMAGED,   /* a checksum does not fit */
    MSIM_TRACE_MALFORMED, /* the checksum fits, but the contents make no sense */
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
    uint64_t offset;      /* in the file; where it is cut: of the block that is not whole */
    const char *expected; /* a phrase */
    unsigned numbers;     /* 0: none; else the base to print those two in */
    uint64_t wanted, found;
};

struct msim_trace_reader {
    /* What the last call delivered; valid until the next one. */
    const char *text;
    const uint64_t *words, *end;
    uint32_t mark;
    const uint8_t *bytes;
    size_t count;
    struct msim_trace_error error;

    /* NULL, or called before the dictionary changes. */
    void (*before_dict)(void *self);
    void *before_dict_self;

    struct msim_dict dict; /* grows before the chunk that needs it */
    struct msim_trace_totals totals;
    uint64_t offset; /* up to here the file was read */

    /* The reader's own. */
    const struct msim_mem *mem;
    const struct msim_feed *feed;
    struct msim_predictor predictor;
    struct msim_dict_front front;
    enum msim_trace_event last;
    bool begun;
    uint8_t *payload;
    size_t room;
    uint64_t *chunk;
    struct msim_crc crc;
};

void msim_trace_open(struct msim_trace_reader *reader, const struct msim_mem *mem,
                     const struct msim_feed *feed);

/* What comes next: HEADER first, then chunks and marks, then END; or FAILED at any time. */
enum msim_trace_event msim_trace_next(struct msim_trace_reader *reader);

#endif
