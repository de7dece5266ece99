/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The calls of refused.h, as Linux has them on amd64. */
#include "refused.h"

#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

/* These flags decide whether a clone is a thread, a fork or a vfork; other flags do not matter. */
enum {
    THREAD = VKI_CLONE_VM | VKI_CLONE_FS | VKI_CLONE_FILES,
    VFORK = VKI_CLONE_VM | VKI_CLONE_VFORK,
    KINDS = THREAD | VFORK
};

/* True: Valgrind's table of threads, whose first place is unused, has room for one more. */
static Bool has_room(void)
{
    ThreadId tid;
    Addr low, high;
    UInt threads = 1;
    VG_(thread_stack_reset_iter)(&tid);
    while (VG_(thread_stack_next)(&tid, &low, &high))
        threads++;
    return threads < VG_N_THREADS;
}

const HChar *msim_refused(UInt syscall, const UWord *args)
{
    UWord kind = args[0] & KINDS;
    if (syscall != __NR_clone || kind == 0 || kind == VFORK)
        return NULL;
    if (kind != THREAD)
        return "Valgrind does not run processes that share memory or files like this";
    return has_room() ? NULL : "Valgrind has no room for another thread: give --max-threads=N";
}
