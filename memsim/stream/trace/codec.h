/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Coding the records of a chunk: predicted records (predict.h) are counted, the rest is written.
 *
 * A coded chunk is a sequence of pieces, each a token and what the token announces:
 *
 *       7    6 5        0
 *      +------+----------+   +--------+  +-------+     +------------+
 *      | kind |  run     |   | header |  | codes | ... | bytes  ... |
 *      +------+----------+   +--------+  +-------+     +------------+
 *
 *      run    number of fully predicted records that come first
 *      kind 0: nothing more
 *             1: then a record with the predicted header, but other words: codes, bytes
 *             2: then a record with another header: header, codes, bytes
 *
 *      header a varint: the folded difference between the number in the header (header >> 6) and
 *             that of the record before (0 at first)
 *      codes  four bits per word, the first word in the lower half of the first byte; an unused
 *             last half is 0
 *      bytes  what the codes of the words ask for, in order, lowest first:
 *
 *      code 0     none           the word was predicted
 *           1..7  code           folded difference to the last value of the lane
 *           8     8              the word itself
 *           9..14 code - 8       folded difference to the last value of the previous lane in the
 *                                stream; for events see predict_event.h
 *           15    none           MSIM_NO_ADDRESS
 *
 * Both sides carry their state from chunk to chunk.  A run too long for one token continues in the
 * next.
 *
 * Cost: 0.4 to 1.7 bytes per record (0.2 to 0.7 per data access), 3 to 7 ns per record on either
 * side: about 1.5 ns, plus 1.3 ns per predicted word and 12 ns for what was not predicted, where
 * the processor's branch prediction fails as well.
 */
#pragma once

#include "predict_event.h"
#include "stream/bytes.h"

enum {
    MSIM_CODEC_RUN_BITS = 6,
    MSIM_CODEC_RUN_MAX = (1 << MSIM_CODEC_RUN_BITS) - 1,
    MSIM_CODEC_SLACK = 8 /* unused bytes after the coded ones that may be written or read */
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

/* Upper bound for the coded bytes of `words` words: a record of n words has at most 6 + n / 2 + 8
 * n. */
#define MSIM_CODEC_BYTES_MAX(words) ((words)*9 + 1)

/* Codes the whole records from `words` up to `end`.  Their segments are in the dictionary, and
 * their events are valid (event.h).  `to` has room for MSIM_CODEC_BYTES_MAX plus MSIM_CODEC_SLACK
 * bytes.  Returns the number of bytes. */
size_t msim_encode(struct msim_predictor *predictor, const uint64_t *words, const uint64_t *end,
                   uint8_t *to);

/*
 * The inverse: decodes everything before `cursor->end` to exactly `room` words.  MSIM_CODEC_SLACK
 * bytes after the end may be read.  Returns NULL if that worked; otherwise what was expected at
 * `cursor->at`, and the predictor must not be used any more.  The input may be any bytes; accesses
 * stay within bounds.  Decoded events are valid (event.h), and their stacks are in the dictionary.
 */
const char *msim_decode(struct msim_predictor *predictor, struct msim_cursor *cursor,
                        uint64_t *words, size_t room);
