/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The processes of process.h. */
#include "process.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_libcsignal.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "tool/base/message.h"
#include "tool/base/syscalls.h"

/* Missing in the headers for tools: the first descriptor that is Valgrind's. */
extern Int VG_(fd_hard_limit);

enum { CPUS_MOST = 8192, PROCESSES = 4 };

/* System calls that Valgrind's headers may lack, and names that they do. */
enum {
    CLOSE_RANGE = 436,
    PIDFD_OPEN = 434,
    SET_NAME = 15,
    SET_SUBREAPER = 36,
    GET_SUBREAPER = 37,
    POLL_IN = 1,
    LOOK_MS = 100
};

static struct {
    UChar cpus[CPUS_MOST / 8]; /* as at the start: the guest may bind itself to one */
    UInt cpus_bytes;
    struct msim_process *all;    /* in memory that is shared */
    UInt used;                   /* their number */
    struct msim_process *myself; /* in a started process */
    Int parent, watched;         /* its starter, and a descriptor of that; -1: none */
} process;

void msim_process_init(void)
{
    const UWord args[] = {0, sizeof process.cpus, (UWord)process.cpus};
    Word bytes = msim_call(__NR_sched_getaffinity, args, 3);
    process.cpus_bytes = bytes > 0 ? (UInt)bytes : 0;
    process.all = msim_memory_shared(PROCESSES * sizeof *process.all);
}

void msim_process_in_child(void)
{
    if (process.all)
        msim_memory_shared_in_child(process.all, PROCESSES * sizeof *process.all);
}

UInt msim_process_cpus(void)
{
    UInt cpus = 0;
    for (UInt i = 0; i < process.cpus_bytes; i++)
        cpus += (UInt)__builtin_popcount(process.cpus[i]);
    return cpus;
}

struct msim_process *msim_process_new(void)
{
    tl_assert(process.used < PROCESSES);
    return process.all + process.used++;
}

/* --- The new process ---------------------------------------------------------------------- */

/* If a pipe stayed open here, its readers among the guest's processes would never see its end. */
static void close_guests_files(void)
{
    const UWord range[] = {0, (UWord)(VG_(fd_hard_limit) - 1), 0};
    if (msim_call(CLOSE_RANGE, range, 3) >= 0)
        return;
    for (Int fd = 0; fd < VG_(fd_hard_limit); fd++)
        VG_(close)(fd);
}

/* Otherwise pages that the guest changes would exist twice. */
static void unmap_guests_memory(void)
{
    enum { CLIENT = SkFileC | SkAnonC | SkShmC };
    Addr first;
    Int used = VG_(am_get_segment_starts)(CLIENT, &first, 1);
    if (used < 0)
        used = -used;
    Addr *start = VG_(malloc)("msim.process", (SizeT)used * sizeof *start);
    used = VG_(am_get_segment_starts)(CLIENT, start, used);
    for (Int i = 0; i < used; i++) {
        const NSegment *segment = VG_(am_find_nsegment)(start[i]);
        if (segment)
            msim_unmap(segment->start, segment->end - segment->start + 1);
    }
}

static void end(Int status)
{
    const UWord args[] = {(UWord)status};
    msim_call(__NR_exit_group, args, 1);
}

void msim_process_fail(void)
{
    msim_ended_store(&process.myself->ended, MSIM_END_FAILED);
    end(1);
    __builtin_unreachable();
}

static void live(struct msim_process *myself, Int parent, void (*work)(void))
{
    HChar name[16]; /* the length that the kernel keeps */
    VG_(snprintf)(name, sizeof name, "memsim-%d", msim_pid());
    const UWord set_name[] = {SET_NAME, (UWord)name};
    const UWord affinity[] = {0, process.cpus_bytes, (UWord)process.cpus};
    const UWord watched[] = {(UWord)parent, 0}, none[] = {0};
    vki_sigset_t all;
    VG_(memset)(&all, 0xff, sizeof all);
    VG_(sigprocmask)(VKI_SIG_SETMASK, &all, NULL);
    process.myself = myself;
    msim_ended_register(&myself->ended);
    msim_memory_at_failure(msim_process_fail);
    msim_call(__NR_setsid, none, 0);
    msim_call(__NR_prctl, set_name, 2);
    msim_call(__NR_sched_setaffinity, affinity, 3);
    process.parent = parent;
    Int watch = (Int)msim_call(PIDFD_OPEN, watched, 2);
    process.watched = watch < 0 ? -1 : msim_hide(watch);
    myself->file = msim_memory_keep_file();
    close_guests_files();
    unmap_guests_memory();
    work();
    msim_ended_store(&myself->ended, MSIM_END_DONE);
    end(0);
}

