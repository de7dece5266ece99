/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Predicting the stream: the next header, and each of its words.
 *
 * Encoder and decoder run the same functions on the same records, so they predict the same, and
 * only what was not predicted has to be written.
 *
 * Headers.  The history holds the headers of the last records.  `guess` points to one of them;
 * while predictions hold, it moves on with the records: what came next then is predicted now.
 * After a wrong prediction, the guess becomes the position after the latest record with the actual
 * header.
 *
 *      history  ... A B C D A B [C] ... A B        guess: C; then D; then A
 *                          latest of B --^
 *
 * Words.  A lane is one word of one segment (for events see predict_event.h); its steps are the
 * differences between its successive values, of 32 bits.  One table, shared by all lanes, says
 * which step came next the last time in the same slot.  The slot is derived from the lane and its
 * last steps, the most recent of which weighs most.  It is looked up as soon as a step is made,
 * long before it is needed:
 *
 *      struct msim_lane   | last value (8) | steps (4) | predicted step (4) |
 *                                               |              ^
 *                                               v              |
 *      step[]                 ...    | step that followed (4) |   ...
 *
 * This predicts constants, strides, and values that alternate or recur cyclically.  The step
 * MSIM_STEP_NONE stands for the value MSIM_NO_ADDRESS, which leaves the last value unchanged.
 *
 * Invariants: a correct prediction leaves the table unchanged (the slot holds that step already).
 * Any change here changes the format: MSIM_TRACE_VERSION.
 *
 * Cost: 16 bytes per segment and per word of a segment, 144 KB for history, steps and events.
 * Larger tables predict a little better, but occupy caches that the guest needs too.
 */
#pragma once

#include "stream/dict.h"

enum {
    MSIM_HISTORY_BITS = 14,
    MSIM_STEP_BITS = 14,
    MSIM_FIRST_BITS = 11,
    MSIM_HEAP_PLACES = 64, /* of heap events, each with lanes of its own (predict_event.h) */
    MSIM_STEP_NONE = INT32_MIN,
};

struct msim_tasks;

struct msim_lane {
    uint64_t last;
    uint32_t steps; /* the last steps, mixed */
    int32_t step;   /* the predicted step */
};

/* State per kind of record: a segment, or an event. */
struct msim_header_state {
    struct msim_lane *lanes;
    uint32_t salt;  /* of its first lane */
    uint32_t after; /* the position in the history after its latest record */
};

struct msim_predictor {
    const struct msim_dict *dict;
    struct msim_tasks *tasks; /* checked by a decoder; NULL: not checked */
    struct msim_arena arena;
    struct msim_table states; /* by header without words */
    uint32_t *history;
    int32_t *step;
    uint32_t now;             /* a position in the history, not yet reduced modulo its size */
    uint32_t lag;             /* how far the guess lags behind it */
    uint32_t lanes;           /* of all headers */
    uint64_t address;         /* the last value of the most recently used lane */
    uint64_t *first;          /* words of heap events, by history position (predict_event.h) */
    uint64_t returned, given; /* the last blocks of heap events (predict_event.h) */
};

enum {
    MSIM_STEP_MASK = (1 << MSIM_STEP_BITS) - 1,
    MSIM_HISTORY_MASK = (1 << MSIM_HISTORY_BITS) - 1,
    MSIM_HEADER_STATE_SHIFT = 4
};

/* The salt's step from lane to lane; any odd number that spreads well. */
#define MSIM_SALT UINT32_C(0x85ebca6b)

_Static_assert(sizeof(struct msim_header_state) == 1 << MSIM_HEADER_STATE_SHIFT,
               "found by shifting the header");

void msim_predictor_init(struct msim_predictor *predictor, const struct msim_mem *mem,
                         const struct msim_dict *dict);

/* Adds the segments that are new in the dictionary. */
void msim_predictor_extend(struct msim_predictor *predictor);

static inline struct msim_header_state *msim_header_state_of(const struct msim_predictor *predictor,
                                                             uint32_t header)
{
    char *block = predictor->states.blocks[header >> (MSIM_WORDS_BITS + MSIM_TABLE_SHIFT)];
    uint32_t within = (MSIM_TABLE_BLOCK - 1) << MSIM_HEADER_STATE_SHIFT;
    return (void *)(block + (header >> (MSIM_WORDS_BITS - MSIM_HEADER_STATE_SHIFT) & within));
}

static inline uint32_t msim_predict_header(const struct msim_predictor *predictor)
{
    return predictor->history[(predictor->now - predictor->lag) & MSIM_HISTORY_MASK];
}

/* The header of the record before; 0 at first. */
static inline uint32_t msim_last_header(const struct msim_predictor *predictor)
{
    return predictor->history[(predictor->now - 1) & MSIM_HISTORY_MASK];
}

/* The next record has this header, as predicted. */
static inline void msim_learn_predicted_header(struct msim_predictor *predictor,
                                               struct msim_header_state *state, uint32_t header)
{
    predictor->history[predictor->now++ & MSIM_HISTORY_MASK] = header;
    state->after = predictor->now;
}

/* The next record has this header, and another one was predicted. */
static inline void msim_learn_header(struct msim_predictor *predictor,
                                     struct msim_header_state *state, uint32_t header)
{
    uint32_t guess = state->after;
    msim_learn_predicted_header(predictor, state, header);
    predictor->lag = predictor->now - guess;
}

static inline uint64_t msim_predict_word(const struct msim_lane *lane)
{
    return __builtin_expect(lane->step == MSIM_STEP_NONE, 0)
               ? MSIM_NO_ADDRESS
               : lane->last + (uint64_t)(int64_t)lane->step;
}

/* The table's slot for the step that follows the last steps of a lane. */
static inline int32_t *msim_slot_of(const struct msim_predictor *predictor,
                                    const struct msim_lane *lane, uint32_t salt)
{
    return &predictor->step[(lane->steps ^ salt) & MSIM_STEP_MASK];
}

/* Moves a lane by `step`, to `word`. */
static inline void msim_lane_step(struct msim_predictor *predictor, struct msim_lane *lane,
                                  uint32_t salt, int32_t step, uint64_t word)
{
    uint64_t last = __builtin_expect(step == MSIM_STEP_NONE, 0) ? lane->last : word;
    lane->last = last;
    predictor->address = last;
    lane->steps = lane->steps << 8 ^ (uint32_t)step;
    lane->step = *msim_slot_of(predictor, lane, salt);
}

/* The next word of the lane is the predicted one. */
static inline void msim_learn_predicted_word(struct msim_predictor *predictor,
                                             struct msim_lane *lane, uint32_t salt, uint64_t word)
{
    msim_lane_step(predictor, lane, salt, lane->step, word);
}

/* The next word of the lane is this one; returns whether it was the predicted one. */
static inline bool msim_learn_word(struct msim_predictor *predictor, struct msim_lane *lane,
                                   uint32_t salt, uint64_t word)
{
    int32_t step = lane->step;
    bool predicted = msim_predict_word(lane) == word;
    if (!predicted) {
        step = (int32_t)(uint32_t)(word - lane->last);
        step = step == MSIM_STEP_NONE ? 0 : step;
        step = word == MSIM_NO_ADDRESS ? MSIM_STEP_NONE : step;
        *msim_slot_of(predictor, lane, salt) = step;
    }
    msim_lane_step(predictor, lane, salt, step, word);
    return predicted;
}
