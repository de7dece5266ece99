/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The decoder of codec.h. */
#include "codec.h"
#include "stream/tasks.h"

struct room {
    uint64_t *at, *end;
};

static const char *const no_room = "no more records than the block announces";

static inline bool fits(const struct room *room, uint32_t header)
{
    return (size_t)(room->end - room->at) > msim_header_words(header);
}

static inline uint64_t take_predicted(struct msim_predictor *predictor,
                                      const struct msim_header_state *state, unsigned i)
{
    struct msim_lane *lane = &state->lanes[i];
    uint64_t word = msim_predict_word(lane);
    msim_learn_predicted_word(predictor, lane, state->salt + i * MSIM_SALT, word);
    return word;
}

/* Takes the bytes of a word with this code, which is not MSIM_CODE_PREDICTED. */
static inline uint64_t take_word(struct msim_cursor *cursor, unsigned code, uint64_t last,
                                 uint64_t address)
{
    if (code == MSIM_CODE_NO_ADDRESS)
        return MSIM_NO_ADDRESS;
    unsigned bytes = code <= MSIM_CODE_WORD ? code : code - MSIM_CODE_BEFORE;
    if ((size_t)(cursor->end - cursor->at) < bytes) {
        cursor->bad = true;
        return 0;
    }
    uint64_t number = msim_get64(cursor->at) & UINT64_MAX >> (64 - 8 * bytes);
    cursor->at += bytes;
    if (code == MSIM_CODE_WORD)
        return number;
    return (code < MSIM_CODE_WORD ? last : address) + msim_unfold(number);
}

/* Takes an event with these codes, the first in the lowest bits, into a room where it fits.
 * `known`: its header was predicted. */
static __attribute__((noinline)) const char *event_into(struct msim_predictor *predictor,
                                                        struct msim_cursor *cursor,
                                                        struct room *room, uint32_t header,
                                                        bool known, unsigned codes)
{
    const struct msim_header_state *state = msim_header_state_of(predictor, header);
    uint64_t *record = room->at, address = predictor->address;
    record[0] = header;
    for (unsigned i = 0; i < msim_header_words(header); i++, codes >>= 4) {
        uint32_t number = msim_event_lane(record, i);
        struct msim_lane *lane = &state->lanes[number];
        uint64_t word = msim_predict_event_word(predictor, lane, header, i, known);
        if (codes & 15)
            word =
                take_word(cursor, codes & 15, lane->last, msim_event_other(predictor, header, i));
        if (cursor->bad)
            return "the bytes of a word";
        msim_learn_event_word(predictor, lane, state->salt + number * MSIM_SALT, header, i, word);
        record[1 + i] = msim_event_from_lane(header, i, word);
    }
    room->at += 1 + msim_header_words(header);
    msim_learn_event(predictor, record, address);
    const char *expected = msim_event_expected(predictor->dict, record);
    if (!expected && predictor->tasks)
        expected = msim_tasks_expected(predictor->tasks, record);
    return expected;
}

/* The same on a copy, so that outside of events the predictor can stay in registers. */
static inline const char *take_event(struct msim_predictor *predictor, struct msim_cursor *cursor,
                                     struct room *room, uint32_t header, bool known, unsigned codes)
{
    struct msim_predictor copy = *predictor;
    struct room left = *room;
    const char *expected = event_into(&copy, cursor, &left, header, known, codes);
    *predictor = copy;
    *room = left;
    return expected;
}

static inline const char *take_run(struct msim_predictor *predictor, struct msim_cursor *cursor,
                                   struct room *room, unsigned run)
{
    for (; run; run--) {
        uint32_t header = msim_predict_header(predictor), count = msim_header_words(header);
        struct msim_header_state *state = msim_header_state_of(predictor, header);
        if (!fits(room, header))
            return no_room;
        if (__builtin_expect(msim_header_is_event(header), 0)) {
            const char *expected = take_event(predictor, cursor, room, header, true, 0);
            if (expected)
                return expected;
            msim_learn_predicted_header(predictor, state, header);
            continue;
        }
        uint64_t *words = room->at + 1;
        room->at[0] = header;
        for (uint32_t i = 0; i < count; i++)
            words[i] = take_predicted(predictor, state, i);
        msim_learn_predicted_header(predictor, state, header);
        room->at = words + count;
    }
    return NULL;
}

