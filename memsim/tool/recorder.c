/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The chunk of recorder.h. */
#include "recorder.h"

#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

#include "memory.h"

enum { SHADOW = 1, SHADOW_OFFSET = 0 };

static struct {
    uint64_t *chunk;
    uint64_t *at; /* valid outside guest code */
    msim_consumer *consume;
} recorder;

static uint64_t *position_of(ThreadId tid)
{
    uint64_t *at;
    VG_(get_shadow_regs_area)(tid, (UChar *)&at, SHADOW, SHADOW_OFFSET, sizeof at);
    return at;
}

static void set_position_of(ThreadId tid, uint64_t *at)
{
    VG_(set_shadow_regs_area)(tid, SHADOW, SHADOW_OFFSET, sizeof at, (const UChar *)&at);
}

static void start_client_code(ThreadId tid, ULong blocks)
{
    (void)blocks;
    set_position_of(tid, recorder.at);
}

static void stop_client_code(ThreadId tid, ULong blocks)
{
    (void)blocks;
    recorder.at = position_of(tid);
}

void msim_recorder_init(msim_consumer *consume)
{
    size_t room = 2 * MSIM_CHUNK_BYTES + MSIM_CHUNK_BYTES + MSIM_SLACK_BYTES;
    uintptr_t got = (uintptr_t)msim_get(&msim_tool_mem, room, 64);
    uintptr_t aligned = (got + 2 * MSIM_CHUNK_BYTES - 1) & ~(uintptr_t)(2 * MSIM_CHUNK_BYTES - 1);
    recorder.chunk = recorder.at = (uint64_t *)aligned;
    recorder.consume = consume;
    VG_(track_start_client_code)(start_client_code);
    VG_(track_stop_client_code)(stop_client_code);
}

void msim_recorder_flush(void)
{
    if (recorder.consume && recorder.at != recorder.chunk)
        recorder.consume(recorder.chunk, recorder.at);
    recorder.at = recorder.chunk;
}

void msim_recorder_full(void)
{
    ThreadId tid = VG_(get_running_tid)();
    recorder.at = position_of(tid);
    msim_recorder_flush();
    set_position_of(tid, recorder.at);
}
