/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The calls of waiting.h, as Linux has them on amd64. */
#include "waiting.h"

#include "pub_tool_libcfile.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

static Bool is_regular(UWord file)
{
    struct vg_stat stat;
    return VG_(fstat)((Int)file, &stat) == 0 && VKI_S_ISREG(stat.mode);
}

Bool msim_may_wait(UInt syscall, const UWord *args)
{
    switch (syscall) {
    case __NR_read:
    case __NR_readv:
    case __NR_pread64:
    case __NR_preadv:
        return !is_regular(args[0]);
    case __NR_poll:
    case __NR_ppoll:
    case __NR_select:
    case __NR_pselect6:
    case __NR_epoll_wait:
    case __NR_epoll_pwait:
    case __NR_recvfrom:
    case __NR_recvmsg:
    case __NR_recvmmsg:
    case __NR_accept:
    case __NR_accept4:
    case __NR_connect:
    case __NR_msgrcv:
    case __NR_mq_timedreceive:
    case __NR_semop:
    case __NR_semtimedop:
    case __NR_io_getevents:
    case __NR_futex:
    case __NR_flock:
    case __NR_fcntl:
    case __NR_wait4:
    case __NR_waitid:
    case __NR_pause:
    case __NR_rt_sigsuspend:
    case __NR_rt_sigtimedwait:
    case __NR_nanosleep:
    case __NR_clock_nanosleep:
    case __NR_ioctl:
    case __NR_splice:
    case __NR_tee:
        return True;
    default:
        return False;
    }
}

Bool msim_yields(UInt syscall)
{
    return syscall == __NR_sched_yield;
}

/* A write of this size always fits into a pipe that has any room. */
enum { PIPE_ROOM = 4096, WRITABLE = 4 /* POLLOUT, missing in older headers */ };

static Bool has_room(UWord file, UWord bytes)
{
    struct vki_pollfd poll = {.fd = (Int)file, .events = WRITABLE};
    return bytes <= PIPE_ROOM && sr_Res(VG_(poll)(&poll, 1, 0)) == 1;
}

Bool msim_may_wait_for_readers(UInt syscall, const UWord *args)
{
    switch (syscall) {
    case __NR_write:
    case __NR_sendto:
        return !is_regular(args[0]) && !has_room(args[0], args[2]);
    case __NR_writev:
    case __NR_sendmsg:
    case __NR_sendmmsg:
    case __NR_sendfile:
    case __NR_vmsplice:
        return !is_regular(args[0]);
    default:
        return False;
    }
}

Bool msim_ends_all(UInt syscall)
{
    return syscall == __NR_exit_group;
}
