/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The change of hands of outside.h. */
#include "outside.h"

#include "pub_tool_options.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "apart.h"
#include "now.h"
#include "process.h"
#include "times.h"
#include "tool/base/memory.h"
#include "tool/base/message.h"
#include "tool/base/options.h"
#include "tool/record/recorder.h"

/* Leaving and returning takes some ten milliseconds.  Observing a chunk takes 0.04 to 0.1, so a run
 * that has lasted this long can pay for it. */
enum { CHUNKS_BEFORE = 500, CHUNKS_MOST = 64000 };

enum { CHUNKS = 32 }; /* in the ring */

static struct {
    const struct msim_observers_calls *calls;
    struct msim_ring *ring;
    struct msim_times *times;
    uint64_t *chunk; /* that is filled */
    Bool allowed;
    Bool lost;
    Int process; /* of the observers; 0: they are inside */
    UInt chunks; /* that were observed inside since the last change */
    UInt before; /* as many are, before observers leave */
} outside;

void msim_outside_init(const struct msim_observers_calls *calls)
{
    msim_process_init();
    outside.calls = calls;
    outside.before = msim_options.observers == MSIM_OBSERVERS_OUTSIDE ? 0 : CHUNKS_BEFORE;
    uintptr_t got = (uintptr_t)msim_get(&msim_tool_mem,
                                        MSIM_CHUNK_ALIGN + MSIM_CHUNK_BYTES + MSIM_SLACK_BYTES, 64);
    outside.chunk = (uint64_t *)((got + MSIM_CHUNK_ALIGN - 1) & ~(uintptr_t)(MSIM_CHUNK_ALIGN - 1));
    outside.times = msim_get(&msim_tool_mem, sizeof *outside.times, 64);
    outside.times->start = msim_now();
    outside.ring = msim_ring_new(&msim_tool_mem, CHUNKS, MSIM_CHUNK_BYTES + MSIM_SLACK_BYTES,
                                 &outside.times->ring);
    msim_apart_init(&outside.times->apart, calls->study());
}

/* --- Leaving ------------------------------------------------------------------------------ */

static Bool lives(void)
{
    return msim_process_lives(outside.process);
}

/* What the other process does. */
static void work(void)
{
    msim_apart_start();
    msim_ring_read(outside.ring, msim_process_parent_lives, outside.calls->observe);
    msim_apart_end();
    if (!msim_ring_is_stopped(outside.ring))
        outside.calls->orphaned();
}

/* As much as there could be: only what is used costs anything. */
static SizeT room(void)
{
    enum { LEAST = 256 * 1024 * 1024 };
    uint64_t available = msim_memory_available();
    return available < LEAST ? LEAST : (SizeT)available;
}

/* Returns why that is impossible; NULL: done. */
static const HChar *leave(void)
{
    uint64_t from = msim_now();
    if (msim_process_is_limited())
        return "its memory is limited (ulimit -v)";
    if (!msim_memory_share(room()))
        return "the system gives no shared memory";
    msim_ring_start(outside.ring);
    Int started = msim_process_start(work);
    if (started < 0)
        return "no other process can be started";
    outside.process = started;
    outside.times->moving += msim_now() - from;
    return NULL;
}

static void stay(const HChar *why)
{
    outside.allowed = False;
    if (VG_(clo_verbosity) > 0)
        msim_say("note: the observers run in the program's process: %s\n", why);
}

static void leave_or_stay(void)
{
    const HChar *why = leave();
    if (why)
        stay(why);
}

/* --- May they leave? ---------------------------------------------------------------------- */

/* What is asked for must be possible; else nobody has to know before it would pay. */
void msim_outside_allow(void)
{
    Bool asked = msim_options.observers == MSIM_OBSERVERS_OUTSIDE;
    if (msim_options.observers == MSIM_OBSERVERS_INSIDE || (!asked && msim_process_cpus() < 2))
        return;
    outside.allowed = True;
    const HChar *why = asked ? leave() : NULL;
    if (why)
        msim_options_refuse_file("--observers", "outside", why);
}