/* Takes a header that was not predicted.  Returns what was expected instead, or NULL. */
static const char *take_header(const struct msim_predictor *predictor, struct msim_cursor *cursor,
                               uint32_t *header)
{
    const uint8_t *start = cursor->at;
    uint64_t folded = msim_take_varint(cursor, UINT32_MAX);
    uint64_t number = (msim_last_header(predictor) >> MSIM_WORDS_BITS) + msim_unfold(folded);
    if (cursor->bad)
        return "the number of a segment";
    if (number >= MSIM_EVENTS + (uint64_t)predictor->dict->segments.used) {
        cursor->at = start;
        return "the number of a segment in the dictionary";
    }
    bool event = number < MSIM_EVENTS;
    uint32_t count =
        event ? msim_event_words((uint32_t)number)
              : msim_dict_segment_at(predictor->dict, (uint32_t)number - MSIM_EVENTS)->words;
    if (event && !count) {
        cursor->at = start;
        return MSIM_EVENT_EXPECTED;
    }
    *header = (uint32_t)number << MSIM_WORDS_BITS | count;
    return NULL;
}

static inline const char *take_words(struct msim_predictor *predictor, struct msim_cursor *cursor,
                                     const struct msim_header_state *state, uint64_t *words,
                                     unsigned count)
{
    const uint8_t *codes = cursor->at;
    if ((size_t)(cursor->end - codes) < (count + 1) / 2)
        return "codes for all words of the record";
    cursor->at += (count + 1) / 2;
    for (unsigned i = 0; i < count; i++) {
        struct msim_lane *lane = &state->lanes[i];
        unsigned code = codes[i / 2] >> 4 * (i & 1) & 15;
        if (code == MSIM_CODE_PREDICTED) {
            words[i] = take_predicted(predictor, state, i);
            continue;
        }
        words[i] = take_word(cursor, code, lane->last, predictor->address);
        if (cursor->bad)
            return "the bytes of a word";
        msim_learn_word(predictor, lane, state->salt + i * MSIM_SALT, words[i]);
    }
    if (count & 1 && codes[count / 2] >> 4) {
        cursor->at = codes + count / 2;
        return "no code beyond the last word";
    }
    return NULL;
}

/* Takes the words of an event. */
static const char *take_event_words(struct msim_predictor *predictor, struct msim_cursor *cursor,
                                    struct room *room, uint32_t header, bool known)
{
    const uint8_t *start = cursor->at;
    unsigned codes = 0, count = msim_header_words(header);
    for (unsigned i = 0; i < count; i += 2)
        codes |= msim_take_byte(cursor) << 4 * i;
    if (cursor->bad)
        return "codes for all words of the record";
    if (codes >> 4 * count) {
        cursor->at = start + count / 2;
        return "no code beyond the last word";
    }
    const char *expected = take_event(predictor, cursor, room, header, known, codes);
    if (expected && !cursor->bad)
        cursor->at = start;
    return expected;
}

/* Takes the record after a run. */
static inline const char *take_record(struct msim_predictor *predictor, struct msim_cursor *cursor,
                                      struct room *room, enum msim_codec_kind kind)
{
    const uint8_t *start = cursor->at;
    uint32_t header = msim_predict_header(predictor);
    if (kind == MSIM_CODEC_HEADER) {
        const char *expected = take_header(predictor, cursor, &header);
        if (expected)
            return expected;
    }
    if (!fits(room, header)) {
        cursor->at = start;
        return no_room;
    }
    struct msim_header_state *state = msim_header_state_of(predictor, header);
    unsigned count = msim_header_words(header);
    const char *expected;
    if (__builtin_expect(msim_header_is_event(header), 0)) {
        expected = take_event_words(predictor, cursor, room, header, kind == MSIM_CODEC_WORDS);
    } else {
        room->at[0] = header;
        expected = take_words(predictor, cursor, state, room->at + 1, count);
        room->at += 1 + count;
    }
    if (kind == MSIM_CODEC_HEADER)
        msim_learn_header(predictor, state, header);
    else
        msim_learn_predicted_header(predictor, state, header);
    return expected;
}

const char *msim_decode(struct msim_predictor *shared, struct msim_cursor *cursor, uint64_t *words,
                        size_t size)
{
    msim_predictor_extend(shared);
    struct msim_predictor here = *shared, *predictor = &here;
    struct room room = {words, words + size};
    while (cursor->at < cursor->end) {
        unsigned token = *cursor->at, kind = token >> MSIM_CODEC_RUN_BITS;
        if (kind > MSIM_CODEC_HEADER)
            return "a token of a kind from 0 to 2";
        const char *expected = take_run(predictor, cursor, &room, token & MSIM_CODEC_RUN_MAX);
        if (expected)
            return expected;
        cursor->at++;
        if (kind == MSIM_CODEC_RUN)
            continue;
        expected = take_record(predictor, cursor, &room, (enum msim_codec_kind)kind);
        if (expected)
            return expected;
    }
    *shared = here;
    return room.at == room.end ? NULL : "all records that the block announces";
}
