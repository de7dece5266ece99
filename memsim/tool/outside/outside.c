/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Leaving and returning, as in outside.h. */
#include "outside.h"

#include "pub_tool_options.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"

#include "checkpoint.h"
#include "guard.h"
#include "now.h"
#include "process.h"
#include "secondstage.h"
#include "shortage.h"
#include "times.h"
#include "tool/base/limit.h"
#include "tool/base/memory.h"
#include "tool/base/message.h"
#include "tool/base/options.h"
#include "tool/record/recorder.h"

/* Missing in the headers for tools: the options that the guest's children get. */
extern XArray *VG_(args_for_valgrind);

/* Leaving and returning takes some ten milliseconds.  Observing a chunk takes 0.04 to 0.1, so a run
 * that has lasted this long can pay for it. */
enum { CHUNKS_BEFORE = 500, CHUNKS_MOST = 64000 };

/* A child that has lasted this long gets a guard. */
enum { CHUNKS_SHORT = 16 };

enum { CHUNKS = 32 }; /* in the ring */

static struct {
    const struct msim_observers_calls *calls;
    struct msim_ring *ring;
    struct msim_times *times;
    uint64_t *chunk; /* the chunk that is being filled */
    Bool allowed;
    Bool lost;
    struct msim_process *process; /* the observer process */
    Bool out;                     /* the observers are in that process */
    Bool owed;                    /* this process needs a guard, unless it ends soon */
    Bool *holds;                  /* in shared memory: the observer process should keep the state */
    UInt waits;                   /* of the guest, for children of any kind */
    Bool adopts;                  /* it, or a process it was forked from (msim_process_adopts) */
    UInt looks;                   /* counts chunks for looks at clocks */
    UInt chunks;                  /* chunks observed inside since the last change */
    UInt before;                  /* chunks that are observed inside before observers leave */
} outside;

void msim_outside_init(const struct msim_observers_calls *calls)
{
    msim_process_init();
    outside.calls = calls;
    outside.process = msim_process_new();
    outside.holds = msim_get(&msim_tool_mem, sizeof *outside.holds, 64);
    msim_guard_init(calls->orphaned);
    msim_checkpoint_init(calls->write);
    msim_shortage_init();
    outside.before = msim_options.observers == MSIM_OBSERVERS_OUTSIDE ? 0 : CHUNKS_BEFORE;
    uintptr_t got = (uintptr_t)msim_get(&msim_tool_mem,
                                        MSIM_CHUNK_ALIGN + MSIM_CHUNK_BYTES + MSIM_SLACK_BYTES, 64);
    outside.chunk = (uint64_t *)((got + MSIM_CHUNK_ALIGN - 1) & ~(uintptr_t)(MSIM_CHUNK_ALIGN - 1));
    outside.times = msim_get(&msim_tool_mem, sizeof *outside.times, 64);
    outside.times->start = msim_now();
    outside.ring = msim_ring_new(&msim_tool_mem, CHUNKS, MSIM_CHUNK_BYTES + MSIM_SLACK_BYTES,
                                 &outside.times->ring);
    msim_second_stage_init(&outside.times->second_stage, calls->study());
}

/* --- Leaving ------------------------------------------------------------------------------ */

static Bool lives(void)
{
    return msim_process_lives(outside.process);
}

/* After a chunk.  True: it is time to look at clocks.  That takes system calls, and 16 chunks take
 * about a millisecond. */
static Bool should_look(void)
{
    enum { CHUNKS_BETWEEN = 16 };
    return outside.looks++ % CHUNKS_BETWEEN == 0;
}

/* True: there is enough memory to go on. */
static Bool has_memory(void)
{
    enum msim_shortage shortage = msim_shortage_look();
    if (shortage == MSIM_SHORTAGE_NEAR)
        outside.calls->save_memory();
    return shortage != MSIM_SHORTAGE_HERE;
}

/* In the observer process.  A checkpoint needs both stages in one process. */
static void observe_there(const struct msim_slot *chunk)
{
    outside.calls->observe(chunk);
    if (!should_look())
        return;
    Bool goes_on = has_memory();
    if (goes_on && !msim_checkpoint_is_due())
        return;
    msim_second_stage_end();
    msim_checkpoint_write();
    if (!goes_on)
        msim_process_fail();
    msim_second_stage_start();
}

