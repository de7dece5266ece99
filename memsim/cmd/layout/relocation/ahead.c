/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What events of the heap say, and the first pass of ahead.h. */
#include "ahead.h"

#include <string.h>

#include "cmd/base/grow.h"

static bool is_freeing(enum msim_heap_call call)
{
    return call == MSIM_HEAP_FREE || call == MSIM_HEAP_DELETE || call == MSIM_HEAP_OTHER_FREE ||
           call == MSIM_HEAP_REQUEST_FREE;
}

/* Blocks of other allocators lie in others' memory, and have no header of malloc's. */
static bool has_header(enum msim_heap_call call)
{
    return call != MSIM_HEAP_OTHER && call != MSIM_HEAP_REQUEST;
}

struct msim_heap_said msim_heap_said_by(const uint64_t *record)
{
    struct msim_heap_said said = {0, 0, 0, false};
    if (msim_event_of(*record) == MSIM_EVENT_POOL) {
        if (msim_pool_call_of(record) == MSIM_POOL_FREE)
            said.ends = record[3];
        if (msim_pool_call_of(record) == MSIM_POOL_ALLOC)
            said = (struct msim_heap_said){0, record[3], record[4], false};
        return said;
    }
    enum msim_heap_call call = msim_heap_call_of(record);
    if (call == MSIM_HEAP_MAP || call == MSIM_HEAP_UNMAP)
        return said;
    if (is_freeing(call)) {
        said.ends = record[4];
        return said;
    }
    if (record[4] && (record[3] || !record[2]))
        said.ends = record[4];
    said.begins = record[3];
    said.bytes = record[2];
    said.header = has_header(call);
    return said;
}

static void add_file(struct msim_ahead *ahead, const uint64_t *record)
{
    uint32_t path = msim_event_upper(record[4]);
    for (size_t i = 0; i < ahead->files; i++)
        if (ahead->file[i].path == path)
            return;
    MSIM_PUSH(ahead->file, ahead->files, (struct msim_ahead_file){path, record[1], record[3]});
}

void msim_ahead_take(void *self, const uint64_t *words, const uint64_t *end)
{
    struct msim_ahead *ahead = self;
    for (; words < end; words += 1 + msim_header_words(*words)) {
        if (!msim_header_is_event(*words))
            continue;
        if (msim_event_of(*words) == MSIM_EVENT_MAP)
            add_file(ahead, words);
        if (!msim_ahead_is_heap(words))
            continue;
        for (; ahead->filled < ahead->chunks; ahead->filled++)
            memcpy(ahead->next[ahead->filled].word, words,
                   (1 + msim_header_words(*words)) * sizeof *words);
    }
    MSIM_PUSH(ahead->next, ahead->chunks, (struct msim_ahead_event){{0}});
}
