/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Predicting the stream: what the next header will be and what each of its words will be.
 *
 * Encoder and decoder run the same functions on the same records, so they predict the same, and only
 * what was not predicted has to be written.
 *
 * Headers.  The history holds the headers of the last records.  `guess` points to one of them; while
 * predictions hold it moves on with the records: what comes next is what came next then.  Where a
 * header was predicted wrongly, the guess becomes the place after the latest record with that header.
 *
 *      history  ... A B C D A B [C] ... A B        guess: C; then D; then A
 *                          latest of B --^
 *
 * Words.  A lane is one word of one segment (for events see predict_event.h); its steps are the
 * differences between its successive values, of 32 bits.  A table that all lanes share says which step came next the last time
 * in the same slot; the slot follows from the lane and from its last steps, of which each counts for
 * less than the one after it.  It is looked up as soon as a step is made, long before it is needed:
 *
 *      struct msim_lane   | last value (8) | steps (4) | predicted step (4) |
 *                                               |              ^
 *                                               v              |
 *      step[]                 ...    | step that followed (4) |   ...
 *
 * So constants, strides, and values that alternate or come back in turn are predicted.  The step
 * MSIM_STEP_NONE stands for the value MSIM_NO_ADDRESS, which leaves the last value as it is.
 *
 * Invariants: a prediction that held leaves the table as it is (the slot holds that step already).  A
 * change of anything here is another format: MSIM_TRACE_VERSION.
 *
 * Cost: 16 bytes per segment and per word of a segment, 144 KB for history, steps and events.  Larger
 * tables predict a little better, but lie in caches that the guest needs too.
 */
#ifndef MSIM_STREAM_TRACE_PREDICT_H
#define MSIM_STREAM_TRACE_PREDICT_H

#include "stream/dict.h"

enum {
    MSIM_HISTORY_BITS = 14,
    MSIM_STEP_BITS = 14,
    MSIM_FIRST_BITS = 11,
    MSIM_HEAP_PLACES = 64, /* of heap events, each with lanes of its own (predict_event.h) */
    MSIM_STEP_NONE = INT32_MIN,
};

struct msim_lane {
    uint64_t last;
    uint32_t steps; /* the last ones, mixed */
    int32_t step;   /* the predicted one */
};

/* What is known of a header without its words: of a segment, or of an event. */
struct msim_header_state {
    struct msim_lane *lanes;
    uint32_t salt;  /* of its first lane */
    uint32_t after; /* the place in the history after its latest record */
};

struct msim_predictor {
    const struct msim_dict *dict;
    struct msim_arena arena;
    struct msim_table states; /* by header without words */
    uint32_t *history;
    int32_t *step;
    uint32_t now;             /* a place in the history, not yet reduced to its size */
    uint32_t lag;             /* how far the guess is behind it */
    uint32_t lanes;           /* of all headers */
    uint64_t address;         /* the last value of the lane used last */
    uint64_t *first;          /* words of heap events, by place in the history (predict_event.h) */
    uint64_t returned, given; /* the last blocks of heap events (predict_event.h) */
};

enum {
    MSIM_STEP_MASK = (1 << MSIM_STEP_BITS) - 1,
    MSIM_HISTORY_MASK = (1 << MSIM_HISTORY_BITS) - 1,
    MSIM_HEADER_STATE_SHIFT = 4
};

/* From lane to lane; any odd number that spreads well. */
#define MSIM_SALT UINT32_C(0x85ebca6b)

_Static_assert(sizeof(struct msim_header_state) == 1 << MSIM_HEADER_STATE_SHIFT,
               "found by shifting the header");

void msim_predictor_init(struct msim_predictor *predictor, const struct msim_mem *mem,
                         const struct msim_dict *dict);

/* Takes note of the segments that were added to the dictionary. */
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

/* The next record has this header, as was predicted. */
static inline void msim_learn_predicted_header(struct msim_predictor *predictor,
                                               struct msim_header_state *state, uint32_t header)
{
    predictor->history[predictor->now++ & MSIM_HISTORY_MASK] = header;
    state->after = predictor->now;
}

/* The same where something else was predicted. */
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

/* Where the table says what follows the last steps of a lane. */
static inline int32_t *msim_slot_of(const struct msim_predictor *predictor,
                                    const struct msim_lane *lane, uint32_t salt)
{
    return &predictor->step[(lane->steps ^ salt) & MSIM_STEP_MASK];
}

/* A lane makes a step to a word. */
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

#endif
