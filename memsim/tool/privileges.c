/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The system calls of privileges.h. */
#include "privileges.h"

#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

Bool msim_takes_privileges(UInt syscall, const UWord *args)
{
    enum { NEW_USER = 0x10000000, SET_SECCOMP = 22 };
    switch (syscall) {
    case __NR_setuid:
    case __NR_setfsuid:
        return args[0] != 0 && VG_(geteuid)() == 0;
    case __NR_setreuid:
    case __NR_setresuid:
        return (Int)args[1] != 0 && (Int)args[1] != -1 && VG_(geteuid)() == 0;
    case __NR_unshare:
        return (args[0] & NEW_USER) && VG_(geteuid)() == 0;
    case __NR_capset:
        return VG_(geteuid)() == 0;
    case __NR_prctl:
        return args[0] == SET_SECCOMP;
    default:
        return syscall == __NR_seccomp;
    }
}
