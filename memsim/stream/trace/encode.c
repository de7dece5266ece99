/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The encoder of codec.h. */
#include "codec.h"

/* Number of bytes that a number needs: 1 to 8. */
static inline unsigned bytes_of(uint64_t number)
{
    return (71u - (unsigned)__builtin_clzll(number | 1)) / 8;
}

static inline uint8_t *put_token(uint8_t *to, enum msim_codec_kind kind, size_t run)
{
    for (; run > MSIM_CODEC_RUN_MAX; run -= MSIM_CODEC_RUN_MAX)
        *to++ = MSIM_CODEC_RUN_MAX;
    *to++ = (uint8_t)((unsigned)kind << MSIM_CODEC_RUN_BITS | run);
    return to;
}

static inline uint8_t *put_header(uint8_t *to, uint32_t header, uint32_t before)
{
    uint64_t number = header >> MSIM_WORDS_BITS;
    return msim_put_varint(to, msim_fold(number - (before >> MSIM_WORDS_BITS)));
}

/* The code of a word that was not predicted. */
struct coded {
    uint64_t bytes;
    unsigned code, count;
};

/* Avoids branches that a processor could not predict. */
static inline struct coded code_word(uint64_t word, uint64_t last, uint64_t address)
{
    uint64_t lane = msim_fold(word - last), before = msim_fold(word - address);
    unsigned lane_count = bytes_of(lane), before_count = bytes_of(before);
    bool by_lane = lane_count <= before_count;
    unsigned count = by_lane ? lane_count : before_count;
    unsigned code = by_lane ? lane_count : before_count + MSIM_CODE_BEFORE;
    if (__builtin_expect(count > MSIM_CODE_BEFORE_BYTES_MAX, 0)) {
        if (word == MSIM_NO_ADDRESS)
            return (struct coded){0, MSIM_CODE_NO_ADDRESS, 0};
        if (code > MSIM_CODE_LANE_BYTES_MAX)
            return (struct coded){word, MSIM_CODE_WORD, 8};
    }
    return (struct coded){by_lane ? lane : before, code, count};
}

/* Writes the words from `done` on; those before were predicted, and the predictor has them. */
static inline uint8_t *put_words(struct msim_predictor *predictor, uint8_t *to,
                                 const struct msim_header_state *state, const uint64_t *words,
                                 unsigned done, unsigned count)
{
    uint8_t *codes = to;
    to += (count + 1) / 2;
    for (unsigned i = 0; i < (count + 1) / 2; i++)
        codes[i] = 0;
    for (unsigned i = done; i < count; i++) {
        struct msim_lane *lane = &state->lanes[i];
        uint64_t last = lane->last, address = predictor->address;
        if (msim_learn_word(predictor, lane, state->salt + i * MSIM_SALT, words[i]))
            continue;
        struct coded coded = code_word(words[i], last, address);
        msim_put64(to, coded.bytes);
        to += coded.count;
        codes[i / 2] |= (uint8_t)(coded.code << 4 * (i & 1));
    }
    return to;
}

/* Passes the predictor the words up to the first that was not predicted; returns their number. */
static inline unsigned predicted_words(struct msim_predictor *predictor,
                                       const struct msim_header_state *state, const uint64_t *words,
                                       unsigned count)
{
    struct msim_lane *lane = state->lanes;
    uint32_t salt = state->salt;
    const uint64_t *word = words;
    for (; word < words + count; word++, lane++, salt += MSIM_SALT) {
        if (msim_predict_word(lane) != *word)
            break;
        msim_learn_predicted_word(predictor, lane, salt, *word);
    }
    return (unsigned)(word - words);
}

/* Writes the bytes of an event's words and passes the words to the predictor; returns their codes,
 * the first in the lowest bits. */
static unsigned code_event(struct msim_predictor *predictor, const struct msim_header_state *state,
                           const uint64_t *record, bool known, uint8_t **to)
{
    unsigned codes = 0, count = msim_header_words(record[0]);
    uint64_t address = predictor->address;
    for (unsigned i = 0; i < count; i++) {
        uint32_t number = msim_event_lane(record, i);
        struct msim_lane *lane = &state->lanes[number];
        uint64_t last = lane->last, word = msim_event_to_lane(record[0], i, record[1 + i]);
        bool same = word == msim_predict_event_word(predictor, lane, record[0], i, known);
        msim_learn_event_word(predictor, lane, state->salt + number * MSIM_SALT, record[0], i,
                              word);
        if (same)
            continue;
        struct coded coded = code_word(word, last, msim_event_other(predictor, record[0], i));
        msim_put64(*to, coded.bytes);
        *to += coded.count;
        codes |= coded.code << 4 * i;
    }
    msim_learn_event(predictor, record, address);
    return codes;
}

/* `run`: the number of predicted records before the event.  Writes nothing if the event was
 * predicted, too. */
static __attribute__((noinline)) uint8_t *put_event(struct msim_predictor *predictor, uint8_t *to,
                                                    const uint64_t *record, size_t run)
{
    uint32_t header = (uint32_t)record[0];
    struct msim_header_state *state = msim_header_state_of(predictor, header);
    bool known = header == msim_predict_header(predictor);
    uint8_t bytes[MSIM_EVENT_WORDS_MAX * 8 + MSIM_CODEC_SLACK], *end = bytes;
    unsigned codes = code_event(predictor, state, record, known, &end);
    if (!known || codes) {
        to = put_token(to, known ? MSIM_CODEC_WORDS : MSIM_CODEC_HEADER, run);
        if (!known)
            to = put_header(to, header, msim_last_header(predictor));
        for (unsigned i = 0; i < msim_header_words(header); i += 2)
            *to++ = (uint8_t)(codes >> 4 * i);
        for (const uint8_t *byte = bytes; byte < end; byte++)
            *to++ = *byte;
    }
    if (known)
        msim_learn_predicted_header(predictor, state, header);
    else
        msim_learn_header(predictor, state, header);
    return to;
}

size_t msim_encode(struct msim_predictor *shared, const uint64_t *words, const uint64_t *end,
                   uint8_t *to)
{
    msim_predictor_extend(shared);
    struct msim_predictor here = *shared, *predictor = &here;
    const uint8_t *start = to;
    uint32_t written = predictor->now; /* the history is written up to here */
    while (words < end) {
        uint32_t header = (uint32_t)*words++, count = msim_header_words(header), done = 0;
        if (__builtin_expect(msim_header_is_event(header), 0)) {
            uint8_t *before = to;
            to = put_event(predictor, to, words - 1, predictor->now - written);
            written = to == before ? written : predictor->now;
            words += count;
            continue;
        }
        struct msim_header_state *state = msim_header_state_of(predictor, header);
        if (__builtin_expect(header == msim_predict_header(predictor), 1)) {
            done = predicted_words(predictor, state, words, count);
            if (done < count) {
                to = put_token(to, MSIM_CODEC_WORDS, predictor->now - written);
                to = put_words(predictor, to, state, words, done, count);
                written = predictor->now + 1;
            }
            msim_learn_predicted_header(predictor, state, header);
        } else {
            to = put_token(to, MSIM_CODEC_HEADER, predictor->now - written);
            to = put_header(to, header, msim_last_header(predictor));
            to = put_words(predictor, to, state, words, done, count);
            msim_learn_header(predictor, state, header);
            written = predictor->now;
        }
        words += count;
    }
    if (predictor->now != written)
        to = put_token(to, MSIM_CODEC_RUN, predictor->now - written);
    *shared = here;
    return (size_t)(to - start);
}
