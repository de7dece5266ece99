/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sets up and extends the state of predict.h. */
#include "predict.h"

#include "stream/event.h"

/* Number of lanes of an event. */
static uint32_t event_lanes(uint32_t event)
{
    return event == MSIM_EVENT_HEAP ? 1 + MSIM_HEAP_PLACES * (MSIM_HEAP_WORDS - 1)
                                    : msim_event_words(event);
}

static void add_state(struct msim_predictor *predictor, uint32_t lanes)
{
    struct msim_header_state *state = msim_table_add(&predictor->states);
    state->lanes = msim_arena_get(&predictor->arena, lanes * sizeof *state->lanes);
    state->salt = predictor->lanes * MSIM_SALT;
    predictor->lanes += lanes;
}

void msim_predictor_init(struct msim_predictor *predictor, const struct msim_mem *mem,
                         const struct msim_dict *dict)
{
    *predictor = (struct msim_predictor){.dict = dict, .lag = 1};
    msim_arena_init(&predictor->arena, mem);
    msim_table_init(&predictor->states, mem, sizeof(struct msim_header_state),
                    MSIM_SEGMENTS_MAX + MSIM_EVENTS);
    predictor->history = msim_get(mem, sizeof *predictor->history << MSIM_HISTORY_BITS, 64);
    predictor->step = msim_get(mem, sizeof *predictor->step << MSIM_STEP_BITS, 64);
    predictor->first = msim_get(mem, sizeof *predictor->first << MSIM_FIRST_BITS, 64);
    for (unsigned event = 0; event < MSIM_EVENTS; event++) {
        uint32_t lanes = predictor->lanes;
        add_state(predictor, event_lanes(event));
        if (event > MSIM_EVENT_POOL)
            predictor->lanes = lanes; /* newer events: older traces read as before */
    }
}

void msim_predictor_extend(struct msim_predictor *predictor)
{
    uint32_t known = predictor->states.used - MSIM_EVENTS;
    for (; known < predictor->dict->segments.used; known++)
        add_state(predictor, msim_dict_segment_at(predictor->dict, known)->words);
}