/* The work of the observer process. */
static void work(void)
{
    msim_second_stage_start();
    msim_ring_read(outside.ring, msim_process_parent_lives, observe_there);
    msim_second_stage_end();
    if (msim_ring_is_stopped(outside.ring)) {
        msim_memory_note_touched();
        if (!*outside.holds)
            return;
        msim_process_hold();
    }
    outside.calls->orphaned();
}

/* As much as could be needed, because only used pages cost anything. */
static SizeT room(void)
{
    ULong left = msim_memory_left();
    return (SizeT)(left == ~0ULL ? msim_options.memory_limit : left);
}

/* Starts the observer process.  Returns why that is impossible; NULL: done. */
static const HChar *leave(void)
{
    enum { LEAST = 64 * 1024 * 1024 };
    uint64_t from = msim_now();
    SizeT bytes = room();
    if (msim_memory_is_limited())
        return "its memory is limited (ulimit -v)";
    if (bytes < LEAST)
        return "there is too little memory (expected 64 MB)";
    if (!msim_memory_share(bytes))
        return "the system gives no shared memory";
    msim_ring_start(outside.ring);
    *outside.holds = False;
    msim_guard_end();
    const HChar *why = msim_process_start(outside.process, work);
    msim_memory_close_file();
    outside.out = !why;
    outside.times->moving += msim_now() - from;
    return why;
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

/* --- Whether they may leave --------------------------------------------------------------- */

/* With --observers=outside it must be possible; otherwise it is found out when leaving would
 * pay. */
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

static void report_loss(enum msim_end end)
{
    outside.lost = True;
    msim_second_stage_lost();
    msim_memory_forget_touched(); /* its note of written pages may be incomplete */
    if (!msim_shortage_report())
        msim_say("error: the observer process %s\n",
                 end == MSIM_END_KILLED ? "was killed" : "failed");
    Int age = msim_checkpoint_age();
    if (age >= 0)
        msim_say("... so the files of process %d, which runs on, end %d s before\n", msim_pid(),
                 age);
    else if (msim_checkpoint_is_begun())
        msim_say("... so of process %d, which runs on, there are only the files that its first "
                 "checkpoint had written\n",
                 msim_pid());
    else
        msim_say("... so there are no results of process %d, which runs on\n", msim_pid());
}

/* Finds out how the observer process ended its work. */
static void end_process(void)
{
    enum msim_end end = msim_process_wait(outside.process);
    outside.out = False;
    outside.chunks = 0;
    if (end > MSIM_END_DONE)
        report_loss(end);
}

/* The guest's process runs on with observers in it, so it needs a guard in case it is killed. */
static void keep(void)
{
    Bool possible = outside.allowed && !outside.lost && !outside.out && !outside.waits;
    outside.owed = False;
    if (possible && msim_memory_make_private())
        msim_guard_start();
}

static void observe_here(const struct msim_slot *chunk)
{
    uint64_t from = msim_now();
    outside.calls->observe(chunk);
    outside.times->inside += msim_now() - from;
    outside.times->chunks_inside++;
    outside.chunks++;
    msim_guard_count_chunk();
    if (outside.owed ? outside.chunks >= CHUNKS_SHORT : msim_guard_is_old(False))
        keep();
    if (!should_look())
        return;
    Bool goes_on = has_memory();
    if (!goes_on || msim_checkpoint_is_due())
        msim_checkpoint_write();
    if (!goes_on)
        report_loss(MSIM_END_FAILED);
}

static Bool should_leave(void)
{
    return outside.allowed && !outside.out && !outside.waits && outside.chunks >= outside.before;
}

uint64_t *msim_outside_take(uint64_t *end, const struct msim_dict_counts *counts)
{
    struct msim_slot chunk = {.words = outside.chunk, .end = end, .counts = *counts};
    if (outside.lost)
        return outside.chunk;
    if (should_leave())
        leave_or_stay();
    if (!outside.out)
        observe_here(&chunk);
    else if (!msim_ring_put(outside.ring, &chunk, lives))
        end_process();
    return outside.chunk;
}

/* --- Returning ---------------------------------------------------------------------------- */

static void stop(Bool holds)
{
    uint64_t from = msim_now();
    *outside.holds = holds;
    msim_ring_stop(outside.ring);
    end_process();
    outside.times->ring.writer += msim_now() - from;
}

void msim_outside_return(void)
{
    outside.owed |= outside.out || msim_guard_is_on();
    msim_guard_end();
    if (outside.out)
        stop(False);
    msim_memory_forget_touched();
}

/* The present guard may stay. */
void msim_outside_return_at_end(void)
{
    if (outside.out) {
        stop(True);
        if (!outside.lost && !msim_shortage_is_near() &&
            msim_memory_diverge(outside.process->number, &outside.process->file))
            outside.process = msim_guard_take_over(outside.process);
        else
            msim_process_kill(outside.process);
    }
    msim_memory_forget_touched();
}

/* --- Fork --------------------------------------------------------------------------------- */

/* A program that is started with the same options adopts processes, too. */
static void keep_inside_what_it_starts(void)
{
    static const HChar inside[] = "--observers=inside";
    const HChar *option = inside;
    if (!outside.adopts)
        VG_(addToXA)(VG_(args_for_valgrind), &option);
    outside.adopts = True;
}

static void put_off_leaving(void)
{
    UInt before = outside.before ? 2 * outside.before : CHUNKS_BEFORE;
    outside.before = before < CHUNKS_MOST ? before : CHUNKS_MOST;
}

/* For a program that forks often, observers stay inside. */
void msim_outside_before_fork(void)
{
    Bool out = outside.out;
    if (msim_process_adopts())
        keep_inside_what_it_starts();
    outside.owed |= out || msim_guard_is_on();
    outside.chunks = 0;
    if (out) {
        stop(True);
        put_off_leaving();
    }
    if (out && !outside.lost)
        outside.process = msim_guard_take_over(outside.process);
    if (!msim_memory_make_private()) {
        msim_guard_end();
        stay("the system gives no memory for a fork");
    }
}

/* The guard has the present state, or a recent one. */
void msim_outside_after_fork(void)
{
    if (!msim_guard_is_on())
        return;
    outside.owed = False;
    if (msim_guard_is_old(True))
        keep();
}

/* Many children end soon, or become another program, so a child gets a guard only when it has
 * lasted, or may be about to wait.  Checkpoints of a killed observer process are of no use to a
 * child either. */
void msim_outside_in_child(void)
{
    msim_process_in_child();
    msim_guard_in_child();
    msim_checkpoint_in_child();
    msim_shortage_in_child();
    outside.waits = 0;
    if (outside.adopts)
        outside.allowed = False;
    if (outside.lost)
        msim_say("... so there are no results of its child %d\n", msim_pid());
}

/* --- System calls ------------------------------------------------------------------------- */

/* In these cases, a process that is started could not be distinguished from the guest's own, or
 * could not be reached, or all reserved memory would count. */
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

/* While another process is started, there is a child for a moment, which these calls would find. */
static Bool waits_for_any(UInt syscall, const UWord *args)
{
    switch (syscall) {
    case __NR_wait4:
        return (args[2] & (__VKI_WALL | __VKI_WCLONE)) != 0;
    case __NR_waitid:
        return (args[3] & (__VKI_WALL | __VKI_WCLONE)) != 0;
    default:
        return False;
    }
}

/* True: the call never waits, or ends the process if it succeeds. */
static Bool is_short(UInt syscall)
{
    switch (syscall) {
    case __NR_brk:
    case __NR_close:
    case __NR_dup:
    case __NR_dup2:
    case __NR_dup3:
    case __NR_execve:
    case __NR_execveat:
    case __NR_exit:
    case __NR_exit_group:
    case __NR_getpid:
    case __NR_getppid:
    case __NR_gettid:
    case __NR_mmap:
    case __NR_mprotect:
    case __NR_munmap:
    case __NR_rt_sigaction:
    case __NR_rt_sigprocmask:
    case __NR_set_robust_list:
        return True;
    default:
        return False;
    }
}

/* True: it would send a signal to the observer process. */
static Bool hits(UInt syscall, const UWord *args)
{
    return syscall == __NR_kill && (Int)args[0] == -1;
}

void msim_outside_before_syscall(UInt syscall, const UWord *args)
{
    if (!is_short(syscall) && (outside.owed || msim_guard_is_old(True)))
        keep();
    outside.waits += waits_for_any(syscall, args);
    if (!outside.allowed)
        return;
    if (forbids(syscall, args)) {
        outside.allowed = False;
        msim_outside_return();
        msim_memory_make_private();
    } else if (hits(syscall, args)) {
        msim_outside_return();
    }
}

void msim_outside_after_syscall(UInt syscall, const UWord *args)
{
    if (outside.waits > 0)
        outside.waits -= waits_for_any(syscall, args);
}

void msim_outside_abandon(void)
{
    msim_guard_end();
    if (outside.out)
        msim_process_kill(outside.process);
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
