/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The system calls of syscalls.h. */
#include "syscalls.h"

#include "pub_tool_libcfile.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

/* Missing in the headers for tools: any system call, and the first number that is Valgrind's. */
extern SysRes VG_(do_syscall)(UWord number, UWord, UWord, UWord, UWord, UWord, UWord, UWord, UWord);
extern Int VG_(fd_hard_limit);

enum {
    PAGE = 4096,
    CLOSE_ON_EXEC = 02000000,
    SPARE = 1,      /* descriptors that are left to Valgrind, */
    SPARE_FIRST = 4 /* and before the guest runs, as Valgrind has not opened all of its own then */
};

Word msim_call(UWord number, const UWord *args, UInt used)
{
    UWord arg[6] = {0};
    for (UInt i = 0; i < used; i++)
        arg[i] = args[i];
    SysRes result = VG_(do_syscall)(number, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5], 0, 0);
    return sr_isError(result) ? -(Word)sr_Err(result) : (Word)sr_Res(result);
}

static Int call(UWord number, UWord a, UWord b, UWord c, UWord d)
{
    const UWord args[] = {a, b, c, d};
    return (Int)msim_call(number, args, 4);
}

Int msim_open_at(Int folder, const HChar *name, Int flags, Int mode)
{
    return call(__NR_openat, (UWord)folder, (UWord)name, (UWord)(flags | CLOSE_ON_EXEC),
                (UWord)mode);
}

Int msim_mkdir_at(Int folder, const HChar *name, Int mode)
{
    return call(__NR_mkdirat, (UWord)folder, (UWord)name, (UWord)mode, 0);
}

Int msim_rename_at(Int from_folder, const HChar *from, Int to_folder, const HChar *to)
{
    return call(__NR_renameat, (UWord)from_folder, (UWord)from, (UWord)to_folder, (UWord)to);
}

Int msim_unlink_at(Int folder, const HChar *name)
{
    return call(__NR_unlinkat, (UWord)folder, (UWord)name, 0, 0);
}

Int msim_read_at(Int fd, void *to, UInt count, Off64T from)
{
    return call(__NR_pread64, (UWord)fd, (UWord)to, count, (UWord)from);
}

Int msim_truncate(Int fd, Off64T bytes)
{
    return call(__NR_ftruncate, (UWord)fd, (UWord)bytes, 0, 0);
}

Int msim_socket_pair(Int domain, Int type, Int end[2])
{
    return call(__NR_socketpair, (UWord)domain, (UWord)(type | CLOSE_ON_EXEC), 0, (UWord)end);
}

Int msim_send_message(Int socket, const struct vki_msghdr *message, UInt flags)
{
    return call(__NR_sendmsg, (UWord)socket, (UWord)message, flags, 0);
}

Int msim_receive_message(Int socket, struct vki_msghdr *message, UInt flags)
{
    return call(__NR_recvmsg, (UWord)socket, (UWord)message, flags, 0);
}

/* --- Memory ------------------------------------------------------------------------------- */

Addr msim_map(Addr start, SizeT size, Bool shared)
{
    UWord flags = VKI_MAP_ANONYMOUS | VKI_MAP_NORESERVE |
                  (UWord)(shared ? VKI_MAP_SHARED : VKI_MAP_PRIVATE) | (start ? VKI_MAP_FIXED : 0);
    const UWord args[] = {start, size, VKI_PROT_READ | VKI_PROT_WRITE, flags, ~(UWord)0, 0};
    Word got = msim_call(__NR_mmap, args, 6);
    return got > -PAGE && got < 0 ? 0 : (Addr)got;
}

Addr msim_map_file(Addr start, SizeT size, Int fd, Off64T from)
{
    UWord flags = VKI_MAP_NORESERVE | VKI_MAP_SHARED | (start ? VKI_MAP_FIXED : 0);
    const UWord args[] = {start, size,      VKI_PROT_READ | VKI_PROT_WRITE,
                          flags, (UWord)fd, (UWord)from};
    Word got = msim_call(__NR_mmap, args, 6);
    return got > -PAGE && got < 0 ? 0 : (Addr)got;
}

Bool msim_move_mapping(Addr start, SizeT size, Addr to)
{
    const UWord args[] = {start, size, size, VKI_MREMAP_MAYMOVE | VKI_MREMAP_FIXED, to};
    return msim_call(__NR_mremap, args, 5) == (Word)to;
}

void msim_unmap(Addr start, SizeT size)
{
    call(__NR_munmap, start, size, 0, 0);
}

/* --- Hidden descriptors ------------------------------------------------------------------- */

/* Returns a copy of `fd` with the first free number from `least` on; -1: none is free. */
static Int copy_from(Int fd, Int least)
{
    Int copy = call(__NR_fcntl, (UWord)fd, VKI_F_DUPFD_CLOEXEC, (UWord)least, 0);
    return copy < 0 ? -1 : copy;
}

/* Valgrind's own function for this ends the run if no number is free. */
Int msim_hide(Int fd)
{
    Bool first = VG_(get_running_tid)() == VG_INVALID_THREADID;
    Int hidden = copy_from(fd, VG_(fd_hard_limit));
    Int spare[SPARE_FIRST], used = 0, wanted = first ? SPARE_FIRST : SPARE;
    for (Bool free = hidden >= 0; free && used < wanted; used += free) {
        spare[used] = copy_from(fd, VG_(fd_hard_limit));
        free = spare[used] >= 0;
    }
    if (hidden >= 0 && used < wanted) {
        VG_(close)(hidden);
        hidden = -1;
    }
    while (used > 0)
        VG_(close)(spare[--used]);
    VG_(close)(fd);
    return hidden;
}
