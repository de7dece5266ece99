/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Coding the records of a chunk: what was predicted (predict.h) is counted, the rest is written.
 *
 * A coded chunk is a sequence of pieces, each a token and what the token announces:
 *
 *       7    6 5        0
 *      +------+----------+   +--------+  +-------+     +------------+
 *      | kind |  run     |   | header |  | codes | ... | bytes  ... |
 *      +------+----------+   +--------+  +-------+     +------------+
 *
 *      run    so many records that were predicted in all parts come first
 *      kind   0: nothing more
 *             1: then a record with the predicted header, but other words: codes, bytes
 *             2: then a record with another header: header, codes, bytes
 *
 *      header a varint: the folded difference between the number in the header (header >> 6) and the
 *             one of the record before (0 at first)
 *      codes  four bits per word, the first word in the lower half of the first byte; an unused last
 *             half is 0
 *      bytes  what the codes of the words ask for, in order, lowest first:
 *
 *      code 0     none           the word was predicted
 *           1..7  so many        folded difference to the last value of the lane
 *           8     8              the word itself
 *           9..14 code - 8       folded difference to the last value of the lane before in the stream;
 *                                for an event what predict_event.h says
 *           15    none           MSIM_NO_ADDRESS
 *
 * Both sides carry their state from chunk to chunk.  A run that is longer than a token can say is
 * continued in the next.
 *
 * Cost: 0.4 to 1.7 bytes per record (0.2 to 0.7 per data access), 3 to 7 ns per record on either side:
 * some 1.5 ns, 1.3 ns per predicted word and 12 ns for what was not predicted, where the processor's own
 * prediction fails as well.
 */
#ifndef MSIM_STREAM_TRACE_CODEC_H
#define MSIM_STREAM_TRACE_CODEC_H

#include "stream/bytes.h"
#include "predict_event.h"

enum {
    MSIM_CODEC_RUN_BITS = 6,
    MSIM_CODEC_RUN_MAX = (1 << MSIM_CODEC_RUN_BITS) - 1,
    MSIM_CODEC_SLACK = 8 /* bytes behind coded ones that may be written or read, unused */
};

enum msim_codec_kind { MSIM_CODEC_RUN, MSIM_CODEC_WORDS, MSIM_CODEC_HEADER };

enum msim_codec_code {
    MSIM_CODE_PREDICTED = 0,
    MSIM_CODE_LANE = 0, /* + number of bytes, */
    MSIM_CODE_LANE_BYTES_MAX = 7,
    MSIM_CODE_WORD = 8,
    MSIM_CODE_BEFORE = 8, /* + number of bytes */
    MSIM_CODE_BEFORE_BYTES_MAX = 6,
    MSIM_CODE_NO_ADDRESS = 15
};

/* Coded bytes of so many words at the most: a record of n words has 6 + n / 2 + 8 n at the most. */
#define MSIM_CODEC_BYTES_MAX(words) ((words)*9 + 1)

/* Codes the records from `words` up to `end`: whole ones, of segments that are in the dictionary and
 * events that are as event.h says.  `to` has room for MSIM_CODEC_BYTES_MAX and MSIM_CODEC_SLACK.
 * Returns the number of bytes. */
size_t msim_encode(struct msim_predictor *predictor, const uint64_t *words, const uint64_t *end,
                   uint8_t *to);

/*
 * The inverse: exactly `room` words to `words` from exactly what lies before `cursor->end`, behind
 * which MSIM_CODEC_SLACK bytes may be read.  NULL: done; else what was expected at `cursor->at`, and
 * the predictor is of no use any more.  Any bytes may come; none lead out of bounds.
 * Events are as event.h says, with stacks that are in the dictionary.
 */
const char *msim_decode(struct msim_predictor *predictor, struct msim_cursor *cursor,
                        uint64_t *words, size_t room);

#endif
