/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Predicting the words of events (event.h): lanes as in predict.h, but chosen so that heap calls
 * from one place predict each other.
 *
 * HEAP.  The first word, function and stack, follows the history of headers: the prediction is the
 * word at the position that predicted the header or, if the header was not predicted, the last
 * word.  In its lane, function and stack are adjacent, so that differences are small:
 *
 *      record   | stack (32)               | rest (28)        | function (4) |
 *      lane     | rest (28)         | stack (32)              | function (4) |
 *
 * The first word selects the lanes of the other three, one of MSIM_HEAP_PLACES, so sizes and
 * addresses are compared with earlier ones from the same place.  An address that was not predicted
 * can also be coded relative to the last one on the other side: a block that is freed was often the
 * last one returned, and a block that is returned was often the last one freed.
 *
 * Events leave the predictor's `address` unchanged, because the segments around them use it.
 */
#pragma once

#include "predict.h"
#include "stream/event.h"

enum { MSIM_HEAP_RETURNED = 2, MSIM_HEAP_GIVEN = 3 /* words, from 0 */ };

enum { MSIM_FIRST_MASK = (1 << MSIM_FIRST_BITS) - 1 };

/* The lane of word `i`, from 0, of a record whose earlier words are known. */
static inline uint32_t msim_event_lane(const uint64_t *record, uint32_t i)
{
    if (msim_event_of(record[0]) != MSIM_EVENT_HEAP || i == 0)
        return i;
    uint32_t place = (msim_heap_stack_of(record) + 13 * (uint32_t)record[1]) % MSIM_HEAP_PLACES;
    return place * (MSIM_HEAP_WORDS - 1) + i;
}

/* Converts a word to its form in the lane, and back. */
static inline uint64_t msim_event_to_lane(uint64_t header, uint32_t i, uint64_t word)
{
    if (msim_event_of(header) != MSIM_EVENT_HEAP || i)
        return word;
    return word >> 32 << 4 | (word & 15) | word >> 4 << 36;
}

static inline uint64_t msim_event_from_lane(uint64_t header, uint32_t i, uint64_t word)
{
    if (msim_event_of(header) != MSIM_EVENT_HEAP || i)
        return word;
    return word >> 4 << 32 | (word & 15) | word >> 36 << 4;
}

/* The other value, besides the lane's, that an unpredicted word may be coded relative to. */
static inline uint64_t msim_event_other(const struct msim_predictor *predictor, uint64_t header,
                                        uint32_t i)
{
    if (msim_event_of(header) != MSIM_EVENT_HEAP || i < MSIM_HEAP_RETURNED)
        return 0;
    return i == MSIM_HEAP_RETURNED ? predictor->given : predictor->returned;
}

static inline bool msim_event_is_first(uint64_t header, uint32_t i)
{
    return msim_event_of(header) == MSIM_EVENT_HEAP && i == 0;
}

/* `known`: the header was predicted. */
static inline uint64_t msim_predict_event_word(const struct msim_predictor *predictor,
                                               const struct msim_lane *lane, uint64_t header,
                                               uint32_t i, bool known)
{
    if (!msim_event_is_first(header, i))
        return msim_predict_word(lane);
    return known ? predictor->first[(predictor->now - predictor->lag) & MSIM_FIRST_MASK]
                 : lane->last;
}

static inline void msim_learn_event_word(struct msim_predictor *predictor, struct msim_lane *lane,
                                         uint32_t salt, uint64_t header, uint32_t i, uint64_t word)
{
    if (msim_event_is_first(header, i))
        lane->last = predictor->first[predictor->now & MSIM_FIRST_MASK] = word;
    else
        msim_learn_word(predictor, lane, salt, word);
}

/* Ends a record; `address` is the predictor's from before the record. */
static inline void msim_learn_event(struct msim_predictor *predictor, const uint64_t *record,
                                    uint64_t address)
{
    predictor->address = address;
    if (msim_event_of(record[0]) != MSIM_EVENT_HEAP)
        return;
    if (record[1 + MSIM_HEAP_RETURNED])
        predictor->returned = record[1 + MSIM_HEAP_RETURNED];
    if (record[1 + MSIM_HEAP_GIVEN])
        predictor->given = record[1 + MSIM_HEAP_GIVEN];
}
