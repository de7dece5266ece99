/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The receiver of received.h. */
#include "received.h"

#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "stream/event.h"
#include "threaded.h"

/* Where the slice ends; NULL: nothing ends it. */
static const uint64_t *stop_of(const uint64_t *words, const uint64_t *end)
{
    while (words < end) {
        const uint64_t *record = words;
        words += 1 + msim_header_words(*words);
        if (model_stops(record))
            return words;
    }
    return NULL;
}

static uint64_t slice(void *self, uint32_t core, const uint64_t *words, const uint64_t *end,
                      const uint64_t **stopped)
{
    struct received *received = self;
    uint64_t extra = 0;
    *stopped = received->slow ? stop_of(words, end) : NULL;
    end = *stopped ? *stopped : end;
    size_t count = (size_t)(end - words);
    received->from = words;
    while (received->used + count > received->room) {
        received->room = received->room ? 2 * received->room : 1024;
        received->words = realloc(received->words, received->room * sizeof *words);
        if (!received->words)
            abort();
    }
    memcpy(received->words + received->used, words, count * sizeof *words);
    received->used += count;
    for (; words < end; words += 1 + msim_header_words(*words))
        if (*words == msim_event_header(MSIM_EVENT_THREAD, MSIM_THREAD_WORDS))
            received->thread = (uint32_t)words[1];
        else
            extra += received->slow ? model_extra(words) : 0;
    received->wrong_core |= core != msim_cores_of(&received->cores, received->thread);
    return extra;
}

void received_start(struct received *received, uint32_t cores, uint64_t bytes, bool slow)
{
    *received = (struct received){.cores = {.used = cores}, .slow = slow};
    struct msim_order_receiver receiver = {slice, received};
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
