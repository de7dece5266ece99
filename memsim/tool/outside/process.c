/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The processes of process.h. */
#include "process.h"

#include "pub_tool_aspacemgr.h"
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

enum { CPUS_MOST = 8192, LIMIT_MEMORY = 9, SET_NAME = 15, CLOSE_RANGE = 436 };

static struct {
    UChar cpus[CPUS_MOST / 8]; /* as at the start: the guest may bind itself to one */
    UInt cpus_bytes;
    Int parent; /* in a process that was started: who did that */
} process;

void msim_process_init(void)
{
    const UWord args[] = {0, sizeof process.cpus, (UWord)process.cpus};
    Word bytes = msim_call(__NR_sched_getaffinity, args, 3);
    process.cpus_bytes = bytes > 0 ? (UInt)bytes : 0;
}

UInt msim_process_cpus(void)
{
    UInt cpus = 0;
    for (UInt i = 0; i < process.cpus_bytes; i++)
        cpus += (UInt)__builtin_popcount(process.cpus[i]);
    return cpus;
}

Bool msim_process_is_limited(void)
{
    struct vki_rlimit limit;
    return VG_(getrlimit)(LIMIT_MEMORY, &limit) == 0 && limit.rlim_cur != ~(UWord)0;
}

/* --- The new process ---------------------------------------------------------------------- */

/* A pipe that stayed open here would never end for the guest's readers. */
static void close_guests_files(void)
{
    const UWord range[] = {0, (UWord)(VG_(fd_hard_limit) - 1), 0};
    if (msim_call(CLOSE_RANGE, range, 3) >= 0)
        return;
    for (Int fd = 0; fd < VG_(fd_hard_limit); fd++)
        VG_(close)(fd);
}

/* Else pages that the guest changes would be there twice. */
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

static void live(void (*work)(void))
{
    HChar name[16]; /* as much as the kernel keeps */
    VG_(snprintf)(name, sizeof name, "memsim-%d", msim_pid());
    const UWord set_name[] = {SET_NAME, (UWord)name};
    const UWord affinity[] = {0, process.cpus_bytes, (UWord)process.cpus};
    const UWord none[] = {0};
    vki_sigset_t all;
    VG_(memset)(&all, 0xff, sizeof all);
    VG_(sigprocmask)(VKI_SIG_SETMASK, &all, NULL);
    msim_call(__NR_setsid, none, 0);
    msim_call(__NR_prctl, set_name, 2);
    msim_call(__NR_sched_setaffinity, affinity, 3);
    close_guests_files();
    unmap_guests_memory();
    work();
    msim_call(__NR_exit_group, none, 1);
}

Bool msim_process_parent_lives(void)
{
    return VG_(getppid)() == process.parent;
}

/* --- Its parent --------------------------------------------------------------------------- */

Int msim_process_start(void (*work)(void))
{
    const UWord no_signal[] = {0, 0, 0, 0, 0};
    Int parent = VG_(getpid)();
    Int started = (Int)msim_call(__NR_clone, no_signal, 5);
    if (started == 0) {
        process.parent = parent;
        live(work);
    }
    return started;
}

/* Only looks: msim_process_wait() still has to find it. */
Bool msim_process_lives(Int started)
{
    enum { BY_NUMBER = 1, LOOK = 0x01000005 /* WNOHANG, WEXITED, WNOWAIT */ };
    ULong info[16] = {0};
    const UWord args[] = {BY_NUMBER, (UWord)started, (UWord)info, LOOK | __VKI_WCLONE, 0};
    return msim_call(__NR_waitid, args, 5) == 0 && (Int)info[0] == 0;
}

Int msim_process_wait(Int started)
{
    Int status = 0;
    const UWord args[] = {(UWord)started, (UWord)&status, __VKI_WCLONE, 0};
    Word got;
    do
        got = msim_call(__NR_wait4, args, 4);
    while (got == -VKI_EINTR);
    if (got != started)
        return -1;
    if (status & 0x7f)
        return status & 0x7f;
    return status ? -1 : 0;
}
