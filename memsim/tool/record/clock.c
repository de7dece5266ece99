/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The CLOCK events of clock.h. */
#include "clock.h"

#include "pub_tool_libcproc.h"

#include "recorder.h"
#include "stream/event.h"
#include "tool/base/shadow.h"

static struct {
    Bool counting, milliseconds;
    uint64_t instrs; /* of threads that have stopped since the last event */
    UInt last;       /* milliseconds at the last event */
} clock;

void msim_clock_init(Bool counting, Bool milliseconds)
{
    clock.counting = counting;
    clock.milliseconds = milliseconds;
}

Bool msim_clock_is_counting(void)
{
    return clock.counting;
}

void msim_clock_start(ThreadId tid)
{
    const uint64_t none = 0;
    if (clock.counting)
        msim_shadow_set(tid, offsetof(struct msim_shadow, instrs), &none, sizeof none);
}

void msim_clock_stop(ThreadId tid)
{
    uint64_t instrs;
    if (!clock.counting)
        return;
    msim_shadow_get(tid, offsetof(struct msim_shadow, instrs), &instrs, sizeof instrs);
    clock.instrs += instrs;
}

void msim_clock_event(struct msim_shadow *shadow)
{
    UInt now = clock.milliseconds ? VG_(read_millisecond_timer)() : 0;
    uint64_t words[MSIM_CLOCK_WORDS] = {clock.instrs, now};
    if (shadow && clock.counting) {
        words[0] += shadow->instrs;
        shadow->instrs = 0;
    }
    clock.instrs = 0;
    if (words[0] == 0 && now == clock.last)
        return;
    clock.last = now;
    msim_recorder_event(shadow, MSIM_EVENT_CLOCK, words, MSIM_CLOCK_WORDS);
}
