/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The recorder: the chunk into which the instrumented code writes the stream.
 *
 * The position of the next record is in the running thread's shadow guest state, where the
 * instrumented code reaches it with one instruction; outside guest code it is kept here.  Valgrind
 * runs one thread at a time, so all threads share one chunk.
 *
 *     chunk                                 chunk + MSIM_CHUNK_BYTES
 *       |--------------- records ---------------|---- slack ----|
 *
 * The chunk is aligned to twice its size, so "full" is one bit of the position: MSIM_CHUNK_BYTES.
 * The instrumented code tests it after every segment, or before each superblock (builder.h); the
 * slack takes what can still be written.
 *
 * Events are recorded by the tool's own code.  If segments are only counted in place, the chunk
 * contains nothing else.
 */
#pragma once

#include <stdint.h>

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "stream/event.h"
#include "tool/base/shadow.h"

enum {
    MSIM_CHUNK_BYTES = 64 * 1024,
    MSIM_SLACK_BYTES = 4 * 1024,
    MSIM_CHUNK_ALIGN = 2 * MSIM_CHUNK_BYTES
};

/* Gets every chunk, of whole records up to `end`, and returns the one to be filled next. */
typedef uint64_t *msim_consumer(uint64_t *end);

/* `chunk` is the one to be filled first. */
void msim_recorder_init(uint64_t *chunk, msim_consumer *consume);

/* A thread starts or stops running guest code. */
void msim_recorder_start(ThreadId tid);
void msim_recorder_stop(ThreadId tid);

/* Records an event.  `shadow`: the thread that runs guest code, which must be between two segments.
 * NULL: the event comes from the core, which may report a signal in the middle of a segment (then
 * that segment did not happen). */
void msim_recorder_event(struct msim_shadow *shadow, enum msim_event event, const uint64_t *words,
                         uint32_t count);

/* Passes on what was recorded so far.  Do not call from guest code. */
void msim_recorder_flush(void);

/* Returns the start of what was recorded and not yet passed on, up to *end.  Do not call from guest
 * code. */
const uint64_t *msim_recorder_records(const uint64_t **end);

/* `flushed` is called after each full chunk: it may record an event at the start of the next
 * one. */
void msim_recorder_when_flushed(void (*flushed)(void));

/* Called by the instrumented code when the chunk is full. */
void msim_recorder_full(void);

/* The offset of the position in the guest state, for IR. */
static inline Int msim_recorder_offset(const VexGuestLayout *layout)
{
    return msim_shadow_offset(layout, offsetof(struct msim_shadow, position));
}
