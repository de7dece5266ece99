/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guard of guard.h. */
#include "guard.h"

#include "tool/base/memory.h"

/* Observing a chunk takes 0.04 to 0.1 milliseconds, and starting a guard some milliseconds. */
enum { CHUNKS_OLD = 500, CHUNKS_OLD_BEFORE_WAIT = 100 };

static struct {
    void (*orphaned)(void);
    struct msim_process *process;
    Bool on;
    UInt chunks; /* since the guard got the state */
} guard;

void msim_guard_init(void (*orphaned)(void))
{
    guard.orphaned = orphaned;
    guard.process = msim_process_new();
}

Bool msim_guard_is_on(void)
{
    return guard.on;
}

void msim_guard_count_chunk(void)
{
    guard.chunks++;
}

Bool msim_guard_is_old(Bool waits)
{
    return guard.on && guard.chunks >= (waits ? CHUNKS_OLD_BEFORE_WAIT : CHUNKS_OLD);
}

static void work(void)
{
    msim_process_hold();
    guard.orphaned();
}

void msim_guard_start(void)
{
    msim_guard_end();
    guard.chunks = 0;
    guard.on = !msim_process_start(guard.process, work);
}

struct msim_process *msim_guard_take_over(struct msim_process *holds)
{
    struct msim_process *other = guard.process;
    guard.process = holds;
    guard.chunks = 0;
    guard.on = True;
    return other;
}

void msim_guard_end(void)
{
    if (guard.on)
        msim_process_kill(guard.process);
    guard.on = False;
}

void msim_guard_in_child(void)
{
    guard.on = False;
}
