/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Predicting the words of events (event.h): lanes as in predict.h, but chosen so that calls of the heap
 * from one place predict each other.
 *
 * HEAP.  The first word, function and stack, goes with the history of headers: it is predicted to be what
 * it was at the place there that predicted the header; where that one was not predicted, what it was last.
 * In its lane function and stack stand next to each other, so that differences are small:
 *
 *      record   | stack (32)               | rest (28)        | function (4) |
 *      lane     | rest (28)         | stack (32)              | function (4) |
 *
 * It chooses the lanes of the other three, one of MSIM_HEAP_PLACES: sizes and addresses are compared with
 * those that the same place had.  An address that was not predicted can also be told by the last one on
 * the other side: what is given back was often returned last, and what is returned was often given last.
 *
 * Events leave the predictor's `address` as it is: it is of use to the segments around them.
 */
#ifndef MSIM_STREAM_TRACE_PREDICT_EVENT_H
#define MSIM_STREAM_TRACE_PREDICT_EVENT_H

#include "stream/event.h"
#include "predict.h"

enum { MSIM_HEAP_RETURNED = 2, MSIM_HEAP_GIVEN = 3 /* words, from 0 */ };

enum { MSIM_FIRST_MASK = (1 << MSIM_FIRST_BITS) - 1 };

/* The lane of word `i`, from 0, of a record whose words before that are known. */
static inline uint32_t msim_event_lane(const uint64_t *record, uint32_t i)
{
    if (msim_event_of(record[0]) != MSIM_EVENT_HEAP || i == 0)
        return i;
    uint32_t place = (msim_heap_stack_of(record) + 13 * (uint32_t)record[1]) % MSIM_HEAP_PLACES;
    return place * (MSIM_HEAP_WORDS - 1) + i;
}

/* What a word is in its lane, and the inverse. */
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

/* What else than its lane a word that was not predicted may be compared with. */
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

/* The record is done with; `address` is the predictor's before it. */
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

#endif
