/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a first pass over a trace finds for the replays: after each chunk, the next event of the
 * heap, and which files the program maps.
 *
 * The allocator may clear or copy a block for longer than a chunk before its event comes.
 */
#pragma once

#include <stddef.h>

#include "stream/event.h"

enum { MSIM_AHEAD_WORDS = 1 + MSIM_EVENT_WORDS_MAX };

struct msim_ahead {
    struct msim_ahead_event {
        uint64_t word[MSIM_AHEAD_WORDS]; /* 0: none */
    } * next;                            /* by chunk */
    size_t chunks;
    size_t filled; /* chunks before this one have their event */
    struct msim_ahead_file {
        uint32_t path; /* a string of the dictionary */
        uint64_t address, offset;
    } * file; /* that are mapped, with where each was first */
    size_t files;
};

/* True: it is an event of the heap. */
static inline bool msim_ahead_is_heap(const uint64_t *record)
{
    enum msim_event event = msim_event_of(*record);
    return event == MSIM_EVENT_HEAP || event == MSIM_EVENT_POOL;
}

/* What an event of the heap says: a block that ends, and one that begins; 0: none. */
struct msim_heap_said {
    uint64_t ends, begins, bytes;
    bool header; /* malloc's; blocks of other allocators lie in others' memory */
};
struct msim_heap_said msim_heap_said_by(const uint64_t *record);

/* Takes a chunk: for msim_player_scan(). */
void msim_ahead_take(void *ahead, const uint64_t *words, const uint64_t *end);
