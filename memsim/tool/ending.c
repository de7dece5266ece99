/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Follows system calls for ending.h. */
#include "ending.h"

#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

static struct {
    Bool all;        /* the whole process exits, not only a thread */
    ThreadId thread; /* the thread that exits; the last one's status is the process's */
    Int status;
    Int signal; /* the signal that the process has just sent to itself; 0: none */
} ending;

/* The process that the call sends a signal to, and that signal; 0: it sends none. */
static Int sent(UInt syscall, const UWord *args, Int *process)
{
    *process = (Int)args[0];
    switch (syscall) {
    case __NR_kill:
    case __NR_rt_sigqueueinfo:
        return (Int)args[1];
    case __NR_tkill:
        *process = VG_(getpid)(); /* otherwise no other process's number is in use */
        return (Int)args[1];
    case __NR_tgkill:
    case __NR_rt_tgsigqueueinfo:
        return (Int)args[2];
    default:
        return 0;
    }
}

/* System calls of raise() itself do not show that the program survived the signal. */
static Bool is_of_raise(UInt syscall)
{
    return syscall == __NR_rt_sigprocmask || syscall == __NR_getpid || syscall == __NR_gettid;
}

static Bool is_harmless(Int signal)
{
    return signal == VKI_SIGCHLD || signal == VKI_SIGURG || signal == VKI_SIGWINCH ||
           signal == VKI_SIGCONT;
}

void msim_ending_before_syscall(ThreadId tid, UInt syscall, const UWord *args)
{
    Int process, signal;
    if (is_of_raise(syscall))
        return;
    if (ending.thread == tid)
        ending.thread = VG_INVALID_THREADID; /* a new thread with the number of an ended one */
    ending.signal = 0;
    if (syscall == __NR_exit_group || syscall == __NR_exit) {
        ending.all |= syscall == __NR_exit_group;
        ending.thread = tid;
        ending.status = (Int)(args[0] & 0xff);
        return;
    }
    signal = sent(syscall, args, &process);
    if (signal && process == VG_(getpid)() && !is_harmless(signal))
        ending.signal = signal;
}

void msim_ending(HChar text[static MSIM_ENDING_ROOM])
{
    if (ending.all || (ending.thread && ending.thread == VG_(get_running_tid)()))
        VG_(snprintf)(text, MSIM_ENDING_ROOM, "status %d", ending.status);
    else if (ending.signal)
        VG_(snprintf)(text, MSIM_ENDING_ROOM, "signal %d", ending.signal);
    else
        VG_(snprintf)(text, MSIM_ENDING_ROOM, "a signal");
}
