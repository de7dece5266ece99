/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The chunk of recorder.h. */
#include "recorder.h"

#include "pub_tool_threadstate.h"

static struct {
    uint64_t *chunk;
    uint64_t *at;     /* the position, outside guest code */
    ThreadId running; /* the thread that runs guest code and has the position in its state */
    msim_consumer *consume;
    void (*flushed)(void);
} recorder;

static uint64_t *position_of(ThreadId tid)
{
    uint64_t *at;
    msim_shadow_get(tid, offsetof(struct msim_shadow, position), &at, sizeof at);
    return at;
}

static void set_position_of(ThreadId tid, uint64_t *at)
{
    msim_shadow_set(tid, offsetof(struct msim_shadow, position), &at, sizeof at);
}

void msim_recorder_start(ThreadId tid)
{
    set_position_of(tid, recorder.at);
    recorder.running = tid;
}

void msim_recorder_stop(ThreadId tid)
{
    recorder.at = position_of(tid);
    recorder.running = VG_INVALID_THREADID;
}

void msim_recorder_init(uint64_t *chunk, msim_consumer *consume)
{
    recorder.chunk = recorder.at = chunk;
    recorder.consume = consume;
}

void msim_recorder_when_flushed(void (*flushed)(void))
{
    recorder.flushed = flushed;
}

void msim_recorder_flush(void)
{
    if (recorder.consume && recorder.at != recorder.chunk)
        recorder.chunk = recorder.consume(recorder.at);
    recorder.at = recorder.chunk;
}

void msim_recorder_full(void)
{
    ThreadId tid = VG_(get_running_tid)();
    recorder.at = position_of(tid);
    msim_recorder_flush();
    set_position_of(tid, recorder.at);
    if (recorder.flushed)
        recorder.flushed();
}

void msim_recorder_event(struct msim_shadow *shadow, enum msim_event event, const uint64_t *words,
                         uint32_t count)
{
    ThreadId tid = shadow ? VG_INVALID_THREADID : recorder.running;
    if (tid != VG_INVALID_THREADID)
        recorder.at = position_of(tid);
    uint64_t **position = shadow ? &shadow->position : &recorder.at;
    uint64_t *at = *position;
    *at++ = msim_event_header(event, count);
    for (uint32_t i = 0; i < count; i++)
        *at++ = words[i];
    recorder.at = at;
    if ((uintptr_t)at & MSIM_CHUNK_BYTES)
        msim_recorder_flush();
    *position = recorder.at;
    if (tid != VG_INVALID_THREADID)
        set_position_of(tid, recorder.at);
}

const uint64_t *msim_recorder_records(const uint64_t **end)
{
    *end = recorder.at;
    return recorder.chunk;
}
