/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The recorder: the chunk that the instrumented code writes the stream into.
 *
 * Where the next record goes is kept in the running thread's shadow guest state, where the
 * instrumented code reaches it with one instruction; outside guest code it is kept here.  Valgrind runs
 * one thread at a time, so there is one chunk for all.
 *
 *     chunk                                 chunk + MSIM_CHUNK_BYTES
 *       |--------------- records ---------------|---- slack ----|
 *
 * The chunk is aligned to twice its size, so "full" is one bit of the position: MSIM_CHUNK_BYTES.  The
 * instrumented code tests it after every segment; the slack takes what one segment may still write.
 *
 * Events are recorded by the tool's own code.  Where segments are only counted in place, nothing else is
 * in the chunk.
 */
#ifndef MSIM_TOOL_RECORD_RECORDER_H
#define MSIM_TOOL_RECORD_RECORDER_H

#include <stdint.h>

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "stream/event.h"
#include "tool/base/shadow.h"

enum { MSIM_CHUNK_BYTES = 64 * 1024, MSIM_SLACK_BYTES = 4 * 1024 };

/* Called with every chunk of whole records. */
typedef void msim_consumer(const uint64_t *words, const uint64_t *end);

void msim_recorder_init(msim_consumer *consume);

/* A thread starts or stops running guest code. */
void msim_recorder_start(ThreadId tid);
void msim_recorder_stop(ThreadId tid);

/* Records an event.  `shadow` is that of the thread that runs guest code, which must be between two
 * segments; NULL: it comes from the core, which may tell of a signal in the middle of a segment (that
 * segment did not happen). */
void msim_recorder_event(struct msim_shadow *shadow, enum msim_event event, const uint64_t *words,
                         uint32_t count);

/* Hands over what was recorded so far.  Not from guest code. */
void msim_recorder_flush(void);

/* `flushed` is called whenever the chunk was full: it may record an event at the start of the next. */
void msim_recorder_when_flushed(void (*flushed)(void));

/* Called by the instrumented code when the chunk is full. */
void msim_recorder_full(void);

/* Where the position lies in the guest state that IR speaks of. */
static inline Int msim_recorder_offset(const VexGuestLayout *layout)
{
    return msim_shadow_offset(layout, offsetof(struct msim_shadow, position));
}

#endif