/* --- Chunks ------------------------------------------------------------------------------- */

uint64_t *msim_outside_chunk(void)
{
    return outside.chunk;
}

static void report_loss(Int signal)
{
    outside.lost = True;
    msim_apart_lost();
    if (signal > 0)
        msim_say("error: the process of the observers was killed by signal %d\n", signal);
    else
        msim_say("error: the process of the observers failed\n");
    msim_say("... so there are no results of process %d, which runs on\n", msim_pid());
}

/* Learns how the other process ended. */
static void end_process(void)
{
    Int signal = msim_process_wait(outside.process);
    outside.process = 0;
    outside.chunks = 0;
    if (signal)
        report_loss(signal);
}

static void observe_here(const struct msim_slot *chunk)
{
    uint64_t from = msim_now();
    outside.calls->observe(chunk);
    outside.times->inside += msim_now() - from;
    outside.times->chunks_inside++;
    outside.chunks++;
}

uint64_t *msim_outside_take(uint64_t *end, const struct msim_dict_counts *counts)
{
    struct msim_slot chunk = {.words = outside.chunk, .end = end, .counts = *counts};
    if (outside.lost)
        return outside.chunk;
    if (outside.allowed && !outside.process && outside.chunks >= outside.before)
        leave_or_stay();
    if (!outside.process)
        observe_here(&chunk);
    else if (!msim_ring_put(outside.ring, &chunk, lives))
        end_process();
    return outside.chunk;
}

/* --- Returning ---------------------------------------------------------------------------- */

void msim_outside_return(void)
{
    if (!outside.process)
        return;
    uint64_t from = msim_now();
    msim_ring_stop(outside.ring);
    end_process();
    outside.times->ring.writer += msim_now() - from;
}

/* Who forks often is better off inside. */
void msim_outside_before_fork(void)
{
    msim_outside_return();
    if (outside.before && outside.before < CHUNKS_MOST)
        outside.before *= 2;
    if (!msim_memory_make_private())
        stay("the system gives no memory for a fork");
}

/* What an observer left behind that was killed is of no use to a child, either. */
void msim_outside_in_child(void)
{
    outside.chunks = 0;
    if (outside.lost)
        msim_say("... so there are no results of its child %d\n", msim_pid());
}

/* What starts with it could not be told from the guest's own, or could not be reached; or all memory
 * that is reserved would count. */
static Bool forbids(UInt syscall, const UWord *args)
{
    enum { NEW_PIDS = 0x20000000, SET_SECCOMP = 22, LIMIT_MEMORY = 9 };
    switch (syscall) {
    case __NR_unshare:
        return (args[0] & NEW_PIDS) != 0;
    case __NR_setns:
    case __NR_seccomp:
    case __NR_mlockall:
        return True;
    case __NR_prctl:
        return args[0] == SET_SECCOMP;
    case __NR_setrlimit:
        return args[0] == LIMIT_MEMORY;
    case __NR_prlimit64:
        return args[1] == LIMIT_MEMORY && args[2];
    default:
        return False;
    }
}

/* Would it find the other process? */
static Bool finds(UInt syscall, const UWord *args)
{
    switch (syscall) {
    case __NR_kill:
        return (Int)args[0] == -1;
    case __NR_wait4:
        return (args[2] & (__VKI_WALL | __VKI_WCLONE)) != 0;
    case __NR_waitid:
        return (args[3] & (__VKI_WALL | __VKI_WCLONE)) != 0;
    default:
        return False;
    }
}

void msim_outside_before_syscall(UInt syscall, const UWord *args)
{
    if (!outside.allowed)
        return;
    if (forbids(syscall, args)) {
        outside.allowed = False;
        msim_outside_return();
        msim_memory_make_private();
    } else if (outside.process && finds(syscall, args)) {
        msim_outside_return();
    }
}

void msim_outside_print(const struct msim_study *study)
{
    if (VG_(clo_stats) && outside.times && !outside.lost)
        msim_times_print(outside.times, study);
}

Bool msim_outside_is_lost(void)
{
    return outside.lost;
}