/* Waits up to this many milliseconds, -1: without a limit.  Kernels before Linux 5.3 have no
 * descriptors of processes. */
static Bool parent_lives(Int ms)
{
    struct vki_pollfd watched = {process.watched, POLL_IN, 0};
    const UWord look[] = {(UWord)process.parent, 0};
    if (process.watched >= 0) {
        SysRes ended = VG_(poll)(&watched, 1, ms);
        return sr_isError(ended) || sr_Res(ended) == 0;
    }
    if (ms)
        VG_(poll)(NULL, 0, LOOK_MS);
    return msim_call(__NR_kill, look, 2) != -VKI_ESRCH;
}

Bool msim_process_parent_lives(void)
{
    return parent_lives(0);
}

void msim_process_hold(void)
{
    msim_ended_store(&process.myself->ended, MSIM_END_HOLDS);
    while (parent_lives(-1))
        ;
}

/* --- Who starts it ------------------------------------------------------------------------ */

Bool msim_process_adopts(void)
{
    Int adopts = 0;
    const UWord look[] = {GET_SUBREAPER, (UWord)&adopts};
    msim_call(__NR_prctl, look, 2);
    return adopts != 0;
}

static void set_adopts(Bool adopts)
{
    const UWord set[] = {SET_SUBREAPER, adopts};
    msim_call(__NR_prctl, set, 2);
}

static Int copy_of_this_process(void)
{
    const UWord no_signal[] = {0, 0, 0, 0, 0};
    return (Int)msim_call(__NR_clone, no_signal, 5);
}

/* wait() does not find one that ends without a signal. */
static void wait_for(Int child)
{
    const UWord args[] = {(UWord)child, 0, __VKI_WCLONE, 0};
    while (msim_call(__NR_wait4, args, 4) == -VKI_EINTR)
        ;
}

/* The process in between: when it has ended, the process that it started has no parent. */
static Int start(struct msim_process *started, void (*work)(void))
{
    Int parent = VG_(getpid)();
    Int between = copy_of_this_process();
    if (between == 0) {
        Int child = copy_of_this_process();
        if (child == 0)
            live(started, parent, work);
        started->number = child;
        end(0);
    }
    if (between < 0)
        return between;
    wait_for(between);
    return started->number;
}

const HChar *msim_process_start(struct msim_process *started, void (*work)(void))
{
    if (VG_(getpid)() == 1)
        return "it is process 1, which gets all processes that have no parent";
    msim_ended_expect(&started->ended);
    started->number = -VKI_EAGAIN;
    Bool adopts = msim_process_adopts();
    if (adopts) /* otherwise it would adopt the process that it starts */
        set_adopts(False);
    Int number = start(started, work);
    if (adopts)
        set_adopts(True);
    return number < 0 ? "no other process can be started" : NULL;
}

/* It may have been killed before the kernel had its list of robust futexes. */
static enum msim_end look(const struct msim_process *started)
{
    const UWord args[] = {(UWord)started->number, 0};
    enum msim_end end = msim_ended_look(&started->ended);
    if (end > MSIM_END_HOLDS || msim_call(__NR_kill, args, 2) != -VKI_ESRCH)
        return end;
    end = msim_ended_look(&started->ended);
    return end > MSIM_END_HOLDS ? end : MSIM_END_KILLED;
}

Bool msim_process_lives(const struct msim_process *started)
{
    return look(started) <= MSIM_END_HOLDS;
}

enum msim_end msim_process_wait(const struct msim_process *started)
{
    enum msim_end end;
    while ((end = look(started)) == MSIM_END_NONE)
        msim_ended_sleep(&started->ended);
    return end;
}

void msim_process_kill(const struct msim_process *started)
{
    const UWord args[] = {(UWord)started->number, VKI_SIGKILL};
    if (msim_process_lives(started))
        msim_call(__NR_kill, args, 2);
}
