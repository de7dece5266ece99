/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The receiver of received.h. */
#include "received.h"

#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "stream/event.h"
#include "threaded.h"

/* What a record takes that the receiver tells of. */
static uint64_t takes(const struct received *received, const uint64_t *record)
{
    if (received->pace == RECEIVED_IN_TIME)
        return model_takes(record);
    return received->pace == RECEIVED_SLOWLY ? model_extra(record) : 0;
}

/* Where the slice ends; NULL: nothing ends it. */
static const uint64_t *stop_of(const struct received *received, const struct msim_order_turn *turn,
                               const uint64_t *words, const uint64_t *end)
{
    uint64_t took = 0;
    while (words < end) {
        const uint64_t *record = words;
        words += 1 + msim_header_words(*words);
        took += takes(received, record);
        bool over = received->pace == RECEIVED_IN_TIME && took >= turn->most;
        if (model_stops(record) || (over && !msim_header_is_event(*record)))
            return words;
    }
    return NULL;
}

static void keep(struct received *received, const uint64_t *words, size_t count)
{
    while (received->used + count > received->room) {
        received->room = received->room ? 2 * received->room : 1024;
        received->words = realloc(received->words, received->room * sizeof *words);
        if (!received->words)
            abort();
    }
    memcpy(received->words + received->used, words, count * sizeof *words);
    received->used += count;
}

static uint64_t slice(void *self, const struct msim_order_turn *turn, const uint64_t *words,
                      const uint64_t *end, const uint64_t **stopped)
{
    struct received *received = self;
    uint64_t took = 0;
    *stopped = received->pace ? stop_of(received, turn, words, end) : NULL;
    end = *stopped ? *stopped : end;
    received->from = words;
    keep(received, words, (size_t)(end - words));
    for (; words < end; words += 1 + msim_header_words(*words)) {
        if (*words == msim_event_header(MSIM_EVENT_THREAD, MSIM_THREAD_WORDS)) {
            received->thread = (uint32_t)words[1];
            continue;
        }
        received->clocks += received->pace == RECEIVED_IN_TIME ? turn->now + took : 0;
        took += takes(received, words);
    }
    received->wrong_core |= turn->core != msim_cores_of(&received->cores, received->thread);
    return took;
}

void received_start(struct received *received, uint32_t cores, uint64_t bytes,
                    enum received_pace pace)
{
    *received = (struct received){.cores = {.used = cores}, .pace = pace};
    struct msim_order_receiver receiver = {slice, received, pace == RECEIVED_IN_TIME};
    unit_memory_start(&received->memory);
    msim_dict_init(&received->dict, &received->memory.mem);
    threaded_describe(&received->dict);
    received->order =
        msim_order_new(&received->memory.mem, &received->dict, &received->cores, bytes, &receiver);
}

void received_end(struct received *received)
{
    free(received->words);
    unit_memory_end(&received->memory);
}

void received_run(struct received *received, const uint64_t *words, const uint64_t *end,
                  size_t chunk)
{
    while (words < end) {
        const uint64_t *from = words;
        do
            words += 1 + msim_header_words(*words);
        while (words < end && (size_t)(words - from) < chunk);
        msim_order_run(received->order, from, words);
    }
}
